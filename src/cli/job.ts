import type { Paint } from '../report/paint.ts';
import type { Clock } from '../report/time.ts';
import type { UserSettings } from './config/schema.ts';
import type { Env } from './env.ts';
import type { Options } from './options.ts';
import type { Output } from './output.ts';

/** One command line being carried out: what it was asked, and where its words go. */
export interface Job {
  readonly command: string;
  readonly env: Env;
  readonly options: Options;
  /** The settings of the person's own config file; null without one. */
  readonly settings: UserSettings | null;
  /** The answer. */
  readonly out: Output;
  /** The commentary. */
  readonly err: Output;
  /** Colours of the answer; none where they are not wanted. */
  readonly paint: Paint;
  /** The clock that times are shown by. */
  readonly clock: Clock;
  /** Has the person or the system asked us to end. */
  interrupted(): boolean;
  /** Calls `then` at once when that is asked. */
  onInterrupt(then: () => void): void;
  /** Lets signals and timers through when the last time is a while ago: synchronous work would keep them out. */
  yieldNow(): Promise<void>;
  /** Carries out another command line, and answers its exit code. */
  runCommand(argv: readonly string[], env: Env): Promise<number>;
}
