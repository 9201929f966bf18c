import type { ObjectSpan, Shape } from '../../codecs/lines/shape.ts';
import { count } from '../words.ts';
import type { Span } from './record-at.ts';

/** Something of a line that the program does not take as it was meant. */
export interface LineTrouble<Type extends string> extends Span {
  readonly type: Type;
  readonly isEnded: boolean;
  readonly isLast: boolean;
  /** Of a broken line: its shape, and the whole records in it. */
  readonly shape?: Shape;
  readonly pieces?: readonly ObjectSpan[];
}

const DETAILS = {
  'torn-end': (where: string) => `ends with a torn record on ${where}`,
  torn: (where: string) => `has a torn record on ${where}`,
  glued: (where: string, records: number) => `has ${count(records, 'record')} on ${where}`,
  'behind-torn': (where: string, records: number) =>
    `has ${count(records, 'whole record')} on ${where} behind a torn one`,
  nul: (where: string) => `has NUL bytes on ${where}`,
  'nul-end': () => 'has NUL bytes at its end',
  unended: (where: string) => `has no line end at its end: the next record is glued to ${where}`,
  'not-utf8': (where: string) => `has a byte that is not UTF-8 on ${where}`,
  'too-long': (where: string) => `has a line that is too long to be looked at: ${where}`,
  foreign: (where: string) => `has no record on ${where}`,
} as const;

export type LineDetail = keyof typeof DETAILS;

/** The message on a line, alike in every kind. */
export function lineDetail(
  what: LineDetail,
  { line, pieces = [] }: Pick<LineTrouble<string>, 'line' | 'pieces'>,
): string {
  return DETAILS[what](`line ${line + 1}`, pieces.length);
}
