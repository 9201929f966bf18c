import type { Counts } from '../../../../model/conversation.ts';
import type { Code } from '../../../../model/findings.ts';
import type { Step } from '../../../../model/plan.ts';
import type { Outcome } from '../../../kind.ts';
import type { Refusal } from '../../../outcome.ts';
import type { Folder } from '../../folder.ts';

/** What a verb decided to do to one folder, to be made together with the others and with the table of names. */
export interface Decision {
  /** The folder the person knows it by. */
  readonly path: string;
  readonly steps: readonly Step[];
  readonly before: Counts;
  readonly after: Counts;
  readonly codes?: readonly Code[];
  readonly notes?: readonly string[];
  readonly newId?: string;
}

/** The outcome of a decision. */
export function joined({ codes = [], notes = [], ...decision }: Decision): Outcome {
  return { state: 'joined', codes, notes, ...decision };
}

export function refused(refusal: Refusal): Outcome {
  return { state: 'refused', unsafe: false, ...refusal };
}

/** The refusal of a verb that needs a folder, where there is none. */
export function missing(): Outcome {
  return refused({ codes: [], reason: 'has no conversation folder' });
}

/** Why a folder cannot be moved, removed or copied as a whole; null when it can. */
export function untouchable({ self }: Folder): Refusal | null {
  if (self.type !== 'folder')
    return { codes: ['RA324'], reason: `is a ${self.type}, and nothing is changed through it`, unsafe: true };
  return self.print() === '' ? { codes: [], reason: 'cannot be read whole' } : null;
}
