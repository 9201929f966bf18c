import { Decompress } from 'fzstd';
import xxhash, { type XXHashAPI } from 'xxhash-wasm';
import { asBuffer } from '../../../codecs/bytes.ts';
import type { Inflate, ZstdFault } from './rollout-file.ts';

/** Limit of a compressed rollout's inflated bytes: 256 MiB. */
const MAX_INFLATED = 2 ** 28;
/** Memory that a frame may request before any byte is inflated; the program's limit. */
const MAX_WINDOW_BYTES = 2 ** 27;
/** Bytes inflated at a time, so that a bomb is noticed before it is in memory. */
const PIECE_BYTES = 1 << 14;
const MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);
const REPEATED = 1;
const COMPRESSED = 2;

/** Loads the inflater of rollouts. It stops after `wanted` bytes, and verifies the checksum of a whole frame. */
export async function zstdInflater(): Promise<Inflate> {
  const { create64 } = await xxhash();
  return (bytes, wanted = Number.POSITIVE_INFINITY) => {
    const compressed = asBuffer(bytes);
    const inflated = new InflatedPieces(wanted);
    try {
      const fault =
        faultBefore(compressed) ??
        framesOf(compressed)
          .map((frame) => inflated.add(compressed, frame, create64))
          .find(Boolean);
      if (fault != null) return fault;
    } catch (error) {
      return error instanceof RangeError && inflated.size > MAX_INFLATED ? 'too-large' : 'cut';
    }
    return inflated.size === 0 ? 'cut' : Buffer.concat(inflated.pieces);
  };
}

class InflatedPieces {
  readonly pieces: Uint8Array[] = [];
  size = 0;
  readonly #wanted: number;

  constructor(wanted: number) {
    this.#wanted = wanted;
  }

  /** Returns a fault for a broken frame, or throws RangeError for too much content. */
  add(compressed: Buffer, { from, to, checksum }: ZstdFrame, create64: XXHashAPI['create64']): ZstdFault | null {
    const hash = checksum === null ? null : create64();
    const stream = new Decompress((piece) => {
      this.size += piece.length;
      if (this.size > MAX_INFLATED) throw new RangeError('too large');
      hash?.update(piece);
      if (piece.length > 0) this.pieces.push(new Uint8Array(piece));
    });
    let at = from;
    for (; at < to && this.size < this.#wanted; at += PIECE_BYTES)
      stream.push(compressed.subarray(at, Math.min(to, at + PIECE_BYTES)), at + PIECE_BYTES >= to);
    return hash === null || at < to || Number(hash.digest() & LOW_32_BITS) === checksum ? null : 'changed';
  }
}

const LOW_32_BITS = 0xff_ff_ff_ffn;

interface ZstdFrame {
  readonly from: number;
  readonly to: number;
  /** The low half of the XXH64 of the content; null where the frame has none. */
  readonly checksum: number | null;
}

/** Frames with content, in order; one frame of all bytes if their ends are unknown. */
function framesOf(compressed: Buffer): ZstdFrame[] {
  const frames: ZstdFrame[] = [];
  for (let from = 0; from < compressed.length; ) {
    const to =
      from +
      (isSkippable(compressed, from) ? 8 + compressed.readUInt32LE(from + 4) : lengthOf(compressed.subarray(from)));
    if (to > compressed.length) return [{ from: 0, to: compressed.length, checksum: null }];
    if (!isSkippable(compressed, from))
      frames.push({ from, to, checksum: hasChecksum(compressed, from) ? compressed.readUInt32LE(to - 4) : null });
    from = to;
  }
  return frames;
}

function isSkippable(compressed: Buffer, at: number): boolean {
  return at + 8 <= compressed.length && compressed.readUInt32LE(at) >>> 4 === 0x184d2a5;
}

function hasChecksum(compressed: Buffer, frame: number): boolean {
  return ((compressed[frame + MAGIC.length] ?? 0) & 4) !== 0;
}

function faultBefore(compressed: Buffer): ZstdFault | null {
  if (/^(?:\xef\xbb\xbf)?\s*\{/.test(compressed.toString('latin1', 0, PIECE_BYTES))) return 'not-zstd';
  for (let at = compressed.indexOf(MAGIC); at >= 0; at = compressed.indexOf(MAGIC, at + 1))
    if (windowOf(compressed.subarray(at)) > MAX_WINDOW_BYTES) return 'too-much-memory';
  return compressed.indexOf(MAGIC) === 0 && leastOf(compressed) > MAX_INFLATED ? 'too-large' : null;
}

/** Bytes of the window that a frame requests (RFC 8878, 3.1.1.1): all content of a single-segment frame. */
function windowOf(frame: Buffer): number {
  const [flags = 0, window = 0] = frame.subarray(MAGIC.length);
  const base = 2 ** (10 + (window >> 3));
  if ((flags & 0x20) === 0) return base + (base / 8) * (window & 7);
  const at = MAGIC.length + 1 + ((1 << (flags & 3)) >> 1);
  const size = frame.subarray(at, at + 2 ** (flags >> 6));
  return [...size].reduceRight((sum, byte) => sum * 256 + byte, 0);
}

/** Least number of bytes that a frame inflates to: those of its uncompressed blocks and repeated bytes. */
function leastOf(frame: Buffer): number {
  let min = 0;
  for (const { type, size } of blocksOf(frame)) if (type < COMPRESSED) min += size;
  return min;
}

/** Bytes of a frame with its checksum; Infinity if its last block is missing. */
function lengthOf(frame: Buffer): number {
  for (const { isLast, end } of blocksOf(frame)) if (isLast) return end + (hasChecksum(frame, 0) ? 4 : 0);
  return Number.POSITIVE_INFINITY;
}

/**
 * Blocks of a frame, up to its last one or the end of the bytes (RFC 8878, 3.1.1.2); in a block of one repeated byte, `size` counts the
 * repeats.
 */
function* blocksOf(frame: Buffer) {
  if (frame.indexOf(MAGIC) !== 0) return;
  const [flags = 0] = frame.subarray(MAGIC.length);
  const isSingle = (flags & 0x20) >> 5;
  const sized = flags >> 6;
  let at = MAGIC.length + 2 - isSingle + ((1 << (flags & 3)) >> 1) + (sized === 0 ? isSingle : 1 << sized);
  for (let isLast = false; !isLast && at + 3 <= frame.length; ) {
    const header = frame.readUIntLE(at, 3);
    const type = (header >> 1) & 3;
    const size = header >> 3;
    isLast = (header & 1) !== 0;
    at += 3 + (type === REPEATED ? 1 : size);
    yield { type, size, isLast, end: at };
  }
}
