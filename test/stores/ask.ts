import type { Ask } from '../../src/stores/kind.ts';

/** A wish with nothing special about it. */
export function ask(verb: Ask['verb'], more: Partial<Ask> = {}): Ask {
  return {
    verb,
    now: 1_800_000_000,
    newId: () => '11111111-2222-4333-8444-555555555555',
    lossy: false,
    only: null,
    to: null,
    at: null,
    timestamp: null,
    dropApprovals: false,
    mapPhase: new Map(),
    phase: null,
    as: null,
    carry: new Set(),
    ...more,
  };
}
