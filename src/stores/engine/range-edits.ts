import type { Edit } from '../../codecs/edit.ts';
import type { Source } from '../../codecs/lines/source.ts';

/** A copy of some bytes, because the next slice may take the same room. */
export function bytesAt(source: Source, at: number, length: number): Buffer {
  return Buffer.from(source.slice(at, length));
}

/** An edit that puts a text in the place of some bytes. */
export function replacing(at: number, remove: number, text: string | Uint8Array): Edit {
  return { at, remove, insert: typeof text === 'string' ? Buffer.from(text) : text };
}
