const LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/** A buffer's bytes four at a time, the first byte lowest on any machine; a copy where the machine counts the other way. */
export function lanesOf(buffer: ArrayBuffer, littleEndian: boolean = LITTLE_ENDIAN): Int32Array {
  if (littleEndian) return new Int32Array(buffer);
  const copy = buffer.slice(0);
  Buffer.from(copy).swap32();
  return new Int32Array(copy);
}
