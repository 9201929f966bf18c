import type { Message, View } from '../../model/conversation.ts';
import type { Part } from '../../model/part.ts';
import {
  ANY_TIME,
  type FindQuery,
  type FoundTurn,
  type FoundTurns,
  isInRange,
  isUnlimited,
  type TimeRange,
} from '../../model/search.ts';
import { isSetup } from '../../stores/engine/checkpoint.ts';
import { type ByteFilter, byteFilter } from '../../stores/engine/search/byte-filter.ts';
import type { Document } from '../../stores/kind.ts';
import { type Mask, type MaskOf, masks } from '../secrets/mask.ts';
import { beginningsOf, type Estimator, estimatorOf } from './estimate.ts';
import { coveredText, readableText } from './search-lines.ts';
import { readableTranscripts, searchedNames } from './search-unit.ts';
import { fileWithTorn, tornLines, type UnitDamage } from './torn-lines.ts';
import { BestTurns, hasAny, hasPhrase, stemsOf, turnOf } from './words.ts';

export interface Finder {
  readonly query: FindQuery;
  /** Of the words of the query, in their order. */
  readonly stems: readonly string[];
  readonly maskOf: MaskOf;
  readonly filter: ByteFilter | null;
  /** Null to decode every unit. */
  readonly estimate: Estimator | null;
}

export async function finderOf(query: FindQuery): Promise<Finder> {
  const stems = stemsOf(query.words);
  const filter = byteFilter({ patterns: stems.flatMap(beginningsOf), syntax: 'literal', ignoreCase: true });
  const estimate = query.estimated ? estimatorOf(stems, query.words) : null;
  return { query, stems, maskOf: await masks(query.redact), filter, estimate };
}

export interface FoundView {
  readonly view: View;
  readonly found: FoundTurns;
}

export function findInUnit({ query, stems, maskOf }: Finder, document: Document, parts: readonly Part[]): FoundView[] {
  const { range = ANY_TIME, words } = query;
  return document.conversations.flatMap((view) => {
    if (!isInRange(view.updatedAt, { since: range.since, until: null })) return [];
    const mask = maskOf(document, view, parts);
    const found = turnsOf({ stems, words, mask }, textsToFind(document, view, range));
    const learnt = mask.learnt();
    if (found.turns.length === 0) return [];
    return [{ view, found: learnt.length === 0 ? found : { ...found, learnt } }];
  });
}

/** Returns a test: true for a torn line in a file whose torn lines have none of the words. Results are cached, since a file may have many. */
export function isTornWithout({ stems }: Pick<Finder, 'stems'>): (damage: UnitDamage) => boolean {
  const places = new Map(stems.map((stem, n) => [stem, n]));
  const answers = new WeakMap<Part, boolean>();
  return (damage) => {
    const part = fileWithTorn(damage);
    if (part === null) return false;
    const known = answers.get(part);
    if (known !== undefined) return known;
    const [found] = tornLines(part, (text) => hasAny(turnOf(text, 0, places, (word) => word)));
    answers.set(part, found === undefined);
    return found === undefined;
  };
}

interface TextToFind {
  readonly whose: Pick<FoundTurn, 'agent' | 'isName' | 'time'>;
  readonly index: number;
  readonly text: string;
  /** True for a name, and for the first question. */
  readonly isHead: boolean;
  covered(mask: Mask): string;
}

function turnsOf(
  { stems, words: phrase, mask }: Pick<Finder, 'stems'> & Pick<FindQuery, 'words'> & { readonly mask: Mask },
  texts: Iterable<TextToFind>,
): FoundTurns {
  const places = new Map(stems.map((stem, n) => [stem, n]));
  const among: number[] = stems.map(() => 0);
  const turns = new BestTurns<FoundTurn>();
  let count = 0;
  let words = 0;
  let isPhrase = false;
  for (const said of texts) {
    const { turn, readable } = shownTurn(said, places, mask);
    count++;
    words += turn.length;
    for (const [n, times] of turn.times.entries()) if (times > 0) among[n] = (among[n] ?? 0) + 1;
    if (!hasAny(turn)) continue;
    turns.add({ ...turn, ...said.whose });
    isPhrase ||= said.isHead && hasPhrase(readable, phrase);
  }
  return { turns: turns.all(), in: among, count, words, ...(isPhrase ? { hasPhrase: true } : {}) };
}

/** Texts that are searched: of the time, without names if it is limited. */
export function textsToFind(document: Document, view: View, range: TimeRange): Iterable<TextToFind> {
  return isUnlimited(range) ? namedTexts(document, view) : textsSaid(document, view, range);
}

function* namedTexts(document: Document, view: View): Generator<TextToFind> {
  for (const text of searchedNames(document, view))
    yield { whose: { isName: true }, index: 0, text, isHead: true, covered: ({ cover }) => cover(text) };
  yield* textsSaid(document, view, ANY_TIME);
}

/** Texts of a conversation and of its subagents, without those inherited from other conversations. */
function* textsSaid(document: Document, view: View, range: TimeRange): Generator<TextToFind> {
  const isAsked = (message: Message) =>
    message.type === 'text' && message.inherited !== true && isInRange(message.time, range) && !isSetUp(message);
  let isHead = isUnlimited(range);
  for (const { agent, messages } of readableTranscripts(document, view)) {
    for (const message of messages) {
      const text = isAsked(message) ? readableText(message) : '';
      if (text === '' || text === null) continue;
      const isQuestion = agent === null && message.role === 'user' && !message.hidden;
      yield {
        whose: whoseOf(agent, message),
        index: message.index,
        text,
        isHead: isHead && isQuestion,
        covered: (mask) => coveredText(message, mask) ?? '',
      };
      isHead &&= !isQuestion;
    }
  }
}

function whoseOf(agent: string | null, { time }: Message): TextToFind['whose'] {
  return { ...(agent === null ? {} : { agent }), ...(time === undefined ? {} : { time }) };
}

/** True for texts that the program puts before a question. */
function isSetUp({ hidden, role, text }: Message): boolean {
  return hidden && role === 'user' && isSetup(text ?? '');
}

/** A turn and its text with secrets covered, which takes longest: one without a match is not covered. */
function shownTurn(
  { text, index, covered: coveredBy }: TextToFind,
  places: ReadonlyMap<string, number>,
  mask: Mask,
): { readonly turn: FoundTurn; readonly readable: string } {
  const raw = turnOf(text, index, places, mask.uncover);
  const readable = hasAny(raw) ? coveredBy(mask) : text;
  return { turn: readable === text ? raw : turnOf(readable, index, places, mask.uncover), readable };
}
