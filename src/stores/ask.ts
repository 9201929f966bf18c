import type { VerbFlags } from '../model/plan.ts';

/** A request to a changing verb, with that verb's data only. Time, ids and randomness come in here. */
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

export type AskFor<V extends Ask['verb']> = V extends V ? Extract<Ask, { readonly verb: V }> : never;

interface HealAsk {
  readonly verb: 'heal';
  /** Heal only these codes; null for all. */
  readonly only: readonly string[] | null;
  readonly lossy: boolean;
  /** The timestamp (Unix seconds) for documents that never had one. */
  readonly timestamp: number | null;
  /** Absolute folder of Codex threads that name none. */
  readonly cwd?: string | null;
  /** Lower-case phases and their replacements. */
  readonly mapPhase: ReadonlyMap<string, string>;
  /** Nothing will be written, so a running program does not matter. */
  readonly toRead?: true;
}

interface MigrateAsk {
  readonly verb: 'migrate';
  /** The format to migrate to; null for the next one. */
  readonly to: string | null;
  readonly lossy: boolean;
  /** The phase for documents of eras that have none. */
  readonly phase: string | null;
  readonly cwd?: string | null;
  readonly mapPhase: ReadonlyMap<string, string>;
}

interface ForkAsk {
  readonly verb: 'fork';
  newId(): string;
  /** Cut before this message, as `show --all` numbers it; null for the whole conversation. */
  readonly at: string | null;
  readonly dropApprovals: boolean;
  /** Copies data that a fork would refer to. */
  readonly independent: boolean;
  /** Data that is not copied by default, because two conversations would act on it. */
  readonly carry: ReadonlySet<'changes' | 'remote'>;
}

interface RestoreAsk {
  readonly verb: 'restore';
  /** Restores under this id; null for its own. */
  readonly as: string | null;
  /** Absolute path of a copy that its program put aside; null or missing for an archived conversation. */
  readonly from?: string | null;
}

interface RenameAsk {
  readonly verb: 'rename';
  readonly title: string;
}

interface TagAsk {
  readonly verb: 'tag';
  /** Null removes the tag. */
  readonly tag: string | null;
}

interface RehomeAsk {
  readonly verb: 'rehome';
  readonly moved: {
    /** Former project folder: absolute, in NFC. */
    readonly from: string;
    /** Present project folder: absolute, without links, in NFC. */
    readonly to: string;
  };
}

/** `newId` answers a new id at each call. */
export function askWith(
  verb: Ask['verb'],
  now: number,
  { mapPhase, carry, ...flags }: VerbFlags,
  newId: () => string,
): Ask {
  return { ...flags, verb, now, newId, mapPhase: new Map(mapPhase), carry: new Set(carry) };
}
