import type { View } from '../../../model/conversation.ts';
import { once } from '../../../model/once.ts';
import { folderBaseName } from '../../../model/path.ts';
import { isRefusedHead } from '../read/head.ts';
import { type RolloutFile, readsRollout } from '../read/rollout-file.ts';
import { type CodexHidden, hiddenBy } from './listing.ts';

export class CodexView implements View {
  readonly id: string;
  readonly state: View['state'];
  readonly slow = true;
  readonly tag = null;
  readonly earlier: number | undefined;
  readonly #file: RolloutFile;
  readonly #hidden: () => CodexHidden | null;
  readonly #name: () => string | null;
  readonly #question: () => string | null;
  readonly #messages: () => number;
  readonly #hasSource: () => boolean;
  readonly #resumeId: () => string | null;

  constructor(
    id: string,
    file: RolloutFile,
    sources: {
      readonly hasUncompressed: boolean;
      readonly name: () => string | null;
      /** The question that the program's database has, for a rollout without one. */
      readonly question: () => string | null;
      readonly messages: () => number;
      readonly hasSource: () => boolean;
      readonly resumeId: () => string | null;
      /** Number of the thread's files that the program prefers to this one; undefined for the only file. */
      readonly earlier: number | undefined;
      readonly isCopy: boolean;
    },
  ) {
    this.id = id;
    this.#file = file;
    this.state = stateOf(file);
    this.#hidden = once(() => (this.state === 'archived' ? null : hiddenBy(file, sources)));
    this.#name = once(sources.name);
    this.#question = sources.question;
    this.#messages = once(sources.messages);
    this.#hasSource = sources.hasSource;
    this.#resumeId = once(sources.resumeId);
    this.earlier = sources.earlier;
  }

  get path(): string {
    return this.#file.part.path;
  }

  get isHeadRefused(): boolean {
    return isRefusedHead(this.#file.head(), () => true);
  }

  get format(): string | null {
    if (this.#file.isDocument) return 'codex-a';
    const { meta, fault } = this.#file.head();
    if (meta === null) return fault === 'old-format' ? 'codex-b' : null;
    return meta.mode === 'paginated' ? 'codex-d' : 'codex-c';
  }

  get readable(): boolean {
    return readsRollout(this.#file) && this.#hasSource();
  }

  /** Start of the rollout, by its records, else by the local time in its name, whose zone is unknown. */
  get timestamp(): number | null {
    return this.createdAt ?? this.#file.name?.seconds ?? null;
  }

  get createdAt(): number | null {
    const time = Date.parse(this.#file.head().meta?.timestamp ?? '');
    return Number.isNaN(time) ? null : Math.floor(time / 1000);
  }

  get updatedAt(): number {
    return this.#file.part.mtime;
  }

  get activeAt(): number {
    return activeAt(this.#file);
  }

  /** The name given to the thread, else its first question. */
  get title(): string | null {
    const { preview, firstText, bareQuestion } = this.#file.headInLines();
    return this.#name() ?? firstText ?? preview ?? this.#question() ?? bareQuestion;
  }

  get messages(): number | null {
    // Counting also finds bytes that are not UTF-8, on which `readable` depends.
    if (this.#file.head().meta !== null && !isRefusedHead(this.#file.head(), () => true) && this.#hasSource())
      this.#messages();
    return this.readable ? this.#messages() : null;
  }

  get bytes(): number {
    return this.#file.part.size;
  }

  get branch(): string | null {
    return this.#file.head().meta?.branch ?? null;
  }

  get cwd(): string | null {
    return this.#file.headInLines().meta?.cwd ?? null;
  }

  get forkedFrom(): string | null {
    const { meta } = this.#file.head();
    return meta?.base?.thread ?? meta?.forkedFrom ?? null;
  }

  get resumes(): boolean {
    return this.#file.head().isFirst;
  }

  get resumeId(): string | null {
    return this.#resumeId();
  }

  get project(): string | null {
    return this.cwd === null ? null : folderBaseName(this.cwd);
  }

  get hidden(): CodexHidden | null {
    return this.#hidden();
  }

  get records(): number {
    return this.#file.summary().lines;
  }
}

export function stateOf({ where }: Pick<RolloutFile, 'where'>): View['state'] {
  return where === 'archived' ? 'archived' : 'active';
}

/** Time of the last record, else of the file: a copied home has new file times. */
export function activeAt({ part: { mtime }, endedAt }: Pick<RolloutFile, 'part' | 'endedAt'>): number {
  return Math.min(mtime, endedAt() ?? mtime);
}
