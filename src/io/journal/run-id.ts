/** The grammar of run ids, for every name that holds one; runs of the first versions carry no milliseconds. */
export const RUN_ID = String.raw`\d{8}T\d{6}(?:\d{3})?Z-[0-9a-f]{4}`;

const WHOLE = new RegExp(`^${RUN_ID}$`);

/** A run's name: its start to the millisecond in UTC and four random hex digits, so that names sort by time. */
export function runId(now: number, random: number): string {
  const stamp = new Date(now).toISOString().slice(0, 23).replace(/[-:.]/g, '');
  return `${stamp}Z-${(random & 0xffff).toString(16).padStart(4, '0')}`;
}

/** True for what `runId` makes: the only names below `runs/` that are looked at, and safe as file names. */
export function isRunId(text: string): boolean {
  return WHOLE.test(text);
}

/**
 * `run`, or where the clock was set back since `last` was named, an id with the same digits one millisecond after `last`: the names
 * of a root's runs are the order in which they were made.
 */
export function runIdAfter(last: string | null, run: string): string {
  if (last === null || runTimeOf(last) < runTimeOf(run)) return run;
  return runId(runTimeOf(last) + 1, Number.parseInt(run.slice(-4), 16));
}

/** When a run with this id began, in milliseconds since 1970, as far as its name says. */
export function runTimeOf(run: string): number {
  const [, year, month, day, hour, minute, second, ms = '000'] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})?Z/.exec(run) ?? [];
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`);
}
