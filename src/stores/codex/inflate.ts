import { Decompress } from 'fzstd';
import type { Inflate } from './rollout-file.ts';

/** Bytes that a compressed rollout may have when it is inflated: 256 MiB. */
const MOST = 2 ** 28;
/** Bytes that are given at a time, so that a bomb is noticed before it is held. */
const PIECE = 1 << 14;
const MAGIC = 0xfd2fb528;

/** Inflates one rollout. */
export const inflateZstd: Inflate = (bytes) => {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (text.length < 4 || text.readUInt32LE(0) !== MAGIC) return 'not-zstd';
  const pieces: Uint8Array[] = [];
  let size = 0;
  const stream = new Decompress((piece) => {
    size += piece.length;
    if (size > MOST) throw new RangeError('too large');
    if (piece.length > 0) pieces.push(new Uint8Array(piece));
  });
  try {
    for (let at = 0; at < text.length; at += PIECE)
      stream.push(text.subarray(at, at + PIECE), at + PIECE >= text.length);
  } catch (error) {
    return error instanceof RangeError && size > MOST ? 'too-large' : 'cut';
  }
  return Buffer.concat(pieces);
};
