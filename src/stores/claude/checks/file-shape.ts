import { gunzipSync } from 'node:zlib';
import { isBomAt } from '../../../codecs/bytes.ts';
import { afterBlanks } from '../../../codecs/lines/shape.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import type { Code } from '../../../model/finding.ts';
import { bytesSource } from '../../../model/part.ts';
import { hasRecord, isGzip, type RecordMembers } from '../../engine/faults/other-format.ts';

/** The form of a file that has all records of a session, but no line of UTF-8 with one. */
export type FileShape = 'utf-16le' | 'utf-16be' | 'array' | 'gzip';

export const SHAPES = {
  'utf-16le': { code: 'CL019', detail: 'is UTF-16, little endian' },
  'utf-16be': { code: 'CL019', detail: 'is UTF-16, big endian' },
  array: { code: 'CL020', detail: 'is a JSON list of records' },
  gzip: { code: 'CL028', detail: 'is compressed by gzip' },
} as const satisfies Record<FileShape, { readonly code: Code; readonly detail: string }>;

/** Null for JSONL or unknown shapes. `unpack` returns the unzipped lines, or null. */
export function fileShape(source: Source, unpack = () => unpackedSession(source)): FileShape | null {
  const head = source.slice(0, HEAD_BYTES);
  if (isGzip(bytesSource(head))) return unpack() === null ? null : 'gzip';
  return utf16In(head) ?? (isArrayOfRecords(head) ? 'array' : null);
}

/** Lines of a session compressed by gzip; null for any other file, and for one that cannot be unpacked. */
export function unpackedSession(source: Source): Uint8Array | null {
  const bytes = gunzipped(source);
  return bytes instanceof Uint8Array && hasRecord(bytesSource(bytes), RECORD_MEMBERS) ? bytes : null;
}

/** A clause on a gzip file that convo cannot unpack to a session. */
export function compressedDetail(source: Source): string {
  const bytes = gunzipped(source);
  return `is compressed by gzip${typeof bytes === 'string' ? GZIP_FAULTS[bytes] : ''}: the program finds no conversation in it until it is unpacked`;
}

/** Limit of a compressed file, packed and unpacked: 128 MiB. */
const MAX_UNPACKED_BYTES = 2 ** 27;

const GZIP_FAULTS: Readonly<Record<GzipFault, string>> = {
  damaged: ', and its bytes are cut off or changed',
  'too-large': `, and holds more than ${MAX_UNPACKED_BYTES >> 20} MiB, which convo does not unpack`,
};

/** Members that a record of a session has at least; a line without them is of another format. */
export const RECORD_MEMBERS: RecordMembers = [
  ['type', 'uuid'],
  ['type', 'sessionId'],
  ['type', 'leafUuid'],
  ['type', 'messageId'],
];

/** Bytes within which a record names its type and session; long members come later. */
const HEAD_BYTES = 4096;

/** The byte order, by the mark or by the first character of a record. Null for UTF-32, whose mark begins alike. */
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

/** Why a file is not unpacked: damaged bytes, or others after them; or too many. */
type GzipFault = 'damaged' | 'too-large';

/**
 * The content of a file that gzip wrote from its first byte to its last, with a valid checksum; null for a file that begins otherwise.
 * Unpacks at most `limit` bytes.
 */
export function gunzipped(source: Source, limit = MAX_UNPACKED_BYTES): Uint8Array | GzipFault | null {
  if (!isGzip(source)) return null;
  if (source.size > limit) return 'too-large';
  try {
    const { buffer, engine } = gunzipSync(source.slice(0, source.size), {
      info: true,
      maxOutputLength: limit,
      chunkSize: CHUNK_BYTES,
    }) as unknown as Unpacked;
    return engine.bytesWritten === source.size ? buffer : 'damaged';
  } catch (error) {
    return isTooLarge(error) ? 'too-large' : 'damaged';
  }
}

const CHUNK_BYTES = 1 << 20;

/** The result with `info`, which Node's types lack; `bytesWritten` counts the bytes that were read. */
interface Unpacked {
  readonly buffer: Buffer;
  readonly engine: { readonly bytesWritten: number };
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
}
