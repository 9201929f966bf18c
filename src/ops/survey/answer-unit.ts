import type { ReadBuffer } from '../../io/disk/read-file.ts';
import type { ReadDisk } from '../../io/disk.ts';
import { readOnce } from '../../io/read.ts';
import type { WalkEntry } from '../../io/walk/look-at-name.ts';
import type { LazyView, TimedFile, View } from '../../model/conversation.ts';
import { type Finding, type Gap, ruleOf } from '../../model/finding.ts';
import { type Part, totalSize } from '../../model/part.ts';
import type { EstimatedTurns, FindQuery, FoundTurns, SearchQuery, SearchResult } from '../../model/search.ts';
import type { DepthQuery, UnitDepth } from '../../model/secret.ts';
import { type ByteFilter, mayHold } from '../../stores/engine/search/byte-filter.ts';
import type { DecidingScope, Document, Kind, NameList, Site, Unit } from '../../stores/kind.ts';
import type { UnitOutcome, UnitOutcomeOptions } from '../change/unit-outcome.ts';
import type { UnitInStore } from '../reading.ts';
import type { Estimate, Estimator } from '../search/estimate.ts';
import { type JudgedFinding, type JudgeOptions, judgedUnit, type otherJudge, unreadFinding } from './judge-unit.ts';
import { plainView } from './locate.ts';
import {
  type EarlyDecision,
  type OpenedUnit,
  openUnit,
  type Purpose,
  type ReadUnit,
  readUnitIn,
  versionOf,
} from './open-scope.ts';
import { readAsHealed } from './readable.ts';
import { type LargestSizes, tallyUnit, type UnitTally } from './unit-tally.ts';
import { asListed, viewsOf, type WantedViews } from './unit-views.ts';

/** The question of a verb to every unit: one of these, findings and views, or its facts alone. Structured-clonable. */
export interface Want {
  readonly findings?: JudgeOptions;
  readonly views?: WantedViews;
  readonly tally?: { readonly byBranch: boolean };
  readonly search?: SearchQuery;
  readonly find?: FindQuery;
  /** Whether it may have secrets; none is opened for that. */
  readonly secrets?: DepthQuery;
  /** The outcome of a changing verb. Units settled by their first bytes are read no further. */
  readonly change?: UnitOutcomeOptions;
}

/** `see` may read the words of documents. */
export function purposeOf({ change, findings, views }: Want, see?: AnsweringScope['see']): Purpose {
  if (change !== undefined) return 'change';
  const asksForWords = see !== undefined || (findings === undefined && views === undefined);
  return asksForWords ? 'words' : 'judge';
}

/** True for a list that reads large files at their ends alone. */
export function readsEndsOnly({ views }: Want): boolean {
  return views?.withLarge === false;
}

export interface UnitRequest {
  readonly id: string;
  readonly factsOnly: boolean;
  readonly entries: readonly WalkEntry[];
  readonly elsewhere: readonly WalkEntry[];
}

/** The answer about a unit, structured-clonable. Empty members are missing: sending their names costs more. */
export interface UnitAnswer {
  /** Its first bytes show that the verb has nothing to do. */
  readonly settled?: true;
  readonly unread?: readonly Finding[];
  readonly bytes: number;
  /** Null if the unit vanished since it was listed, or convo fails to open it. */
  readonly document: DocumentAnswer | null;
}

export interface DocumentAnswer {
  /** Missing for an unopened document, or one without files. */
  readonly facts?: unknown;
  readonly conversations: number;
  /** Conversations that were read whole; missing if all were, or none had to be. */
  readonly whole?: number;
  readonly gaps?: readonly Gap[];
  readonly findings?: readonly JudgedFinding[];
  readonly views?: readonly View[];
  /** Where views are wanted together: those in other states, and files that verbs take along. */
  readonly beside?: readonly TimedFile[];
  readonly tally?: UnitTally;
  /** `of`: the files as they were read. */
  readonly readDepth?: UnitDepth & { readonly of: string };
  readonly turns?: readonly { readonly view: View; readonly found: FoundTurns }[];
  /** Estimate for the whole unit, in the place of `turns`. */
  readonly estimate?: EstimatedTurns;
  readonly matches?: readonly { readonly view: View; readonly result: SearchResult }[];
  /** Missing if part of the unit was unreadable. */
  readonly change?: UnitOutcome;
  /** Why there is no answer: a file changed meanwhile, or convo failed. */
  readonly failed?: Finding;
}

