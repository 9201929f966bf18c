export interface RolloutName {
  readonly thread: string;
  /** The segment's own id, after a revert. */
  readonly window: string | null;
  /** As it is written, local and without a zone: `2025-11-04T09-30-15`. */
  readonly time: string;
  /** Taken as UTC, in Unix seconds: the program sorts by it. */
  readonly seconds: number;
  readonly isCompressed: boolean;
}

const HEX = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const INSIDE = new RegExp(HEX, 'gi');
const NAME = new RegExp(
  `^rollout-(\\d{4}-\\d\\d-\\d\\d)T(\\d\\d)-(\\d\\d)-(\\d\\d)-(${HEX})(?:_(${HEX}))?\\.jsonl(\\.zst)?$`,
  'i',
);

/** The name of a rollout as the program's list takes it; null for one that it passes over. */
export function rolloutNameOf(name: string): RolloutName | null {
  const [, day = '', hour, minute, second, thread = '', window, zst] = NAME.exec(name) ?? [];
  if (thread === '' || !name.startsWith('rollout-') || !/\.jsonl(?:\.zst)?$/.test(name)) return null;
  const instant = Date.parse(`${day}T${hour}:${minute}:${second}Z`);
  // A day that does not exist moves to the next month, and is no name.
  if (Number.isNaN(instant) || new Date(instant).toISOString().slice(0, 10) !== day) return null;
  return {
    thread: thread.toLowerCase(),
    window: window?.toLowerCase() ?? null,
    time: `${day}T${hour}-${minute}-${second}`,
    seconds: instant / 1000,
    isCompressed: zst !== undefined,
  };
}

/** The name of a rollout that began at a time, in milliseconds. The program writes the local one, of which nothing is known here. */
export function rolloutName(time: number, thread: string): string {
  return `rollout-${new Date(time).toISOString().slice(0, 19).replaceAll(':', '-')}-${thread}.jsonl`;
}

/** The last id anywhere in a name, in lower case: the program opens unlisted files by it, too. */
export function idInName(name: string): string | null {
  return name.match(INSIDE)?.at(-1)?.toLowerCase() ?? null;
}

/** The folder that the program makes for a rollout of this time, below `sessions`. */
export function folderFor({ time }: Pick<RolloutName, 'time'>): string {
  return time.slice(0, 10).replaceAll('-', '/');
}
