import { LegacyTurns } from './legacy-turns.ts';
import { PaginatedTurns } from './paginated-turns.ts';
import type { Entry } from './record.ts';
import { Repeats } from './repeats.ts';
import type { TurnReader } from './turn.ts';
import type { Turns } from './turns.ts';

/** `mode` of the file. */
export function turnReader(mode: string | null): TurnReader {
  return mode === 'paginated' ? new PaginatedTurns() : new LegacyTurns();
}

/** The turns of a rollout, and its records for the model that repeat them. */
export interface Dialogue {
  readonly turns: Turns;
  readonly repeats: Repeats;
}

export function dialogueIn(mode: string | null, entries: Iterable<Entry>): Dialogue {
  const reader = dialogueReader(mode);
  for (const entry of entries) reader.take(entry);
  return reader.end();
}

/** Reads turns from lines in order. */
export function dialogueReader(mode: string | null) {
  const [reader, repeats] = [turnReader(mode), new Repeats()];
  return {
    take: (entry: Entry): void => {
      const item = reader.take(entry);
      if (item !== null) repeats.show(item);
    },
    end: (): Dialogue => {
      reader.end();
      return { turns: reader.turns, repeats };
    },
  };
}
