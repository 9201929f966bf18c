import { gunzipSync } from 'node:zlib';
import type { Source } from '../../../codecs/lines/source.ts';
import { isGzip } from './other-format.ts';

/** Limit of a compressed file, packed and unpacked: 128 MiB. */
export const MAX_UNPACKED_BYTES = 2 ** 27;

/** Why a file is not unpacked: damaged bytes, or others after them; or too many. */
export type GzipFault = 'damaged' | 'too-large';

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
