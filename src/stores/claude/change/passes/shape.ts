import { isMarkAt } from '../../../../codecs/bytes.ts';
import type { Edit } from '../../../../codecs/edit.ts';
import { compacted } from '../../../../codecs/json/indented.ts';
import { scan } from '../../../../codecs/json/scan.ts';
import { elements, root, spanOf } from '../../../../codecs/json/value.ts';
import { afterBlanks } from '../../../../codecs/lines/shape.ts';
import type { Source } from '../../../../codecs/lines/source.ts';
import { fileShape } from '../../checks/file-shape.ts';
import type { ClaudePass } from './pass.ts';

/** A file that is no file of lines becomes one; nothing of a record is touched. */
export const shape: ClaudePass = {
  codes: ['CL019', 'CL020'],
  repair: ({ source }) => {
    const kind = fileShape(source);
    if (kind === 'array') return { edits: onLines(source), notes: ['each record of the list gets a line of its own'] };
    return kind === null ? { edits: [], notes: [] } : transcoded(source, kind === 'utf-16be');
  },
};

/** Bytes that are looked at in one go; of UTF-16 an even number. */
const CHUNK = 1 << 22;

/** UTF-16 as UTF-8, without its mark. */
function transcoded(source: Source, isBig: boolean): { readonly edits: Edit[]; readonly notes: string[] } {
  const edits: Edit[] = [];
  let isWhole = source.size % 2 === 0;
  for (let at = 0; at < source.size; ) {
    const text = textAt(source, at, isBig);
    const remove = text.length === 0 ? source.size - at : text.length * 2;
    edits.push({ at, remove, insert: Buffer.from(at === 0 && text.startsWith('\ufeff') ? text.slice(1) : text) });
    isWhole &&= !HALF.test(text);
    at += remove;
  }
  const notes = ['the file becomes UTF-8'];
  return { edits, notes: isWhole ? notes : [...notes, 'half of a character becomes U+FFFD, or goes at the end'] };
}

const HALF = /\p{Surrogate}/u;
const HIGH = /[\ud800-\udbff]$/;

/** Characters from a place on, without the half of one at the end of a chunk. */
function textAt(source: Source, at: number, isBig: boolean): string {
  const bytes = Buffer.from(source.slice(at, CHUNK));
  const whole = bytes.subarray(0, bytes.length & ~1);
  const text = (isBig ? whole.swap16() : whole).toString('utf16le');
  return at + bytes.length < source.size ? text.replace(HIGH, '') : text;
}

/** Each element of a list on a line, without the white space between its tokens; brackets and commas of the list go. */
function onLines(source: Source): Edit[] {
  const bytes = source.slice(0, source.size);
  const start = isMarkAt(bytes, 0) ? 3 : 0;
  const list = root(scan(bytes.subarray(start)));
  const spans = elements(list, { open: true }).map(spanOf);
  const end = afterBlanks(bytes, start + (list === null ? 0 : spanOf(list).end));
  const gaps = [...spans.map((span) => start + span.start), end];
  return gaps.flatMap((to, i) => {
    const from = start + (spans[i - 1]?.end ?? 0);
    const gap = { at: from, remove: to - from, insert: i === 0 ? NOTHING : LF };
    const record = bytes.subarray(to, start + (spans[i]?.end ?? to - start));
    const insert = compacted(record);
    return insert.length === record.length ? [gap] : [gap, { at: to, remove: record.length, insert }];
  });
}

const LF = Buffer.from('\n');
const NOTHING = Buffer.alloc(0);
