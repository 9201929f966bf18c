/**
 * Words that occur in one of these texts, by the automaton of Aho and Corasick. Its time grows with the sum of both
 * lengths, not with their product.
 */
export function occurring(words: ReadonlySet<string>, texts: readonly string[]): ReadonlySet<string> {
  const [sought, letters] = [lettersOf(words), lettersOf(texts)];
  // Building the automaton costs as much as some hundred comparisons per letter.
  if (letters * words.size <= MAX_LOOKS * sought)
    return new Set([...words].filter((word) => texts.some((text) => text.includes(word))));
  const trie = new Trie(sought);
  const ends = new Map<string, number>();
  let open = Array.from(words, (word) => ({ word, node: 0 }));
  // Level by level: the suffix of a node is on a level before it.
  for (let depth = 0; open.length > 0; depth++) {
    for (const each of open) each.node = trie.add(each.node, each.word.charCodeAt(depth));
    for (const { word, node } of open) if (word.length === depth + 1) ends.set(word, node);
    if (open.some(({ word }) => word.length === depth + 1)) open = open.filter(({ word }) => word.length > depth + 1);
  }
  for (const text of texts) trie.read(text);
  const met = trie.met();
  return new Set([...words].filter((word) => met[ends.get(word) as number] === 1));
}

const MAX_LOOKS = 100;

function lettersOf(texts: Iterable<string>): number {
  let sum = 0;
  for (const { length } of texts) sum += length;
  return sum;
}

class Trie {
  readonly #parent: Int32Array;
  readonly #letter: Uint16Array;
  /** By node: the node of its longest proper suffix in the trie. */
  readonly #suffix: Int32Array;
  readonly #met: Uint8Array;
  /** Nodes by parent and letter, with open addressing; 0 marks a free slot. */
  readonly #slots: Int32Array;
  #count = 1;

  constructor(letters: number) {
    this.#parent = new Int32Array(letters + 1);
    this.#letter = new Uint16Array(letters + 1);
    this.#suffix = new Int32Array(letters + 1);
    this.#met = new Uint8Array(letters + 1);
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * letters + 2)));
  }

  add(node: number, letter: number): number {
    const slot = this.#slotOf(node, letter);
    if (this.#slots[slot] !== 0) return this.#slots[slot] as number;
    const child = this.#count++;
    this.#suffix[child] = node === 0 ? 0 : this.#next(this.#suffix[node] as number, letter);
    this.#parent[child] = node;
    this.#letter[child] = letter;
    this.#slots[slot] = child;
    return child;
  }

  read(text: string): void {
    let node = 0;
    for (let i = 0; i < text.length; i++) {
      node = this.#next(node, text.charCodeAt(i));
      this.#met[node] = 1;
    }
  }

  /** 1 for each node whose letters occur in the texts. */
  met(): Uint8Array {
    for (let node = this.#count - 1; node > 0; node--)
      if (this.#met[node] === 1) this.#met[this.#suffix[node] as number] = 1;
    return this.#met;
  }

  #next(from: number, letter: number): number {
    for (let node = from; ; node = this.#suffix[node] as number) {
      const child = this.#slots[this.#slotOf(node, letter)] as number;
      if (child !== 0 || node === 0) return child;
    }
  }

  #slotOf(node: number, letter: number): number {
    const mask = this.#slots.length - 1;
    let hash = Math.imul(node, 0x9e3779b1) ^ Math.imul(letter, 0x85ebca6b);
    hash ^= hash >>> 15;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const child = this.#slots[slot] as number;
      if (child === 0 || (this.#parent[child] === node && this.#letter[child] === letter)) return slot;
    }
  }
}
