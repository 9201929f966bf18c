import { Decompress } from 'fzstd';
import { asBuffer } from '../../../codecs/bytes.ts';
import type { Inflate, ZstdFault } from './rollout-file.ts';

/** Bytes that a compressed rollout may have when it is inflated: 256 MiB. */
const MOST = 2 ** 28;
/** Memory that a frame may ask for before a byte of it is inflated: as much as the program gives it. */
const LARGEST_WINDOW = 2 ** 27;
/** Bytes that are given at a time, so that a bomb is noticed before it is held. */
const PIECE = 1 << 14;
const MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);
const [REPEATED, COMPRESSED] = [1, 2];

/** Inflates a rollout, up to `wanted` bytes. */
export const inflateZstd: Inflate = (bytes, wanted = Number.POSITIVE_INFINITY) => {
  const given = asBuffer(bytes);
  const fault = faultBefore(given);
  if (fault !== null) return fault;
  const pieces: Uint8Array[] = [];
  let size = 0;
  const stream = new Decompress((piece) => {
    size += piece.length;
    if (size > MOST) throw new RangeError('too large');
    if (piece.length > 0) pieces.push(new Uint8Array(piece));
  });
  try {
    for (let at = 0; at < given.length && size < wanted; at += PIECE)
      stream.push(given.subarray(at, at + PIECE), at + PIECE >= given.length);
  } catch (error) {
    return error instanceof RangeError && size > MOST ? 'too-large' : 'cut';
  }
  return size === 0 ? 'cut' : Buffer.concat(pieces);
};

/** Faults in sizes, before inflating. */
function faultBefore(given: Buffer): ZstdFault | null {
  if (/^(?:\xef\xbb\xbf)?\s*\{/.test(given.toString('latin1', 0, PIECE))) return 'not-zstd';
  for (let at = given.indexOf(MAGIC); at >= 0; at = given.indexOf(MAGIC, at + 1))
    if (windowOf(given.subarray(at)) > LARGEST_WINDOW) return 'too-much-memory';
  return given.indexOf(MAGIC) === 0 && leastOf(given) > MOST ? 'too-large' : null;
}

/** Bytes of a window that a frame asks for (RFC 8878, 3.1.1.1); of one that is a single segment, all of its content. */
function windowOf(frame: Buffer): number {
  const [flags = 0, window = 0] = frame.subarray(MAGIC.length);
  const base = 2 ** (10 + (window >> 3));
  if ((flags & 0x20) === 0) return base + (base / 8) * (window & 7);
  const at = MAGIC.length + 1 + ((1 << (flags & 3)) >> 1);
  const size = frame.subarray(at, at + 2 ** (flags >> 6));
  return [...size].reduceRight((sum, byte) => sum * 256 + byte, 0);
}

/** Bytes that a frame becomes at least: those of its blocks that are not compressed, or a byte repeated (RFC 8878, 3.1.1.2). */
function leastOf(frame: Buffer): number {
  const [flags = 0] = frame.subarray(MAGIC.length);
  const [isSingle, sized] = [(flags & 0x20) >> 5, flags >> 6];
  let at = MAGIC.length + 2 - isSingle + ((1 << (flags & 3)) >> 1) + (sized === 0 ? isSingle : 1 << sized);
  let least = 0;
  for (let isLast = false; !isLast && at + 3 <= frame.length; ) {
    const header = frame.readUIntLE(at, 3);
    const [type, size] = [(header >> 1) & 3, header >> 3];
    if (type < COMPRESSED) least += size;
    at += 3 + (type === REPEATED ? 1 : size);
    isLast = (header & 1) !== 0;
  }
  return least;
}
