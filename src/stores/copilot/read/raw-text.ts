const [QUOTE, ESCAPE, SPACE] = [0x22, 0x5c, 0x20];

/** Bytes with each control character inside a text as JSON writes it, such as a raw line break. */
export function escapedControls(bytes: Uint8Array): Buffer {
  const parts: Buffer[] = [];
  let [from, isText] = [0, false];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    if (byte === QUOTE) isText = !isText;
    else if (byte === ESCAPE && isText) at++;
    else if (byte < SPACE && isText) {
      parts.push(Buffer.from(bytes.subarray(from, at)), Buffer.from(`\\u${byte.toString(16).padStart(4, '0')}`));
      from = at + 1;
    }
  }
  return Buffer.concat([...parts, bytes.subarray(from)]);
}
