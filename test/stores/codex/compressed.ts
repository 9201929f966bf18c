/** A frame of Zstandard with these bytes as one block that is not compressed (RFC 8878, 3.1.1). */
export function compressed(bytes: Buffer): Buffer {
  const header = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0x38, 0, 0, 0]);
  header.writeUIntLE((bytes.length << 3) | 1, 6, 3);
  return Buffer.concat([header, bytes]);
}
