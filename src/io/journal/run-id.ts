/**
 * The grammar of run ids, for every name that holds one. Runs of the first versions carry no milliseconds; a plus is what earlier
 * versions put before a year with more than four digits.
 */
export const RUN_ID = String.raw`(?:\+\d{6}|\d{4})\d{4}T\d{6}(?:\d{3})?Z-[0-9a-f]{4}`;

const WHOLE = new RegExp(`^${RUN_ID}$`);
const PARTS = /^(\+\d{6}|\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})?Z/;
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

/** A run's name: its start to the millisecond in UTC and four random hex digits. A clock that is out of all bounds names the nearest. */
export function runId(now: number, random: number): string {
  const stamp = new Date(Math.min(Math.max(now || 0, 0), LAST)).toISOString().replace(/[-:.Z]/g, '');
  return `${stamp}Z-${digits(random)}`;
}

function digits(random: number): string {
  return (random & 0xffff).toString(16).padStart(4, '0');
}

/** True for what `runId` makes, with a date of the calendar: the only names below `runs/` that are looked at, and safe as file names. */
export function isRunId(text: string): boolean {
  return WHOLE.test(text) && !Number.isNaN(runTimeOf(text));
}

/** `run`, or where that name is taken, the next one of the same time that is free; null where none is. */
export function freeRunId(run: string, isTaken: (id: string) => boolean): string | null {
  const first = Number.parseInt(run.slice(-4), 16);
  for (let n = 0; n <= 0xffff; n++) {
    const id = `${run.slice(0, -4)}${digits(first + n)}`;
    if (!isTaken(id)) return id;
  }
  return null;
}

/** When a run with this id began, in milliseconds since 1970, as its name says; not a number for a date that is in no calendar. */
export function runTimeOf(run: string): number {
  const [, year = '', month, day, hour, minute, second, ms = '000'] = PARTS.exec(run) ?? [];
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`;
  const time = Date.parse(iso);
  // The 31st of a shorter month is read as a day of the next one.
  return !Number.isNaN(time) && new Date(time).toISOString() === iso ? time : Number.NaN;
}
