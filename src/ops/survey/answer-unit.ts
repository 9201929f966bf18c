import type { ReadBuffer } from '../../io/disk/read-file.ts';
import type { ReadDisk } from '../../io/disk.ts';
import { readOnce } from '../../io/read.ts';
import type { WalkEntry } from '../../io/walk/look-at-name.ts';
import type { LazyView, View } from '../../model/conversation.ts';
import { type Finding, type Gap, ruleOf } from '../../model/finding.ts';
import { type Part, totalSize } from '../../model/part.ts';
import { daysOf } from '../../model/time.ts';
import { mayHold } from '../../stores/engine/search/byte-filter.ts';
import type { DecidingScope, Document, Kind, NameList, Site, Unit } from '../../stores/kind.ts';
import type { DecidedUnit } from '../change/decide-unit.ts';
import type { Estimate } from '../search/estimate.ts';
import { judgedUnit, otherJudge, unreadFinding } from './judge-unit.ts';
import { HeadSkips, type OpenedUnit, openUnit, readUnitIn, versionOf } from './open-scope.ts';
import { readAsHealed } from './readable.ts';
import { LargestSizes, type TallyHere, tallyUnit } from './unit-tally.ts';
import { viewsOf, withOwnViews } from './unit-views.ts';
import {
  type DocumentAnswer,
  type FindingsWant,
  readsEndsOnly,
  type SeenUnit,
  type UnitAnswer,
  type Want,
  type WantAnswer,
} from './want.ts';
import { type SearchDocument, type WordSearch, wordSearch } from './word-search.ts';

export interface AnsweringScope {
  readonly disk: ReadDisk;
  readonly kind: Pick<Kind, 'layout' | 'listed' | 'conversationsIn'>;
  readonly site: Site;
  readonly name: string;
  readonly opened: DecidingScope;
  readonly want: PreparedWant;
  /** Buffer for the bytes of units; null if answers may hold these. */
  readonly buffer: ReadBuffer | null;
  /** Gets each document before its answer. */
  readonly see?: ((unit: SeenUnit) => void) | undefined;
}

export interface UnitRequest {
  readonly id: string;
  readonly factsOnly: boolean;
  readonly entries: readonly WalkEntry[];
  readonly elsewhere: readonly WalkEntry[];
}

/** Reads and answers a unit; synchronous unless a file changes, like `openUnit`. */
export function answerUnit(scope: AnsweringScope, unit: UnitRequest): UnitAnswer | Promise<UnitAnswer> {
  const { want, opened } = scope;
  const { row } = opened;
  const isOfRows = row !== undefined && readsEndsOnly(want) && !unit.factsOnly;
  const part = isOfRows ? soleFile(scope, unit) : null;
  const answered = part === null ? null : answerRow(want, part, () => row?.(unit.id, part));
  return answered ?? answerByOpening(scope, unit, part);
}

/** `sole`: the only file, from `soleFile`, still in the buffer. */
export function answerByOpening(
  scope: AnsweringScope,
  unit: UnitRequest,
  sole: Part | null = null,
): UnitAnswer | Promise<UnitAnswer> {
  const { disk, want, buffer } = scope;
  const { factsOnly, entries } = unit;
  const change = !factsOnly && want.type === 'change' ? want : null;
  const words = !factsOnly && want.type === 'words' ? want.words : null;
  if (change?.skips.skipsUnread(entries)) return SKIPPED_ANSWER;
  let early: EarlyAnswer = NOTHING_EARLY;
  const answer = (read: OpenedUnit): UnitAnswer => {
    if (change?.skips.skipsRead(entries, read.parts)) return SKIPPED_ANSWER;
    return answerOpened(scope, read, { factsOnly, ...early });
  };
  const isWorthOpening =
    words === null
      ? undefined
      : (parts: OpenedUnit['parts']) => {
          early = earlyAnswer(scope, words, { id: unit.id, parts });
          return early.isWorthOpening;
        };
  const read = sole !== null && entries.length + unit.elsewhere.length === 1 ? sole : null;
  const openedUnit = openUnit(disk, scope, read === null ? unit : { ...unit, read }, buffer, isWorthOpening);
  return openedUnit instanceof Promise ? openedUnit.then(answer) : answer(openedUnit);
}

/** The answer about a unit before it is opened, and whether it must be opened. */
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

