import { CR } from '../../../codecs/bytes.ts';
import {
  elements,
  isArray,
  isComplete,
  isObject,
  type Member,
  members,
  spanOf,
  textOf,
  type Value,
} from '../../../codecs/json/value.ts';
import { countOf } from '../../words.ts';

export interface TruncationPoint {
  readonly at: number;
  readonly section: Member | null;
  readonly entries: number;
  readonly whole: readonly Member[];
}

/** Where to cut a truncated object: after its last whole member, or after the last whole entry of a cut member that `standsAlone` accepts. */
export function truncationPoint(body: Value, standsAlone: (member: Member) => boolean): TruncationPoint {
  const whole = members(body);
  const last = members(body, { open: true }).at(-1);
  const isHalf = last !== undefined && !isComplete(last.value) && (isArray(last.value) || isObject(last.value));
  if (last !== undefined && isHalf && standsAlone(last)) {
    const entries = wholeIn(last.value);
    return { at: endOfWhole(last.value), section: last, entries: entries.length, whole };
  }
  return { at: endOfWhole(body), section: null, entries: 0, whole };
}

export function wholeIn(container: Value): readonly Value[] {
  return isArray(container) ? elements(container) : members(container).map(({ value }) => value);
}

export function endOfWhole(container: Value): number {
  const last = wholeIn(container).at(-1);
  return last === undefined ? spanOf(container).start + 1 : spanOf(last).end;
}

export function bracketOf(container: Value): string {
  return isArray(container) ? ']' : '}';
}

/** Notes on a cut document. `end`: size of the file; `gone`: the value that the last bytes began. */
export function truncationNotes(
  { at, section, entries }: TruncationPoint,
  end: number,
  absent: readonly string[],
  gone = '',
): string[] {
  const name = section === null ? '' : textOf(section.key);
  return [
    ...(section === null
      ? []
      : [`was cut in its ${name}: keeps ${countOf(entries, 'whole entry', 'whole entries')} there`]),
    ...(at === end ? [] : [`leaves out ${countOf(end - at, 'byte')} from byte ${at} on${gone}`]),
    ...(absent.length === 0 ? [] : [`has no ${absent.join(', ')} before the cut: what came after it is lost`]),
  ];
}

/** Number of bytes of content after which records with equal beginnings are equal. */
const TELLING = 24;

/** True if a torn record has enough content after `opening`. Consecutive records share the part before it. */
export function isTelling(torn: Buffer, opening: string): boolean {
  const at = torn.indexOf(opening);
  return at >= 0 && torn.length - at > opening.length + TELLING;
}

/** First characters of lines by which version control marks unmerged versions. */
const MARKS: readonly number[] = [...Buffer.from('<|=>')];
const MIN_TELLING_LENGTH = 7;
const SPACE = 0x20;

export const HAS_CONFLICT_MARKS = 'has marks of a merge conflict: the records of both sides are one behind the other';

export function notesOfMarksRemoved(marks: number): string[] {
  if (marks === 0) return [];
  const remark = 'all records of both sides kept: what both have is there twice';
  return [`${countOf(marks, 'mark')} of a merge conflict removed, ${remark}`];
}

/** True for a line like `<<<<<<< HEAD` or `=======`. */
export function isConflictMark(line: Uint8Array): boolean {
  const [mark = 0] = line;
  if (!MARKS.includes(mark)) return false;
  let end = 1;
  while (line[end] === mark) end++;
  return end >= MIN_TELLING_LENGTH && (end === line.length || line[end] === SPACE || line[end] === CR);
}
