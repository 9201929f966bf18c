import { refused } from '../../decided.ts';
import type { NotChanged } from '../../kind.ts';
import { some } from '../../words.ts';
import { LOCKS } from '../layout/place.ts';
import type { CodexDocument } from '../read/document.ts';
import type { RolloutFile } from '../read/rollout-file.ts';

/** A thread that moves with the one that spawned it. */
export interface Relative {
  readonly id: string;
  readonly ids: readonly string[];
  readonly files: readonly RolloutFile[];
}

/** The ids of a thread: the one in its name, those in its records, and those of its segments, by which forks call them. */
export function idsOf(id: string, files: readonly RolloutFile[]): string[] {
  return [...new Set([id, ...files.flatMap((file) => [file.head().meta?.id ?? [], file.name?.window ?? []].flat())])];
}

/** The threads that a thread spawned, and those that these spawned, as the program takes them along; without some that are gone already. */
export function familyOf({ id, files, scope }: CodexDocument, without: ReadonlySet<string>): Relative[] {
  const members: Relative[] = [];
  const parents = idsOf(id, files);
  const met = new Set([...parents, ...without]);
  for (const parent of parents)
    for (const child of scope.subagentsOf(parent)) {
      if (!child.isSpawned || met.has(child.id)) continue;
      const own = scope.filesOf(child.id);
      const member = { id: child.id, ids: idsOf(child.id, own), files: own };
      members.push(member);
      for (const each of member.ids) {
        met.add(each);
        // Appending to the walked list extends the walk.
        parents.push(each);
      }
    }
  return members;
}

/** True if a program has any of these threads open. */
export function isOpen({ scope }: CodexDocument, { ids }: Pick<Relative, 'ids'>): boolean {
  return ids.some((id) => scope.isHeld?.(`${LOCKS}/${id}.lock`) === true);
}

/** Nothing of a thread is changed while a program has it open. */
export function refusedAsHeld(document: CodexDocument): NotChanged | null {
  return document.isHeld()
    ? refused({ codes: ['CX401'], reason: 'is open in a program: close it there first', unsafe: true })
    : null;
}

/** Which threads of its subagents go along with a thread, and which do not. */
export function familyNotes({ id, scope }: CodexDocument, along: readonly Relative[]): string[] {
  const gone = along.map((member) => member.id);
  const went = new Set(gone);
  const stay = scope.subagentsOf(id).flatMap((child) => (went.has(child.id) ? [] : child.id));
  return [
    ...(gone.length === 0 ? [] : [`the threads of its subagents go along: ${some(gone)}`]),
    ...(stay.length === 0 ? [] : [`threads of its subagents that stay where they are: ${some(stay)}`]),
  ];
}
