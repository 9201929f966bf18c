import xxhash from 'xxhash-wasm';

const { h64Raw } = await xxhash();

/** A frame of Zstandard with these bytes as one block that is not compressed (RFC 8878, 3.1.1), and the checksum of `summed`. */
export function compressed(bytes: Buffer, summed: Buffer | null = null): Buffer {
  const header = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, summed === null ? 0 : 4, 0x38, 0, 0, 0]);
  header.writeUIntLE((bytes.length << 3) | 1, 6, 3);
  const checksum = Buffer.alloc(summed === null ? 0 : 4);
  if (summed !== null) checksum.writeUInt32LE(Number(h64Raw(summed) & 0xff_ff_ff_ffn));
  return Buffer.concat([header, bytes, checksum]);
}
