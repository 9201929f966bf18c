import { join } from 'node:path';
import { RUN_ID } from '../../model/run.ts';
import { nullOn } from '../disk/error-code.ts';
import type { WriteDisk } from '../disk/write-disk.ts';
import type { ReadDisk } from '../disk.ts';

export interface Journal {
  readonly root: string;
  readonly run: string;
  readonly folder: string;
  /** Header, then one line per Change. */
  readonly plan: string;
  readonly originalsFolder: string;
  readonly undone: string;
}

/**
 * Results of a run: small files with a summary and the Changes that went differently. `goes-on`: its command has not come to the end of
 * its stores.
 */
export type Marker = 'is-done' | 'is-undoing' | 'is-undone' | 'goes-on';

export const JOURNAL = '.convo';

export function journalOf(root: string, run: string): Journal {
  const folder = join(root, JOURNAL, 'runs', run);
  return {
    root,
    run,
    folder,
    plan: join(folder, 'plan.ndjson'),
    originalsFolder: join(folder, 'kept'),
    undone: join(folder, 'undone'),
  };
}

export function isMarked(disk: ReadDisk, journal: Journal, marker: Marker): boolean {
  return nullOn(['ENOENT'], () => disk.lstat(join(journal.folder, marker))) !== null;
}

/** Reads a journal in pieces: a plan may be far larger than its store. */
export type JournalDisk = ReadDisk & Pick<WriteDisk, 'open' | 'readAt' | 'close'>;

export function journalDisk(disk: ReadDisk): JournalDisk {
  const files: string[] = [];
  return {
    uid: () => disk.uid?.() ?? null,
    list: (path) => disk.list(path),
    lstat: (path) => disk.lstat(path),
    stat: (path) => disk.stat(path),
    readlink: (path) => disk.readlink(path),
    realpath: (path) => disk.realpath(path),
    read: (path, length, at) => disk.read(path, length, at),
    open: (path) => files.push(path) - 1,
    readAt: (number, offset, length) => {
      const path = files[number];
      if (path === undefined) throw new Error(`no open file ${number}`);
      return disk.read(path, length, offset);
    },
    close: () => undefined,
  };
}

const WHOLE = new RegExp(`^${RUN_ID}$`);
const PARTS = /^(\+\d{6}|\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})?Z/;
const MAX_TIME = Date.parse('9999-12-31T23:59:59.999Z');

/** Start in UTC milliseconds and four random hex digits. A time out of range becomes the nearest valid one. */
export function runIdAt(now: number, random: number): string {
  const stamp = new Date(Math.min(Math.max(now || 0, 0), MAX_TIME)).toISOString().replace(/[-:.Z]/g, '');
  return `${stamp}Z-${digits(random)}`;
}

function digits(random: number): string {
  return (random & 0xffff).toString(16).padStart(4, '0');
}

/** True for a name that `runIdAt` makes, with a real date. Other names below `runs/` are ignored. */
export function isRunId(text: string): boolean {
  return WHOLE.test(text) && !Number.isNaN(runTimeOf(text));
}

/** `run`, or the next free id of that time; null if none is free. */
export function freeRunId(run: string, isTaken: (id: string) => boolean): string | null {
  const first = Number.parseInt(run.slice(-4), 16);
  for (let n = 0; n <= 0xffff; n++) {
    const id = `${run.slice(0, -4)}${digits(first + n)}`;
    if (!isTaken(id)) return id;
  }
  return null;
}

/** Start of a run in milliseconds since 1970, from its id; NaN for an impossible date. */
export function runTimeOf(run: string): number {
  const [, year = '', month, day, hour, minute, second, ms = '000'] = PARTS.exec(run) ?? [];
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`;
  const time = Date.parse(iso);
  // JavaScript reads the 31st of a shorter month as a day of the next.
  return !Number.isNaN(time) && new Date(time).toISOString() === iso ? time : Number.NaN;
}
