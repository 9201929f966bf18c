import type { VerbFlags } from '../model/plan-request.ts';

/** A request to a changing verb: only what that verb knows. Time, ids and randomness come in here. */
export type Ask = { readonly now: number } & (
  | HealAsk
  | MigrateAsk
  | ForkAsk
  | RestoreAsk
  | RenameAsk
  | TagAsk
  | RehomeAsk
  | { readonly verb: 'archive' }
  | { readonly verb: 'delete' }
);

/** The request to one verb. */
export type AskFor<V extends Ask['verb']> = V extends V ? Extract<Ask, { readonly verb: V }> : never;

interface HealAsk {
  readonly verb: 'heal';
  /** Heal only these codes; null for all. */
  readonly only: readonly string[] | null;
  readonly lossy: boolean;
  /** The timestamp (Unix seconds) for documents that never had one. */
  readonly timestamp: number | null;
  /** The folder of Codex threads that name none, absolute. */
  readonly cwd?: string | null;
  /** Phases in lower case, and what each is to become. */
  readonly mapPhase: ReadonlyMap<string, string>;
  /** Nothing will be written: no program that is at work on the file is in the way. */
  readonly toRead?: true;
}

interface MigrateAsk {
  readonly verb: 'migrate';
  /** The format to migrate to; null for the next one. */
  readonly to: string | null;
  readonly lossy: boolean;
  /** The phase for documents of eras that have none. */
  readonly phase: string | null;
  /** As for `heal`. */
  readonly cwd?: string | null;
  readonly mapPhase: ReadonlyMap<string, string>;
}

interface ForkAsk {
  readonly verb: 'fork';
  newId(): string;
  /** Cut before this message, as `show --all` numbers it; null for the whole conversation. */
  readonly at: string | null;
  readonly dropApprovals: boolean;
  /** Copy what a fork would refer to. */
  readonly independent: boolean;
  /** Data that is left behind unless it is asked for, because two conversations would then act on one thing. */
  readonly carry: ReadonlySet<'changes' | 'remote'>;
}

interface RestoreAsk {
  readonly verb: 'restore';
  /** The id to come back under; null for its own. */
  readonly as: string | null;
}

interface RenameAsk {
  readonly verb: 'rename';
  readonly title: string;
}

interface TagAsk {
  readonly verb: 'tag';
  /** Null to take the tag away. */
  readonly tag: string | null;
}

interface RehomeAsk {
  readonly verb: 'rehome';
  readonly moved: {
    /** Where the project was, absolute, in NFC. */
    readonly from: string;
    /** Where it is now: absolute, without links, in NFC. */
    readonly to: string;
  };
}

/** The request to a verb with these flags; `newId` answers an id at each call. */
export function askWith(
  verb: Ask['verb'],
  now: number,
  { mapPhase, carry, ...flags }: VerbFlags,
  newId: () => string,
): Ask {
  return { ...flags, verb, now, newId, mapPhase: new Map(mapPhase), carry: new Set(carry) };
}
