import { apply, finish } from '../../../src/io/apply.ts';
import type { WriteDisk } from '../../../src/io/disk/write-disk.ts';
import type { RunResult } from '../../../src/io/run/result.ts';
import { undo } from '../../../src/io/undo.ts';
import type { World } from '../../../src/io/world.ts';
import type { Change, PlanHeader } from '../../../src/model/plan.ts';
import { decideSite } from '../../../src/ops/change/decide.ts';
import { newLedger } from '../../../src/ops/change/ledger.ts';
import { siteAt } from '../../../src/ops/sites/find-sites.ts';
import { everythingAt, withSelection } from '../../../src/ops/survey/survey-options.ts';
import type { Ask } from '../../../src/stores/decision.ts';
import type { Site } from '../../../src/stores/kind.ts';
import { KINDS } from '../../kinds.ts';
import { ask } from '../../stores/ask.ts';
import type { ModelDisk } from '../../support/model-disk.ts';
import { RUN, worldOf } from '../../support/small-store.ts';
import type { Wish } from './kind-plans.ts';
import { storeOf } from './kind-store.ts';

const EARLIER = '20261120T051137Z-1d0c';

/** A small store on a model disk, and what its kind decided to change in it. */
export interface KindLab {
  readonly wish: Wish;
  readonly ask: Ask;
  readonly site: Site;
  readonly root: string;
  /** Not to be changed, only copies of it. */
  readonly store: ModelDisk;
  readonly changes: readonly Change[];
  readonly header: PlanHeader;
}

/** Asks a kind for what it would do, as a command does. Throws when that is nothing. */
export async function kindLab(wish: Wish): Promise<KindLab> {
  const store = storeOf(wish.fixture, wish.without);
  const site = siteAt(store, KINDS, '/s');
  const { root } = site;
  const { first } = wish;
  if (first !== undefined) {
    const order = { run: EARLIER, header: headerFor(site, first.verb), changes: await decided(store, site, first) };
    await apply(knowing(store, 1), order);
    store.settle();
  }
  const changes = await decided(store, site, wish);
  if (changes.length === 0) throw new Error(`${wish.name}: there is nothing to do`);
  return { wish, ask: ask(wish.verb, wish.more), site, root, store, changes, header: headerFor(site, wish.verb) };
}

/** True if a verb changes nothing of a fixture. */
export async function doesNothing(fixture: string, verb: Wish['verb']): Promise<boolean> {
  const store = storeOf(fixture);
  const more = {
    lossy: true,
    title: 'Beds',
    tag: 'rye',
    moved: { from: '/', to: '/srv/moved' },
    phase: 'chat',
    cwd: '/srv',
  };
  return (await decided(store, siteAt(store, KINDS, '/s'), { verb, ids: null, more })).length === 0;
}

function headerFor({ kind, root }: Site, command: string): PlanHeader {
  return { plan: 1, command, kind, root, madeAt: 1_790_000_000 };
}

async function decided(
  disk: ModelDisk,
  site: Site,
  { verb, ids, more }: Pick<Wish, 'verb' | 'ids' | 'more'>,
): Promise<Change[]> {
  const wish = ask(verb, more);
  const survey = withSelection(everythingAt(wish.now), { hasId: ids && ((id) => ids.includes(id)) });
  const options = { ask: wish, survey, quietSince: null, output: null, force: false, dryRun: false };
  const changes: Change[] = [];
  for await (const change of decideSite(disk, KINDS, site, options, newLedger(verb))) changes.push(change);
  return changes;
}

const VERBS = new Map(await Promise.all(KINDS.map(async (kind) => [kind.name, await kind.verbs()] as const)));

/** A world in which kinds can take back what was done to their shared files. */
export function knowing(disk: WriteDisk, pid: number): World {
  return {
    ...worldOf(disk, pid),
    putBack: (kind, path, versions) => VERBS.get(kind)?.putBack?.(path, versions) ?? null,
  };
}

/** Applies what was decided, as process 1. */
export function applyAll({ header, changes }: KindLab, disk: WriteDisk): Promise<RunResult | null> {
  return apply(knowing(disk, 1), { run: RUN, header, changes });
}

let lastPid = 1;

/** Undoes or resumes that run as another process. */
export function leadOut({ root }: KindLab, how: 'undo' | 'resume', disk: WriteDisk): Promise<RunResult> {
  return (how === 'undo' ? undo : finish)(knowing(disk, ++lastPid), { root, run: RUN });
}
