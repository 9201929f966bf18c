import type { Conversation } from '../../model/conversation.ts';
import { row } from '../../model/findings.ts';
import { knownIds } from '../../ops/known-ids.ts';
import { list } from '../../ops/list.ts';
import { codes } from '../../report/explain.ts';
import { firstLine } from '../../report/printable.ts';
import type { Job } from '../job.ts';
import { readingOf } from '../scope.ts';

/** A word that can come next, and what it is. */
export interface Word {
  readonly word: string;
  readonly about: string;
}

/** Every finding code with its title. */
export function codeWords(after = ''): Word[] {
  return codes().map((code) => ({ word: `${code}${after}`, about: row(code).title }));
}

/** The projects of the stores that the line names; no file is opened. */
export async function projectsOf(job: Job): Promise<Word[]> {
  const { reading, survey } = await readingOf(job, []);
  const known = await knownIds(reading, { ...survey, projects: [] });
  const kinds = new Map(known.map(({ scope, site }) => [scope, site.kind]));
  return [...kinds].filter(([scope]) => scope !== '').map(([word, kind]) => ({ word, about: `${kind} project` }));
}

/** Up to so many ids are opened for their titles. */
const TITLED = 60;

/** Ids that begin with what is typed, those that the command can take: with titles where they are few. */
export async function idsOf(job: Job, command: string, typed: string): Promise<Word[]> {
  const { reading, survey } = await readingOf(job, []);
  const begun = new Set((await knownIds(reading, survey)).map(({ id }) => id).filter((id) => id.startsWith(typed)));
  if (begun.size > TITLED) return [...begun].map((word) => ({ word, about: '' }));
  const found: Conversation[] = [];
  await list(reading, {
    ...survey,
    wants: (id) => begun.has(id),
    wanted: ({ state }) => STATES[command]?.includes(state) !== false,
    sharing: false,
    tell: async (conversations) => {
      found.push(...conversations);
    },
  });
  return found.map(({ id, title }) => ({ word: id, about: firstLine(title ?? '', 60) }));
}

/** Commands that take active conversations, or archived ones alone. */
const STATES: Readonly<Record<string, readonly Conversation['state'][]>> = {
  archive: ['active'],
  restore: ['archived'],
};
