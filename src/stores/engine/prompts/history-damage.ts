import { CR, isUtf16 } from '../../../codecs/bytes.ts';
import { scan } from '../../../codecs/json/scan.ts';
import { elements, isArray, isObject, root, type Value } from '../../../codecs/json/value.ts';
import { type Line, lines } from '../../../codecs/lines/lines.ts';
import { Rows } from '../../../codecs/lines/rows.ts';
import { type Shape, shapeOf } from '../../../codecs/lines/shape.ts';
import { bytesAt, type Source } from '../../../codecs/lines/source.ts';
import { countOf } from '../../words.ts';
import type { FileDamage } from './companion-files.ts';
import { historyRecords, isList } from './typed-prompts.ts';

export function historyDamage(source: Source, isFresh: boolean): FileDamage | null {
  if (isUtf16(source.slice(0, 4))) return ofDocument(source, 'is in UTF-16');
  const { counts, first } = countedLines(source, isFresh);
  if (first === null) return null;
  const { sound, whole, torn, lost } = counts;
  if (sound + whole === 0 && torn !== 1) return ofDocument(source, 'has no line that is a record');
  const unread = torn + lost;
  const detail = wordsFor(whole + unread, unread, first.line);
  return { detail, offset: first.at, extent: unread === 0 || isWholeList(source) ? null : 'record' };
}

function wordsFor(damaged: number, unread: number, line: number): string {
  const place = damaged === 1 ? `: line ${line}` : `, the first of them line ${line}`;
  if (unread === damaged) return `has ${countOf(damaged, 'line')} that cannot be read whole${place}`;
  const parts = unread === 0 ? '' : `, ${unread} of which cannot be read whole`;
  return `has ${countOf(damaged, 'line')} that ${damaged === 1 ? 'is' : 'are'} not one record${parts}${place}`;
}

/** `whole`: the program ignores the line, but convo reads it. `lost`: part of it is no record. */
type State = 'sound' | 'blank' | 'whole' | 'torn' | 'lost';

interface CountedLines {
  readonly counts: Readonly<Record<State, number>>;
  /** Number, from 1, and offset of the first damaged line. */
  readonly first: { readonly line: number; readonly at: number } | null;
}

function countedLines(source: Source, isFresh: boolean): CountedLines {
  const counts = { sound: 0, blank: 0, whole: 0, torn: 0, lost: 0 };
  let first: CountedLines['first'] = null;
  let number = 0;
  for (const line of linesOrSound(source)) {
    number++;
    const state = line === null ? 'sound' : isFresh && line.end === 'none' ? 'blank' : stateOf(line);
    counts[state]++;
    if (line !== null && state !== 'sound' && state !== 'blank') first ??= { line: number, at: line.at };
  }
  return { counts, first };
}

/** Null for each line that is one sound record. */
function* linesOrSound(source: Source): Generator<Line | null> {
  const rows = Rows.open();
  if (rows === null) return yield* lines(source);
  try {
    for (let at = 0; at < source.size; ) {
      rows.read(source, at);
      const end = yield* rows.count === 0 ? firstLine(source, at) : inRows(source, rows);
      // The file became shorter.
      if (end === at) return;
      at = end;
    }
  } finally {
    rows.close();
  }
}

function* inRows(source: Source, rows: Rows): Generator<Line | null, number> {
  let at = rows.at;
  for (let row = 0; row < rows.count; row++) {
    const [from, end] = [at, rows.endOf(row)];
    at = rows.at + end + (rows.tape.bytes[end] === CR ? 2 : 1);
    if (rows.isSound(row)) yield null;
    else yield* lines(source, { from, to: at });
  }
  return at;
}

const WIDTHS = { lf: 1, cr: 1, crlf: 2, none: 0 } as const;

function* firstLine(source: Source, from: number): Generator<Line, number> {
  for (const line of lines(source, { from })) {
    yield line;
    return line.at + line.length + WIDTHS[line.end];
  }
  return from;
}

/** Damage of a file that convo reads as one document, or not at all. */
function ofDocument(source: Source, what: string): FileDamage {
  const isRead = historyRecords(source).next().done !== true;
  if (!isRead) return { detail: `${what}, and cannot be read`, offset: null, extent: 'all' };
  return { detail: what, offset: null, extent: isWholeList(source) || !isList(source) ? null : 'record' };
}

/** False for a list that is torn within a record or between two. */
function isWholeList(source: Source): boolean {
  if (!isList(source)) return false;
  const { fault, open } = scan(bytesAt(source, 0, source.size));
  return fault === null || (open.length === 1 && fault.offset >= source.size);
}

function stateOf({ bytes }: Line): State {
  if (bytes === null) return 'lost';
  const tape = scan(bytes);
  if (tape.fault === null) return isObject(root(tape)) && tape.illFormed < 0 ? 'sound' : stateOfList(root(tape));
  const { shape } = shapeOf(bytes, tape);
  if (shape !== 'nul') return STATES[shape];
  const text = bytes.filter((byte) => byte !== 0);
  const { shape: rest } = shapeOf(text, scan(text));
  return rest === 'blank' ? 'whole' : STATES[rest];
}

function stateOfList(value: Value | null): State {
  const records = isArray(value) ? elements(value) : [];
  return records.length > 0 && records.every(isObject) ? 'whole' : 'lost';
}

const STATES: Readonly<Record<Shape, State>> = {
  whole: 'whole',
  glued: 'whole',
  blank: 'blank',
  torn: 'torn',
  spliced: 'lost',
  mixed: 'lost',
  nul: 'lost',
  'no-record': 'lost',
};