export interface AnsweringScope {
  readonly disk: ReadDisk;
  readonly kind: Pick<Kind, 'layout' | 'listed' | 'conversationsIn'>;
  readonly site: Site;
  readonly name: string;
  readonly opened: DecidingScope;
  readonly want: Want;
  /** From `wordSearch`, for `want`. */
  readonly words: WordSearch | null;
  readonly change: ChangeHere | null;
  readonly largest: LargestSizes;
  readonly judgeOther: ReturnType<typeof otherJudge>;
  /** Memory for units; null if answers may hold their bytes. */
  readonly buffer: ReadBuffer | null;
  /** Gets each document before its answer. */
  readonly see?: ((unit: SeenUnit) => void) | undefined;
}

interface ChangeHere {
  readonly decide: DecideRead;
  readonly settling: EarlyDecision;
}

/** Decides on a unit. `isRead`: all its files were readable. Null for no decision. */
export type DecideRead = (unit: SeenUnit, isRead: boolean) => UnitOutcome | null;

export interface SeenUnit extends UnitInStore {
  readonly scope: string;
}

/**
 * `filter` is null if every file must be decoded, `estimate` where matches are wanted exactly. `depthOf` answers for a
 * unit that is then not opened.
 */
export interface WordSearch {
  readonly filter: ByteFilter | null;
  readonly estimate: Estimator | null;
  readonly depthOf?: (unit: ReadUnit) => UnitDepth;
  readonly search: SearchDocument;
}

type SearchDocument = (document: Document, parts: readonly Part[]) => Partial<DocumentAnswer>;

/** Null without words. Throws Failure `usage` for an invalid pattern. */
export async function wordSearch({ search, find, secrets }: Want): Promise<WordSearch | null> {
  if (secrets !== undefined) {
    const { depthReader } = await import('../secrets/read-depth.ts');
    return { filter: null, estimate: null, depthOf: await depthReader(secrets), search: () => ({}) };
  }
  if (search !== undefined) {
    // On demand: it loads the rules of secrets, which most verbs do not need.
    const { searcherOf, searchUnit } = await import('../search/search-unit.ts');
    const searcher = await searcherOf(search);
    const searchDocument: SearchDocument = (document, parts) => {
      const matches = searchUnit(searcher, document, parts);
      return { matches: matches.map(({ view, result }) => ({ view: plainView(view, false), result })) };
    };
    return { filter: searcher.filter, estimate: null, search: searchDocument };
  }
  if (find === undefined) return null;
  const { finderOf, findInUnit } = await import('../search/find-unit.ts');
  const finder = await finderOf(find);
  const searchDocument: SearchDocument = (document, parts) => {
    const turns = findInUnit(finder, document, parts);
    return { turns: turns.map(({ view, found }) => ({ view: plainView(view, false), found })) };
  };
  return { filter: finder.filter, estimate: finder.estimate, search: searchDocument };
}

/** Reads and answers, synchronously like `openUnit`. */
export function answerUnit(scope: AnsweringScope, unit: UnitRequest): UnitAnswer | Promise<UnitAnswer> {
  const { want, opened } = scope;
  const { row } = opened;
  const isOfRows = row !== undefined && want.views?.withLarge === false && !unit.factsOnly;
  const part = isOfRows ? soleFile(scope, unit) : null;
  const answered = part === null ? null : answerRow(want, part, () => row?.(unit.id, part));
  return answered ?? answerByOpening(scope, unit, part);
}

/** `sole`: from `soleFile`, still in the buffer. */
export function answerByOpening(
  scope: AnsweringScope,
  unit: UnitRequest,
  sole: Part | null = null,
): UnitAnswer | Promise<UnitAnswer> {
  const { disk, want, buffer, words } = scope;
  const { factsOnly, entries } = unit;
  const ask = factsOnly ? null : (want.change?.ask ?? null);
  const settling = ask === null ? undefined : scope.change?.settling;
  if (ask !== null && settling?.unread(ask, entries)) return SETTLED_ANSWER;
  let early: EarlyAnswer = NOTHING_EARLY;
  const answer = (read: OpenedUnit): UnitAnswer => {
    if (ask !== null && settling?.read(ask, entries, read.parts)) return SETTLED_ANSWER;
    return answerOpened(scope, read, { factsOnly, ...early });
  };
  const isWorth =
    factsOnly || words === null
      ? undefined
      : (parts: OpenedUnit['parts']) => {
          early = earlyAnswer(scope, words, { id: unit.id, parts });
          return early.isWorthOpening;
        };
  const read = sole !== null && entries.length + unit.elsewhere.length === 1 ? sole : null;
  const openedUnit = openUnit(disk, scope, read === null ? unit : { ...unit, read }, buffer, isWorth);
  return openedUnit instanceof Promise ? openedUnit.then(answer) : answer(openedUnit);
}

