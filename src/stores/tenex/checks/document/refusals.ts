import { pointerTo } from '../../../../codecs/json/pointer.ts';
import {
  elements,
  isArray,
  isObject,
  isString,
  lastMembers,
  lexemeOf,
  textOf,
  typeOf,
  type Value,
} from '../../../../codecs/json/value.ts';
import { type Code, countedFinding } from '../../../../model/finding.ts';
import type { Issue } from '../../../engine/schema.ts';
import { atValue, boundedList, type FileFinding, withExpected } from '../../../file-finding.ts';
import { kindName, shortened } from '../../../words.ts';
import type { DecodedTenex } from '../../read/decoded.ts';
import { PHASES } from '../../read/members.ts';
import { isOptional, wantedAt } from '../../read/schema.ts';

type Path = Issue['path'];
type FindValue = (path: Path) => Value | null;

/** Reasons why TENEX's schema refuses a document, one for each repair. */
export function refusals(
  { body, members }: Pick<DecodedTenex, 'body' | 'members'>,
  issues: Iterable<Issue>,
): FileFinding[] {
  if (body === null) return [];
  if (isLater(members))
    return [refusal('TX113', body, [], 'has messages in place of a history, as TENEX had from December 2025 on')];
  const find = finder(body);
  const reported = new Map<string, SchemaRefusal>();
  const all = boundedList<SchemaRefusal>((first, count) => ({ ...first, count }));
  for (const issue of issues) {
    const refused = refusalAt(issue.path, find);
    if (refused === null) continue;
    const found = { ...refused, expected: expectedBy(issue, refused.code) };
    const key = `${found.code} ${found.same ?? pointerTo(found.where)}`;
    const known = reported.get(key);
    if (known !== undefined) reported.set(key, { ...known, times: known.times + 1 });
    else if (all.admits(found)) reported.set(key, found);
  }
  return [...reported.values(), ...all.rest()].map(({ code, value, where, detail, same, times, expected, count }) => {
    const said = times > 1 && same !== null ? `${detail}, ${times} times over` : detail;
    const finding = withExpected(
      refusal(code, value, where, said),
      expected,
      MISSING.has(code) ? 'missing' : undefined,
    );
    return count === undefined ? finding : countedFinding(finding, count);
  });
}

interface SchemaRefusal extends ProgramRefusal {
  readonly expected: string;
  readonly count?: number;
}

function expectedBy(issue: Issue, code: Code): string {
  const fitting = fittingAt(issue);
  return MISSING.has(code) ? `${shortened(String(issue.path.at(-1)))}: ${fitting}` : fitting;
}

function fittingAt(issue: Issue): string {
  const { path } = issue;
  if (wantedAt(path) === 'phase') return PHASES.join(', ');
  if (path[0] === 'history' && path.length > 1) return 'JSON text in a string';
  if (wantedAt(path) === 'count') return 'a whole number from 0 on';
  return typeExpected(issue);
}

/** Codes whose place is the object that lacks the member. */
const MISSING: ReadonlySet<Code> = new Set(['TX105', 'TX106', 'TX111']);

function isLater(members: DecodedTenex['members']): boolean {
  return isArray(members.get('messages')) && !members.has('history');
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
};

export function typeExpected({ expected }: Issue): string {
  return TYPES[String(expected)] ?? String(expected);
}

interface ProgramRefusal {
  readonly code: Code;
  readonly value: Value;
  readonly where: Path;
  readonly detail: string;
  /** A common key of refusals that are reported together; null for those reported one by one. */
  readonly same: string | null;
  readonly times: number;
}

function refusalAt(path: Path, find: FindValue): ProgramRefusal | null {
  const value = find(path);
  if (value === null) return missing(path, find);
  const name = path.join('.');
  if (path[0] === 'history' && path.length > 1) return inHistory(value, path);
  if (typeOf(value) === 'null' && isOptional(path)) return one('TX101', value, path, `has null as ${name}`);
  if (wantedAt(path) === 'phase' && isString(value)) return phase(textOf(value), value, path);
  if (wantedAt(path) === 'count' && typeOf(value) === 'number')
    return one(
      'TX108',
      value,
      path,
      `${shortened(name)} is ${shortened(lexemeOf(value))}, not a whole number from 0 on`,
    );
  return one('TX107', value, path, `has ${kindName(value)} as ${shortened(name)}`);
}

function missing(path: Path, find: FindValue): ProgramRefusal | null {
  const above = path.slice(0, -1);
  const parent = find(above);
  if (parent === null) return null;
  if (path.length === 1 && path[0] === 'phase') return one('TX105', parent, above, 'has no phase');
  if (path[0] === 'phaseTransitions' && find([...above, 'context']) !== null)
    return one('TX111', parent, above, 'has a phase transition with a context, as in June 2025');
  return { ...one('TX106', parent, above, `lacks ${shortened(path.join('.'))}`), same: path.join('.') };
}

function inHistory(value: Value, path: Path): ProgramRefusal {
  if (!isObject(value)) return one('TX109', value, path, `has ${kindName(value)} in its history`);
  return { ...one('TX110', value, path, 'has an event as an object, as in June 2025'), same: 'history' };
}

function phase(text: string, value: Value, path: Path): ProgramRefusal {
  const old = text.toLowerCase() === 'review';
  const quoted = JSON.stringify(shortened(text));
  const hint = old ? '' : `; say what it is to be with --map-phase ${JSON.stringify(`${text.toLowerCase()}=NAME`)}`;
  return { ...one(old ? 'TX103' : 'TX104', value, path, `has the phase ${quoted}${hint}`), same: text };
}

function one(code: Code, value: Value, where: Path, detail: string): ProgramRefusal {
  return { code, value, where, detail, same: null, times: 1 };
}

function refusal(code: Code, value: Value, path: Path, detail: string): FileFinding {
  return atValue(code, value, pointerTo(path), detail);
}

/** Finds the value at a path as TENEX sees it. Caches the last container of each depth: paths come in document order. */
function finder(body: Value): FindValue {
  const latest: { readonly of: number; readonly get: (step: string | number) => Value | null }[] = [];
  return (path) => {
    let at: Value | null = body;
    for (const [depth, step] of path.entries()) {
      if (at === null) return null;
      const { of, get } = latest[depth] ?? {};
      const inside: (step: string | number) => Value | null = of === at.at && get !== undefined ? get : insideOf(at);
      latest[depth] = { of: at.at, get: inside };
      at = inside(step);
    }
    return at;
  };
}

function insideOf(value: Value): (step: string | number) => Value | null {
  if (isArray(value)) {
    const list = elements(value);
    return (step) => list[Number(step)] ?? null;
  }
  const members = lastMembers(value);
  return (step) => members.get(String(step)) ?? null;
}
