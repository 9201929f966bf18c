import type { View } from '../../../model/conversation.ts';
import { flowOf } from '../read/flow.ts';
import type { SessionFile } from '../read/session-file.ts';
import type { piReasons } from './reasons.ts';

type Hidden = keyof typeof piReasons;

/** One file as `list` shows it; each member is worked out when it is asked for. */
export class PiView implements View {
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
    return this.readable ? 'pi' : null;
  }

  get state(): View['state'] {
    return this.#file.isArchived ? 'archived' : 'active';
  }

  get readable(): boolean {
    const read = this.#file.read();
    const sent = () => [...flowOf(read).values()].some(({ fault }) => fault !== undefined && fault !== 'null');
    return read.header !== null && !read.chain.some(({ fault }) => fault === 'member') && !sent();
  }

  get timestamp(): number {
    return Math.floor(this.timestampMs / 1000);
  }

  /** The program sorts by the newest turn, and where none has a time by that of the session, then of the file. */
  get timestampMs(): number {
    const { newest, header } = this.#file.read();
    const { mtime, mtimeMs = mtime * 1000 } = this.#file.part;
    return newest ?? header?.time ?? mtimeMs;
  }

  get createdAt(): number | null {
    const { header, began } = this.#file.read();
    return inSeconds(header?.time ?? began);
  }

  get updatedAt(): number {
    return inSeconds(this.#file.read().ended) ?? this.#file.part.mtime;
  }

  get title(): string | null {
    const { name, question } = this.#file.read();
    return name ?? question;
  }

  get asked(): string | null {
    const { name, question } = this.#file.read();
    return name === null ? null : question;
  }

  get messages(): number | null {
    return this.readable ? this.#file.read().messages : null;
  }

  get bytes(): number {
    return this.#file.part.size;
  }

  get cwd(): string | null {
    const { headers, folder } = this.#file.read();
    return headers[0]?.cwd ?? folder;
  }

  get hidden(): Hidden | null {
    const { header, refs, name, question } = this.#file.read();
    if (this.#file.isArchived) return null;
    if (header === null) return 'no-header';
    if (refs.some(({ fault, type }) => type === 'message' && fault !== undefined && fault !== 'kind'))
      return 'unlisted';
    const { named } = this.#file;
    if (named !== null && named.id !== header.id) return 'other-id';
    return name === null && question === null ? 'untitled' : null;
  }

  get records(): number {
    return this.#file.read().lines;
  }
}

function inSeconds(time: number | null): number | null {
  return time === null ? null : Math.floor(time / 1000);
}