/** The answer of a unit before it is opened, and whether it has to be. */
interface EarlyAnswer {
  readonly isWorthOpening: boolean;
  readonly estimate: Estimate | null;
  readonly readDepth?: DocumentAnswer['readDepth'];
}

const NOTHING_EARLY: EarlyAnswer = { isWorthOpening: true, estimate: null };

function earlyAnswer(
  scope: AnsweringScope,
  { filter, estimate, depthOf }: WordSearch,
  { id, parts }: Pick<Unit, 'id' | 'parts'>,
): EarlyAnswer {
  const none = { isWorthOpening: false, estimate: null };
  if (depthOf !== undefined)
    return { ...none, readDepth: { of: versionOf(parts), ...depthOf(readUnitIn(scope, id, parts)) } };
  const names = namesFor(scope, id);
  if (!mayHold(filter, parts, { names })) return none;
  const estimated = estimate?.(parts, names()) ?? null;
  return { isWorthOpening: estimated?.isDamaged !== false, estimate: estimated };
}

function namesFor({ opened }: AnsweringScope, id: string): () => readonly NameList[] {
  return () => opened.namesFor?.(id) ?? [];
}

/** The only listed file of a unit. Null for several, or if it changed meanwhile or cannot be read. */
export function soleFile(
  { disk, kind, site, buffer }: Pick<AnsweringScope, 'disk' | 'kind' | 'site' | 'buffer'>,
  { entries }: Pick<UnitRequest, 'entries'>,
): Part | null {
  let listed: WalkEntry | null = null;
  for (const entry of entries) {
    if (kind.listed?.includes(entry.place.role) !== true) continue;
    if (listed !== null) return null;
    listed = entry;
  }
  if (listed === null) return null;
  buffer?.clear();
  const { part = null, finding } = readOnce(disk, site.root, listed, buffer) ?? {};
  return finding === null && part?.source !== undefined ? part : null;
}

/** The answer of a list from a row. Null without a row, or if the file changed: opening it says why. */
export function answerRow({ views }: Want, part: Part, row: () => LazyView | null | undefined): UnitAnswer | null {
  try {
    const view = row() ?? null;
    if (view === null) return null;
    const answer = (asked: readonly View[]) => ({ bytes: part.size, document: { conversations: 1, views: asked } });
    // Unasked ones are not read.
    if (views?.states.includes(view.state) !== true) return answer([]);
    // The title may be the first question, and its program may refuse a record.
    if (view.slow !== true && view.bytes > 0) return null;
    return answer([view.plain(views.withLarge)]);
  } catch {
    return null;
  }
}

export function answerAbsent(scope: AnsweringScope, id: string): UnitAnswer {
  const none = { facts: undefined, parts: [], findings: [], passed: false };
  try {
    const document = scope.opened.open({ id, parts: [] });
    return answerOpened(scope, { ...none, document }, { factsOnly: false, estimate: null });
  } catch (error) {
    return { bytes: 0, document: null, unread: [unreadFinding(id, [], error)] };
  }
}

const SETTLED_ANSWER: UnitAnswer = { settled: true, bytes: 0, document: null };

function unopenedAnswer(
  { listed, conversationsIn }: AnsweringScope['kind'],
  parts: OpenedUnit['parts'],
): DocumentAnswer {
  const atLeastOne = () => Math.max(1, parts.filter(({ role }) => listed?.includes(role) === true).length);
  return { conversations: conversationsIn?.(parts) ?? atLeastOne() };
}

interface AnswerOptions extends Pick<EarlyAnswer, 'estimate' | 'readDepth'> {
  readonly factsOnly: boolean;
}

