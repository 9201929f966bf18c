import type { Value } from '../../../codecs/json/value.ts';
import type { Entry } from './record.ts';
import type { Turns } from './turns.ts';

/** Something that a turn shows; like the entry it was read from, it is there until the next line is asked for. */
export interface TurnItem {
  readonly turn: number;
  /** As the program calls it: `userMessage`, `agentMessage`, `reasoning`, `commandExecution`. */
  readonly type: string;
  /** It continues the previous item. */
  readonly isMore: boolean;
  readonly payload: Value | null;
  /** It reports a call shown before. */
  readonly isCalled?: boolean;
  text(): string;
}

/** Builds turns from records in order. */
export interface TurnReader {
  readonly turns: Turns;
  /** The number of the turn that the last record is in, or follows; -1 for none. */
  readonly turn: number;
  /** Adds a record; returns the new item. */
  take(entry: Entry): TurnItem | null;
  /** Call it after the last record. */
  end(): void;
}
