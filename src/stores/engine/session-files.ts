import { Failure } from '../../model/failure.ts';
import type { Part, Scope, Unit } from '../kind.ts';

/** A file that holds one session, with its program or in the archive. */
interface OneSession {
  readonly part: Part;
  readonly isArchived: boolean;
}

export function bySide<F extends Pick<OneSession, 'isArchived'>>(files: readonly F[]) {
  return {
    active: files.find(({ isArchived }) => !isArchived) ?? null,
    archived: files.find(({ isArchived }) => isArchived) ?? null,
  };
}

/** The file that the program goes on with, else the archived one. */
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
    const file = files.find(({ part }) => part.path === path);
    if (file === undefined) throw new Failure('failed', `${site.root}/${path} is not a session of ${id}`);
    return file;
  };
}
