import { allCodes, type Code, isCode } from '../../model/finding.ts';
import { nearestWords } from '../../model/nearest.ts';
import { SEVERITIES, type Severity } from '../../model/rules/row.ts';
import { digitsOf, parsedBy } from '../flag.ts';

const FAIL_ON_TEXT = 'takes error, warning, info or codes that `convo explain` lists, separated by commas';

export interface FailOn {
  readonly level: Severity | null;
  readonly codes: ReadonlySet<Code>;
}

/** `warning`, `FN201,FN202`, `error,TX301`. */
export const failOn = parsedBy(failOnIn, FAIL_ON_TEXT, unknownWordText);

function failOnIn(text: string): FailOn | null {
  if (unknownWordIn(text) !== undefined) return null;
  const words = text.split(',');
  const levels = SEVERITIES.filter((level) => words.includes(level));
  return { level: levels.at(-1) ?? null, codes: new Set(words.flatMap((word) => codeNamed(word) ?? [])) };
}

function unknownWordIn(text: string): string | undefined {
  return text.split(',').find((word) => !SEVERITIES.some((level) => level === word) && codeNamed(word) === null);
}

function unknownWordText(text: string): string {
  const near = nearestWords(unknownWordIn(text) ?? '', SEVERITIES);
  return near.length === 0 ? FAIL_ON_TEXT : `takes error, warning, info or codes (did you mean ${near.join(', ')}?)`;
}

/** A number of warnings, from 0: `--max-warnings 0`. */
export const warningCount = digitsOf(/^\d{1,9}$/, 'takes a whole number');

/** Code null: the choice is for listing only findings of this severity. */
export interface SeverityChoice {
  readonly code: Code | null;
  readonly severity: Severity;
}

export const severityAsked = parsedBy(severityIn, 'takes error, warning, info, or CODE=LEVEL such as FN201=info');

function severityIn(text: string): SeverityChoice | null {
  const listed = SEVERITIES.find((each) => each === text);
  if (listed !== undefined) return { code: null, severity: listed };
  const [word = '', level, ...more] = text.split('=');
  const code = codeNamed(word);
  const severity = SEVERITIES.find((each) => each === level);
  return code === null || severity === undefined || more.length > 0 ? null : { code, severity };
}

const CODE_TEXT = 'takes a code that `convo explain` lists';

export const findingCode = parsedBy(codeNamed, CODE_TEXT, unknownCodeText);

export function codeNamed(text: string): Code | null {
  const code = text.toUpperCase();
  return isCode(code) ? code : null;
}

function unknownCodeText(text: string): string {
  const near = nearestWords(text, allCodes());
  return near.length === 0 ? CODE_TEXT : `takes a known code (did you mean ${near.join(', ')}?)`;
}
