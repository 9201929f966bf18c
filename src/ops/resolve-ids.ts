import { dirname, resolve } from 'node:path';
import { statOf } from '../io/disk/stat-of.ts';
import type { ReadDisk } from '../io/disk.ts';
import type { WalkEvent } from '../io/walk.ts';
import { addAll } from '../model/collections.ts';
import { cmd, sentence } from '../model/command.ts';
import { Failure } from '../model/failure.ts';
import { isNameOfCopy, MIN_ENDING, originalOf } from '../model/ids.ts';
import { nearestWords } from '../model/nearest.ts';
import { once } from '../model/once.ts';
import { LIST_ALL } from '../model/rules/row.ts';
import type { Kind, Site } from '../stores/kind.ts';
import { kindOfSite, type ReadContext } from './reading.ts';
import { locatePath } from './survey/locate.ts';
import { loadEntries } from './survey/open-scope.ts';
import { withProjectNames } from './survey/survey.ts';
import {
  isIdWanted,
  isScopeWanted,
  type SurveyOptions,
  type SurveyRun,
  withSelection,
} from './survey/survey-options.ts';
import { gather, type ScopeEntries, walkSite } from './survey/walk-site.ts';

export interface StoredId {
  readonly site: Site;
  readonly scope: string;
  readonly id: string;
  /** Paths relative to the site's root. */
  readonly paths: readonly string[];
}

/** All ids of the selected projects, in order. Opens files only where conversations name their projects. */
export async function listStoredIds({ disk, kinds, sites }: ReadContext, options: SurveyOptions): Promise<StoredId[]> {
  const known: StoredId[] = [];
  for (const site of sites) {
    const kind = kindOfSite(kinds, site);
    const gathering = gather();
    const take = (walked: WalkEvent) => {
      if (walked.type === 'entry') gathering.add(walked.entry);
    };
    await walkSite(disk, kind, site, options, { take });
    const scopes = gathering.scopes();
    const select = await withProjectNames(disk, kind, site, scopes, withSelection(options, { hasId: null }));
    for (const gathered of scopes.filter(({ name }) => isScopeWanted(select, name))) {
      const absent = await absentIds(disk, kind, site, gathered, options.run);
      const found = [...gathered.units].map(([id, entries]) => ({ id, paths: entries.map(({ path }) => path) }));
      const all = [...found, ...absent.map((id) => ({ id, paths: [] }))].filter(({ id }) => isIdWanted(select, id));
      addAll(
        known,
        all.map((each) => ({ site, scope: gathered.name, ...each })),
      );
    }
  }
  return known;
}

async function absentIds(
  disk: ReadDisk,
  kind: Kind,
  site: Site,
  { name, shared, units }: ScopeEntries,
  { now }: SurveyRun,
): Promise<string[]> {
  if (shared.length === 0) return [];
  const { parts } = await loadEntries(disk, site, shared);
  const opened = await kind.begin({ name, site, shared: parts, now, signatures: false }, false);
  return [...opened.absent()].filter((id) => !units.has(id));
}

const MAX_IDS_NAMED = 8;

interface IdOptions {
  /** Base of relative paths. */
  readonly cwd: string;
  /** Least characters of a prefix; whole ids always match. */
  readonly min: number;
}

/** Least characters of a prefix for a change: a shorter one may mean another conversation tomorrow. */
export const TO_CHANGE = 4;

/**
 * Ids of command-line words: an id, its unique prefix (names of copies excluded), or a path. Throws Failure `no-match`
 * for an unknown word, `usage` for an ambiguous one; both suggest similar ids.
 */
export function resolveIds(words: readonly string[], known: readonly StoredId[], how: IdOptions): string[] {
  const ids = new Set(known.map(({ id }) => id));
  const at = once(() => byPath(known));
  return words.map((word) => (isPath(word) && !ids.has(word) ? idAt(word, at(), how.cwd) : resolveId(word, ids, how)));
}

/** A word as absolute path, with and without a position at its end; empty for another word. */
export function pathsFor(word: string, cwd: string): string[] {
  return isPath(word) ? [word, word.replace(/(?::\d+){1,2}$/, '')].map((each) => resolve(cwd, each)) : [];
}

