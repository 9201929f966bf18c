import { isBomAt } from '../../../codecs/bytes.ts';
import { afterBlanks } from '../../../codecs/lines/shape.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import type { Code } from '../../../model/finding.ts';

/** How a file is written whose records are all there, and none of them on a line of UTF-8. */
export type FileShape = 'utf-16le' | 'utf-16be' | 'array';

export const SHAPES = {
  'utf-16le': { code: 'CL019', detail: 'is UTF-16, little endian' },
  'utf-16be': { code: 'CL019', detail: 'is UTF-16, big endian' },
  array: { code: 'CL020', detail: 'is a JSON list of records' },
} as const satisfies Record<FileShape, { readonly code: Code; readonly detail: string }>;

/** Null for JSONL or unknown shapes. */
export function fileShape(source: Source): FileShape | null {
  const head = source.slice(0, HEAD_BYTES);
  return utf16In(head) ?? (isArrayOfRecords(head) ? 'array' : null);
}

/** Bytes in which a record names itself; long members come behind. */
const HEAD_BYTES = 4096;

/** Recognised by its mark, or by the first character of a record; UTF-32 has the same mark. */
function utf16In(head: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (head[0] === OBJECT && head[1] !== 0) return null;
  const text = Buffer.from(head.subarray(0, 4)).toString('latin1');
  return BEGINNINGS.find(({ begins }) => begins.test(text))?.shape ?? null;
}

const BEGINNINGS = [
  { shape: 'utf-16le', begins: /^(?:\xff\xfe(?!\0\0)|[{[]\0(?!\0))/ },
  { shape: 'utf-16be', begins: /^(?:\xfe\xff|\0[{[]\0)/ },
] as const;
const OBJECT = 0x7b;
const ARRAY = 0x5b;

function isArrayOfRecords(head: Uint8Array): boolean {
  const start = afterBlanks(head, isBomAt(head, 0) ? 3 : 0);
  if (head[start] !== ARRAY || head[afterBlanks(head, start + 1)] !== OBJECT) return false;
  return SESSION_KEYS.test(Buffer.from(head).toString('latin1'));
}

/** Keys that only records of a session have. */
const SESSION_KEYS = /"(?:parentUuid|sessionId|leafUuid)"/;
