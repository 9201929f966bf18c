import { CR } from '../../../codecs/bytes.ts';
import { lines } from '../../../codecs/lines/lines.ts';
import { Rows } from '../../../codecs/lines/rows.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import { lineEnd } from '../../engine/range-edits.ts';
import { type Entry, entriesOf, entryOf, envelopeTokens, type RolloutLine, soundEntry } from './record.ts';

/**
 * The lines before byte `to`, equal to those of `entriesOf`. Sound lines of a window are scanned together, so places on their tape count
 * from its beginning.
 */
export function* entriesIn(source: Source, to = source.size): Generator<Entry> {
  const rows = Rows.open();
  if (rows === null) return yield* entriesOf(source, { to });
  try {
    yield* entriesByRows(to < source.size ? beginningOf(source, to) : source, rows);
  } finally {
    rows.close();
  }
}

function* entriesByRows(source: Source, rows: Rows): Generator<Entry> {
  const found = envelopeTokens();
  let number = 0;
  for (let at = 0; at < source.size; ) {
    rows.read(source, at);
    if (rows.count === 0) {
      const line = lineAlone(rows.ahead(), number++, at);
      if (line === null) return;
      yield entryOf(line, found);
      at = lineEnd(line);
    }
    for (let row = 0; row < rows.count; row++) {
      const line = new RowLine(rows, row, number++);
      yield rows.isSound(row) ? soundEntry(line, rows.tape, rows.tokenOf(row), found) : entryOf(line, found);
      at = lineEnd(line);
    }
  }
}

function beginningOf(source: Source, size: number): Source {
  const { longest } = source;
  return { size, slice: (at, length) => source.slice(at, length), ...(longest === undefined ? {} : { longest }) };
}

/** Reads a line that exceeds its window, or has too many tokens for it; null if the file has become shorter. */
function lineAlone(source: Source, line: number, from: number): RolloutLine | null {
  for (const { at, length, bytes, end } of lines(source, { from, ends: 'lf' }))
    return { number: line, at, length, bytes, isEnded: end !== 'none' };
  return null;
}

class RowLine implements RolloutLine {
  readonly number: number;
  readonly at: number;
  readonly length: number;
  readonly isEnded = true;
  readonly #window: Uint8Array;
  readonly #from: number;

  constructor(rows: Rows, row: number, line: number) {
    const end = rows.endOf(row);
    this.number = line;
    this.#window = rows.tape.bytes;
    this.#from = rows.startOf(row);
    this.at = rows.at + this.#from;
    // A row ends before CR LF, a line after the CR.
    this.length = end - this.#from + (this.#window[end] === CR ? 1 : 0);
  }

  get bytes(): Uint8Array {
    return this.#window.subarray(this.#from, this.#from + this.length);
  }
}
