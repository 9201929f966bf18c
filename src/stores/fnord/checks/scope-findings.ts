import { type Finding, fileFinding } from '../../../model/finding.ts';
import type { Part } from '../../../model/part.ts';
import { folderOf } from '../../../model/path.ts';
import type { Scope } from '../../kind.ts';
import { countOf } from '../../words.ts';
import { fnordFolder } from '../layout/layout.ts';
import { entriesSeen } from './conversation-findings.ts';
import { settingsFindings } from './settings.ts';

export interface ScopeFacts {
  units: number;
  active: number;
  timeless: number;
  open: number;
}

export function noFacts(): ScopeFacts {
  return { units: 0, active: 0, timeless: 0, open: 0 };
}

export function* fnordScopeFindings(scope: Scope, facts: ScopeFacts): Generator<Finding> {
  for (const part of scope.shared) yield* sharedFindings(part, scope, facts);
  if (facts.units === 0) return;
  const folder = fnordFolder(scope.site, scope.name);
  const found = foundBy(scope);
  if (found === 'hidden')
    yield fileFinding('FN318', null, folder, 'project name is a pattern that does not match itself');
  else if (found === 'raises')
    yield fileFinding('FN318', null, folder, 'project name is a pattern that makes the list fail');
  // fnord prunes only listed conversations.
  else if (facts.timeless > 0 && scope.site.file === null)
    yield fileFinding('FN410', null, folder, `${countOf(facts.timeless, 'conversation')} without a usable time`);
  if (facts.active > 0 && entriesSeen(scope) === 'none')
    // A search covers listed conversations only.
    yield {
      ...fileFinding('FN301', null, `${folder}/index`, unindexedDetail(facts.active)),
      concerns: { state: 'active' },
    };
  if (facts.open > 0)
    yield fileFinding('FN407', null, folder, `${countOf(facts.open, 'file')} readable by other users`);
}

function unindexedDetail(active: number): string {
  return active === 1 ? 'its only conversation is not indexed' : `none of ${active} conversations is indexed`;
}

/** Whether fnord's list finds the project by its path. The path above counts only for a home named `.fnord`. */
export function foundBy({ name, site }: Scope): WildcardMatch {
  if (site.shape === 'project') return findsItself([name]);
  if (site.shape !== 'home') return 'listed';
  const above = site.root.endsWith('/.fnord') ? site.root.split('/').filter((each) => each !== '') : [];
  return findsItself([...above, 'projects', ...name.split('/')]);
}

function* sharedFindings(part: Part, scope: Scope, { units }: ScopeFacts): Generator<Finding> {
  const { path } = part;
  if (part.role === 'settings') yield* settingsFindings(part, scope);
  else if (part.role === 'default')
    yield fileFinding('FN413', null, path, 'fnord deletes this folder at its next start');
  else if (part.role === 'loose-entry') yield* looseFindings(part, scope.name, units);
  else if (part.role === 'stray') yield fileFinding('FN406', null, path, 'not a conversation');
  else if (part.role === 'old-project' && units > 0)
    yield fileFinding('FN316', null, folderOf(path), 'old place of a project that also has a new one');
  else if (part.role === 'old-project') yield fileFinding('FN315', null, folderOf(path), 'old place of a project');
}

/** A finding on a folder that fnord will move into `files`; below folders that only lead to projects, like `org`, it moves none. */
function* looseFindings({ path }: Part, name: string, units: number): Generator<Finding> {
  if (units > 0 || !name.includes('/'))
    yield fileFinding('FN317', null, folderOf(path), 'fnord will move this folder into files');
}

/** fnord lists projects with their paths as patterns (docs/formats/fnord.md, "Project names"). */
export type WildcardMatch = 'listed' | 'hidden' | 'raises';

/** Whether a path, as a pattern of Elixir's `Path.wildcard`, matches itself. `names` start at a folder that is surely found. */
export function findsItself(names: readonly string[]): WildcardMatch {
  if (names.every((name) => !SPECIAL_CHARACTERS.test(name))) return 'listed';
  const patterns: Pattern[] = [];
  for (const name of names) {
    const pattern = compile(unescaped(name), 0, false)?.pattern ?? null;
    if (pattern === null) return 'raises';
    patterns.push(pattern);
  }
  const first = patterns.findIndex((pattern) => !pattern.every((step) => typeof step === 'string'));
  const literal = first < 0 ? patterns.length : first;
  // Names before the first pattern are joined, never listed. Their leading dots do no harm.
  const reached = patterns.slice(0, literal).every((pattern, i) => pattern.join('') === names[i]);
  return reached && matches(patterns.slice(literal), names.slice(literal)) ? 'listed' : 'hidden';
}

