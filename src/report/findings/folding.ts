import type { PlacedFinding } from '../../model/finding.ts';
import type { Severity } from '../../model/findings/row.ts';
import { row } from '../../model/findings.ts';
import { countText } from '../numbers.ts';
import { wrap } from '../wrap.ts';
import { arrowLine, type Screen } from './block.ts';
import { labelOf, sentenceOf } from './sentence.ts';

/** Which findings of a store are shown each, and what is said of the rest. */
export interface Folding {
  /** Is this one to be shown on its own; else it is counted. */
  keeps(finding: PlacedFinding): boolean;
  /** One paragraph for each code with findings that were only counted. */
  lines(screen: Screen): string[];
}

/** Findings of one code that are shown each; infos only harm when they bury the others. */
const SHOWN: Readonly<Record<Severity, number>> = { error: 5, warning: 5, info: 0 };
/** Places named of those that are counted. */
const NAMED = 3;

/** Folds nothing with `all`. */
export function folding(all: boolean): Folding {
  const counts = new Map<string, { count: number; readonly rest: PlacedFinding[] }>();
  return {
    keeps: (finding) => {
      if (all) return true;
      const seen = counts.get(finding.code) ?? { count: 0, rest: [] };
      counts.set(finding.code, seen);
      seen.count++;
      if (seen.count <= SHOWN[finding.severity]) return true;
      if (seen.rest.length < NAMED) seen.rest.push(finding);
      return false;
    },
    lines: (screen) =>
      [...counts.values()].flatMap(({ count, rest }) => {
        const [first] = rest;
        return first === undefined ? [] : paragraph(first, rest, count - SHOWN[first.severity], screen);
      }),
  };
}

function paragraph(first: PlacedFinding, rest: readonly PlacedFinding[], count: number, screen: Screen): string[] {
  const { paint, width } = screen;
  const more = count - rest.length;
  return [
    ...wrap(`${labelOf(first, paint)}: ${whatOf(first, count)}`, 0, { width, hang: 4 }),
    ...rest.map((each) => arrowLine(each, screen)),
    ...(more > 0 ? [paint.faint(`      and ${countText(more, 'more', 'more')} (--all lists them)`)] : []),
    '',
  ];
}

function whatOf(first: PlacedFinding, count: number): string {
  const { title } = row(first.code);
  const alike = `${title[0]?.toLowerCase()}${title.slice(1)}`;
  if (SHOWN[first.severity] > 0) return `${alike} (${countText(count, 'more finding')} of this code)`;
  return count === 1 ? sentenceOf(first) : `${alike} (${countText(count, 'finding')})`;
}
