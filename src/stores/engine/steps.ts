import type { Edit } from '../../codecs/edit.ts';
import type { Step } from '../../model/plan.ts';
import type { Part } from '../kind.ts';

/** A file or folder that is moved or removed as a whole. */
export type Whole = Pick<Part, 'path' | 'type' | 'digest'>;

export function withEdits(
  { path, digest }: Pick<Part, 'path' | 'digest'>,
  edits: readonly Edit[],
): Step & { do: 'put' } {
  return { do: 'put', path, was: digest(), content: { from: 'edits', edits } };
}

/** A step that moves a file or folder. */
export function moved({ path, type, digest }: Whole, to: string): Step {
  return { do: 'move', what: type === 'folder' ? 'folder' : 'file', from: path, to, was: digest() };
}

/** A step that moves a file or folder into the journal. */
export function removed({ path, type, digest }: Whole): Step {
  return { do: 'remove', what: type === 'folder' ? 'folder' : 'file', path, was: digest() };
}