const SPECIAL_CHARACTERS = /[*?[{@\\]/;

type PatternStep =
  | string
  | { readonly type: 'any' | 'run' | 'deep' }
  | { readonly type: 'set'; readonly has: (character: string) => boolean }
  | { readonly type: 'endings'; readonly endings: readonly Pattern[] };
type Pattern = readonly PatternStep[];

const ANY_STEP: PatternStep = { type: 'any' };
const RUN: PatternStep = { type: 'run' };
/** Two stars: at a name's end as one star, as a whole name folders at any depth. */
const DEEP_STEP: PatternStep = { type: 'deep' };

/** A character, or one that a backslash has made plain. */
type PatternCharacter = string | { readonly plain: string };

/**
 * Characters of a name. Erlang's splitting of a path writes backslashes as `@e` and `@` as `@@`, then pairs from the left. So two
 * backslashes are `@e`, and one at the end of a name disappears.
 */
function unescaped(name: string): PatternCharacter[] {
  const hidden = Array.from(name, (each) => (each === '@' ? '@@' : each === '\\' ? '@e' : each)).join('');
  const all = Array.from(hidden);
  const marks: PatternCharacter[] = [];
  for (let i = 0; i < all.length; i++) {
    const [each = '', next] = [all[i], all[i + 1]];
    if (each !== '@' || (next !== '@' && next !== 'e')) marks.push(each);
    else if (next === '@') {
      marks.push('@');
      i++;
    } else {
      const plain = all[i + 2];
      if (plain !== undefined) marks.push({ plain });
      i += 2;
    }
  }
  return marks;
}

/** `end`: at a comma or closing brace within braces, else the end of the name. */
interface Compiled {
  readonly pattern: Pattern;
  readonly end: number;
}

/** Null where Erlang raises: braces that are unclosed or nested. */
function compile(marks: readonly PatternCharacter[], from: number, inBraces: boolean): Compiled | null {
  const steps: PatternStep[] = [];
  for (let at = from; at < marks.length; ) {
    const mark = marks[at];
    if (inBraces && (mark === ',' || mark === '}')) return { pattern: steps, end: at };
    if (mark === '{') {
      const endings = inBraces ? null : endingsOf(marks, at + 1);
      return endings && { pattern: [...steps, { type: 'endings', endings }], end: marks.length };
    }
    const { step, next } = stepAt(marks, at);
    steps.push(step);
    at = next;
  }
  return inBraces ? null : { pattern: steps, end: marks.length };
}

/** Alternatives in braces, each with the rest of the name appended. Null where Erlang raises. */
function endingsOf(marks: readonly PatternCharacter[], from: number): readonly Pattern[] | null {
  const endings: Pattern[] = [];
  for (let at = from; ; ) {
    const each = compile(marks, at, true);
    if (each === null) return null;
    endings.push(each.pattern);
    at = each.end + 1;
    if (marks[each.end] !== '}') continue;
    const rest = compile(marks, at, false);
    return rest && endings.map((ending) => [...ending, ...rest.pattern]);
  }
}

interface TakenStep {
  readonly step: PatternStep;
  readonly next: number;
}

function stepAt(marks: readonly PatternCharacter[], at: number): TakenStep {
  const mark = marks[at] ?? '';
  if (mark === '?') return { step: ANY_STEP, next: at + 1 };
  if (mark === '*') {
    if (marks[at + 1] !== '*') return { step: RUN, next: at + 1 };
    return { step: at + 2 === marks.length ? DEEP_STEP : RUN, next: at + 2 };
  }
  const set = mark === '[' ? setAt(marks, at + 1) : null;
  return set ?? { step: typeof mark === 'string' ? mark : mark.plain, next: at + 1 };
}

/** A set up to its closing bracket. A bracket that comes first is a member. Null if unclosed. */
function setAt(marks: readonly PatternCharacter[], from: number): TakenStep | null {
  const tests: ((character: string) => boolean)[] = [];
  let at = from;
  if (marks[at] === ']') {
    tests.push((character) => character === ']');
    at++;
  }
  while (at < marks.length) {
    const low = marks[at];
    const dash = marks[at + 1];
    const high = marks[at + 2];
    if (typeof low === 'string' && dash === '-' && typeof high === 'string' && codeOf(low) <= codeOf(high)) {
      tests.push((character) => codeOf(low) <= codeOf(character) && codeOf(character) <= codeOf(high));
      at += 3;
    } else if (low === ']') {
      return { step: { type: 'set', has: (character) => tests.some((test) => test(character)) }, next: at + 1 };
    } else {
      const one = typeof low === 'string' ? low : low?.plain;
      tests.push((character) => character === one);
      at++;
    }
  }
  return null;
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}

/** True if the patterns match the names. A name with a leading dot is never listed, so never matched. */
function matches([pattern, ...patterns]: readonly Pattern[], names: readonly string[]): boolean {
  if (pattern === undefined) return names.length === 0;
  const [name, ...rest] = names;
  if (name === undefined || name.startsWith('.')) return false;
  if (pattern.length === 1 && pattern[0] === DEEP_STEP) return matchesBelow(patterns, names);
  return matchesName(pattern, Array.from(name)) && matches(patterns, rest);
}

/** True if the patterns match at any depth, including none. */
function matchesBelow(patterns: readonly Pattern[], names: readonly string[]): boolean {
  if (matches(patterns, names)) return true;
  const [name, ...rest] = names;
  return name !== undefined && !name.startsWith('.') && matchesBelow(patterns, rest);
}

/** True if a pattern matches. It tracks all reachable positions, so that many stars cost no more than one. */
function matchesName(pattern: Pattern, characters: readonly string[]): boolean {
  let reached = [0];
  for (const step of pattern) {
    if (step === DEEP_STEP) return reached.length > 0;
    if (typeof step !== 'string' && step.type === 'endings')
      return reached.some((at) => step.endings.some((ending) => matchesName(ending, characters.slice(at))));
    reached = step === RUN ? allFrom(reached[0], characters.length) : nextOf(step, reached, characters);
  }
  return reached.includes(characters.length);
}

function allFrom(lowest: number | undefined, end: number): number[] {
  return lowest === undefined ? [] : Array.from({ length: end - lowest + 1 }, (_, i) => lowest + i);
}

function nextOf(step: PatternStep, reached: readonly number[], characters: readonly string[]): number[] {
  return reached.flatMap((at) => {
    const character = characters[at];
    if (character === undefined) return [];
    if (typeof step === 'string') return step === character ? [at + 1] : [];
    return step.type === 'any' || (step.type === 'set' && step.has(character)) ? [at + 1] : [];
  });
}
