const [QUOTE, BACKSLASH, SLASH, STAR, SPACE, LF, CR] = [0x22, 0x5c, 0x2f, 0x2a, 0x20, 0x0a, 0x0d];

/** The bytes with blanks in the place of each comment of JavaScript, so that offsets stay. */
export function withoutComments(bytes: Uint8Array): Uint8Array {
  if (!bytes.includes(SLASH)) return bytes;
  const plain = Uint8Array.from(bytes);
  for (let at = 0; at < bytes.length; ) {
    const end = bytes[at] === QUOTE ? endOfText(bytes, at) : endOfComment(bytes, at);
    if (bytes[at] === SLASH) plain.fill(SPACE, at, end);
    at = Math.max(end, at + 1);
  }
  return plain;
}

function endOfText(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at + 1;
}

/** `start` itself where no comment begins. */
function endOfComment(bytes: Uint8Array, start: number): number {
  if (bytes[start] !== SLASH) return start;
  const isBlock = bytes[start + 1] === STAR;
  if (!isBlock && bytes[start + 1] !== SLASH) return start;
  let at = start + 2;
  if (!isBlock) {
    while (at < bytes.length && bytes[at] !== LF && bytes[at] !== CR) at++;
    return at;
  }
  while (at < bytes.length && !(bytes[at] === STAR && bytes[at + 1] === SLASH)) at++;
  return Math.min(at + 2, bytes.length);
}
