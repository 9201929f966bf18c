import type { View } from '../../model/conversation.ts';
import type { Part } from '../kind.ts';

/** A file of lines that holds one session, with the facts of a list; times in milliseconds. */
interface ListedFile {
  readonly part: Part;
  readonly isArchived: boolean;
  read(): { readonly began: number | null; readonly ended: number | null; readonly lines: number };
}

/** One file as `list` shows it; each member is worked out when it is asked for. */
export abstract class SessionView<F extends ListedFile> {
  readonly id: string;
  readonly branch = null;
  protected readonly file: F;

  constructor(id: string, file: F) {
    this.id = id;
    this.file = file;
  }

  get path(): string {
    return this.file.part.path;
  }

  get state(): View['state'] {
    return this.file.isArchived ? 'archived' : 'active';
  }

  /** That of the file, by which most programs sort. */
  get timestamp(): number | null {
    return this.file.part.mtime;
  }

  get createdAt(): number | null {
    return inSeconds(this.file.read().began);
  }

  get updatedAt(): number {
    return inSeconds(this.file.read().ended) ?? this.file.part.mtime;
  }

  get bytes(): number {
    return this.file.part.size;
  }

  get records(): number {
    return this.file.read().lines;
  }
}

/** Null for no time. */
export function inSeconds(time: number | null): number | null {
  return time === null || Number.isNaN(time) ? null : Math.floor(time / 1000);
}