/**
 * True if a word is a prefix of an id, or a suffix of at least eight characters. Hexadecimal ones match in any case; `3f0c (copy)`, as
 * lists name copies, by the original's id.
 */
export function isNamedBy(id: string, word: string): boolean {
  return isBegunBy(id, word) || isEndedBy(id, word);
}

function isBegunBy(id: string, word: string): boolean {
  if (isOfOriginal(id, word, isBegunBy)) return true;
  return id.startsWith(word) || (HEX.test(word) && id.toLowerCase().startsWith(word.toLowerCase()));
}

function isEndedBy(id: string, word: string): boolean {
  return isOfOriginal(id, word, isEndedBy) || (word.length >= MIN_ENDING && id.endsWith(word));
}

function isOfOriginal(id: string, word: string, fits: (id: string, word: string) => boolean): boolean {
  const [, original] = COPY_WORD.exec(word) ?? [];
  return original !== undefined && isNameOfCopy(id) && fits(originalOf(id), original);
}

const HEX = /^[0-9a-f-]+$/i;
const COPY_WORD = /^(.+) \(copy\)$/;

export function isAbsentPath({ disk }: Pick<ReadContext, 'disk'>, word: string, cwd: string): boolean {
  const paths = pathsFor(word, cwd);
  return paths.length > 0 && paths.every((path) => statOf(disk, path) === null);
}

/** True for a word with a slash, or the ending of a conversation's file, with or without a position. */
export function isPath(word: string): boolean {
  return word.includes('/') || /\.jsonl?(?::\d+){0,2}$/.test(word);
}

interface TypedId {
  readonly id: string;
  readonly isOne: boolean;
  readonly count: number;
}

/** Computed once for all words, each of which may name a file of a long folder. */
function byPath(known: readonly StoredId[]): ReadonlyMap<string, TypedId> {
  const all = new Map<string, TypedId>();
  for (const { id, site, paths } of known) {
    const own = new Set<string>();
    for (const path of paths)
      for (let at = locatePath(site, path); at !== dirname(at) && !own.has(at); at = dirname(at)) own.add(at);
    for (const at of own) {
      const { id: first = id, isOne = true, count = 0 } = all.get(at) ?? {};
      all.set(at, { id: first, isOne: isOne && first === id, count: count + 1 });
    }
  }
  return all;
}

function idAt(word: string, known: ReadonlyMap<string, TypedId>, cwd: string): string {
  const [found, other] = pathsFor(word, cwd).flatMap((path) => known.get(path) ?? []);
  if (found === undefined)
    throw new Failure(
      'no-match',
      `no conversation in scope has the file ${word}`,
      'Name its store, or the file, with --root.',
    );
  if (!found.isOne || (other?.id ?? found.id) !== found.id)
    throw new Failure(
      'usage',
      `${word} holds ${found.count} conversations`,
      'Give the path of one of them, or the folder to --root.',
    );
  return found.id;
}

const SAVE_FIRST = 'Save it as a file whose name ends with .jsonl, and name that.';
const LISTED = sentence`${LIST_ALL} lists them.`;

function resolveId(word: string, ids: ReadonlySet<string>, { min }: IdOptions): string {
  if (word === '') throw new Failure('usage', 'an id must not be empty', LISTED);
  if (word === '-') throw new Failure('usage', 'no conversation is read from stdin', SAVE_FIRST);
  if (ids.has(word)) return word;
  const fitting = (fits: (id: string, word: string) => boolean) => [...ids].filter((id) => fits(id, word));
  // Ids with this prefix come before ids with this suffix.
  const all = [(id: string) => id.startsWith(word), isBegunBy, isEndedBy].reduce<string[]>(
    (found, fits) => (found.length > 0 ? found : fitting(fits)),
    [],
  );
  const begun = withoutCopies(all).sort();
  const [only] = begun;
  if (only === undefined) throw unknownIdFailure(word, ids);
  if (begun.length > 1) throw ambiguousIdFailure(word, begun);
  if (word.replace(COPY_WORD, '$1').length >= min) return only;
  throw new Failure('usage', `${word} is too short for a change`, `Give ${min} characters or more of ${only}.`);
}

