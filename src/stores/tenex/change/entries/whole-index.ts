import { applyEdits, type Edit } from '../../../../codecs/edit.ts';
import { insertMember, replaceValue } from '../../../../codecs/json/edits.ts';
import { scan } from '../../../../codecs/json/scan.ts';
import { isArray, isComplete, isObject, member, root, spanOf, type Value } from '../../../../codecs/json/value.ts';
import type { Code } from '../../../../model/findings.ts';
import { markEnd, withoutLead } from '../../../engine/byte-order-mark.ts';
import { endOfWhole } from '../../../engine/torn.ts';
import type { Part } from '../../../kind.ts';
import { type IndexFile, readIndex } from '../../read/index-file.ts';
import type { Entry } from '../../reindex/entry-change.ts';
import { entrySource, indented, listSource } from '../../reindex/style.ts';

/** An index made whole, before anything is said of its entries. */
export interface Base {
  /** The index as those edits leave it: a document with a list. */
  readonly index: IndexFile;
  /** On the file as it is; for no file its bytes. */
  readonly edits: readonly Edit[];
  readonly code: Code | null;
  readonly note: string | null;
}

/** The index with a list, cut back to what can be read of it: every entry that is whole, in its order. */
export function baseOf(index: IndexFile): Base {
  const bytes = index.part?.bytes ?? null;
  if (bytes === null) return based(new Uint8Array(), wholeNew(0), 'TX304', 'is made anew');
  if (index.list !== null) return { index, edits: [], code: null, note: null };
  if (index.fault === null) return based(bytes, listed(bytes), 'TX302', 'gets a list of conversations');
  const mended = mend(bytes);
  const { length } = mended === null ? [] : (reread(bytes, mended)?.entries ?? []);
  if (mended === null || length === 0)
    return based(bytes, wholeNew(bytes.length), 'TX301', 'holds no entry that is whole, and is made anew');
  return based(bytes, mended, 'TX301', `keeps the ${length} of its entries that are whole, in their order`);
}

function based(bytes: Uint8Array, edits: readonly Edit[], code: Code, note: string): Base {
  const index = reread(bytes, edits);
  if (index === null) throw new Error('an index that was made whole has a list');
  return { index, edits, code, note };
}

/** The index after edits; null when it has no list. */
export function reread(bytes: Uint8Array, edits: readonly Edit[]): IndexFile | null {
  const after = applyEdits(bytes, edits);
  const part: Part = {
    path: '',
    role: 'index',
    type: 'file',
    bytes: after,
    size: after.length,
    mtime: 0,
    mode: 0,
    print: () => '',
  };
  const index = readIndex([part]);
  return index.list === null ? null : index;
}

function wholeNew(size: number): Edit[] {
  return [{ at: 0, remove: size, insert: newIndex([]) }];
}

/** A whole document without a list keeps what else it holds: it may be a conversation that was saved over the index. */
function listed(bytes: Uint8Array): Edit[] {
  const top = root(scan(bytes));
  if (!isObject(top)) return wholeNew(bytes.length);
  const found = member(top, 'conversations', 'last');
  return [found === null ? insertMember(top, 'conversations', '[]') : replaceValue(found, '[]')];
}

/** What makes a damaged text a document again: its lead goes, what follows it goes, what was cut is closed. */
function mend(bytes: Uint8Array): Edit[] | null {
  const from = markEnd(bytes);
  const lead = withoutLead(from);
  const tape = scan(bytes, from);
  const top = root(tape);
  const list = top === null ? null : member(top, 'conversations', 'last');
  if (top === null || !isArray(list)) return null;
  if (tape.fault === null) return lead;
  const at = isComplete(top) ? tape.end : endOf(list);
  const closing = isComplete(top) ? '' : isComplete(list) ? '}' : closingOf(bytes, list);
  return [...lead, { at, remove: bytes.length - at, insert: Buffer.from(closing) }];
}

/** Behind a whole list, or behind the last of its entries that is whole. */
function endOf(list: Value): number {
  return isComplete(list) ? spanOf(list).end : endOfWhole(list);
}

function closingOf(bytes: Uint8Array, list: Value): string {
  const start = spanOf(list).start + 1;
  const lines = /^\r?\n/.test(Buffer.from(bytes.subarray(start, start + 2)).toString('latin1'));
  return lines ? '\n  ]\n}' : ']}';
}

/** A whole index, byte for byte as TENEX writes one: two spaces, no newline at the end (docs/formats/tenex.md). */
export function newIndex(entries: readonly Entry[]): Uint8Array {
  const style = indented('\n  ', '  ');
  const list = entries.map((each) => entrySource(each, style));
  return Buffer.concat([Buffer.from('{\n  "conversations": '), listSource(list, style), Buffer.from('\n}')]);
}
