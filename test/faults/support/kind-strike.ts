import type { WriteDisk } from '../../../src/io/disk/write-disk.ts';
import { FAULTS, faultyDisk } from '../../support/faulty-disk.ts';
import type { ModelDisk, Survives } from '../../support/model-disk.ts';
import { die, isThorough, points } from '../../support/sampling.ts';
import { noHarm } from './kind-harm.ts';
import { raoHarm } from './kind-harm-rao.ts';
import { tenexHarm } from './kind-harm-tenex.ts';
import { applyAll, kindLab, leadOut } from './kind-lab.ts';
import { WISHES, type Wish } from './kind-plans.ts';
import { type Promises, promisesOf, type Way, wrongAsItLies, wrongOn } from './kind-verdict.ts';
import { callsOf, quietly } from './strike.ts';

/** What was tried, and what was wrong. */
export interface Tried {
  readonly tried: number;
  readonly wrong: readonly string[];
}

type Work = (disk: WriteDisk) => Promise<unknown>;

/** The lab of a wish with what is right for it, made once: only copies of its stores are struck. */
export function promised(options: Wish): Promise<Promises> {
  const known = labs.get(options) ?? madeFor(options);
  labs.set(options, known);
  return known;
}

const labs = new WeakMap<Wish, Promise<Promises>>();

async function madeFor(options: Wish): Promise<Promises> {
  const lab = await kindLab(options);
  const harms = {
    fnord: noHarm,
    tenex: tenexHarm,
    rao: raoHarm,
    claude: noHarm,
    codex: noHarm,
    gemini: noHarm,
    qwen: noHarm,
    copilot: noHarm,
    pi: noHarm,
  };
  return promisesOf(lab, harms[lab.site.kind]);
}

/** `budget` of `count` points, evenly, and others for another `offset`; in a thorough run every `thorough`-th of all. */
export function sample(count: number, budget: number, { offset = 0, thorough = 1 } = {}): number[] {
  if (isThorough) return points(count, 1, { thorough });
  const many = Math.min(budget, count);
  const shift = (0.5 + offset * 0.37) % 1;
  return Array.from({ length: many }, (_, n) => Math.floor(((n + shift) * count) / many));
}

/**
 * Strikes `work` with every kind of fault at some of its calls, at others for each, and asks for each way out. Unless the run is
 * thorough a wish is struck with every other kind of fault, and the next wish with the others.
 */
export async function strikeAt(
  start: ModelDisk,
  promises: Promises,
  work: Work,
  ways: readonly Way[],
  budget: number,
  thorough = 1,
): Promise<Tried> {
  const calls = await callsOf(start, work);
  const wrong: string[] = [];
  let tried = 0;
  const nth = WISHES.findIndex(([, options]) => options === promises.lab.wish);
  for (const [offset, kind] of FAULTS.entries())
    for (const at of sample(calls.length, isThorough || (nth + offset) % 2 === 0 ? budget : 0, { offset, thorough })) {
      if (kind === 'short' && !calls[at]?.startsWith('write ')) continue;
      const struck = start.copy();
      await quietly(work(faultyDisk(struck, at, kind).disk));
      for (const found of await wrongOn(struck, promises, ways))
        wrong.push(`${kind} at call ${at} (${calls[at]}): ${found}`);
      tried += ways.length;
    }
  return { tried, wrong };
}

/**
 * Strikes the resume of an apply that was cut where a name had just changed, which is where a step may be half-way: at some of those
 * points (in a thorough run at each), and at some calls of each resume.
 */
export async function strikeResumes(promises: Promises, cuts: number, budget: number): Promise<Tried> {
  const { lab } = promises;
  const calls = await callsOf(lab.store, (disk) => applyAll(lab, disk));
  const namings = namingsOf(calls);
  const wrong: string[] = [];
  let tried = 0;
  for (const at of sample(namings.length, cuts).map((n) => namings[n] ?? 0)) {
    const cut = lab.store.copy();
    await quietly(applyAll(lab, faultyDisk(cut, at, 'halt').disk));
    const resuming = (disk: WriteDisk) => leadOut(lab, 'resume', disk);
    const struck = await strikeAt(cut, promises, resuming, ['resume', 'undo'], budget, 7);
    wrong.push(...struck.wrong.map((each) => `cut at ${at} (${calls[at]}), ${each}`));
    tried += struck.tried;
  }
  return { tried, wrong };
}

