import type { WordPlace } from '../../codex/scenes/scene.ts';
import type { Script } from './model.ts';

/**
 * What is played to the program without a terminal, and with which invented words: `zu...` is typed by the user, `zm...` said by the
 * model, `zt...` printed by a tool, `zp...` said by the program.
 */
export interface Scene {
  readonly name: string;
  /** Files of the working folder; those ending in `.sh` can be run. */
  readonly files?: Readonly<Record<string, string>>;
  /** The tools of an MCP server `orchard`: their results. */
  readonly tools?: Readonly<Record<string, unknown>>;
  /** Commands of hooks, by the event. */
  readonly hooks?: Readonly<Record<string, string>>;
  readonly model: Script;
  /** Each is a run of the program that goes on with the session. */
  readonly steps: readonly Step[];
  /** What is otherwise than a word tells. */
  readonly words?: Readonly<Record<string, WordPlace>>;
}

export interface Step {
  /** A question, or the blocks of one. */
  readonly ask: string | readonly object[];
  readonly args?: readonly string[];
}
