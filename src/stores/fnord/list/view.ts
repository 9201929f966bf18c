import type { View } from '../../../model/conversation.ts';
import { baseName } from '../../../model/path.ts';
import { type FnordFile, fnordTime } from '../conversation-file.ts';
import { type FileSummary, summaryOf } from '../read/summary.ts';

/**
 * One row of a list, computed on demand. A class: an object literal with getters gets its own shape, which keeps the
 * file's bytes alive over many collections.
 */
export class FnordView implements View {
  readonly id: string;
  readonly createdAt = null;
  readonly hidden: string | null;
  readonly #opened: FnordFile;
  #summary: FileSummary | null | undefined;

  constructor(id: string, opened: FnordFile, hidden: string | null) {
    this.id = id;
    this.hidden = opened.state === 'archived' ? null : hidden;
    this.#opened = opened;
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
    return fnordTime(this.#opened);
  }

  get updatedAt(): number | null {
    return this.timestamp;
  }

  get readable(): boolean {
    return this.#opened.judgement()?.readable ?? false;
  }

  get title(): string | null {
    return this.#summarised()?.title ?? null;
  }

  get messages(): number | null {
    return this.#summarised()?.messages ?? null;
  }

  #summarised(): FileSummary | null {
    if (this.#summary !== undefined) return this.#summary;
    const document = this.readable ? this.#opened.decoded() : null;
    this.#summary = document === null ? null : summaryOf(document);
    return this.#summary;
  }
}

/** fnord's order of a project: by timestamp, an unusable one as 0, then by the bytes of the file name. */
export function fnordOrder(a: View, b: View): number {
  return (
    (a.timestamp ?? 0) - (b.timestamp ?? 0) ||
    Buffer.compare(Buffer.from(baseName(a.path)), Buffer.from(baseName(b.path)))
  );
}
