import type { Paint } from '../report/paint.ts';
import type { Clock } from '../report/time.ts';
import type { UserSettings } from './config/schema.ts';
import type { Env } from './env.ts';
import type { Options } from './options.ts';
import type { Output } from './output.ts';

export interface Job {
  readonly command: string;
  readonly env: Env;
  readonly options: Options;
  /** Of the config file; null without one. */
  readonly settings: UserSettings | null;
  readonly out: Output;
  readonly err: Output;
  readonly paint: Paint;
  readonly clock: Clock;
  interrupted(): boolean;
  onInterrupt(then: () => void): void;
  /** Lets signals and timers in, at intervals: synchronous work blocks them. */
  yieldNow(): Promise<void>;
  /** Runs another command line; answers its exit code. */
  runCommand(argv: readonly string[], env: Env): Promise<number>;
}