/** How many calls were made when a name of the store has just changed, each time: by then the run is in the journal. */
export function namingsOf(calls: readonly string[]): number[] {
  return calls.flatMap((call, n) => (changesNames(call) ? [n + 1] : []));
}

/** In the store, or where something taken out of it is kept. */
function changesNames(call: string): boolean {
  const [name = '', ...paths] = call.split(/ (?:-> )?/);
  const isInStore = (path: string) => !/\/\.convo(\/|$)/.test(path) || path.includes('/kept/');
  return ['link', 'rename', 'mkdir', 'unlink', 'rmdir'].includes(name) && paths.some(isInStore);
}

const NAMING = ['create', 'link', 'rename', 'unlink', 'mkdir', 'rmdir'];
const CHANGING = [...NAMING, 'write', 'chmod', 'chown', 'touch'];

/**
 * Looks at what lies there after every call of `work` that changes names, and in a thorough run after every one that changes
 * anything: the same as a halt at each call, and no way out.
 */
export async function watch(start: ModelDisk, promises: Promises, work: Work): Promise<Tried> {
  const disk = start.copy();
  const wrong: string[] = [];
  let tried = 0;
  const look = (): void => {
    const found = wrongAsItLies(disk, promises);
    if (found !== null) wrong.push(`after change ${tried}: ${found}`);
    tried += 1;
  };
  const watched = new Proxy(disk, {
    get(target, key) {
      const call: unknown = Reflect.get(target, key);
      if (typeof call !== 'function') return call;
      return (...args: unknown[]) => {
        const answer: unknown = call.apply(target, args);
        if ((isThorough ? CHANGING : NAMING).includes(String(key))) look();
        return answer;
      };
    },
  });
  await work(watched);
  return { tried, wrong };
}

const DICE = isThorough ? 4 : 1;

/** What may survive a power cut: nothing of the unsynced, all, or each by the throw of a die. */
export function* futures(seed: number, dice = DICE): Generator<Survives> {
  yield 'none';
  yield 'all';
  for (let n = 0; n < dice; n++) yield die(seed * 100 + n);
}

/** Cuts the power at some of the calls of `work` and one past its end, in every way, and asks for each way out. */
export async function cutPowerAt(
  start: ModelDisk,
  promises: Promises,
  work: Work,
  ways: readonly Way[],
  budget: number,
): Promise<Tried> {
  const calls = await callsOf(start, work);
  const wrong: string[] = [];
  let tried = 0;
  // One past the last call: the power may also fail when all is said and done.
  for (const at of [...sample(calls.length, budget, { thorough: 3 }), calls.length]) {
    const running = start.copy();
    await quietly(work(faultyDisk(running, at, 'halt').disk));
    for (const survives of futures(at)) {
      const dark = running.cut(survives);
      for (const found of await wrongOn(dark, promises, ways))
        wrong.push(`dark at call ${at} (${calls[at]}): ${found}`);
      tried += ways.length;
    }
  }
  return { tried, wrong };
}

/** Halts an apply at some of its calls, the way out of it at some of those, and asks for that way again. */
export async function haltTwice(promises: Promises, first: number, second: number): Promise<Tried> {
  const { lab } = promises;
  const calls = await callsOf(lab.store, (disk) => applyAll(lab, disk));
  const wrong: string[] = [];
  let tried = 0;
  for (const at of sample(calls.length, first, { thorough: 17 })) {
    const cut = lab.store.copy();
    await quietly(applyAll(lab, faultyDisk(cut, at, 'halt').disk));
    for (const way of ['undo', 'resume'] as const) {
      const again = await callsOf(cut, (disk) => leadOut(lab, way, disk).catch(() => undefined));
      for (const then of sample(again.length, second, { thorough: 5 })) {
        const twice = cut.copy();
        await quietly(leadOut(lab, way, faultyDisk(twice, then, 'halt').disk));
        for (const found of await wrongOn(twice, promises, [way]))
          wrong.push(`halts at ${at} and in the ${way} at ${then}: ${found}`);
        tried += 1;
      }
    }
  }
  return { tried, wrong };
}
