import { LegacyTurns } from './legacy-turns.ts';
import { PaginatedTurns } from './paginated-turns.ts';
import type { TurnReader } from './turn.ts';

/** A reader of the turns of a file of this mode. */
export function turnReader(mode: string | null): TurnReader {
  return mode === 'paginated' ? new PaginatedTurns() : new LegacyTurns();
}
