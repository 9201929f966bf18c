import type { PlacedFinding } from '../../model/finding.ts';
import type { Found } from '../../model/found.ts';
import { columnsOf } from '../columns.ts';
import type { Paint } from '../paint.ts';
import { wrap } from '../wrap.ts';
import { excerptLines } from './excerpt.ts';
import { labelOf, pathText } from './line.ts';
import { helpOf, placeOf, sentenceOf } from './sentence.ts';

/** How findings are set on a terminal. */
export interface Screen {
  readonly paint: Paint;
  /** Columns. */
  readonly width: number;
  /** The folder that paths are shortened from. */
  readonly cwd: string;
  /** The command line up to the verb, for the commands that lead on. */
  readonly again: string;
}

/** One finding as a block for a terminal: what is wrong, where, the bytes there, and the command that leads on. */
export function blockLines({ finding, around }: Found, screen: Screen): string[] {
  const { paint, width, again } = screen;
  const help = `${paint.good('help:')} ${helpOf(finding, again)}`;
  return [
    ...wrap(`${labelOf(finding, paint)}: ${sentenceOf(finding)}`, 0, { width, hang: 4 }),
    arrowLine(finding, screen),
    ...(around === null ? [] : framed(excerptLines(around, width - GUTTER.length), paint)),
    ...wrap(help, 2, { width, hang: 4 }),
    '',
  ];
}

const GUTTER = '    | ';
const ARROW = '  --> ';

/** Where a finding is, to be opened; a path that is too long stands alone, so that a terminal takes all of it for one word. */
export function arrowLine(finding: PlacedFinding, { width, paint, cwd }: Screen): string {
  const path = pathText(finding.path, cwd);
  const place = finding.line === null ? path : `${path}:${placeOf(finding)}`;
  return ARROW.length + columnsOf(place) > width ? place : paint.accent(ARROW) + place;
}

function framed([text, caret]: readonly [string, string], paint: Paint): string[] {
  return [paint.accent(GUTTER) + text, paint.accent(GUTTER) + paint.bad(caret)];
}
