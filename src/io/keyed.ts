/** What is before the first of these signs in a text, and what is behind it; a text without one is all key. */
export function keyed(text: string, sign: string): [key: string, value: string] {
  const at = text.indexOf(sign);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + sign.length)];
}
