import type { Entry } from './entry-change.ts';
import { entrySource, indented, listSource } from './style.ts';

/** A whole index, byte for byte as TENEX writes one: two spaces, no newline at the end (docs/formats/tenex.md). */
export function newIndex(entries: readonly Entry[]): Uint8Array {
  const style = indented('\n  ', '  ');
  const list = entries.map((each) => entrySource(each, style));
  return Buffer.concat([Buffer.from('{\n  "conversations": '), listSource(list, style), Buffer.from('\n}')]);
}
