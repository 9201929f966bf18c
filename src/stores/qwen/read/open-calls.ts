/** Calls whose results are sent: those of the last answer. A result after a later answer than its call's is not sent. */
export class OpenCalls {
  readonly #ids = new Set<string>();
  #answer: string | null = null;

  /** Begins an answer, unless the uuid is that of the last one: records with one uuid are parts of it. A message of a summary has none. */
  begin(uuid: string): void {
    if (uuid === '' || uuid !== this.#answer) this.#ids.clear();
    this.#answer = uuid;
  }

  add(id: string): void {
    this.#ids.add(id);
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }
}
