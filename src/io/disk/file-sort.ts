/** The sort of entry that is at a path. */
interface Moded {
  readonly mode: number;
}

/** True for a device that takes characters, such as a terminal or /dev/null. */
export function isDevice(stat: Moded | null): boolean {
  return stat !== null && (stat.mode & FORMAT) === DEVICE;
}

/** The name of something that is neither a file, a folder nor a link, to be read after `type`. */
export function sortOf({ mode }: Moded): string {
  const sort = SORTS.get(mode & FORMAT);
  return sort === undefined ? 'not a file' : `${sort}, not a file`;
}

/** The error for what was to be read and is not a file; `code` is ENOTFILE. */
export function notAFile(path: string, stat: Moded): Error {
  const sort = sortOf(stat);
  return Object.assign(new Error(`ENOTFILE: is ${sort}, read '${path}'`), { code: 'ENOTFILE', path, sort });
}

/** The name of the thing in such an error, as `sortOf`. */
export function sortIn(error: unknown): string {
  return error instanceof Error && 'sort' in error ? String(error.sort) : 'not a file';
}

/** The bits of a mode that say what has it (POSIX, sys/stat.h). */
const FORMAT = 0o170000;
const DEVICE = 0o020000;

const SORTS: ReadonlyMap<number, string> = new Map([
  [0o010000, 'a named pipe (FIFO)'],
  [DEVICE, 'a device'],
  [0o060000, 'a device'],
  [0o140000, 'a socket'],
]);
