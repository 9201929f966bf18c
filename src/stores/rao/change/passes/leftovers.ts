import { inFolder, type RaoPass } from './pass.ts';

/** What Rao can do without, into the journal. */
export const LEFTOVERS: readonly RaoPass[] = [
  inFolder(['RA040'], ({ path }, found) => ({
    edits: new Map(),
    removed: [...new Set(found.map((each) => each.path.slice(path.length + 1)))],
    notes: found.map(
      ({ detail }) => `conversation_vars.rds ${detail}: it goes into the journal, and Rao begins with its defaults`,
    ),
  })),
];
