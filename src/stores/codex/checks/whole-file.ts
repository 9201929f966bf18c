import type { Source } from '../../../codecs/lines/source.ts';
import type { Code } from '../../../model/findings.ts';
import { atByte, type FileFinding } from '../../file-finding.ts';

/** Bytes that are looked at. */
const HEAD = 1 << 16;

/** Findings of a file as a whole: others follow once these are healed. */
export function wholeTrouble(source: Source): FileFinding | null {
  const code = wholeCode(source);
  return code === null ? null : atByte(code, 0, DETAILS[code]);
}

const DETAILS = {
  CX004: 'has a byte-order mark before the first record',
  CX005: 'ends its lines with CR alone',
  CX006: 'is UTF-16',
} as const satisfies Partial<Record<Code, string>>;

function wholeCode(source: Source): keyof typeof DETAILS | null {
  const head = source.slice(0, HEAD);
  const [a, b, c] = head;
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff)) return 'CX006';
  if ((a === 0x7b && b === 0) || (a === 0 && b === 0x7b)) return 'CX006';
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'CX004';
  return head.includes(0x0d) && !head.includes(0x0a) && /\r\s*\{/.test(Buffer.from(head).toString('latin1'))
    ? 'CX005'
    : null;
}
