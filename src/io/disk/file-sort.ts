import type { Stat } from '../disk.ts';

type Moded = Pick<Stat, 'mode'>;

/** True for a device that takes characters, such as a terminal or /dev/null. */
export function isDevice(stat: Moded | null): boolean {
  return stat !== null && (stat.mode & FORMAT) === DEVICE;
}

/** What something is that is neither a file, a folder nor a link: `a named pipe`. */
export function sortOf({ mode }: Moded): string {
  return SORTS.get(mode & FORMAT) ?? 'not a file';
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
