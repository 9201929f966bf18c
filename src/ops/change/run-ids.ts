import type { WriteDisk } from '../../io/disk/write-disk.ts';
import { runId } from '../../io/journal/run-id.ts';
import { rankedRuns, runIds } from '../../io/journal/run-order.ts';
import { runs } from '../../io/journal/runs.ts';
import { Failure } from '../../model/failure.ts';
import { RUNS } from '../../model/rules/next.ts';
import type { Run } from '../../model/run.ts';
import { sentence } from '../../model/sentence.ts';
import type { World } from '../world.ts';

export interface RunRequest {
  readonly roots: readonly string[];
  /** A number, an id, or as much of its beginning as makes it unique; null for the one that suggests itself. */
  readonly run: string | null;
}

/** The id of the run meant, over all roots. Throws Failure `no-match` for none, `usage` for several, naming them. */
export function findRun(world: World, roots: readonly string[], text: string): string {
  const { disk } = world;
  const numbered = numberedRun(world, roots, text);
  if (numbered !== null) return numbered;
  const ids = [...new Set(roots.flatMap((root) => runIds(disk, root)))].sort();
  if (ids.includes(text)) return text;
  const [first, ...others] = ids.filter((id) => id.startsWith(text));
  if (first === undefined) throw new Failure('no-match', `there is no run ${text}`, sentence`${RUNS} lists them.`);
  if (others.length === 0) return first;
  throw new Failure('usage', `${text} could be any of ${[first, ...others].join(', ')}`);
}

/** The run with this number; null where no root has one. Throws Failure `usage` where several have, naming them. */
function numberedRun({ disk }: World, roots: readonly string[], text: string): string | null {
  if (!NUMBER.test(text)) return null;
  const numbered = roots.flatMap((root) => rankedRuns(disk, root).filter(({ number }) => number === Number(text)));
  const ids = new Set(numbered.map(({ id }) => id));
  if (ids.size <= 1) return numbered[0]?.id ?? null;
  const found = roots.flatMap((root) => runs(disk, root).filter(({ id }) => ids.has(id)));
  throw new Failure('usage', `each of ${ids.size} stores has a run ${text}`, nameOne(found));
}

/** The hint for several possible runs. */
export function nameOne(found: readonly Run[]): string {
  const candidates = found.map(({ id, command, root }) => `${id}  ${command ?? 'unreadable'}  ${root}`);
  return `Name one by its id:\n${candidates.join('\n')}`;
}

const NUMBER = /^[1-9]\d{0,5}$/;

/** The name of a run of these roots: its number where no other run has it, else its id. Reads only. */
export function runName(disk: WriteDisk, roots: readonly string[], run: string): string {
  const all = roots.flatMap((root) => rankedRuns(disk, root));
  const numbers = new Set(all.flatMap(({ id, number }) => (id === run ? [number] : [])));
  const [number] = numbers;
  const isShared = all.some((other) => other.id !== run && other.number === number);
  return number === undefined || numbers.size > 1 || isShared ? run : String(number);
}

/** A new run id: the start, and four digits of a new UUID. */
export function newRun({ now, newId }: { now(): number; newId(): string }): string {
  return runId(now(), Number.parseInt(newId().slice(0, 4), 16));
}
