import type { View } from '../../../model/conversation.ts';
import { once } from '../../../model/once.ts';
import { inSeconds } from '../../../model/time.ts';
import { SessionView } from '../../engine/session-files.ts';
import type { SessionFile } from '../read/session.ts';
import { geminiShown } from '../read/transcript.ts';
import type { geminiReasons } from './reasons.ts';

export type GeminiHidden = keyof typeof geminiReasons;

interface ViewContext {
  readonly cwd: string | null;
  /** Days until the program deletes it; undefined where that is not known. */
  readonly daysLeft: number | null | undefined;
  readonly hidden: GeminiHidden | null;
  readonly earlier: number | undefined;
}

export class GeminiView extends SessionView<SessionFile> implements View {
  readonly #around: () => ViewContext;

  constructor(id: string, file: SessionFile, around: () => ViewContext) {
    super(id, file);
    this.#around = once(around);
  }

  get format(): string | null {
    const { isDocument, live, meta } = this.file.read();
    if (!this.readable) return null;
    return !isDocument ? 'gemini-c' : meta.kind === null && live.length > 0 ? 'gemini-a' : 'gemini-b';
  }

  get readable(): boolean {
    const { isReadable, isResumable } = this.file.read();
    return isReadable && isResumable;
  }

  /** The program sorts by the start of a session. */
  override get timestamp(): number | null {
    return this.createdAt;
  }

  override get createdAt(): number | null {
    return super.createdAt ?? inSeconds(Date.parse(this.file.name?.started ?? ''));
  }

  /** The file's name has only the beginning of this id. */
  get resumeId(): string | null {
    const { sessionId } = this.file.read().meta;
    return sessionId === this.id ? null : sessionId;
  }

  get title(): string | null {
    const { meta, question } = this.file.read();
    return meta.summary ?? question;
  }

  get asked(): string | null {
    const { meta, question } = this.file.read();
    return meta.summary === null ? null : question;
  }

  get messages(): number | null {
    return this.readable ? this.#messages() : null;
  }

  readonly #messages = once(() => {
    const { source } = this.file;
    return source === null ? 0 : geminiShown(source, this.file.read()).messages;
  });

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
}
