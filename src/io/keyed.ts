/** Splits at the first of these signs. Without one, all is key. */
export function keyed(text: string, sign: string): [key: string, value: string] {
  const at = text.indexOf(sign);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + sign.length)];
}
