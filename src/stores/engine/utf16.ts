/** `halves` of characters have no place in UTF-8: they become U+FFFD, and a byte too many at the end goes. */
export interface DecodedUtf16 {
  readonly text: string;
  readonly halves: number;
}

/** For UTF-16 that begins with its byte-order mark, which goes. */
export function decodedByMark(bytes: Uint8Array): DecodedUtf16 {
  return decodedUtf16(bytes.subarray(2), bytes[0] === 0xfe);
}

export function decodedUtf16(bytes: Uint8Array, isBig: boolean): DecodedUtf16 {
  const odd = bytes.length % 2;
  const even = Buffer.from(bytes.subarray(0, bytes.length - odd));
  const text = (isBig ? even.swap16() : even).toString('utf16le');
  const lone = text.match(/\p{Cs}/gu)?.length ?? 0;
  return { text: lone === 0 ? text : text.replace(/\p{Cs}/gu, '\ufffd'), halves: lone + odd };
}