/** An answer to a list, from a row. Null without a row, or if the file changed: opening says why. */
export function answerRow(want: PreparedWant, part: Part, row: () => LazyView | null | undefined): UnitAnswer | null {
  try {
    const view = row() ?? null;
    if (view === null || want.type !== 'views') return null;
    const { states, withLarge } = want.views;
    const answer = (views: readonly View[]) => ({ bytes: part.size, document: { conversations: 1, views } });
    // Views in other states are not read.
    if (!states.includes(view.state)) return answer([]);
    // Such a view needs the document: its title may be the first question, and the program may refuse a record.
    if (view.slow !== true && view.bytes > 0) return null;
    return answer([view.plain(withLarge)]);
  } catch {
    return null;
  }
}

export function answerAbsent(scope: AnsweringScope, id: string): UnitAnswer {
  const none = { facts: undefined, parts: [], findings: [], skipped: false };
  try {
    const document = scope.opened.open({ id, parts: [] });
    return answerOpened(scope, { ...none, document }, { factsOnly: false, estimate: null });
  } catch (error) {
    return { bytes: 0, document: null, unreadFindings: [unreadFinding(id, [], error)] };
  }
}

const SKIPPED_ANSWER: UnitAnswer = { skipped: true, bytes: 0, document: null };

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
  { document, facts, parts, findings, skipped }: OpenedUnit,
  { factsOnly, estimate, readDepth }: AnswerOptions,
): UnitAnswer {
  const bytes = totalSize(parts);
  const early = readDepth === undefined ? estimateIn(estimate) : { readDepth };
  const plain = { bytes, document: skipped ? { ...unopenedAnswer(scope.kind, parts), ...early } : null };
  if (document === null) return findings.length === 0 ? plain : { ...plain, unreadFindings: findings };
  const known = facts === undefined ? { conversations: 0 } : { facts, conversations: 0 };
  if (factsOnly) return { bytes, document: known };
  const unit = { site: scope.site, scope: scope.name, opened: scope.opened, document, parts };
  const failed = showTo(scope, unit);
  const unreadFindings = failed === null ? findings : [...findings, failed];
  const answer = documentAnswer(scope, unit, { unreadFindings: findings, estimate }, known);
  return unreadFindings.length === 0 ? { bytes, document: answer } : { bytes, document: answer, unreadFindings };
}

function showTo({ see }: AnsweringScope, unit: SeenUnit): Finding | null {
  try {
    see?.(unit);
    return null;
  } catch (error) {
    return unreadFinding(unit.document.id, unit.parts, error);
  }
}

function documentAnswer(
  scope: AnsweringScope,
  unit: SeenUnit,
  before: ReadBefore,
  known: DocumentAnswer,
): DocumentAnswer {
  let counts: Pick<DocumentAnswer, 'conversations' | 'storedCount'> = known;
  try {
    const { conversations: all, storedCount = all.length } = unit.document;
    counts = storedCount === all.length ? { conversations: storedCount } : { conversations: all.length, storedCount };
    return { ...known, ...counts, ...answerWant(scope.kind, scope.want, unit, before) };
  } catch (error) {
    return { ...known, ...counts, failed: unreadFinding(unit.document.id, unit.parts, error) };
  }
}

/** A want, with everything needed to answer it for the units of a scope. */
type PreparedWant =
  | FindingsHere
  | Extract<Want, { type: 'views' }>
  | ({ readonly type: 'tally' } & TallyHere)
  | { readonly type: 'words'; readonly words: WordSearch }
  | ChangeHere;

interface FindingsHere extends FindingsWant {
  readonly judgeOther: ReturnType<typeof otherJudge>;
}

interface ChangeHere {
  readonly type: 'change';
  readonly decide: DecideRead;
  readonly skips: HeadSkips;
}

/** Decides on a unit. `isRead`: all its files were readable. Null for no decision. */
export type DecideRead = (unit: SeenUnit, isRead: boolean) => DecidedUnit | null;

interface Preparing {
  readonly disk: ReadDisk;
  readonly kind: Kind;
  readonly site: Site;
  /** The search for the want; null if it is still to be prepared. */
  readonly words: WordSearch | null;
  readonly decide: DecideRead;
}

export async function preparedWant(want: Want, { disk, kind, site, words, decide }: Preparing): Promise<PreparedWant> {
  switch (want.type) {
    case 'findings':
      return { ...want, judgeOther: otherJudge(disk, site) };
    case 'views':
      return want;
    case 'tally':
      return { ...want, dayOf: daysOf(want.zone), largest: new LargestSizes(want.bySession) };
    case 'change':
      return { type: 'change', decide, skips: new HeadSkips(disk, kind, site, want.options.ask) };
    default:
      return { type: 'words', words: words ?? (await wordSearch(want)) };
  }
}

