import type { Script } from './model.ts';

/**
 * What is played to the program, and with which invented words: `zu...` is typed by the user, `zm...` said by the model, `zt...` printed
 * by a tool, `zp...` said by the program.
 */
export interface Scene {
  readonly name: string;
  /** The version that plays it; null for the newest. */
  readonly version?: string;
  readonly isLegacy?: boolean;
  /** Features of the program that are off without it. */
  readonly features?: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
  /** The tools of an MCP server `orchard`: their results. */
  readonly tools?: Readonly<Record<string, unknown>>;
  /** Commands of hooks, by the event. */
  readonly hooks?: Readonly<Record<string, string>>;
  readonly start?: object;
  readonly model: Script;
  /** Answers to what the program asks its client, in order. */
  readonly replies?: Readonly<Record<string, readonly object[]>>;
  readonly steps: readonly Step[];
  /** What is otherwise than a word tells. */
  readonly words?: Readonly<Record<string, WordPlace>>;
}

/** The roles of the messages that show a word, in their order; `hidden` with `--all` alone; null where the program writes it nowhere. */
export type WordPlace = readonly ('user' | 'assistant' | 'tool' | 'system')[] | 'hidden' | null;

export type Step =
  /** A turn, until its end. */
  | {
      readonly ask: string | readonly object[];
      readonly with?: object;
      readonly isLeft?: boolean;
      readonly turns?: number;
    }
  /** A method, with the id of the thread; `saves` calls the id of the new thread by a name. */
  | { readonly call: string; readonly params?: object; readonly turns?: number }
  | { readonly waitFor: string }
  | { readonly pause: number }
  | { readonly kill: true };
