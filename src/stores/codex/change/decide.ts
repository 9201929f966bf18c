import { refused, unchanged } from '../../decided.ts';
import { putBackGrown } from '../../engine/put-back.ts';
import { decideBy } from '../../engine/verbs.ts';
import type { Ask, NotChanged, Part, SharedChange, UnitDecision, Verbs } from '../../kind.ts';
import type { CodexDocument } from '../read/document.ts';
import type { CodexUpdate } from './changed-threads.ts';
import { forkCodex } from './fork.ts';
import { healCodex } from './heal.ts';
import { healCodexIndex, renameCodex, withNames, withoutNames } from './index-lines.ts';
import { migrateCodex } from './migrate.ts';
import { archiveCodex, deleteCodex, restoreCodex } from './shelve.ts';

export const decideCodex = decideBy<CodexDocument, CodexUpdate>({
  heal: healCodex,
  migrate: migrateCodex,
  fork: forkCodex,
  archive: archiveCodex,
  restore: restoreCodex,
  delete: deleteCodex,
  rename: renameCodex,
  rehome: unchanged('finds its folder in each turn: `codex -C FOLDER resume ID` goes on in another one'),
  tag: refused({ reason: 'cannot be tagged: Codex CLI has no tags' }),
});

export const codexVerbs: Verbs<CodexDocument, { readonly index: Part | undefined }, CodexUpdate> = {
  decide: decideCodex,
  close: ({ index }, ask, decided) => closeCodex(index, ask, decided),
  putBack: (path, versions) => (path.endsWith('.jsonl') ? putBackGrown(versions) : null),
};

/** Changes the index of names around the threads. */
export function closeCodex(
  index: Part | undefined,
  ask: Ask,
  decided: readonly UnitDecision<CodexUpdate>[],
): SharedChange | NotChanged {
  if (ask.verb === 'heal') return healCodexIndex(index, ask);
  if (ask.verb === 'fork') return withNames(index, decided, ask.now);
  return ask.verb === 'delete' ? withoutNames(index, decided) : unchanged();
}
