import type { View } from '../../../model/conversation.ts';
import { folderBaseName } from '../../../model/path.ts';
import { once } from '../../once.ts';
import { isCutFolder } from '../checks/workspace-findings.ts';
import { folderOfSession, type SessionFile } from '../read/session-file.ts';
import { copilotShown } from '../read/transcript.ts';
import type { copilotReasons } from './reasons.ts';

type Hidden = keyof typeof copilotReasons;

/** One session as `list` shows it; each member is worked out when it is asked for. */
export class CopilotView implements View {
  readonly id: string;
  readonly branch = null;
  readonly #file: SessionFile;

  constructor(id: string, file: SessionFile) {
    this.id = id;
    this.#file = file;
  }

  get path(): string {
    return this.#file.part.path;
  }

  get format(): string | null {
    return this.readable ? 'copilot' : null;
  }

  get state(): View['state'] {
    return this.#file.isArchived ? 'archived' : 'active';
  }

  get readable(): boolean {
    const { header, troubles } = this.#file.read();
    const refused = troubles.some(({ type }) => type === 'faulty' || type === 'legacy');
    const said = this.#file.says();
    return header !== null && !refused && said?.isBroken !== true && (said?.wrong.length ?? 0) === 0;
  }

  /** The program sorts by the time of the file. */
  get timestamp(): number {
    return this.#file.part.mtime;
  }

  get timestampMs(): number {
    return this.#file.part.mtimeMs ?? this.timestamp * 1000;
  }

  get createdAt(): number | null {
    return inSeconds(this.#file.read().began);
  }

  get updatedAt(): number {
    return inSeconds(this.#file.read().ended) ?? this.timestamp;
  }

  get title(): string | null {
    return this.#file.says()?.name ?? this.#file.read().question;
  }

  get asked(): string | null {
    const { question } = this.#file.read();
    return question === this.title ? null : question;
  }

  get messages(): number | null {
    return this.readable ? this.#messages() : null;
  }

  readonly #messages = once(() => copilotShown(this.#file.read()).messages);

  get bytes(): number {
    return this.#file.part.size;
  }

  get cwd(): string | null {
    return folderOfSession(this.#file);
  }

  get project(): string | null {
    return this.cwd === null ? null : folderBaseName(this.cwd);
  }

  get hidden(): Hidden | null {
    if (this.#file.isArchived) return null;
    if (this.title === null && isBare(this.#file)) return 'empty';
    return isCutFolder(this.#file) ? 'other-folder' : null;
  }

  get records(): number {
    return this.#file.read().lines;
  }
}

/** Is there nothing in it but notes of the program. */
function isBare({ read }: SessionFile): boolean {
  const { refs, troubles } = read();
  return troubles.length === 0 && refs.every(({ type }) => type !== 'user.message' && type !== 'assistant.message');
}

function inSeconds(time: number | null): number | null {
  return time === null ? null : Math.floor(time / 1000);
}
