import type { EstimatedTurn, FoundTurn } from '../../model/search.ts';
import { stemOf, wordsIn } from './words.ts';

/** Best turns kept per conversation. */
const HELD = 5;

export const hasAny = ({ times }: Pick<FoundTurn, 'times'>): boolean => times.some((each) => each > 0);

type RankedTurn = Pick<FoundTurn, 'times' | 'length'> & Partial<Pick<EstimatedTurn, 'isOfTool'>>;

export function withBest<T extends RankedTurn>(turns: readonly T[], turn: T): readonly T[] {
  return isAmongBest(turns, turn) ? [...turns, turn].sort(compare).slice(0, HELD) : turns;
}

export function isAmongBest(turns: readonly RankedTurn[], turn: RankedTurn): boolean {
  const last = turns[HELD - 1];
  return last === undefined || compare(last, turn) > 0;
}

function compare(a: RankedTurn, b: RankedTurn): number {
  const ofTool = ({ isOfTool }: RankedTurn) => (isOfTool === true ? 1 : 0);
  return different(b) - different(a) || ofTool(a) - ofTool(b) || a.length - b.length;
}

function different({ times }: RankedTurn): number {
  let count = 0;
  for (const each of times) if (each > 0) count++;
  return count;
}

export function turnOf(
  written: string,
  index: number,
  places: ReadonlyMap<string, number>,
  uncover: (text: string) => string,
): FoundTurn {
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
  const { span, at } = shortestSpan(met);
  return { index, times, length, span, text: uncover(excerptAround(text, at)) };
}

export interface WordHit {
  readonly n: number;
  readonly word: number;
  readonly at: number;
}

/** The shortest run of words that has as many different stems as there are. */
export function shortestSpan(met: readonly WordHit[]): { readonly span: number; readonly at: number } {
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

function excerptAround(text: string, at: number): string {
  const start = Math.max(0, at - BEFORE);
  const end = Math.min(text.length, at + FROM);
  const line = text
    .slice(start, end)
    .replace(/\s+/g, ' ')
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .trim();
  return `${start > 0 ? '…' : ''}${line}${end < text.length ? '…' : ''}`;
}
