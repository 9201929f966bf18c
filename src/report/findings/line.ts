import type { PlacedFinding } from '../../model/finding.ts';
import type { Severity } from '../../model/findings/row.ts';
import type { Paint } from '../paint.ts';
import { printable } from '../printable.ts';
import { placeOf, sentenceOf } from './sentence.ts';

/** One finding on one line, as compilers write it: `path:line:column: severity CODE what is wrong`. */
export function findingLine(finding: PlacedFinding, paint: Paint, cwd: string): string {
  const place = `${pathText(finding.path, cwd)}:${placeOf(finding)}`;
  return `${paint.strong(place)}: ${labelOf(finding, paint)} ${sentenceOf(finding)}`;
}

/** Severity and code: `error FN006`. */
export function labelOf({ severity, code }: Pick<PlacedFinding, 'severity' | 'code'>, paint: Paint): string {
  return `${severityColor(severity, paint)(severity)} ${code}`;
}

/** The colour of a severity; the word says the same without it. */
function severityColor(severity: Severity, paint: Paint): (text: string) => string {
  return { error: paint.bad, warning: paint.warn, info: paint.accent }[severity];
}

/** A path that opens from the folder a person is in: relative below it, else as it is. */
export function pathText(path: string, cwd: string): string {
  const below = cwd !== '/' && path.startsWith(`${cwd}/`);
  return printable(below ? path.slice(cwd.length + 1) : path);
}