interface ReadBefore {
  /** Findings on files of the unit that were not read. */
  readonly unreadFindings: readonly Finding[];
  /** Made before the unit was opened. */
  readonly estimate: Estimate | null;
}

type KindLayout = Pick<Kind, 'layout'>;

/** Answers the want for a unit. Throws whatever reading the document throws. */
function answerWant(kind: KindLayout, want: PreparedWant, unit: SeenUnit, before: ReadBefore): WantAnswer {
  switch (want.type) {
    case 'findings':
      return findingsIn(unit, want);
    case 'views':
      return viewsOf(unit.opened, unit.document, want.views);
    case 'tally':
      return tallyOf(kind, unit, want);
    case 'words':
      return wordsIn(kind, unit, want.words, before.estimate);
    case 'change':
      return outcomeOf(unit, want, before.unreadFindings);
  }
}

function findingsIn({ opened, document, parts }: SeenUnit, want: FindingsHere): WantAnswer {
  const views = want.views === undefined ? {} : viewsOf(opened, document, want.views);
  const findings = [...judgedUnit(document, parts, want.judgeOther, want)];
  return findings.length === 0 ? views : { ...views, findings };
}

function tallyOf(kind: KindLayout, unit: SeenUnit, here: TallyHere): WantAnswer {
  const { document, parts } = unit;
  const tallied = inWords(kind, unit, (healed) => ({ tally: tallyUnit(document, parts, here, healed) }));
  return parts.length === 0 ? { ...tallied, tally: tallyUnit(document, parts, here) } : tallied;
}

function outcomeOf(unit: SeenUnit, { decide }: ChangeHere, unread: readonly Finding[]): WantAnswer {
  const isRead = !unread.some(({ code }) => ruleOf(code).unjudged === true);
  const outcome = decide(unit, isRead);
  return outcome === null ? {} : { change: outcome };
}

/** Searches a unit for words. With an `estimate`, it was opened only for its damaged lines, and is not searched. */
function wordsIn(
  kind: KindLayout,
  unit: SeenUnit,
  { filter, search, seesDamage }: WordSearch,
  estimate: Estimate | null,
): WantAnswer {
  const { document, parts } = unit;
  if (estimate !== null) {
    const isNowhere = estimate.found.turns.length === 0;
    return inWords(kind, unit, () => estimateIn(estimate), isNowhere ? inBytes : undefined);
  }
  const names = namesFor(unit, document.id);
  const mayMatch = mayHold(filter, parts, { names, wordsAlone: true });
  if (!mayMatch) return inWords(kind, unit, () => ({}), inBytes);
  return inWords(kind, unit, search, seesDamage && (({ finding }) => seesDamage({ finding, document, parts })));
}

/** True for a damaged record, whose bytes were searched as they are. */
function inBytes({ finding: { code }, extent }: Gap): boolean {
  return extent === 'record' && ruleOf(code).hides === 'record';
}

function namesFor({ opened }: Pick<SeenUnit, 'opened'>, id: string): () => readonly NameList[] {
  return () => opened.namesFor?.(id) ?? [];
}

function estimateIn(estimate: Estimate | null): Pick<WantAnswer, 'estimate'> {
  return estimate === null || estimate.found.turns.length === 0 ? {} : { estimate: estimate.found };
}

/** `isSearched`: true for gaps that were searched, too; missing if none was. */
function inWords(
  kind: KindLayout,
  unit: SeenUnit,
  search: SearchDocument,
  isSearched?: (gap: Gap) => boolean,
): WantAnswer {
  // A unit without files has only an index entry.
  if (unit.parts.length === 0) return { whole: 0 };
  const own = unit.document;
  const { value, whole, gaps } = readAsHealed(kind, unit, (document, parts) =>
    document === own ? search(document, parts) : withListedViews(own, search(document, parts)),
  );
  if (whole === own.conversations.length) return value;
  const marked = isSearched && gaps.map((gap) => (isSearched(gap) ? { ...gap, isSearched: true } : gap));
  return { ...value, whole, gaps: marked ?? gaps };
}

function withListedViews(own: Document, { matches, turns, ...answer }: WantAnswer): WantAnswer {
  return {
    ...answer,
    ...(matches === undefined ? {} : { matches: withOwnViews(own, matches) }),
    ...(turns === undefined ? {} : { turns: withOwnViews(own, turns) }),
  };
}
