import { join } from 'node:path';
import { type Die, numbers } from '../support/seeded-numbers.ts';
import { type Build, buildAt, type Told } from './build.ts';
import { fixtureStores, lay, mutated, type Store } from './stores.ts';
import { storiesOf } from './stories.ts';

interface Comparison {
  /** Folders of two checkouts that are built. */
  readonly old: string;
  readonly now: string;
  /** For the stores, and for the whole of what differs. */
  readonly folder: string;
  /** How many mutated stores, after all fixtures. */
  readonly stores: number;
  readonly seed: number;
}

/** Differences that are printed; all are counted. */
const SHOWN = 20;

/** Stories that are told of a mutated store; of a fixture all are. */
const MUTATED = 6;

/** Calls every verb on every store with both builds, prints where exit, output or tree differ, and answers how often they do. */
export async function compare({ old, now, folder, stores, seed }: Comparison): Promise<number> {
  const builds = [await buildAt(old), await buildAt(now)] as const;
  const fixtures = fixtureStores(join(now, 'fixtures'));
  const counts = { stores: 0, lines: 0, differences: 0 };
  const chosen = { from: numbers(seed), of: MUTATED };
  for (const store of [...fixtures, ...mutated(fixtures, stores, seed)]) {
    counts.stores++;
    const stories = await storiesOf(builds[0], store, folder);
    for (const story of counts.stores > fixtures.length ? some(stories, chosen) : stories) {
      const [before, after] = [
        await tellWith(builds[0], store, story, folder),
        await tellWith(builds[1], store, story, folder),
      ];
      counts.lines += story.length;
      const n = before.findIndex((each, at) => JSON.stringify(each) !== JSON.stringify(after[at]));
      const [was, current] = [before[n], after[n]];
      if (was === undefined || current === undefined) continue;
      if (counts.differences++ < SHOWN) show(store, story.slice(0, n + 1), was, current);
    }
  }
  process.stdout.write(
    `${counts.stores} stores, ${counts.lines} command lines with each build: ${counts.differences} differences\n`,
  );
  return counts.differences;
}

function some<T>(all: readonly T[], { from, of }: { readonly from: Die; readonly of: number }): T[] {
  const left = [...all];
  return Array.from({ length: Math.min(of, left.length) }, () => left.splice(from(left.length), 1)).flat();
}

async function tellWith(build: Build, store: Store, story: readonly string[], folder: string): Promise<Told[]> {
  lay(store, folder);
  const told: Told[] = [];
  build.begin();
  for (const line of story) told.push(await build.call(line, folder));
  return told;
}

function show({ name, root }: Store, lines: readonly string[], was: Told, current: Told): void {
  process.stdout.write(`${name} (--root ${root})\n`);
  for (const line of lines) process.stdout.write(`  $ convo ${line}\n`);
  for (const part of ['exit', 'stdout', 'stderr', 'tree'] as const) {
    const [a, b] = [JSON.stringify(was[part]), JSON.stringify(current[part])];
    if (a === b) continue;
    let at = 0;
    while (a[at] === b[at]) at++;
    const from = Math.max(0, at - 80);
    process.stdout.write(`    ${part} was ${a.slice(from, at + 160)}\n    ${part} is  ${b.slice(from, at + 160)}\n`);
  }
}
