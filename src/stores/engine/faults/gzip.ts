import { gunzipSync } from 'node:zlib';
import type { Source } from '../../../codecs/lines/source.ts';
import { isGzip } from './other-format.ts';

/** Bytes that a compressed file may have, packed and unpacked: 128 MiB. */
export const MAX_UNPACKED_BYTES = 2 ** 27;

/** Why a file is not unpacked: its bytes are damaged, or others are behind them; or there would be too many. */
export type GzipFault = 'damaged' | 'too-large';

/**
 * The content of a file that gzip wrote from its first byte to its last, as its checksum has it; null for a file that
 * begins otherwise. No more is unpacked than the limit, whatever a file says of itself.
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

/** The answer with `info`, which the types of Node lack; `bytesWritten` counts those that were read. */
interface Unpacked {
  readonly buffer: Buffer;
  readonly engine: { readonly bytesWritten: number };
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
}
