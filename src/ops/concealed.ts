import type { KindName } from '../model/kinds.ts';
import type { Reading } from './reading.ts';

/** Conversations that their programs do not list. */
export interface Concealed {
  readonly count: number;
  /** The most frequent reason, its program and count, with words that follow a noun. Null for none. */
  readonly most: { readonly count: number; readonly kind: KindName; readonly are: string } | null;
}

/** Counts conversations by why they are not listed. */
export class ConcealedCount {
  readonly #counts = new Map<string, { readonly kind: KindName; readonly word: string; count: number }>();

  add(kind: KindName, word: string): void {
    const key = `${kind}\0${word}`;
    const known = this.#counts.get(key) ?? { kind, word, count: 0 };
    known.count++;
    this.#counts.set(key, known);
  }

  async result({ kinds }: Pick<Reading, 'kinds'>): Promise<Concealed> {
    const all = [...this.#counts.values()].sort((a, b) => b.count - a.count);
    const count = all.reduce((sum, each) => sum + each.count, 0);
    const [first] = all;
    if (first === undefined) return { count, most: null };
    const reasons = await kinds.find(({ name }) => name === first.kind)?.reasons();
    const are = reasons?.[first.word]?.are;
    return { count, most: are === undefined ? null : { count: first.count, kind: first.kind, are } };
  }
}
