import { markEnd, withoutLead } from '../../../engine/byte-order-mark.ts';
import { withoutDuplicates, withoutStrayCommas, withoutTail, withQuotedNumbers } from '../json/strays.ts';
import { closed } from '../json/torn.ts';
import { withoutDoubleButtons, withPlainButtons } from '../tables/buttons.ts';
import { withoutRowNumbers, withoutUnknown } from '../tables/columns.ts';
import { withQuotedNames } from '../tables/history.ts';
import { inFiles, type RaoPass } from './pass.ts';
import type { FileRepair } from './repair.ts';

/** What Rao writes into a file that holds nothing yet (docs/formats/rao.md, "Life cycle"), by name. */
const EMPTY: Readonly<Record<string, string>> = {
  'conversation_log.json': '[]\n',
  'file_changes.json': '{\n  "changes": []\n}\n',
  'conversation_diffs.json': '{\n  "diffs": []\n}\n',
  'summaries.json': '{\n  "summaries": []\n}\n',
  'script_history.tsv': 'filename\torder\n',
  'message_buttons.csv': '"message_id","buttons_run"\n',
  'attachments.csv': '"timestamp","message_id","file_path","file_id","vector_store_id"\n',
  'images.csv': '"timestamp","message_id","file_path","local_path","filename"\n',
};

/** What makes JSON of a file again, from the outside in. */
export const DECODING: readonly RaoPass[] = [
  inFiles(['RA001', 'RA020', 'RA030', 'RA032', 'RA035'], ({ name, bytes }) => begunAnew(name, bytes)),
  inFiles(['RA010'], ({ bytes }) => ({ edits: withoutLead(markEnd(bytes)), notes: [] })),
  inFiles(['RA005', 'RA024'], ({ bytes }) => withoutStrayCommas(bytes)),
  inFiles(['RA006', 'RA025'], ({ bytes }) => withQuotedNumbers(bytes)),
  // A comma behind a bare number is found only once that number is none.
  inFiles(['RA005', 'RA024'], ({ bytes }) => withoutStrayCommas(bytes)),
  inFiles(['RA003', 'RA022'], ({ bytes }) => withoutTail(bytes)),
  inFiles(['RA002'], ({ bytes }) => closed(bytes) ?? 'is torn so early that no message of it is whole'),
  inFiles(['RA021'], ({ name, bytes }) => closed(bytes) ?? anew(name, bytes)),
  inFiles(['RA011'], ({ bytes }) => withoutDuplicates(bytes)),
];

/** Rao takes a torn companion for an empty one, and overwrites it: nothing of it is lost by us. */
function anew(name: string, bytes: Uint8Array): FileRepair {
  return { ...begunAnew(name, bytes), notes: ['is torn before its first whole entry, and begins anew'] };
}

/** What puts the tables of a folder in order. */
export const TABLES: readonly RaoPass[] = [
  inFiles(['RA038'], ({ name, bytes }) => withoutRowNumbers(bytes, name)),
  inFiles(['RA039'], ({ name, bytes }) => withoutUnknown(bytes, name)),
  inFiles(['RA031'], ({ bytes }) => withPlainButtons(bytes)),
  inFiles(['RA240'], ({ bytes }) => withoutDoubleButtons(bytes)),
  inFiles(['RA033'], ({ bytes }) => withQuotedNames(bytes)),
];

/** Puts what Rao begins a file of this name with in the place of all that is there. */
function begunAnew(name: string, bytes: Uint8Array): FileRepair {
  return { edits: [{ at: 0, remove: bytes.length, insert: Buffer.from(EMPTY[name] ?? '') }], notes: [] };
}
