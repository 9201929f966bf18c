import type { View } from '../../../model/conversation.ts';
import { once } from '../../once.ts';
import { shownTitle } from '../read/session.ts';
import type { SessionFile } from '../read/session-file.ts';
import { qwenShown } from '../read/transcript.ts';
import type { qwenReasons } from './reasons.ts';

export type QwenHidden = keyof typeof qwenReasons;

/** One file as `list` shows it; each member is worked out when it is asked for. */
export class QwenView implements View {
  readonly id: string;
  readonly branch = null;
  readonly #file: SessionFile;
  readonly #hidden: () => QwenHidden | null;

  constructor(id: string, file: SessionFile, hidden: () => QwenHidden | null) {
    this.id = id;
    this.#file = file;
    this.#hidden = once(hidden);
  }

  get path(): string {
    return this.#file.part.path;
  }

  get format(): string | null {
    return this.readable ? 'qwen' : null;
  }

  get state(): View['state'] {
    return this.#file.isArchived ? 'archived' : 'active';
  }

  get readable(): boolean {
    const { first, isResumable } = this.#file.read();
    return first !== null && first.cwd !== null && isResumable;
  }

  /** The program sorts by the time of the file. */
  get timestamp(): number {
    return this.#file.part.mtime;
  }

  get createdAt(): number | null {
    return inSeconds(this.#file.read().began);
  }

  get updatedAt(): number {
    return inSeconds(this.#file.read().ended) ?? this.#file.part.mtime;
  }

  get title(): string | null {
    return shownTitle(this.#file.read());
  }

  get asked(): string | null {
    const { titles, question } = this.#file.read();
    return titles.length === 0 ? null : question;
  }

  get messages(): number | null {
    return this.readable ? this.#messages() : null;
  }

  readonly #messages = once(() => {
    const { source } = this.#file;
    return source === null ? 0 : qwenShown(source, this.#file.read()).messages;
  });

  get bytes(): number {
    return this.#file.part.size;
  }

  get cwd(): string | null {
    return this.#file.read().first?.cwd ?? null;
  }

  get hidden(): string | null {
    return this.#hidden();
  }

  get records(): number {
    return this.#file.read().lines;
  }
}

function inSeconds(time: number | null): number | null {
  return time === null ? null : Math.floor(time / 1000);
}
