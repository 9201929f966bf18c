import { scan } from '../../codecs/json/scan.ts';
import { elements, isArray, member, root, spanOf, type Value } from '../../codecs/json/value.ts';

/**
 * The messages of a document that bytes at these ascending offsets are in, as pointers: elements of its list of messages, or of the
 * document where that is one. What is in none is left out.
 */
export function messagesAt(bytes: Uint8Array, offsets: readonly number[]): string[] {
  const { list, base } = listIn(bytes);
  const found = new Set<string>();
  let next = 0;
  for (const [index, each] of elements(list, { open: true }).entries()) {
    const { start, end } = spanOf(each);
    for (; (offsets[next] ?? end) < end; next++) if ((offsets[next] ?? 0) >= start) found.add(`${base}/${index}`);
  }
  return [...found];
}

function listIn(bytes: Uint8Array): { readonly list: Value | null; readonly base: string } {
  const from = bytes.findIndex((byte) => byte === OBJECT || byte === LIST);
  const top = from === -1 ? null : root(scan(bytes, from));
  if (top === null || isArray(top)) return { list: top, base: '' };
  const key = LISTS.find((each) => isArray(member(top, each))) ?? '';
  return { list: member(top, key), base: `/${key}` };
}

/** What programs call the list of their messages. */
const LISTS: readonly string[] = ['history', 'messages'];

const [OBJECT, LIST] = [0x7b, 0x5b];
