import { duplicateKeys } from '../../../codecs/json/duplicates.ts';
import { scan } from '../../../codecs/json/scan.ts';
import type { Tape } from '../../../codecs/json/tape.ts';
import { root, textOf } from '../../../codecs/json/value.ts';
import { lines } from '../../../codecs/lines/lines.ts';
import { addTo } from '../../../model/collections.ts';
import { isUuid } from '../../../model/ids.ts';
import { bytesSource } from '../../../model/part.ts';
import { textAt } from '../../engine/text-at.ts';

interface NamedThread {
  readonly id: string;
  readonly name: string;
}

interface IndexLine {
  readonly at: number;
  readonly length: number;
  readonly isEnded: boolean;
  /** Null for a line that the program ignores. */
  readonly named: NamedThread | null;
  /** The name in the line even then. */
  readonly written: NamedThread | null;
  readonly isUtf8: boolean;
}

export function* nameLines(bytes: Uint8Array): Generator<IndexLine> {
  for (const { at, length, bytes: text, end } of lines(bytesSource(bytes), { ends: 'lf' })) {
    const isEnded = end !== 'none';
    if (text === null || Buffer.from(text).toString('latin1').trim() === '') continue;
    const tape = scan(text);
    const value = tape.fault === null ? root(tape) : null;
    const [id, name, time] = KEYS.map((key) => textAt(value, key));
    const written = id != null && name != null && isUuid(id) ? { id: id.toLowerCase(), name } : null;
    const isUtf8 = tape.illFormed < 0;
    const isRead = isUtf8 && tape.loneSurrogate < 0 && time != null && !isKeyTwice(tape);
    yield { at, length, isEnded, named: isRead ? written : null, written, isUtf8 };
  }
}

const KEYS: readonly string[] = ['id', 'thread_name', 'updated_at'];

function isKeyTwice(tape: Tape): boolean {
  for (const { object, key } of duplicateKeys(tape)) if (object.at === 0 && KEYS.includes(textOf(key))) return true;
  return false;
}

interface ThreadNames {
  readonly current: ReadonlyMap<string, string>;
  readonly all: ReadonlyMap<string, readonly string[]>;
}

export function namesIn(bytes: Uint8Array): ThreadNames {
  const current = new Map<string, string>();
  const all = new Map<string, string[]>();
  for (const { named, written } of nameLines(bytes)) {
    const name = written?.name.trim() ?? '';
    if (written === null || name === '') continue;
    addTo(all, written.id, name);
    if (named !== null) current.set(written.id, name);
  }
  return { current, all };
}
