interface WithMode {
  readonly mode: number;
}

/** A character device, such as a terminal or /dev/null. */
export function isDevice(stat: WithMode | null): boolean {
  return stat !== null && (stat.mode & FORMAT) === DEVICE;
}

export function sortOf({ mode }: WithMode): string {
  const sort = SORTS.get(mode & FORMAT);
  return sort === undefined ? 'not a file' : `${sort}, not a file`;
}

export function notAFile(path: string, stat: WithMode): Error {
  const sort = sortOf(stat);
  return Object.assign(new Error(`ENOTFILE: is ${sort}, read '${path}'`), { code: 'ENOTFILE', path, sort });
}

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
