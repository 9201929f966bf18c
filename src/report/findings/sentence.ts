import { filled } from '../../model/command.ts';
import { deedText } from '../../model/deeds.ts';
import { onlyFolder, type PlacedFinding, standsFor } from '../../model/finding.ts';
import { ruleOf } from '../../model/findings.ts';
import { grouped } from '../../model/grouped.ts';
import { KIND_TABLE, type KindName } from '../../model/kinds.ts';
import { restBelow } from '../../model/path-below.ts';
import type { Severity } from '../../model/rules/row.ts';
import { isNextCommand, sentenceText } from '../../model/sentence.ts';
import { numberText } from '../numbers.ts';
import type { Paint } from '../paint.ts';
import { printable } from '../printable.ts';

/** A finding, what the program will do, and what follows, as one sentence that needs no file name before it. */
export function sentenceOf(finding: PlacedFinding): string {
  return `${[problemOf(finding), ...deedOf(finding)].join('; ')}${followingOf(finding)}`;
}

/** What follows from a finding, one clause a code. */
function followingOf({ consequences = [], line }: PlacedFinding): string {
  const byCode = grouped(consequences.map((each) => [each.code, each]));
  return [...byCode.values()].map((alike) => followingClause(alike, line)).join('');
}

function followingClause(alike: readonly PlacedFinding[], beside: number | null): string {
  const [first] = alike;
  if (first === undefined) return '';
  const more = alike.reduce((sum, each) => sum + standsFor(each), 0) - standsFor(first);
  return `, ${first.isCause === true ? 'because of' : 'and therefore'} ${first.code}: ${problemOf(first, beside)}${more === 0 ? '' : ` (and ${numberText(more)} more)`}`;
}

/** A finding with its place in the document, and with its line where another one is `beside` it. */
function problemOf({ message, at, kind, line }: PlacedFinding, beside = line): string {
  // A finding's detail is written to be read after the name of its file.
  const text = printable(message.replace(/^(?:is|was|has|holds) (?!its )/, ''));
  // The first step into a file of lines is the number of its record, from 0: one more beside that of its line, and not the same.
  const isOfLine = appendsOnly(kind) && line !== null;
  const inside = isOfLine ? (at ?? '').replace(/^\/\d+/, '') : (at ?? '');
  const place = [
    ...(isOfLine && line !== beside ? [`line ${line}`] : []),
    ...(inside === '' ? [] : [printable(inside)]),
  ];
  return place.length === 0 ? text : `${text} (${place.join(', ')})`;
}

/** The action of the program at its next read or write of the file; none where it only reads it. */
export function deedOf({ code, owner, kind, count }: PlacedFinding): readonly string[] {
  const deed = count === undefined ? deedText(code, owner, kind) : '';
  return deed === '' ? [] : [deed];
}

function appendsOnly(kind: KindName): boolean {
  return KIND_TABLE[kind].appendsOnly;
}

/** The place of a finding as editors open it: `line:column`, from 1, and `1:1` for a file as a whole. */
export function placeOf({ line, column }: PlacedFinding): string {
  return `${line ?? 1}:${column ?? 1}`;
}

/** How commands name what they are about: the command line up to the verb, and ids, which may be shortened. */
export interface Naming {
  readonly commandPrefix: string;
  idOf(id: string): string;
}

/** The command that leads on from a finding, for these very files. */
export function helpOf(finding: PlacedFinding, { commandPrefix, idOf }: Naming): string {
  const { actual, code, id, path, project, root } = finding;
  const moved = onlyFolder(finding);
  const [, run] = /\/runs\/([^/]+)$/.exec(path) ?? [];
  const known = {
    ID: id === null ? [] : idOf(id),
    PATH: path,
    ...(actual !== null && { TARGET: actual }),
    '~/.fnord': root,
    ...(run !== undefined && { RUN: run }),
    ...(project !== null && { NAME: project }),
    ...(moved !== null && { OLD: moved }),
  };
  const { next } = ruleOf(code);
  return sentenceText(isNextCommand(next) ? filled(next, known) : next, commandPrefix);
}

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
  return printable(restBelow(path, cwd) ?? path);
}
