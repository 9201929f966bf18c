import type { Edit } from '../../../../codecs/edit.ts';
import { illFormedAt } from '../../../../codecs/json/utf8.ts';
import { bytesAt, replacing } from '../../../engine/range-edits.ts';
import { count } from '../../../words.ts';
import { entriesOf } from '../../read/record.ts';
import type { CodexPass, HealingRollout } from '../pass.ts';

/** A byte-order mark goes, CR becomes LF, and UTF-16 becomes UTF-8. */
export const encoding: CodexPass = {
  codes: ['CX004', 'CX005', 'CX006'],
  repair: ({ source, due }) => {
    const [code] = due.map((each) => each.code);
    if (code === 'CX004') return { edits: [replacing(0, 3, '')], notes: [] };
    if (source.size > MOST) return 'is too large to be written anew';
    const bytes = bytesAt(source, 0, source.size);
    const text = code === 'CX005' ? bytes.toString('latin1').replaceAll('\r', '\n') : fromUtf16(bytes);
    if (text === null) return 'is UTF-16 with half of a surrogate pair';
    const insert = Buffer.from(text, code === 'CX005' ? 'latin1' : 'utf8');
    return { edits: [replacing(0, source.size, insert)], notes: code === 'CX005' ? [] : ['is written as UTF-8'] };
  },
};

/** Bytes of a file that is written anew as a whole. */
const MOST = 1 << 28;

/** Null where it is not well-formed, so that it could not be written back. */
function fromUtf16(bytes: Buffer): string | null {
  const isBig = bytes[0] === 0xfe || bytes[0] === 0;
  const even = Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2)));
  const text = (isBig ? even.swap16() : even).toString('utf16le').replace(/^\ufeff/, '');
  return bytes.length % 2 === 0 && !/\p{Cs}/u.test(text) ? text : null;
}

/** Bytes that are not UTF-8 become U+FFFD. */
export const utf8: CodexPass = {
  codes: ['CX002', 'CX003'],
  repair: ({ source }: HealingRollout) => {
    const edits: Edit[] = [];
    for (const { shape, line } of entriesOf(source)) {
      const { bytes } = line;
      if (shape !== 'not-utf8' || bytes === null) continue;
      for (let at = illFormedAt(bytes); at >= 0; at = illFormedAt(bytes, at + 1))
        edits.push(replacing(line.at + at, 1, '\ufffd'));
    }
    return { edits, notes: [`${count(edits.length, 'byte')} became U+FFFD`] };
  },
};
