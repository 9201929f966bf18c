import { beforeAll, expect, test } from 'vitest';
import { apply } from '../../src/io/apply.ts';
import { digestOf } from '../../src/io/disk/digest.ts';
import type { WriteDisk } from '../../src/io/disk/write-disk.ts';
import { runs } from '../../src/io/journal/runs.ts';
import type { RunResult } from '../../src/io/run/result.ts';
import { undo } from '../../src/io/undo.ts';
import type { World } from '../../src/io/world.ts';
import type { Change, Versions } from '../../src/model/plan.ts';
import { putBackInMemory } from '../../src/stores/engine/change/put-back.ts';
import { bytesOf, changeOf, headerOf } from '../support/changes.ts';
import { FAULTS, faultyDisk } from '../support/faulty-disk.ts';
import { ModelDisk } from '../support/model-disk.ts';
import { isThorough, points, reportTried } from '../support/sampling.ts';
import { clock, ROOT, RUN, worldOf } from '../support/small-store.ts';
import { callsOf, quietly } from './support/strike.ts';

const INDEX = 'a active\nb active\nc active\n';
const ARCHIVED = 'a active\nb archived\nc active\n';

/** Moves `b` away and says so in the index, in one Change. */
const ARCHIVE: Change = changeOf(
  'b.json',
  [
    {
      do: 'put',
      path: 'index',
      was: digestOf(bytesOf(INDEX)),
      content: { from: 'bytes', bytes: bytesOf(ARCHIVED) },
    },
    { do: 'move', what: 'file', from: 'b.json', to: 'archive/b.json', was: digestOf(bytesOf('b')) },
  ],
  { keep: 'copy' },
);

/** Puts back the lines that differ, each known by its first word; null when one of them is no longer as it was left. */
function byLine({ before, after, now }: Versions<Uint8Array>) {
  const linesOf = (bytes: Uint8Array) =>
    new Map(
      Buffer.from(bytes)
        .toString()
        .split('\n')
        .map((line) => [line.split(' ')[0] ?? '', line] as const),
    );
  const [was, made, current] = [linesOf(before), linesOf(after), linesOf(now)];
  const touched = [...was].filter(([id, line]) => made.get(id) !== line);
  const edits = touched.flatMap(([id, line]) => {
    const found = current.get(id);
    if (found === line) return [];
    if (found !== made.get(id) || found === undefined) return [null];
    return [{ at: Buffer.from(now).indexOf(`${found}\n`), remove: found.length, insert: bytesOf(line) }];
  });
  return edits.some((edit) => edit === null) ? null : edits.filter((edit) => edit !== null);
}

function knowing(disk: WriteDisk, pid: number): World {
  const byLines = putBackInMemory((path, versions) => (path === 'index' ? byLine(versions) : null));
  return { ...worldOf(disk, pid), putBack: (_, path, versions) => byLines(path, versions) };
}

let pid = 1;

const takeBack = (disk: WriteDisk): Promise<RunResult> => undo(knowing(disk, ++pid), { root: ROOT, run: RUN });

/** Saves a file in place, as the owner does. */
function save(disk: ModelDisk, path: string, text: string): void {
  disk.unlink(`${ROOT}/${path}`);
  const file = disk.create(`${ROOT}/${path}`, 0o644);
  disk.write(file, bytesOf(text));
  disk.close(file);
  disk.settle();
}

const textAt = (disk: ModelDisk, path: string) => Buffer.from(disk.read(`${ROOT}/${path}`)).toString();

let archived: ModelDisk;

beforeAll(async () => {
  archived = new ModelDisk(clock);
  archived.mkdir(ROOT, 0o755);
  archived.mkdir(`${ROOT}/archive`, 0o755);
  for (const [path, text] of Object.entries({ index: INDEX, 'a.json': 'a', 'b.json': 'b', 'c.json': 'c' })) {
    const file = archived.create(`${ROOT}/${path}`, 0o644);
    archived.write(file, bytesOf(text));
    archived.close(file);
  }
  archived.settle();
  await apply(knowing(archived, 1), { run: RUN, header: headerOf(ROOT), changes: [ARCHIVE] });
});

test('an index that its owner saved again since is taken back only where the run changed it', async () => {
  const disk = archived.copy();
  save(disk, 'index', 'a renamed\nb archived\nc active\nd active\n');
  expect(await takeBack(disk)).toMatchObject({ state: 'undone', changed: 1, refused: 0 });
  expect(textAt(disk, 'index')).toBe('a renamed\nb active\nc active\nd active\n');
  expect(textAt(disk, 'b.json')).toBe('b');
});

test('an index in which the very entry was saved again refuses the undo, and the file stays where it is', async () => {
  const disk = archived.copy();
  save(disk, 'index', 'a active\nb gone\nc active\n');
  expect(await takeBack(disk)).toMatchObject({ changed: 0, refused: 1 });
  expect(textAt(disk, 'index')).toBe('a active\nb gone\nc active\n');
  expect(textAt(disk, 'archive/b.json')).toBe('b');
});

test('the file that the program saved, and the one that the run found, both stay in the journal', async () => {
  const disk = archived.copy();
  save(disk, 'index', 'a renamed\nb archived\nc active\n');
  await takeBack(disk);
  const folder = `${ROOT}/.convo/runs/${RUN}/undone`;
  const kept = disk.list(folder).map(({ name }) => Buffer.from(disk.read(`${folder}/${name}`)).toString());
  expect(kept.sort()).toEqual([INDEX, 'a renamed\nb archived\nc active\n'].sort());
});

test('whatever call of such an undo fails, a further one leads to its end', async () => {
  const saved = archived.copy();
  save(saved, 'index', 'a renamed\nb archived\nc active\n');
  const calls = await callsOf(saved, (disk) => takeBack(disk));
  const wrong: string[] = [];
  let tried = 0;
  for (const [offset, kind] of FAULTS.entries())
    for (const at of points(calls.length, 5, { offset })) {
      const struck = saved.copy();
      await quietly(takeBack(faultyDisk(struck, at, kind).disk));
      const [run] = runs(struck, ROOT);
      if (run?.state !== 'undone' || run.standing > 0) await quietly(takeBack(struck));
      const [after] = runs(struck, ROOT);
      const end = `${after?.state} ${after?.standing} ${textAt(struck, 'index')}`;
      if (end !== 'undone 0 a renamed\nb active\nc active\n') wrong.push(`${kind} at call ${at}: ${end}`);
      tried += 1;
    }
  reportTried('faults in an undo of a shared file', tried);
  expect(wrong.slice(0, 5)).toEqual([]);
  expect(tried).toBeGreaterThan(isThorough ? 200 : 8);
});
