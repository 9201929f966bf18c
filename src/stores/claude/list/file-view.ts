import type { View } from '../../../model/conversation.ts';
import { once } from '../../once.ts';
import type { SessionFile } from '../read/session-file.ts';
import type { Hidden, Listing } from './listing.ts';

/** Bytes of a session that is read whole for a list. */
const CHEAP = 1 << 15;

/** A row of a list for one session, computed on demand. A class, so that views share one shape. */
export class ClaudeView implements View {
  readonly id: string;
  readonly state: View['state'];
  readonly format = 'claude';
  readonly daysLeft: number | null;
  readonly #file: SessionFile;
  readonly #hidden: () => Hidden | null;

  /** `left`: days until the program deletes an active file of this time. */
  constructor(
    id: string,
    file: SessionFile,
    state: View['state'],
    hidden: () => Hidden | null,
    left: ((mtime: number) => number | null) | null = null,
  ) {
    this.id = id;
    this.state = state;
    this.#file = file;
    this.#hidden = once(hidden);
    this.daysLeft = left === null ? null : left(file.part.mtime);
  }

  get path(): string {
    return this.#file.part.path;
  }

  /** Its listing reads a small file whole. */
  get slow(): true | undefined {
    return this.bytes > CHEAP ? true : undefined;
  }

  get bytes(): number {
    return this.#file.part.type === 'folder' ? 0 : this.#file.part.size;
  }

  get timestamp(): number | null {
    return Math.floor(this.timestampMs / 1000);
  }

  get updatedAt(): number | null {
    return this.#file.part.mtime;
  }

  get createdAt(): number | null {
    const { createdAt } = this.listing;
    return createdAt === null ? null : Math.floor(createdAt / 1000);
  }

  get listing(): Listing {
    return this.#file.listing();
  }

  get title(): string | null {
    return this.listing.title;
  }

  get branch(): string | null {
    return this.listing.branch;
  }

  get tag(): string | null {
    return this.listing.tag;
  }

  get cwd(): string | null {
    return this.#file.cwd();
  }

  get asked(): string | null {
    const { title, firstPrompt } = this.listing;
    return firstPrompt === title ? null : firstPrompt;
  }

  get goesOnIn(): string | null {
    return this.listing.continuedIn;
  }

  get forkedFrom(): string | null {
    return this.listing.forkedFrom;
  }

  get cloud(): string | null {
    return this.listing.cloud;
  }

  get hidden(): Hidden | null {
    return this.#hidden();
  }

  /** The picker's sort key, in milliseconds: a copy is as old as its last message. */
  get timestampMs(): number {
    const { mtimeMs, mtime } = this.#file.part;
    const changed = Math.trunc(mtimeMs ?? mtime * 1000);
    return Math.min(changed, this.listing.lastAt ?? changed);
  }

  get readable(): boolean {
    return this.#file.source !== null && this.#file.goesOn();
  }

  get messages(): number | null {
    return this.readable ? this.#file.history().sent.length : null;
  }

  get records(): number {
    return this.#file.records().objects();
  }
}
