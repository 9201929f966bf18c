import type { ReadDisk } from '../../io/disk.ts';
import { type Finding, type Gap, ruleOf } from '../../model/finding.ts';
import { daysOf } from '../../model/time.ts';
import type { Ask } from '../../stores/decision.ts';
import { mayHold } from '../../stores/engine/search/byte-filter.ts';
import type { Document, Kind, NameList, Site } from '../../stores/kind.ts';
import type { DecidedUnit } from '../change/decide-unit.ts';
import type { Estimate } from '../search/estimate.ts';
import { judgedUnit, otherJudge } from './judge-unit.ts';
import { type EarlyDecision, settlingDecision } from './open-scope.ts';
import { readAsHealed } from './readable.ts';
import { LargestSizes, type TallyHere, tallyUnit } from './unit-tally.ts';
import { viewsOf, withOwnViews } from './unit-views.ts';
import type { FindingsWant, SeenUnit, Want, WantAnswer } from './want.ts';
import { type SearchDocument, type WordSearch, wordSearch } from './word-search.ts';

/** A want, with everything needed to answer it for the units of a scope. */
export type PreparedWant =
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
  readonly ask: Ask;
  readonly decide: DecideRead;
  readonly settling: EarlyDecision;
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
      return { type: 'change', ask: want.options.ask, decide, settling: settlingDecision(disk, kind, site) };
    default:
      return { type: 'words', words: words ?? (await wordSearch(want)) };
  }
}

export interface ReadBefore {
  /** Findings on files of the unit that were not read. */
  readonly unreadFindings: readonly Finding[];
  /** Made before the unit was opened. */
  readonly estimate: Estimate | null;
}

type KindLayout = Pick<Kind, 'layout'>;

/** Answers the want for a unit. Throws whatever reading the document throws. */
export function answerWant(kind: KindLayout, want: PreparedWant, unit: SeenUnit, before: ReadBefore): WantAnswer {
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

export function namesFor({ opened }: Pick<SeenUnit, 'opened'>, id: string): () => readonly NameList[] {
  return () => opened.namesFor?.(id) ?? [];
}

export function estimateIn(estimate: Estimate | null): Pick<WantAnswer, 'estimate'> {
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
