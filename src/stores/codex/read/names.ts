import type { Edit } from '../../../codecs/edit.ts';
import { scan } from '../../../codecs/json/scan.ts';
import { root } from '../../../codecs/json/value.ts';
import { lines } from '../../../codecs/lines/lines.ts';
import { heldSource } from '../../../model/held-source.ts';
import { isThreadId } from '../layout/names.ts';
import { fieldText } from './meta.ts';

interface IndexLine {
  readonly at: number;
  readonly length: number;
  readonly isEnded: boolean;
  /** Null for a line that the program passes over. */
  readonly named: { readonly id: string; readonly name: string } | null;
  readonly isUtf8: boolean;
}

/** The lines of the index that are not blank. */
export function* nameLines(bytes: Uint8Array): Generator<IndexLine> {
  for (const { at, length, bytes: text, end } of lines(heldSource(bytes), { ends: 'lf' })) {
    const isEnded = end !== 'none';
    if (text === null || Buffer.from(text).toString('latin1').trim() === '') continue;
    const tape = scan(text);
    const value = tape.fault === null ? root(tape) : null;
    const [id, name, time] = ['id', 'thread_name', 'updated_at'].map((key) => fieldText(value, key));
    const isNamed = tape.illFormed < 0 && id != null && name != null && time !== null && isThreadId(id);
    yield { at, length, isEnded, named: isNamed ? { id: id.toLowerCase(), name } : null, isUtf8: tape.illFormed < 0 };
  }
}

/** The names that the index gives, by thread: of several the last, and a blank one is none. */
export function namesIn(bytes: Uint8Array): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { named } of nameLines(bytes)) {
    const name = named?.name.trim() ?? '';
    if (named !== null && name !== '') names.set(named.id, name);
  }
  return names;
}

const LF = 0x0a;

/** More lines behind those of an index, of which the last may have no end. */
export function linesBehind(index: Uint8Array, lines: Uint8Array): Edit {
  const isOpen = index.length > 0 && index.at(-1) !== LF;
  return { at: index.length, remove: 0, insert: isOpen ? Buffer.concat([Buffer.from('\n'), lines]) : lines };
}
