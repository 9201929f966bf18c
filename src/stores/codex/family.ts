import type { TimedFile } from '../../model/conversation.ts';
import type { CodexDocument } from './document.ts';
import { activeAt, stateOf } from './list/codex-view.ts';
import type { RolloutFile } from './read/rollout-file.ts';

export interface RelatedThread {
  readonly id: string;
  readonly ids: readonly string[];
  readonly files: readonly RolloutFile[];
}

/** All ids of a thread: those in its files' names, its records and its segments; forks may name any. */
export function idsOf(id: string, files: readonly RolloutFile[]): string[] {
  return [...new Set([id, ...files.flatMap((file) => [file.head().meta?.id ?? [], file.name?.window ?? []].flat())])];
}

/** Threads that a thread spawned, directly or through others, except `without`. The program archives and deletes them along. */
export function descendantsOf({ id, files, scope }: CodexDocument, without: ReadonlySet<string>): RelatedThread[] {
  const members: RelatedThread[] = [];
  const parents = idsOf(id, files);
  const met = new Set([...parents, ...without]);
  for (const parent of parents)
    for (const child of scope.ofThread.subagents(parent)) {
      if (!child.isSpawned || met.has(child.id)) continue;
      const own = scope.filesOf(child.id);
      const member = { id: child.id, ids: idsOf(child.id, own), files: own };
      members.push(member);
      for (const each of member.ids) {
        met.add(each);
        // The loop over `parents` also visits the added ones.
        parents.push(each);
      }
    }
  return members;
}

/** Files of the thread's descendants, which the program archives and deletes with it. */
export function filesTakenAlong(document: CodexDocument): TimedFile[] {
  return descendantsOf(document, new Set()).flatMap(({ files }) =>
    files.map((file) => ({ state: stateOf(file), activeAt: activeAt(file) })),
  );
}
