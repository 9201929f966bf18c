import { describe, expect, test } from 'vitest';
import { applyEdits, type Edit } from '../../src/codecs/edit.ts';
import { apply } from '../../src/io/apply.ts';
import { digestOf } from '../../src/io/disk/digest.ts';
import type { WriteDisk } from '../../src/io/disk/write-disk.ts';
import { runs } from '../../src/io/journal/runs.ts';
import type { RunResult } from '../../src/io/run/result.ts';
import { undo } from '../../src/io/undo.ts';
import type { World } from '../../src/io/world.ts';
import { putBackGrown } from '../../src/stores/engine/change/put-back.ts';
import { bytesOf, changeOf, headerOf } from '../support/changes.ts';
import { FAULTS, faultyDisk } from '../support/faulty-disk.ts';
import { ModelDisk } from '../support/model-disk.ts';
import { isThorough, oneIn, points, reportTried } from '../support/sampling.ts';
import { clock, ROOT, RUN, worldOf } from '../support/small-store.ts';
import { futures } from './support/kind-strike.ts';
import { callsOf, quietly } from './support/strike.ts';

const FILE = 'talk.jsonl';
const PATH = `${ROOT}/${FILE}`;
const TALK = '{"n":1}\n{"n":2}\n{"n":3}\n';
const [MORE, YET] = ['{"n":4}\n{"n":5}\n', '{"n":6}\n'];

/** A file of lines, what a run makes of it, and whether what is appended since needs a line end before it. */
interface Case {
  readonly name: string;
  readonly before: string;
  readonly edits: readonly Edit[];
  readonly open?: true;
}

const edit = (at: number, remove: number, insert: string): Edit => ({ at, remove, insert: bytesOf(insert) });
const TITLE = '{"title":"a"}\n';

const CASES: readonly Case[] = [
  { name: 'a line behind the last', before: TALK, edits: [edit(TALK.length, 0, TITLE)] },
  { name: 'a line that is there already', before: TALK, edits: [edit(TALK.length, 0, '{"n":3}\n')] },
  { name: 'a line behind one without end', before: '{"n":1}', edits: [edit(7, 0, `\n${TITLE}`)], open: true },
  { name: 'a torn last line', before: `${TALK}{"n":`, edits: [edit(TALK.length, 5, '')], open: true },
  { name: 'a last line', before: `${TALK}{"n":0}\n`, edits: [edit(TALK.length, 8, '')] },
  { name: 'a line in the middle', before: TALK, edits: [edit(8, 8, '')] },
  { name: 'a record in the middle', before: TALK, edits: [edit(13, 1, '20')] },
  { name: 'several records', before: TALK, edits: [edit(0, 0, '{"n":0}\n'), edit(13, 1, '20'), edit(21, 1, '')] },
  { name: 'every byte', before: 'x', edits: [edit(0, 1, TALK)], open: true },
  { name: 'the first bytes of an empty file', before: '', edits: [edit(0, 0, TALK)] },
];

const growing = (disk: WriteDisk, pid: number): World => ({
  ...worldOf(disk, pid),
  putBack: (_, path, versions) => (path === FILE ? putBackGrown(versions) : null),
});

let pid = 1;

const undoIn = (disk: WriteDisk): Promise<RunResult> => undo(growing(disk, ++pid), { root: ROOT, run: RUN });

function put(disk: ModelDisk, text: string, mtimeMs: number): void {
  const file = disk.create(PATH, 0o600);
  disk.write(file, bytesOf(text));
  disk.touch(file, mtimeMs);
  disk.close(file);
  disk.settle();
}

const textAt = (disk: ModelDisk) => Buffer.from(disk.read(PATH)).toString();

/** Appends as the program does: nothing of what is there changes. */
function grow(disk: ModelDisk, more: string, mtimeMs: number): void {
  const text = textAt(disk);
  disk.unlink(PATH);
  put(disk, text + more, mtimeMs);
}

/** A store after a run on the file, `keepTime` as of sessions. */
async function made({ before, edits }: Case): Promise<ModelDisk> {
  const disk = new ModelDisk(clock);
  disk.mkdir(ROOT, 0o755);
  put(disk, before, 1_700_000_000_000);
  const content = { from: 'edits', edits } as const;
  const step = { do: 'put', path: FILE, was: digestOf(bytesOf(before)), content, keepTime: true } as const;
  const changes = [changeOf(FILE, [step], { keep: 'copy' })];
  await apply(growing(disk, 1), { run: RUN, header: headerOf(ROOT), changes });
  expect(textAt(disk)).toBe(Buffer.from(applyEdits(bytesOf(before), edits)).toString());
  return disk;
}

