import type { Paint } from '../paint.ts';
import type { Clock } from '../time.ts';

/** How a transcript is set. */
export interface Page {
  /** Hidden messages too, and nothing folded. */
  readonly all: boolean;
  /** Nothing folded. */
  readonly full: boolean;
  /** Numbers, ids and exact times of messages. */
  readonly verbose: boolean;
  /** Prompts alone. */
  readonly prompts: boolean;
  /** Only the message of this number, and so many on each side; null for all. */
  readonly near: { readonly index: number; readonly around: number } | null;
  readonly paint: Paint;
  /** Columns; infinite for a pipe. */
  readonly width: number;
  /** For times of the reader; null for exact ones in UTC. */
  readonly clock: Clock | null;
  /** The working directory of the conversation, which is left out of paths. */
  readonly cwd: string | null;
  /** The command that shows all of it, or a subagent. */
  command(agent?: string): string;
  /** The command that shows the version so many before the newest. */
  version(earlier: number): string;
}
