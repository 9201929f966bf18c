import type { FileRepair } from '../repair.ts';

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

/** Puts what Rao begins a file of this name with in the place of all that is there. */
export function begunAnew(name: string, bytes: Uint8Array): FileRepair {
  return { edits: [{ at: 0, remove: bytes.length, insert: Buffer.from(EMPTY[name] ?? '') }], notes: [] };
}
