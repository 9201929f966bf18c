import { grouped } from '../../model/collections.ts';
import { isNextCommand, sentenceText, withPlaceholders } from '../../model/command.ts';
import { type Code, findingCount, nextCommandOf, onlyFolder, type PlacedFinding, ruleOf } from '../../model/finding.ts';
import { KIND_TABLE, type KindName } from '../../model/kinds.ts';
import { relativeBelow } from '../../model/path.ts';
import { isError, type ProgramAction, type Severity } from '../../model/rules/row.ts';
import type { Paint } from '../paint.ts';
import { numberText, printable } from '../text.ts';

/** Finding, consequence for the program, and further ones: a sentence that needs no file name. */
export function sentenceOf(finding: PlacedFinding): string {
  return [ownSentenceOf(finding), ...followingClauses(finding)].join(', ');
}

/** The sentence with the reason why the conversation cannot go on, even if only a consequence has it. */
export function ownSentenceOf(finding: PlacedFinding): string {
  const [deed = ''] = consequenceOf(finding);
  return [problemOf(finding), withStop(deed, finding)].filter((text) => text !== '').join('; ');
}

function withStop(deed: string, { kind, consequences = [] }: PlacedFinding): string {
  const { nouns } = KIND_TABLE[kind];
  if (nouns === null) return deed;
  const stop = `cannot resume this ${nouns.conversation}`;
  const stops = (each: PlacedFinding) => isError(each) && consequenceText(each.code, each.owner, kind).endsWith(stop);
  if (deed.endsWith(stop) || !consequences.some(stops)) return deed;
  return deed.startsWith(nouns.program)
    ? `${deed} and ${stop}`
    : [deed, `${nouns.program} ${stop}`].filter(Boolean).join('; ');
}

export function followingClauses({ consequences = [], line }: PlacedFinding): string[] {
  const byCode = grouped(consequences.map((each) => [each.code, each]));
  return [...byCode.values()].map((alike) => followingClause(alike, line));
}

function followingClause(alike: readonly PlacedFinding[], beside: number | null): string {
  const [first] = alike;
  if (first === undefined) return '';
  const more = alike.reduce((sum, each) => sum + findingCount(each), 0) - findingCount(first);
  return `${first.isCause === true ? 'because of' : 'and therefore'} ${first.code}: ${problemOf(first, beside)}${more === 0 ? '' : ` (and ${numberText(more)} more)`}`;
}

/** The finding with its place in the document, and its line unless equal to `beside`. */
function problemOf({ message, at, kind, line }: PlacedFinding, beside = line): string {
  // `message` is a predicate for the file's name.
  const text = printable(message.replace(/^(?:is|was|has|holds) (?!its )/, ''));
  // Record numbers start at 0, so they would be mistaken for line numbers.
  const isOfLine = appendsOnly(kind) && line !== null;
  const inside = isOfLine ? (at ?? '').replace(/^\/\d+/, '') : (at ?? '');
  const place = [
    ...(isOfLine && line !== beside ? [`line ${line}`] : []),
    ...(inside === '' ? [] : [printable(inside)]),
  ];
  return place.length === 0 ? text : `${text} (${place.join(', ')})`;
}

/** Clauses on the program's reaction; empty if it reads the file normally, and for a sum of findings. */
export function consequenceOf({ code, owner, kind, count }: PlacedFinding): readonly string[] {
  const deed = count === undefined ? consequenceText(code, owner, kind) : '';
  return deed === '' ? [] : [deed];
}

function appendsOnly(kind: KindName): boolean {
  return KIND_TABLE[kind].appendsOnly;
}

/** `line:column` for editors, from 1; `1:1` for a whole file. */
export function lineColumn({ line, column }: PlacedFinding): string {
  return `${line ?? 1}:${column ?? 1}`;
}

export interface CommandNaming {
  readonly commandPrefix: string;
  idOf(id: string): string;
}

export function helpOf(finding: PlacedFinding, { commandPrefix, idOf }: CommandNaming): string {
  const { actual, id, path, project, root } = finding;
  const moved = onlyFolder(finding);
  const [, run] = /\/runs\/([^/]+)$/.exec(path) ?? [];
  const known = {
    ID: id === null ? [] : idOf(id),
    PATH: path,
    ...(actual !== null && { TARGET: actual }),
    ROOT: root,
    ...(run !== undefined && { RUN: run }),
    ...(project !== null && { NAME: project }),
    ...(moved !== null && { OLD: moved }),
  };
  const next = nextCommandOf(finding);
  return sentenceText(isNextCommand(next) ? withPlaceholders(next, known) : next, commandPrefix);
}

/** As compilers write it: `path:line:column: severity CODE message`. */
export function findingLine(finding: PlacedFinding, paint: Paint, cwd: string): string {
  const place = `${pathText(finding.path, cwd)}:${lineColumn(finding)}`;
  return `${paint.strong(place)}: ${labelOf(finding, paint)} ${sentenceOf(finding)}`;
}

export function labelOf({ severity, code }: Pick<PlacedFinding, 'severity' | 'code'>, paint: Paint): string {
  return `${severityColor(severity, paint)(severity)} ${code}`;
}

export function severityColor(severity: Severity, paint: Paint): (text: string) => string {
  return { error: paint.bad, warning: paint.warn, info: paint.accent }[severity];
}

export function pathText(path: string, cwd: string): string {
  return printable(relativeBelow(path, cwd) ?? path);
}

/** The consequence of a finding, with the acting program; empty if the message has it. */
export function consequenceText(code: Code, owner: ProgramAction, kind: KindName): string {
  const { nouns } = KIND_TABLE[kind];
  const { does, by = nouns?.program ?? kind } = ruleOf(code);
  if (nouns === null) return does ? `${by} ${does}` : OWNER_TEXTS[owner](kind);
  if (does === null || (does === undefined && owner !== 'refuses')) return '';
  return `${by} ${does ?? `cannot resume this ${nouns.conversation}`}`;
}

const OWNER_TEXTS: Readonly<Record<ProgramAction, (kind: KindName) => string>> = {
  reads: () => '',
  refuses: (kind) => `${kind} refuses it`,
  rewrites: (kind) => `${kind} will rewrite it`,
  overwrites: (kind) => `${kind} will overwrite it`,
  drops: (kind) => `${kind} will drop it`,
  crashes: (kind) => `makes a ${kind} command crash`,
};
