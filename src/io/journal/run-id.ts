/** A run's name: its start to the millisecond in UTC and four random hex digits, so that names sort by time. */
export function runId(now: number, random: number): string {
  const stamp = new Date(now).toISOString().slice(0, 23).replace(/[-:.]/g, '');
  return `${stamp}Z-${(random & 0xffff).toString(16).padStart(4, '0')}`;
}

/** True for what `runId` makes: the only names below `runs/` that are looked at, and safe as file names. */
export function isRunId(text: string): boolean {
  return /^\d{8}T\d{6}(?:\d{3})?Z-[0-9a-f]{4}$/.test(text);
}
