/** Clauses by error code of the system, to follow a colon. */
const CAUSES: ReadonlyMap<string, string> = new Map([
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'the disk quota is used up'],
  ['EROFS', 'the file system is read-only'],
  ['EIO', 'the device reports an error'],
  ['EACCES', 'permission denied'],
  ['EPERM', 'not permitted'],
  ['EMFILE', 'too many files are open'],
  ['ENFILE', 'too many files are open'],
  ['ESTALE', 'the network file system lost it'],
  ['ENOMEM', 'it does not fit into the free memory'],
  ['ENAMETOOLONG', 'the path is too long'],
  ['ELOOP', 'its links lead in a circle'],
  ['ENOENT', 'it does not exist'],
  ['ENOTDIR', 'it is below something that is not a folder'],
  ['EISDIR', 'it is a folder'],
]);

export function causeOf(code: string): string | null {
  return CAUSES.get(code) ?? null;
}
