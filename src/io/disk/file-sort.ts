interface Moded {
  readonly mode: number;
}

/** A character device, such as a terminal or /dev/null. */
export function isDevice(stat: Moded | null): boolean {
  return stat !== null && (stat.mode & FORMAT) === DEVICE;
}

/** A noun for entries that are neither file, folder nor link. */
export function sortOf({ mode }: Moded): string {
  const sort = SORTS.get(mode & FORMAT);
  return sort === undefined ? 'not a file' : `${sort}, not a file`;
}

/** `code` is ENOTFILE. */
export function notAFile(path: string, stat: Moded): Error {
  const sort = sortOf(stat);
  return Object.assign(new Error(`ENOTFILE: is ${sort}, read '${path}'`), { code: 'ENOTFILE', path, sort });
}

/** Noun as in `sortOf`. */
export function sortIn(error: unknown): string {
  return error instanceof Error && 'sort' in error ? String(error.sort) : 'not a file';
}

/** The type bits of a mode (POSIX, sys/stat.h). */
const FORMAT = 0o170000;
const DEVICE = 0o020000;

const SORTS: ReadonlyMap<number, string> = new Map([
  [0o010000, 'a named pipe (FIFO)'],
  [DEVICE, 'a device'],
  [0o060000, 'a device'],
  [0o140000, 'a socket'],
]);
