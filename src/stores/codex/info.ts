import type { KindInfo } from '../kind.ts';
import { codexHomes, placeCodex, recogniseCodex } from './layout/layout.ts';

/** Codex CLI's threads, as the program takes them: docs/formats/codex.md. */
export const codexInfo: KindInfo = {
  name: 'codex',
  formats: ['codex-a', 'codex-b', 'codex-c', 'codex-d'],
  targets: ['codex-c'],
  reasons: async () => (await import('./list/reasons.ts')).codexReasons,
  entries: async () => (await import('./change/shared-entries.ts')).codexEntries,
  layout: { homes: codexHomes, recognise: recogniseCodex, place: placeCodex, hasOwnProjects: () => true },
  traces: async () => (await import('./list/traces.ts')).codexTraces,
  refers: true,
};
