import type { TimedFile } from '../../model/conversation.ts';
import type { CodexDocument } from './document.ts';
import { activeAt, stateOf } from './list/codex-view.ts';
import type { RolloutFile } from './read/rollout-file.ts';

export interface RelatedThread {
  readonly id: string;
  readonly ids: readonly string[];
  readonly files: readonly RolloutFile[];
}

/**
 * The ids of a thread: the one in its name, those in its records, and those of its segments, by which forks call them.
 */
export function idsOf(id: string, files: readonly RolloutFile[]): string[] {
  return [...new Set([id, ...files.flatMap((file) => [file.head().meta?.id ?? [], file.name?.window ?? []].flat())])];
}

/** Threads that a thread spawned, and theirs: the program takes them along. Leaves out those of `without`. */
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
        // The loop over the parents goes on to those that are added.
        parents.push(each);
      }
    }
  return members;
}

/** Files of the threads that the program archives and deletes with this one. */
export function filesTakenAlong(document: CodexDocument): TimedFile[] {
  return descendantsOf(document, new Set()).flatMap(({ files }) =>
    files.map((file) => ({ state: stateOf(file), activeAt: activeAt(file) })),
  );
}
