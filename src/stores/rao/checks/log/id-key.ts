import { type Ref, textOfRef } from '../../decode/ref.ts';

/** What ids and references to them are compared by: R writes 100000 as `1e+05` at times, and means the same. Null for no id. */
export function keyOf(ref: Ref): string | null {
  if (ref.is === 'number') return String(ref.number);
  const text = textOfRef(ref);
  return text === null ? null : keyOfText(text);
}

/** The same for an id that is a key or a field. */
export function keyOfText(text: string): string {
  return /^[1-9](?:\.\d+)?e\+\d+$/.test(text) ? String(Number(text)) : text;
}
