import { type Edit, sortEdits } from '../../../codecs/edit.ts';
import { refused } from '../../decided.ts';
import type { Left } from '../../kind.ts';
import type { CodexDocument } from '../document.ts';
import type { RolloutFile } from '../rollout-file.ts';
import { idsOf } from './family.ts';

/** Nothing of a thread is changed while a program has it open. */
export function refusedAsHeld(document: CodexDocument): Left | null {
  return document.isHeld()
    ? refused({ codes: ['CX401'], reason: 'is open in a program: close it there first', unsafe: true })
    : null;
}

/** Forks go on from bytes of their source: what is before that place is not changed. */
export function refusedAsSource(document: CodexDocument, file: RolloutFile, edits: readonly Edit[]): Left | null {
  const [first] = sortEdits(edits);
  const window = file.name?.window ?? null;
  const ids = window === null ? idsOf(document.id, [file]) : [window];
  const forks = ids.flatMap((id) => document.scope.forksOf(id));
  const fork = forks.find(({ bytes }) => first !== undefined && first.at < bytes);
  return fork === undefined
    ? null
    : refused({
        reason: `is what ${fork.id} goes on from, up to byte ${fork.bytes}: a change before that would damage it`,
        unsafe: true,
      });
}
