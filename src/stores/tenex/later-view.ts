import { isObject, type Value } from '../../codecs/json/value.ts';
import type { View } from '../../model/conversation.ts';
import { once } from '../once.ts';
import type { Opened } from './opened.ts';
import { LATER, laterMessages } from './read/later.ts';
import { numberAt, textAt } from './read/members.ts';
import { floored } from './read/seconds.ts';

/** What a list shows of a conversation in the keeping of the TENEX of December 2025, worked out when it is asked for. */
export class LaterView implements View {
  readonly id: string;
  readonly format = LATER;
  readonly state = 'active';
  readonly readable = true;
  readonly #opened: Opened;
  readonly #messages: () => readonly Value[];

  constructor(id: string, opened: Opened) {
    this.id = id;
    this.#opened = opened;
    this.#messages = once(() => {
      const decoded = opened.decoded();
      return (decoded === null ? null : laterMessages(decoded)) ?? [];
    });
  }

  get path(): string {
    return this.#opened.part.path;
  }

  get bytes(): number {
    return this.#opened.part.size;
  }

  get timestamp(): number | null {
    return this.createdAt;
  }

  get createdAt(): number | null {
    return floored(this.createdExactly);
  }

  get createdExactly(): number | null {
    return this.#times[0] ?? null;
  }

  get updatedAt(): number | null {
    return floored(this.#times.at(-1) ?? null);
  }

  get title(): string | null {
    const metadata = this.#opened.decoded()?.members.get('metadata');
    return isObject(metadata) ? textAt(metadata, 'title') : null;
  }

  get messages(): number {
    return this.#messages().length;
  }

  get agents(): readonly string[] {
    return [...new Set(this.#messages().flatMap((message) => textAt(message, 'pubkey') ?? []))];
  }

  get #times(): number[] {
    return this.#messages().flatMap((message) => numberAt(message, 'timestamp') ?? []);
  }
}
