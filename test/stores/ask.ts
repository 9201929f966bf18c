import type { Ask, AskFor } from '../../src/stores/decision.ts';

/** Everything that some verb may be asked, with nothing special about it. */
export interface AnyAsk
  extends Partial<Omit<AskFor<'heal'>, 'verb'>>,
    Partial<Omit<AskFor<'migrate'>, 'verb'>>,
    Partial<Omit<AskFor<'fork'>, 'verb'>>,
    Partial<Omit<AskFor<'restore'>, 'verb'>>,
    Partial<Omit<AskFor<'rename'>, 'verb'>>,
    Partial<Omit<AskFor<'tag'>, 'verb'>>,
    Partial<Omit<AskFor<'rehome'>, 'verb'>> {}

/** What a verb is asked, with nothing special about it but `more`. */
export function ask<V extends Ask['verb']>(verb: V, more: AnyAsk = {}): AskFor<V> {
  const usual = {
    now: 1_800_000_000,
    newId: () => '11111111-2222-4333-8444-555555555555',
    lossy: false,
    only: null,
    to: null,
    at: null,
    timestamp: null,
    dropApprovals: false,
    independent: false,
    mapPhase: new Map(),
    phase: null,
    as: null,
    carry: new Set(),
  };
  return { verb, ...usual, ...more } as unknown as AskFor<V>;
}
