import type { View } from '../../model/conversation.ts';
import { once } from '../once.ts';
import { type Summary, summaryOf } from './hydrate/summary.ts';
import { type Opened, timeOf } from './opened.ts';

/**
 * What a list shows of one conversation file, worked out when it is asked for. A class, because getters of an object
 * literal give each object a shape of its own, and with it the file's bytes outlive many collections.
 */
export class FileView implements View {
  readonly id: string;
  readonly createdAt = null;
  readonly #opened: Opened;
  readonly #summary: () => Summary | null;

  constructor(id: string, opened: Opened) {
    this.id = id;
    this.#opened = opened;
    this.#summary = once(() => summary(opened));
  }

  get path(): string {
    return this.#opened.part.path;
  }

  get state(): View['state'] {
    return this.#opened.state;
  }

  get bytes(): number {
    const { type, size } = this.#opened.part;
    return type === 'folder' ? 0 : size;
  }

  get format(): string | null {
    return this.#opened.decoded()?.format ?? null;
  }

  get timestamp(): number | null {
    return timeOf(this.#opened);
  }

  get updatedAt(): number | null {
    return this.timestamp;
  }

  get readable(): boolean {
    return this.#opened.judgement()?.readable ?? false;
  }

  get title(): string | null {
    return this.#summary()?.title ?? null;
  }

  get messages(): number | null {
    return this.#summary()?.messages ?? null;
  }
}

function summary({ decoded, judgement }: Opened): Summary | null {
  const document = decoded();
  return document !== null && judgement()?.readable ? summaryOf(document) : null;
}
