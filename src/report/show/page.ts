import type { Paint } from '../paint.ts';
import type { Clock } from '../time.ts';

export interface Page {
  /** Show hidden messages, fold nothing. */
  readonly all: boolean;
  /** Fold nothing. */
  readonly full: boolean;
  /** Show numbers, ids and exact times. */
  readonly verbose: boolean;
  /** Prompts only. */
  readonly prompts: boolean;
  /** A message and its neighbours; null for all. */
  readonly near: { readonly index: number; readonly around: number } | null;
  readonly paint: Paint;
  /** Infinite for a pipe. */
  readonly width: number;
  /** Null for exact UTC. */
  readonly clock: Clock | null;
  /** Paths are relative to it. */
  readonly cwd: string | null;
  /** Command that shows everything, or a subagent. */
  command(agent?: string): string;
  /** Command that shows an earlier version. */
  version(earlier: number): string;
}
