import type { View } from '../../../model/conversation.ts';
import { once } from '../../once.ts';
import type { SessionFile } from '../read/session-file.ts';
import { geminiShown } from '../read/transcript.ts';
import type { geminiReasons } from './reasons.ts';

export type GeminiHidden = keyof typeof geminiReasons;

interface Around {
  readonly cwd: string | null;
  /** Days until the program deletes it; undefined where that is not known. */
  readonly daysLeft: number | null | undefined;
  readonly hidden: GeminiHidden | null;
  readonly earlier: number | undefined;
}

export class GeminiView implements View {
  readonly id: string;
  readonly branch = null;
  readonly #file: SessionFile;
  readonly #around: () => Around;

  constructor(id: string, file: SessionFile, around: () => Around) {
    this.id = id;
    this.#file = file;
    this.#around = once(around);
  }

  get path(): string {
    return this.#file.part.path;
  }

  get format(): string | null {
    const { isReadable, isDocument, live } = this.#file.read();
    if (!isReadable) return null;
    return !isDocument ? 'gemini-c' : this.#file.read().meta.kind === null && live.length > 0 ? 'gemini-a' : 'gemini-b';
  }

  get state(): View['state'] {
    return this.#file.isArchived ? 'archived' : 'active';
  }

  get readable(): boolean {
    return this.#file.read().isReadable;
  }

  /** The program sorts by start. */
  get timestamp(): number | null {
    return this.createdAt;
  }

  get createdAt(): number | null {
    const { startTime } = this.#file.read().meta;
    const time = Date.parse(startTime ?? this.#file.name?.started ?? '');
    return Number.isNaN(time) ? null : Math.floor(time / 1000);
  }

  get updatedAt(): number {
    const time = Date.parse(this.#file.read().meta.lastUpdated ?? '');
    return Number.isNaN(time) ? this.#file.part.mtime : Math.floor(time / 1000);
  }

  get title(): string | null {
    const { meta, question } = this.#file.read();
    return meta.summary ?? question;
  }

  get asked(): string | null {
    const { meta, question } = this.#file.read();
    return meta.summary === null ? null : question;
  }

  get messages(): number | null {
    return this.readable ? this.#messages() : null;
  }

  readonly #messages = once(() => {
    const { source } = this.#file;
    return source === null ? 0 : geminiShown(source, this.#file.read()).messages;
  });

  get bytes(): number {
    return this.#file.part.size;
  }

  get cwd(): string | null {
    return this.#around().cwd;
  }

  get daysLeft(): number | null | undefined {
    return this.#around().daysLeft;
  }

  get hidden(): string | null {
    return this.#around().hidden;
  }

  get earlier(): number | undefined {
    return this.#around().earlier;
  }

  get records(): number {
    return this.#file.read().lines;
  }
}
