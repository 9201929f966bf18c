import type { Source } from '../../codecs/lines/source.ts';
import { addAll } from '../../model/collections.ts';
import type { Code } from '../../model/finding.ts';
import type { FileFinding } from '../file-finding.ts';
import { count } from '../words.ts';
import { withoutRecord } from './line-edits.ts';
import type { RangePass } from './passes.ts';
import { replacing } from './range-edits.ts';
import { valueAt } from './record-at.ts';
import { backward, inOrder, isSameRecord, type LinkedRecord, sharing } from './record-order.ts';
import { timeAt } from './text-at.ts';

type RecordsOf<Doc> = (doc: Doc) => readonly LinkedRecord[];

/** Removes copies: of two, the one before its own parent. */
export function copiesPass<Doc extends { readonly source: Source }>(
  code: Code,
  recordsOf: RecordsOf<Doc>,
): RangePass<Doc, FileFinding> {
  return {
    codes: [code],
    repair: (doc) => {
      const all = recordsOf(doc);
      const early = new Set(backward(all));
      const gone: LinkedRecord[] = [];
      for (const group of sharing(all)) {
        const kept = group.find((each) => !early.has(each)) ?? group[0];
        if (kept === undefined) continue;
        addAll(
          gone,
          group.filter((each) => each !== kept && isSameRecord(doc.source, kept, each)),
        );
      }
      const edits = gone.sort((a, b) => a.at - b.at).map((each) => withoutRecord(doc.source, each));
      return { edits, notes: [`${count(gone.length, 'copy', 'copies')} left out`] };
    },
  };
}

/** Files that are larger are not put in order. */
const LARGEST = 2 ** 28;

/** Puts each record behind the one that it goes on from: by time, and where that does not do it by their links. */
export function orderPass<Doc extends { readonly source: Source }>(
  code: Code,
  recordsOf: RecordsOf<Doc>,
): RangePass<Doc, FileFinding> {
  return {
    codes: [code],
    repair: (doc) => {
      const { source } = doc;
      if (source.size > LARGEST) return 'has records out of order, and is too large to be put in order';
      const timeOf = (ref: LinkedRecord) => timeAt(valueAt(source, ref), 'timestamp') ?? Number.NaN;
      const { from, bytes } = inOrder(source, recordsOf(doc), timeOf);
      return { edits: [replacing(from, source.size - from, bytes)], notes: [] };
    },
  };
}