/** The ids without copies, unless all are copies. */
export function withoutCopies(ids: readonly string[]): string[] {
  const own = ids.filter((id) => !isNameOfCopy(id));
  return own.length > 0 ? own : [...ids];
}

function ambiguousIdFailure(word: string, begun: readonly string[]): Failure {
  const named = begun.slice(0, MAX_IDS_NAMED);
  return new AmbiguousId(word, { ids: named, more: begun.length - named.length });
}

/** Thrown with the candidates: their ids, or facts from `titles`. */
export class AmbiguousId extends Failure {
  readonly ids: readonly string[];
  readonly #word: string;
  readonly #more: number;

  constructor(
    word: string,
    of: { ids: readonly string[]; more: number },
    titles: ReadonlyMap<string, string> = new Map(),
  ) {
    const lines = of.ids.map((id) => `${id}  ${titles.get(id) ?? ''}`.trimEnd());
    const rest = of.more > 0 ? [`… and ${of.more} more`] : [];
    const hint = ['Give more of one of them:', ...lines, ...rest].join('\n');
    const isEnd = of.ids.some((id) => isEndedBy(id, word));
    super('usage', `${of.ids.length + of.more} ids begin ${isEnd ? 'or end ' : ''}with ${word}`, hint);
    this.ids = of.ids;
    this.#word = word;
    this.#more = of.more;
  }

  titled(titles: ReadonlyMap<string, string>): AmbiguousId {
    return new AmbiguousId(this.#word, { ids: this.ids, more: this.#more }, titles);
  }
}

function unknownIdFailure(word: string, ids: ReadonlySet<string>): Failure {
  const [, now = '', version] = /^(.+)~(\d+)$/.exec(word) ?? [];
  if (version !== undefined && [...ids].some((id) => isNamedBy(id, now)))
    return new Failure(
      'no-match',
      `${word} is another file of the thread, a copy or what it was before a rewind, which this command does not take`,
      sentence`${cmd`show ${word}`} prints it, ${cmd`diff ${word} ${now}`} says what it has more; ${now} is the thread as it is now.`,
    );
  const near = nearestWords(word, ids);
  const others = ids.size === 0 ? 'There is no conversation in scope at all.' : LISTED;
  const hint = near.length > 0 ? `Did you mean ${near.join(', ')}?` : others;
  return new Failure('no-match', `no conversation has the id ${word}`, hint);
}

/** An id's file among these absolute paths, relative to its root; null if none. */
export function fileAt(named: readonly string[], id: string, known: readonly StoredId[]): string | null {
  const of = known.filter((each) => each.id === id);
  for (const { site, paths } of of) for (const path of paths) if (named.includes(locatePath(site, path))) return path;
  return null;
}

/** The place of an id; a path selects the one with a file there. Throws Failure like `singlePlace`. */
export function placeAt(word: string, id: string, known: readonly StoredId[], cwd: string): StoredId {
  const named = pathsFor(word, cwd);
  return known.find((each) => fileAt(named, id, [each]) !== null) ?? singlePlace(id, known);
}

/** The only place of an id. Throws Failure `usage` for several. */
export function singlePlace(id: string, known: readonly StoredId[]): StoredId {
  const places = known.filter((each) => each.id === id);
  const [only] = places;
  if (only === undefined) throw new Failure('no-match', `no conversation has the id ${id}`, LISTED);
  if (places.length === 1) return only;
  const named = places.map(({ site, scope }) => {
    const project = scope === '' ? '' : ` (project ${scope})`;
    return `${site.kind} store ${locatePath(site, '')}${project}`;
  });
  const hint = `Choose one with ${differingFlags(places).join(' or ')}:\n${named.join('\n')}`;
  throw new Failure('usage', `the id ${id} is in ${places.length} places`, hint);
}

/** The flags by which the places differ. */
function differingFlags(places: readonly StoredId[]): string[] {
  const all = [
    ['--kind', places.map(({ site }) => site.kind)],
    ['--root', places.map(({ site }) => locatePath(site, ''))],
    ['--project', places.map(({ scope }) => scope)],
  ] as const;
  return all.flatMap(([flag, values]) => (new Set<string>(values).size > 1 ? flag : []));
}