function answerOpened(
  scope: AnsweringScope,
  { document, facts, parts, findings, passed }: OpenedUnit,
  { factsOnly, estimate, readDepth }: AnswerOptions,
): UnitAnswer {
  const bytes = totalSize(parts);
  const early = readDepth === undefined ? estimateIn(estimate) : { readDepth };
  const plain = { bytes, document: passed ? { ...unopenedAnswer(scope.kind, parts), ...early } : null };
  if (document === null) return findings.length === 0 ? plain : { ...plain, unread: findings };
  const known = facts === undefined ? { conversations: 0 } : { facts, conversations: 0 };
  if (factsOnly) return { bytes, document: known };
  const unit = { site: scope.site, scope: scope.name, opened: scope.opened, document, parts };
  const failed = showTo(scope, unit);
  const unread = failed === null ? findings : [...findings, failed];
  const answer = documentAnswer(scope, unit, { unread: findings, estimate }, known);
  return unread.length === 0 ? { bytes, document: answer } : { bytes, document: answer, unread };
}

function showTo({ see }: AnsweringScope, unit: SeenUnit): Finding | null {
  try {
    see?.(unit);
    return null;
  } catch (error) {
    return unreadFinding(unit.document.id, unit.parts, error);
  }
}

function estimateIn(estimate: Estimate | null): Pick<DocumentAnswer, 'estimate'> {
  return estimate === null || estimate.found.turns.length === 0 ? {} : { estimate: estimate.found };
}

interface AnswerContext extends Pick<AnswerOptions, 'estimate'> {
  readonly unread: readonly Finding[];
}

function documentAnswer(
  scope: AnsweringScope,
  unit: SeenUnit,
  given: AnswerContext,
  known: DocumentAnswer,
): DocumentAnswer {
  let { conversations } = known;
  try {
    conversations = unit.document.conversations.length;
    return { ...known, conversations, ...wantedOf(scope, unit, given) };
  } catch (error) {
    return { ...known, conversations, failed: unreadFinding(unit.document.id, unit.parts, error) };
  }
}

/** Searches nothing in a unit that was opened only for its damaged lines. */
function searchWhereWordsAre(
  { filter, search }: WordSearch,
  scope: AnsweringScope,
  { document: { id }, parts }: SeenUnit,
): WordSearch['search'] {
  return mayHold(filter, parts, { names: namesFor(scope, id), wordsAlone: true }) ? search : () => ({});
}

/** The wanted members. Throws like the reading of the document. */
function wantedOf(scope: AnsweringScope, unit: SeenUnit, { unread, estimate }: AnswerContext): Partial<DocumentAnswer> {
  const { words, want, change } = scope;
  const { document, parts } = unit;
  if (estimate !== null) return inWords(scope, unit, () => estimateIn(estimate));
  if (words !== null) return inWords(scope, unit, searchWhereWordsAre(words, scope, unit));
  if (want.tally !== undefined) {
    const here = { ...want.tally, largest: scope.largest };
    const tallied = inWords(scope, unit, (healed) => ({ tally: tallyUnit(document, parts, here, healed) }));
    return parts.length === 0 ? { ...tallied, tally: tallyUnit(document, parts, here) } : tallied;
  }
  const views = want.views === undefined ? {} : viewsOf(scope.opened, document, want.views);
  if (want.change !== undefined) {
    const isRead = !unread.some(({ code }) => ruleOf(code).unjudged === true);
    const outcome = change?.decide(unit, isRead) ?? null;
    return outcome === null ? {} : { change: outcome };
  }
  const findings = want.findings === undefined ? [] : [...judgedUnit(document, parts, scope.judgeOther, want.findings)];
  return findings.length === 0 ? views : { ...views, findings };
}

function inWords({ kind }: AnsweringScope, unit: SeenUnit, search: SearchDocument): Partial<DocumentAnswer> {
  // A unit without files has only an index entry.
  if (unit.parts.length === 0) return { whole: 0 };
  const own = unit.document;
  const { value, whole, gaps } = readAsHealed(kind, unit, (document) =>
    document === own ? search(document, unit.parts) : withListedViews(own, search(document, unit.parts)),
  );
  return whole === unit.document.conversations.length ? value : { ...value, whole, gaps };
}

function withListedViews(
  own: Document,
  { matches, turns, ...answer }: Partial<DocumentAnswer>,
): Partial<DocumentAnswer> {
  return {
    ...answer,
    ...(matches === undefined ? {} : { matches: asListed(own, matches) }),
    ...(turns === undefined ? {} : { turns: asListed(own, turns) }),
  };
}
