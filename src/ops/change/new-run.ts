import { runId } from '../../io/journal/run-id.ts';

/** A new run id: the start, and four digits of a new UUID. */
export function newRun({ now, newId }: { now(): number; newId(): string }): string {
  return runId(now(), Number.parseInt(newId().slice(0, 4), 16));
}
