import type { View } from '../../../model/conversation.ts';
import { once } from '../../../model/once.ts';
import { SessionView } from '../../engine/session-files.ts';
import { type SessionFile, shownTitle } from '../read/session.ts';
import { qwenShown } from '../read/transcript.ts';
import type { qwenReasons } from './reasons.ts';

export type QwenHidden = keyof typeof qwenReasons;

export class QwenView extends SessionView<SessionFile> implements View {
  readonly #hidden: () => QwenHidden | null;

  constructor(id: string, file: SessionFile, hidden: () => QwenHidden | null) {
    super(id, file);
    this.#hidden = once(hidden);
  }

  get format(): string | null {
    return this.readable ? 'qwen' : null;
  }

  get readable(): boolean {
    const { begin, isResumable } = this.file.read();
    return begin !== null && begin.cwd !== null && isResumable;
  }

  get title(): string | null {
    return shownTitle(this.file.read());
  }

  get asked(): string | null {
    const { titles, question } = this.file.read();
    return titles.length === 0 ? null : question;
  }

  get messages(): number | null {
    return this.readable ? this.#messages() : null;
  }

  readonly #messages = once(() => {
    const { source } = this.file;
    return source === null ? 0 : qwenShown(source, this.file.read()).messages;
  });

  get cwd(): string | null {
    return this.file.read().begin?.cwd ?? null;
  }

  get hidden(): string | null {
    return this.#hidden();
  }
}
