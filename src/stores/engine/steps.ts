import type { Edit } from '../../codecs/edit.ts';
import type { Step } from '../../model/plan.ts';
import type { Part } from '../kind.ts';

/** A file or folder that is moved or removed as a whole. */
export type Whole = Pick<Part, 'path' | 'type' | 'print'>;

/** A step that edits a file. */
export function withEdits({ path, print }: Pick<Part, 'path' | 'print'>, edits: readonly Edit[]): Step & { do: 'put' } {
  return { do: 'put', path, was: print(), content: { from: 'edits', edits } };
}

/** A step that moves a file or folder. */
export function moved({ path, type, print }: Whole, to: string): Step {
  return { do: 'move', what: type === 'folder' ? 'folder' : 'file', from: path, to, was: print() };
}

/** A step that moves a file or folder into the journal. */
export function removed({ path, type, print }: Whole): Step {
  return { do: 'remove', what: type === 'folder' ? 'folder' : 'file', path, was: print() };
}
