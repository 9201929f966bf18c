import type { Source } from '../../codecs/lines/source.ts';
import type { View } from '../../model/conversation.ts';
import { Failure } from '../../model/failure.ts';
import { once } from '../../model/once.ts';
import { bytesSource, isUnreadable, NO_SOURCE, type Part, sourceOfPart } from '../../model/part.ts';
import { inSeconds } from '../../model/time.ts';
import type { Scope, Unit } from '../kind.ts';

/** A file with one session, active or archived; it is read on first use. */
export interface OneSession<Read = unknown> {
  readonly part: Part;
  readonly isArchived: boolean;
  /** Null for a file that cannot be read. */
  readonly source: Source | null;
  read(): Read;
}

export function oneSession<Read>(part: Part, read: (source: Source) => Read): OneSession<Read> {
  const source = sourceOfPart(part);
  return {
    part,
    isArchived: part.role.startsWith('archived'),
    source,
    read: once(() => read(source ?? NO_SOURCE)),
  };
}

export function rewrittenPart({ part }: Pick<OneSession, 'part'>, source: Source): Part {
  return { ...part, bytes: null, size: source.size, source };
}

export function bySide<F extends Pick<OneSession, 'isArchived'>>(files: readonly F[]) {
  return {
    active: files.find(({ isArchived }) => !isArchived) ?? null,
    archived: files.find(({ isArchived }) => isArchived) ?? null,
  };
}

/** The active file, else the archived one. */
export function mainFile<F extends Pick<OneSession, 'isArchived'>>({ files }: { readonly files: readonly F[] }) {
  const { active, archived } = bySide(files);
  return active ?? archived;
}

export function fileFinder<F extends Pick<OneSession, 'part'>>(
  files: readonly F[],
  { id }: Pick<Unit, 'id'>,
  { site }: Pick<Scope, 'site'>,
): (path: string) => F {
  return (path) => {
    const file = fileAt(files, path);
    if (file === undefined) throw new Failure('failed', `${site.root}/${path} is not a session of ${id}`);
    return file;
  };
}

/** `lines` of a document: null for a path that is no session's. */
export function linesFinder(files: readonly Pick<OneSession, 'part' | 'source'>[]): (path: string) => Source | null {
  return (path) => fileAt(files, path)?.source ?? null;
}

function fileAt<F extends Pick<OneSession, 'part'>>(files: readonly F[], path: string): F | undefined {
  return files.find(({ part }) => part.path === path);
}

/** Facts in the first 64 KiB of an unopened session; null if it is missing or unreadable. */
export function headOf<T>({ sourceAt }: Pick<Scope, 'sourceAt'>, path: string, read: (head: Source) => T): T | null {
  try {
    const source = sourceAt?.(path) ?? null;
    return source === null ? null : read(bytesSource(source.slice(0, HEAD_BYTES)));
  } catch (error) {
    if (isUnreadable(error)) return null;
    throw error;
  }
}

const HEAD_BYTES = 2 ** 16;

/** A file of lines that holds one session, with the facts of a list; times in milliseconds. */
interface ListedFile {
  readonly part: Part;
  readonly isArchived: boolean;
  read(): { readonly began: number | null; readonly ended: number | null; readonly lines: number };
}

/** One file as `list` shows it; members are computed on demand. */
export abstract class SessionView<F extends ListedFile> {
  readonly id: string;
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

  /** Last change of the file, by which most programs sort. */
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
