const LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/** Zero bytes after a text that is scanned: each loop stops at a zero, so none needs to ask for the end. */
export const PADDING = 8;

/** Bytes four at a time, the first byte lowest on any machine; a copy where the machine counts the other way. */
export function lanesOf({ buffer, byteOffset, length }: Uint8Array, littleEndian: boolean = LITTLE_ENDIAN): Int32Array {
  if (littleEndian) return new Int32Array(buffer, byteOffset, length >> 2);
  const copy = buffer.slice(byteOffset, byteOffset + (length & -4));
  Buffer.from(copy).swap32();
  return new Int32Array(copy);
}
