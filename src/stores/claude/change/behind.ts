import type { Edit } from '../../../codecs/edit.ts';
import type { Source } from '../../../codecs/lines/source.ts';

const LF = 0x0a;

/** One more line, and an end for the last one where that has none: the SDK would write behind it, and both would be lost. */
export function behind(source: Source, line: string): { readonly edit: Edit; readonly isOpen: boolean } {
  const { size } = source;
  const isOpen = size > 0 && source.slice(size - 1, 1)[0] !== LF;
  return { edit: { at: size, remove: 0, insert: Buffer.from(`${isOpen ? '\n' : ''}${line}\n`) }, isOpen };
}
