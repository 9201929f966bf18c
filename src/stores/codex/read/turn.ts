import type { Value } from '../../../codecs/json/value.ts';
import type { Entry } from '../decode/record.ts';

/** One question and all that came of it, as the program shows them. */
export interface Turn {
  /** Turns begun before it. */
  readonly n: number;
  readonly id: string;
  status: 'completed' | 'interrupted';
  /** Items of it, as the program counts them. */
  items: number;
  /** A later record of the file took it back. */
  isRolledBack: boolean;
}

/** Something that a turn shows. */
export interface TurnItem {
  readonly turn: Turn;
  /** As the program calls it: `userMessage`, `agentMessage`, `reasoning`, `commandExecution`. */
  readonly type: string;
  readonly text: string;
  /** It goes on with the item before it. */
  readonly isMore: boolean;
  readonly payload: Value | null;
}

/** Builds turns from the records of a rollout, in their order. */
export interface TurnReader {
  readonly turns: readonly Turn[];
  /** Takes in a record, and answers what it adds. */
  take(entry: Entry): TurnItem | null;
  /** After the last record. */
  end(): void;
}
