import type { World } from '../../../src/io/world.ts';
import { Failure } from '../../../src/model/failure.ts';
import type { ChangeOptions } from '../../../src/ops/change/change.ts';
import { everythingAt } from '../../../src/ops/survey/survey-options.ts';
import { worldOf } from '../../../src/ops/world.ts';
import type { Site } from '../../../src/stores/kind.ts';
import { ask } from '../../stores/ask.ts';

export const NOW = 1_800_000_000;
export const RUN = '20270115T080000Z-0001';

/** A world with a real disk in which no other program runs. */
export function quietWorld(): World {
  const world = worldOf({
    pid: 1,
    host: 'here',
    alive: () => true,
    now: () => NOW * 1000,
    sleep: async () => {},
    interrupted: () => false,
  });
  return { ...world, processes: () => [] };
}

/** A verb that is asked of sites as the command line asks, and agreed to. */
export function orderFor(verb: 'archive' | 'migrate', sites: readonly Site[]): ChangeOptions {
  return {
    ask: ask(verb, { now: NOW, newId: () => 'new' }),
    sites,
    survey: everythingAt(NOW),
    quietSince: null,
    output: null,
    dryRun: false,
    plan: null,
    force: false,
    run: RUN,
    allowEmpty: false,
    agree: async () => true,
    emptySelectionFailure: async () => new Failure('no-match', 'nothing'),
  };
}
