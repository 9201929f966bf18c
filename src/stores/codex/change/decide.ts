import { refused, unchanged } from '../../decided.ts';
import { decideBy } from '../../engine/verbs.ts';
import type { Ask, NotChanged, Part, SharedChange, UnitDecision } from '../../kind.ts';
import type { CodexDocument } from '../read/document.ts';
import type { CodexUpdate } from './changed-threads.ts';
import { forkCodex } from './fork.ts';
import { healCodex } from './heal.ts';
import { healCodexIndex, renameCodex, withNames, withoutNames } from './index-lines.ts';
import { migrateCodex } from './migrate.ts';
import { archiveCodex, deleteCodex, restoreCodex } from './shelve.ts';

/** What a changing verb does to one thread. */
export const decideCodex = decideBy<CodexDocument, CodexUpdate>({
  heal: healCodex,
  migrate: migrateCodex,
  fork: forkCodex,
  archive: archiveCodex,
  restore: restoreCodex,
  delete: deleteCodex,
  rename: renameCodex,
  rehome: unchanged('finds its folder in each turn: `codex -C FOLDER resume ID` goes on in another one'),
  tag: refused({ reason: 'has no tags' }),
});

/** What a verb does to the index of names, around the threads. */
export function closeCodex(
  index: Part | undefined,
  ask: Ask,
  decided: readonly UnitDecision<CodexUpdate>[],
): SharedChange | NotChanged {
  if (ask.verb === 'heal') return healCodexIndex(index, ask);
  if (ask.verb === 'fork') return withNames(index, decided, ask.now);
  return ask.verb === 'delete' ? withoutNames(index, decided) : unchanged();
}
