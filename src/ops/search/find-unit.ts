import type { View } from '../../model/conversation.ts';
import type { FindQuery, FoundTurn, FoundTurns } from '../../model/search.ts';
import { type ByteFilter, byteFilter } from '../../stores/engine/byte-filter.ts';
import type { Document } from '../../stores/kind.ts';
import { type Mask, maskFor } from '../secrets/find-secrets.ts';
import { stemOf, wordsIn } from './matcher.ts';
import { namesOf, readable, readableTranscripts } from './search-unit.ts';

export interface Finder {
  readonly query: FindQuery;
  readonly mask: Mask;
  readonly filter: ByteFilter | null;
}

export async function finderOf(query: FindQuery): Promise<Finder> {
  // A stem may end in a letter that its word has not: `happi`, of `happy`.
  const patterns = query.stems.map((stem) => stem.slice(0, Math.max(SHORTEST, stem.length - 1)));
  const filter = byteFilter({ patterns, syntax: 'literal', ignoreCase: true });
  return { query, mask: await maskFor(query.redact === true), filter };
}

const SHORTEST = 3;

/** Best turns kept per conversation. */
const HELD = 5;

export function findInUnit(finder: Finder, document: Document): { readonly view: View; readonly found: FoundTurns }[] {
  return document.conversations.flatMap((view) => {
    const found = turnsOf(finder, document, view);
    return found.turns.length === 0 ? [] : [{ view, found }];
  });
}

function turnsOf({ query: { stems }, mask }: Finder, document: Document, view: View): FoundTurns {
  const places = new Map(stems.map((stem, n) => [stem, n]));
  const among: number[] = stems.map(() => 0);
  let turns: FoundTurn[] = [];
  let [count, words] = [0, 0];
  for (const { agent, index, text } of textsToFind(document, view)) {
    const turn = shownTurn(text, index, places, mask);
    count++;
    words += turn.length;
    for (const [n, times] of turn.times.entries()) if (times > 0) among[n] = (among[n] ?? 0) + 1;
    if (hasAny(turn)) turns = best([...turns, agent === null ? turn : { ...turn, agent }]);
  }
  return { turns, in: among, count, words };
}

/** The names of a conversation, and its texts and its subagents', but for those that are another conversation's. */
function* textsToFind(document: Document, view: View) {
  for (const text of namesOf(document, view)) yield { agent: null, index: 0, text };
  for (const { agent, messages } of readableTranscripts(document, view))
    for (const message of messages) {
      const text = message.type === 'text' && message.inherited !== true ? readable(message) : '';
      if (text !== '' && text !== null) yield { agent, index: message.index, text };
    }
}

/** A turn with its secrets covered; covering takes longest, so a turn without a match goes as it is. */
function shownTurn(text: string, index: number, places: ReadonlyMap<string, number>, mask: Mask): FoundTurn {
  const raw = turnOf(text, index, places, mask);
  const covered = hasAny(raw) ? mask.cover(text) : text;
  return covered === text ? raw : turnOf(covered, index, places, mask);
}

const hasAny = ({ times }: FoundTurn): boolean => times.some((each) => each > 0);

function best(turns: readonly FoundTurn[]): FoundTurn[] {
  const different = ({ times }: FoundTurn) => times.filter((each) => each > 0).length;
  return turns.toSorted((a, b) => different(b) - different(a) || a.length - b.length).slice(0, HELD);
}

function turnOf(written: string, index: number, places: ReadonlyMap<string, number>, { uncover }: Mask): FoundTurn {
  const text = written.normalize('NFC');
  const times = Array.from(places, () => 0);
  const met: { readonly n: number; readonly word: number; readonly at: number }[] = [];
  let length = 0;
  for (const { word, at, letter } of wordsIn(text)) {
    for (const n of [places.get(stemOf(word)), letter === null ? undefined : places.get(letter)]) {
      if (n === undefined) continue;
      times[n] = (times[n] ?? 0) + 1;
      met.push({ n, word: length, at });
    }
    length++;
  }
  const { span, at } = nearest(met);
  return { index, times, length, span, text: uncover(excerpt(text, at)) };
}

interface WordHit {
  readonly n: number;
  readonly word: number;
  readonly at: number;
}

/** The shortest run of words that has as many different stems as there are. */
function nearest(met: readonly WordHit[]): { readonly span: number; readonly at: number } {
  const all = new Set(met.map(({ n }) => n)).size;
  const lasts = new Map<number, WordHit>();
  let best = { span: 0, at: met[0]?.at ?? 0 };
  for (const last of all < 2 ? [] : met) {
    // In the order in which they were met last, so that the first of them begins the run.
    lasts.delete(last.n);
    lasts.set(last.n, last);
    const [first = last] = lasts.values();
    const span = last.word - first.word + 1;
    if (lasts.size === all && (best.span === 0 || span < best.span)) best = { span, at: first.at };
  }
  return best;
}

/** Characters shown before the first of the words, and from there on. */
const BEFORE = 40;
const FROM = 160;

function excerpt(text: string, at: number): string {
  const [start, end] = [Math.max(0, at - BEFORE), Math.min(text.length, at + FROM)];
  const line = text
    .slice(start, end)
    .replace(/\s+/g, ' ')
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .trim();
  return `${start > 0 ? '…' : ''}${line}${end < text.length ? '…' : ''}`;
}
