import { join } from 'node:path';
import { grouped } from '../../src/model/collections.ts';
import { type Die, numbers } from '../support/seeded-numbers.ts';
import { type Build, buildAt, type Told } from './build.ts';
import { fixtureStores, lay, mutated, type Store } from './stores.ts';
import { storiesOf } from './stories.ts';

interface Comparison {
  /** Folders of two checkouts that are built. */
  readonly old: string;
  readonly now: string;
  /** For the stores of this part. */
  readonly folder: string;
  /** How many mutated stores, after all fixtures. */
  readonly stores: number;
  readonly seed: number;
  /** Every story of every fixture, in place of one in `TURNS`. */
  readonly isWhole: boolean;
  /** This part of so many: each takes the stores in turn. */
  readonly part: number;
  readonly of: number;
}

interface Difference {
  /** Of the store. */
  readonly n: number;
  /** Equal for differences that begin alike. */
  readonly alike: string;
  readonly text: string;
}

/** What one part found. */
interface Compared {
  readonly stores: number;
  readonly lines: number;
  readonly differences: readonly Difference[];
}

/** Sorts of differences that are printed; all are counted. */
const SHOWN = 20;

/** Of the stories that change a fixture, one in so many is told: of the next fixture others. */
const SAMPLES = 4;

/** Stories that are told of a mutated store. */
const MUTATED = 6;

/** Calls verbs on the stores of a part with both builds, and finds where exit, output or tree differ. */
export async function comparePart({
  old,
  now,
  folder,
  stores,
  seed,
  isWhole,
  part,
  of,
}: Comparison): Promise<Compared> {
  const builds = [await buildAt(old), await buildAt(now)] as const;
  const fixtures = fixtureStores(join(now, 'fixtures'));
  const counts = { stores: 0, lines: 0 };
  const differences: Difference[] = [];
  let n = -1;
  for (const store of [...fixtures, ...mutated(fixtures, stores, seed)]) {
    if (++n % of !== part) continue;
    counts.stores++;
    const all = await storiesOf(builds[1], store, folder);
    const isFixture = n < fixtures.length;
    const stories = isFixture
      ? sampleOf(all, isWhole ? 1 : SAMPLES, n)
      : some(all, { from: numbers(seed + n), of: MUTATED });
    for (const story of stories) {
      const [before, after] = [
        await tellWith(builds[0], store, story, folder),
        await tellWith(builds[1], store, story, folder),
      ];
      counts.lines += story.length;
      const at = before.findIndex((each, place) => JSON.stringify(each) !== JSON.stringify(after[place]));
      const [was, current] = [before[at], after[at]];
      if (was === undefined || current === undefined) continue;
      differences.push({ n, ...differenceOf(store, story.slice(0, at + 1), was, current) });
    }
  }
  return { ...counts, differences };
}

/** All parts as one: an example of each sort of difference, the most frequent first, and how many there are. */
export function reportOf(parts: readonly Compared[]): { readonly text: string; readonly differences: number } {
  const sum = (of: (each: Compared) => number) => parts.reduce((all, each) => all + of(each), 0);
  const found = parts.flatMap(({ differences }) => differences).sort((a, b) => a.n - b.n);
  const alike = [...grouped(found.map((each) => [each.alike, each])).values()].sort((a, b) => b.length - a.length);
  const shown = alike.slice(0, SHOWN).map(([first, ...more]) => `${more.length + 1} times: ${first?.text}`);
  const counted = `${sum((each) => each.stores)} stores, ${sum((each) => each.lines)} command lines with each build`;
  const text = `${shown.join('')}${counted}: ${found.length} differences, of ${alike.length} sorts\n`;
  return { text, differences: found.length };
}

/** The first, which reads, and of the others one in `turns`. */
function sampleOf<T>(all: readonly T[], of: number, sample: number): T[] {
  return all.filter((_, n) => n === 0 || (n + sample) % of === 0);
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

function differenceOf({ name, root }: Store, lines: readonly string[], was: Told, current: Told) {
  const found = [`${name} (--root ${root})`, ...lines.map((line) => `  $ convo ${line}`)];
  const alike = [lines.at(-1)?.split(' ')[0] ?? ''];
  for (const part of ['exit', 'stdout', 'stderr', 'tree'] as const) {
    const [a, b] = [JSON.stringify(was[part]), JSON.stringify(current[part])];
    if (a === b) continue;
    let at = 0;
    while (a[at] === b[at]) at++;
    const from = Math.max(0, at - 80);
    found.push(`    ${part} was ${a.slice(from, at + 160)}`, `    ${part} is  ${b.slice(from, at + 160)}`);
    alike.push(part, ...[a, b].map((each) => each.slice(at, at + ALIKE).replaceAll(/[\da-f]+/g, '#')));
  }
  return { alike: alike.join('\0'), text: `${found.join('\n')}\n` };
}

/** Characters from where two answers differ that tell sorts of differences apart, numbers aside. */
const ALIKE = 12;
