/** Parts of a session's file name: `session-2026-05-04T09-30-1a2b3c4d.jsonl`. */
export interface SessionName {
  /** The first eight characters of its id: the program deletes all files that have the same. Null where the name ends otherwise. */
  readonly short: string | null;
  /** When it began, as an ISO time of UTC without seconds; null where the name does not say. */
  readonly started: string | null;
}

const SHORT = /-([0-9a-f]{8})\.jsonl?$/i;
const STARTED = /^session-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-/;

/** Null for a name that the program does not take for that of a session. */
export function sessionNameOf(name: string): SessionName | null {
  if (!name.startsWith('session-') || !/\.jsonl?$/.test(name)) return null;
  const [, day, hour, minute] = STARTED.exec(name) ?? [];
  const started = day === undefined ? null : `${day}T${hour}:${minute}:00.000Z`;
  return { short: SHORT.exec(name)?.[1]?.toLowerCase() ?? null, started };
}

/** The name that the program gives a session that began at an ISO time. */
export function sessionName(started: string, id: string): string {
  return `session-${started.slice(0, 16).replaceAll(':', '-')}-${id.slice(0, 8)}.jsonl`;
}

export function stemOf(name: string): string {
  return name.replace(/\.jsonl?$/, '');
}
