import type { Edit } from '../../codecs/edit.ts';
import type { Content, Step } from '../../model/plan.ts';
import type { Part } from '../kind.ts';

/** A file or folder that is moved or removed as a whole. */
export type Whole = Pick<Part, 'path' | 'type' | 'digest'>;

export function withEdits(
  { path, digest }: Pick<Part, 'path' | 'digest'>,
  edits: readonly Edit[],
): Step & { do: 'put' } {
  return { do: 'put', path, was: digest(), content: { from: 'edits', edits } };
}

export function copied(
  { path, digest }: Pick<Part, 'path' | 'digest'>,
  edits: readonly Edit[],
): Content & { from: 'copy' } {
  return { from: 'copy', path, was: digest(), edits };
}

export function copiedTo(part: Pick<Part, 'path' | 'digest'>, path: string, edits: readonly Edit[]) {
  return { do: 'put', path, was: 'absent', content: copied(part, edits) } as const satisfies Step;
}

/** Steps that leave a file with edits in a place, its own or a free one. */
export function editedAt(part: Part, to: string, edits: readonly Edit[], time: Time = { keepTime: true }): Step[] {
  if (to === part.path) return edits.length === 0 ? [] : [{ ...withEdits(part, edits), ...time }];
  if (edits.length === 0) return [moved(part, to)];
  return [{ ...copiedTo(part, to, edits), ...time }, removed(part)];
}

interface Time {
  readonly keepTime?: true;
}

export function moved({ path, type, digest }: Whole, to: string): Step {
  return { do: 'move', what: type === 'folder' ? 'folder' : 'file', from: path, to, was: digest() };
}

export function removed({ path, type, digest }: Whole): Step {
  return { do: 'remove', what: type === 'folder' ? 'folder' : 'file', path, was: digest() };
}
