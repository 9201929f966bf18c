import type { Excerpt, PlacedFinding } from '../../model/finding.ts';
import { spelledCharacters } from '../../model/spelled.ts';
import { columnsOf } from '../columns.ts';
import type { Paint } from '../paint.ts';
import { printable } from '../printable.ts';
import { commandLines, wrap } from '../wrap.ts';
import { helpOf, labelOf, type Naming, pathText, placeOf, sentenceOf } from './sentence.ts';

export interface Screen extends Naming {
  readonly paint: Paint;
  /** Columns. */
  readonly width: number;
  /** Paths are relative to it. */
  readonly cwd: string;
}

/** A finding with its place, bytes and, unless the next block repeats it, next command. */
export function blockLines(finding: PlacedFinding, screen: Screen, next: PlacedFinding | undefined): string[] {
  const { excerpt } = finding;
  const { paint, width } = screen;
  const help = helpOf(finding, screen);
  const isAgain = next !== undefined && helpOf(next, screen) === help;
  return [
    ...wrap(`${labelOf(finding, paint)}: ${sentenceOf(finding)}`, 0, { width, hang: 4 }),
    arrowLine(finding, screen),
    ...(excerpt === undefined ? [] : framed(excerptLines(excerpt, width - GUTTER.length), paint)),
    ...(isAgain ? [] : commandLines(paint.good('help:'), help, 2, width)),
    '',
  ];
}

const GUTTER = '    | ';
const ARROW = '  --> ';

/** A long path gets its own line, so that terminals select it whole. */
export function arrowLine(finding: PlacedFinding, { width, paint, cwd }: Screen): string {
  const path = pathText(finding.path, cwd);
  const place = finding.line === null ? path : `${path}:${placeOf(finding)}`;
  return ARROW.length + columnsOf(place) > width ? place : paint.accent(ARROW) + place;
}

function framed([text, caret]: readonly [string, string], paint: Paint): string[] {
  return [paint.accent(GUTTER) + text, paint.accent(GUTTER) + paint.bad(caret)];
}

/** Columns on each side. */
const REACH = 30;

/** One line of text with a caret below; invisible bytes are escaped. */
export function excerptLines(around: Excerpt, columns: number): readonly [string, string] {
  const reach = Math.min(REACH, Math.max(4, (columns >> 1) - 2));
  const left = side(spelledCharacters(around.before, { starts: around.starts, ends: true }).reverse(), reach);
  const right = side(spelledCharacters(around.after, { starts: true, ends: around.ends }), reach);
  const lead = (left.cut || !around.starts ? '…' : '') + left.shown.reverse().join('');
  const tail = right.shown.join('') + (right.cut || !around.ends ? '…' : '');
  return [lead + tail, `${' '.repeat(columnsOf(lead))}^`];
}

function side(characters: readonly string[], reach: number): { readonly shown: string[]; readonly cut: boolean } {
  const shown: string[] = [];
  let used = 0;
  for (const character of characters.map(printable)) {
    used += columnsOf(character);
    if (used > reach) return { shown, cut: true };
    shown.push(character);
  }
  return { shown, cut: false };
}
