import type { Code } from '../../../../model/findings.ts';
import { markEnd, withoutLead } from '../../../engine/byte-order-mark.ts';
import { withKnownNames } from './names/columns.ts';
import { withoutDoubleNames } from './names/doubles.ts';
import { withoutLabels } from './names/labels.ts';
import { mended, NAMES_HEADER } from './names/mend.ts';
import type { FileRepair } from './repair.ts';
import { withoutRowNumbers, withoutUnknown } from './tables/columns.ts';

/** One repair of the names table; `isMeant` tells whose rows may be touched. */
export interface NamesPass {
  readonly codes: readonly Code[];
  /** It concerns rows of all conversations, and is not for a few. */
  readonly whole: boolean;
  repair(bytes: Uint8Array, isMeant: (id: number) => boolean): FileRepair | string;
}

/** From the outside in. */
export const NAMES: readonly NamesPass[] = [
  { codes: ['RA301'], whole: true, repair: begun },
  { codes: ['RA010'], whole: true, repair: (bytes) => ({ edits: withoutLead(markEnd(bytes)), notes: [] }) },
  { codes: ['RA318'], whole: true, repair: withoutLabels },
  { codes: ['RA302', 'RA303', 'RA304'], whole: true, repair: mended },
  { codes: ['RA319'], whole: true, repair: (bytes) => withoutRowNumbers(bytes, NAMES_FILE) },
  { codes: ['RA326'], whole: true, repair: withKnownNames },
  { codes: ['RA325'], whole: true, repair: (bytes) => withoutUnknown(bytes, NAMES_FILE) },
  { codes: ['RA305', 'RA306'], whole: false, repair: withoutDoubleNames },
];

const NAMES_FILE = 'conversation_names.csv';

/** Rao calls a conversation without a row `New conversation`, so a header alone is a whole table. */
function begun(bytes: Uint8Array): FileRepair {
  const edits = [{ at: 0, remove: bytes.length, insert: Buffer.from(`${NAMES_HEADER}\n`) }];
  return { edits, notes: ['holds nothing: all names are lost, and Rao shows each conversation as "New conversation"'] };
}
