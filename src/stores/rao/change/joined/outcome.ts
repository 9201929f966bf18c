import { type Decision, piece, type Refusal, refused } from '../../../decided.ts';
import type { Left, Piece } from '../../../kind.ts';
import type { Folder } from '../../folder.ts';

/** A folder that is changed together with the table of names. */
export function joined(decision: Decision): Piece {
  return piece({ ...decision, together: true });
}

/** The refusal of a verb that needs a folder, where there is none. */
export function missing(): Left {
  return refused({ codes: [], reason: 'has no conversation folder' });
}

/** Why a folder cannot be moved, removed or copied as a whole; null when it can. */
export function untouchable({ self }: Folder): Refusal | null {
  if (self.type !== 'folder')
    return { codes: ['RA324'], reason: `is a ${self.type}, and nothing is changed through it`, unsafe: true };
  return self.print() === '' ? { codes: [], reason: 'cannot be read whole' } : null;
}
