/** Equal texts of records as one: millions of records may be held. */
export class SharedTexts {
  readonly #words = new Map<string, string>();
  #last: string | null = null;

  /** Of a type or a role, of which there are few. */
  word<Word extends string | null>(word: Word): Word {
    if (word === null) return word;
    const known = this.#words.get(word);
    if (known !== undefined) return known as Word;
    this.#words.set(word, word);
    return word;
  }

  /** The id of the record that one goes on from: most go on from the one before. */
  parent(named: string | null, uuid: string): string | null {
    const parent = named === this.#last ? this.#last : named;
    this.#last = uuid;
    return parent;
  }
}