/** The file before the run, and all that was appended since. */
const backOf = ({ before, open }: Case, more: string) => `${before}${open ? '\n' : ''}${more}`;

describe.each(CASES)('undo of a change of $name, after the file has grown', (one) => {
  test('takes it back and keeps every byte behind it, with the time of the last of them', async () => {
    const disk = await made(one);
    grow(disk, MORE, 1_750_000_000_000);
    expect(await undoIn(disk)).toMatchObject({ state: 'undone', changed: 1, refused: 0, failed: 0 });
    expect(textAt(disk)).toBe(backOf(one, MORE));
    expect(disk.lstat(PATH)).toMatchObject({ mtimeMs: 1_750_000_000_000, mode: 0o600 });
    expect(runs(disk, ROOT)).toMatchObject([{ state: 'undone', standing: 0 }]);
  });

  test('is the same where the file is never held', async () => {
    const disk = await made(one);
    grow(disk, MORE, 1_750_000_000_000);
    const small = disk.copy();
    Object.assign(small, { holds: 4 });
    expect(await undoIn(small)).toMatchObject({ state: 'undone', changed: 1, refused: 0, failed: 0 });
    expect(textAt(small)).toBe(backOf(one, MORE));
  });
});

describe.each(oneIn(3, CASES))('undo of a change of $name, after the file has grown', (one) => {
  test('leads to its end whatever call fails, and whatever is appended before it is tried again', async () => {
    const grown = await made(one);
    grow(grown, MORE, 1_750_000_000_000);
    const calls = await callsOf(grown, undoIn);
    const wrong: string[] = [];
    let tried = 0;
    for (const [offset, kind] of FAULTS.entries())
      for (const at of points(calls.length, 20, { offset }))
        for (const yet of ['', YET]) {
          const struck = grown.copy();
          await quietly(undoIn(faultyDisk(struck, at, kind).disk));
          if (yet !== '') grow(struck, yet, 1_760_000_000_000);
          wrong.push(...(await endOf(struck, one, MORE + yet, `${kind} at call ${at} (${calls[at]}), then ${yet}`)));
          tried += 1;
        }
    reportTried(`faults in an undo of a file that has grown, ${one.name}`, tried);
    expect(wrong.slice(0, 3)).toEqual([]);
    expect(tried).toBeGreaterThan(isThorough ? 200 : 3);
  });

  test('is recovered from a power cut at any call', async () => {
    const grown = await made(one);
    grow(grown, MORE, 1_750_000_000_000);
    const calls = await callsOf(grown, undoIn);
    const wrong: string[] = [];
    let tried = 0;
    for (const at of points(calls.length + 1, 14)) {
      const running = grown.copy();
      await quietly(undoIn(faultyDisk(running, at, 'halt').disk));
      for (const survives of futures(at)) {
        wrong.push(...(await endOf(running.cut(survives), one, MORE, `dark at call ${at} (${calls[at]})`)));
        tried += 1;
      }
    }
    reportTried(`power cuts in an undo of a file that has grown, ${one.name}`, tried);
    expect(wrong.slice(0, 3)).toEqual([]);
    expect(tried).toBeGreaterThan(5);
  });
});

/** What is wrong once an undo that was cut off is tried again. */
async function endOf(disk: ModelDisk, one: Case, more: string, where: string): Promise<string[]> {
  if (!textAt(disk).endsWith(more)) return [`${where}: what was appended is lost: ${JSON.stringify(textAt(disk))}`];
  const [run] = runs(disk, ROOT);
  if (run?.state !== 'undone' || run.standing > 0) await quietly(undoIn(disk));
  const [after] = runs(disk, ROOT);
  const end = [after?.state, after?.standing, textAt(disk)];
  const right = ['undone', 0, backOf(one, more)];
  return JSON.stringify(end) === JSON.stringify(right) ? [] : [`${where}: ${JSON.stringify(end)}`];
}

test('a file in which the bytes that the run made are no longer there stays as it is', async () => {
  const [, , , , , , record] = CASES;
  if (record === undefined) throw new Error('there is no such case');
  const disk = await made(record);
  const text = textAt(disk).replace('20', '21') + MORE;
  disk.unlink(PATH);
  put(disk, text, 1_750_000_000_000);
  expect(await undoIn(disk)).toMatchObject({ changed: 0, refused: 1 });
  expect(textAt(disk)).toBe(text);
});
