/** Characters of markup in a part: what a browser makes in a few milliseconds. */
const PART = 48_000;
/** Characters of a page that are there at once, so that the search of a browser finds them: most conversations whole. */
const AT_ONCE = 1_000_000;

/** Markup that a browser with scripts makes when it comes near. */
export function laterPart(markup: string): string {
  return `<div class="part" data-later><noscript>\n${markup}</noscript></div>\n`;
}

/**
 * The markup between two headings, in parts. Past the first million characters a part is in `noscript`: a browser that runs the script
 * takes it for one text, and the script makes it when it comes into view; one that does not reads it as it is.
 */
export class Parts {
  #held: string[] = [];
  #size = 0;
  #written = 0;

  /** Takes up the markup of an entry, whole; answers the part that is full with it, or nothing. */
  *add(markup: string): Generator<string> {
    this.#held.push(markup);
    this.#size += markup.length;
    if (this.#size >= PART) yield* this.end();
  }

  /** The part that is not full yet. */
  *end(): Generator<string> {
    if (this.#size === 0) return;
    const markup = this.#held.join('');
    yield this.#written < AT_ONCE ? `<div class="part">\n${markup}</div>\n` : laterPart(markup);
    this.#written += this.#size;
    this.#held = [];
    this.#size = 0;
  }
}
