const [QUOTE, ESCAPE, SPACE, LINE_END] = [0x22, 0x5c, 0x20, 0x0a];

/** Bytes of one record on one line: each control character inside a text as JSON writes it, each line break outside one as a space. */
export function escapedControls(bytes: Uint8Array): Buffer {
  const parts: Buffer[] = [];
  let [from, isText] = [0, false];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    if (byte === QUOTE) isText = !isText;
    else if (byte === ESCAPE && isText) at++;
    const written = writtenFor(byte, isText);
    if (written !== null) {
      parts.push(Buffer.from(bytes.subarray(from, at)), Buffer.from(written));
      from = at + 1;
    }
  }
  return Buffer.concat([...parts, bytes.subarray(from)]);
}

function writtenFor(byte: number, isText: boolean): string | null {
  if (!isText) return byte === LINE_END ? ' ' : null;
  return byte < SPACE ? `\\u${byte.toString(16).padStart(4, '0')}` : null;
}

/** Does a text go on behind some bytes. `isText`: one goes on into them. */
export function endsInText(bytes: Uint8Array, isText: boolean): boolean {
  let isOpen = isText;
  for (let at = 0; at < bytes.length; at++)
    if (bytes[at] === QUOTE) isOpen = !isOpen;
    else if (bytes[at] === ESCAPE && isOpen) at++;
  return isOpen;
}
