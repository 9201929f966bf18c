import { describe, expect, test } from 'vitest';
import { applyEdits, type Edit } from '../../src/codecs/edit.ts';
import { apply } from '../../src/io/apply.ts';
import { digestOf } from '../../src/io/disk/digest.ts';
import type { WriteDisk } from '../../src/io/disk/write-disk.ts';
import { runs } from '../../src/io/journal/runs.ts';
import type { RunResult } from '../../src/io/run/result.ts';
import { undo } from '../../src/io/undo.ts';
import type { World } from '../../src/io/world.ts';
import type { Step } from '../../src/model/plan.ts';
import { putBackGrown } from '../../src/stores/engine/change/put-back.ts';
import { bytesOf, changeOf, headerOf } from '../support/changes.ts';
import { FAULTS, faultyDisk } from '../support/faulty-disk.ts';
import { ModelDisk } from '../support/model-disk.ts';
import { isThorough, oneIn, points, reportTried } from '../support/sampling.ts';
import { clock, ROOT, RUN, worldOf } from '../support/small-store.ts';
import { futures } from './support/kind-strike.ts';
import { callsOf, quietly } from './support/strike.ts';

const [OLD, NEW, OTHER, MOVED] = ['old/talk.jsonl', 'new/talk.jsonl', 'old/other.jsonl', 'new/other.jsonl'];
const TALK = '{"cwd":"old"}\n{"n":2}\n';
const SILENT = '{"n":3}\n';
const [MORE, YET] = ['{"n":4}\n{"n":5}\n', '{"n":6}\n'];

/** A session that is moved with or without edits, and one beside it in the same Change. */
interface Case {
  readonly name: string;
  readonly talk: string;
  readonly edits: readonly Edit[];
  /** What was appended needs a line end before it. */
  readonly open?: true | undefined;
}

const folderOf = (at: number): Edit => ({ at, remove: 3, insert: bytesOf('new') });

const CASES: readonly Case[] = [
  { name: 'with edits', talk: TALK, edits: [folderOf(8)] },
  { name: 'as it is', talk: SILENT, edits: [] },
  { name: 'with edits and without a last line end', talk: '{"cwd":"old"}', edits: [folderOf(8)], open: true },
];

const knowing = (disk: WriteDisk, pid: number): World => ({
  ...worldOf(disk, pid),
  putBack: (_, path, versions) => (path.endsWith('.jsonl') ? putBackGrown(versions) : null),
});

let pid = 1;

const undoIn = (disk: WriteDisk): Promise<RunResult> => undo(knowing(disk, ++pid), { root: ROOT, run: RUN });

function put(disk: ModelDisk, path: string, text: string, mtimeMs: number): void {
  const file = disk.create(`${ROOT}/${path}`, 0o600);
  disk.write(file, bytesOf(text));
  disk.touch(file, mtimeMs);
  disk.close(file);
  disk.settle();
}

function textAt(disk: WriteDisk, path: string): string | null {
  try {
    return Buffer.from(disk.read(`${ROOT}/${path}`)).toString();
  } catch {
    return null;
  }
}

/** The program appends to wherever the session is. */
function grow(disk: ModelDisk, more: string, mtimeMs: number): void {
  const path = textAt(disk, NEW) === null ? OLD : NEW;
  const text = textAt(disk, path) ?? '';
  disk.unlink(`${ROOT}/${path}`);
  put(disk, path, text + more, mtimeMs);
}

function movedBy(from: string, to: string, text: string, edits: readonly Edit[]): Step[] {
  const was = digestOf(bytesOf(text));
  if (edits.length === 0) return [{ do: 'move', what: 'file', from, to, was }];
  const content = { from: 'copy', path: from, was, edits } as const;
  return [
    { do: 'put', path: to, was: 'absent', content, keepTime: true },
    { do: 'remove', what: 'file', path: from, was },
  ];
}

/** A store after both sessions were moved, and the first has grown. */
async function grown({ talk, edits, open }: Case): Promise<ModelDisk> {
  const disk = new ModelDisk(clock);
  for (const folder of [ROOT, `${ROOT}/old`, `${ROOT}/new`]) disk.mkdir(folder, 0o755);
  put(disk, OLD, talk, 1_700_000_000_000);
  put(disk, OTHER, TALK, 1_700_000_000_000);
  const steps = [...movedBy(OLD, NEW, talk, edits), ...movedBy(OTHER, MOVED, TALK, [folderOf(8)])];
  const changes = [changeOf(OLD, steps, { keep: 'copy' })];
  await apply(knowing(disk, 1), { run: RUN, header: headerOf(ROOT), changes });
  expect(textAt(disk, NEW)).toBe(Buffer.from(applyEdits(bytesOf(talk), edits)).toString());
  grow(disk, `${open ? '\n' : ''}${MORE}`, 1_750_000_000_000);
  return disk;
}

function endOf(disk: ModelDisk): unknown[] {
  const [run] = runs(disk, ROOT);
  return [run?.state, run?.standing, ...[OLD, NEW, OTHER, MOVED].map((path) => textAt(disk, path))];
}

const rightEnd = ({ talk, open }: Case, more: string) => [
  'undone',
  0,
  `${talk}${open ? '\n' : ''}${more}`,
  null,
  TALK,
  null,
];

describe.each(oneIn(2, CASES))('undo of a session that was moved $name, after it has grown', (one) => {
  test('takes it back with every line that was appended, and the others too', async () => {
    const disk = await grown(one);
    expect(await undoIn(disk)).toMatchObject({ state: 'undone', changed: 1, refused: 0, failed: 0 });
    expect(endOf(disk)).toEqual(rightEnd(one, MORE));
    expect(disk.lstat(`${ROOT}/${OLD}`)).toMatchObject({ mtimeMs: 1_750_000_000_000, mode: 0o600 });
  });

  test('is the same where no file is held', async () => {
    const disk = await grown(one);
    Object.assign(disk, { holds: 4 });
    expect(await undoIn(disk)).toMatchObject({ state: 'undone', changed: 1, refused: 0, failed: 0 });
    expect(endOf(disk)).toEqual(rightEnd(one, MORE));
  });

  test('leads to its end whatever call fails, and whatever is appended before it is tried again', async () => {
    const start = await grown(one);
    const calls = await callsOf(start, undoIn);
    const wrong: string[] = [];
    let tried = 0;
    for (const [offset, kind] of FAULTS.entries())
      for (const at of points(calls.length, 20, { offset }))
        for (const yet of ['', YET]) {
          const struck = start.copy();
          await quietly(undoIn(faultyDisk(struck, at, kind).disk));
          if (yet !== '') grow(struck, yet, 1_760_000_000_000);
          wrong.push(...(await wrongEnd(struck, one, MORE + yet, `${kind} at call ${at} (${calls[at]}), then ${yet}`)));
          tried += 1;
        }
    reportTried(`faults in an undo of a moved file that has grown, ${one.name}`, tried);
    expect(wrong.slice(0, 3)).toEqual([]);
    expect(tried).toBeGreaterThan(isThorough ? 200 : 3);
  });

  test('is recovered from a power cut at any call', async () => {
    const start = await grown(one);
    const calls = await callsOf(start, undoIn);
    const wrong: string[] = [];
    let tried = 0;
    for (const at of points(calls.length + 1, 14)) {
      const running = start.copy();
      await quietly(undoIn(faultyDisk(running, at, 'halt').disk));
      for (const survives of futures(at)) {
        wrong.push(...(await wrongEnd(running.cut(survives), one, MORE, `dark at call ${at} (${calls[at]})`)));
        tried += 1;
      }
    }
    reportTried(`power cuts in an undo of a moved file that has grown, ${one.name}`, tried);
    expect(wrong.slice(0, 3)).toEqual([]);
    expect(tried).toBeGreaterThan(5);
  });

  test('stays as it is where its first lines are others now', async () => {
    const disk = await grown(one);
    const text = textAt(disk, NEW)?.replace(/\d|new/, '9') ?? '';
    disk.unlink(`${ROOT}/${NEW}`);
    put(disk, NEW, text, 1_750_000_000_000);
    expect(await undoIn(disk)).toMatchObject({ changed: 0, refused: 1 });
    expect([textAt(disk, OLD), textAt(disk, NEW), textAt(disk, OTHER)]).toEqual([null, text, null]);
  });
});

/** What is wrong once an undo that was cut off is tried again. */
async function wrongEnd(disk: ModelDisk, one: Case, more: string, where: string): Promise<string[]> {
  const isThere = [OLD, NEW].some((path) => textAt(disk, path)?.endsWith(more));
  if (!isThere) return [`${where}: what was appended is lost`];
  const [run] = runs(disk, ROOT);
  if (run?.state !== 'undone' || run.standing > 0) await quietly(undoIn(disk));
  const [end, right] = [endOf(disk), rightEnd(one, more)].map((each) => JSON.stringify(each));
  return end === right ? [] : [`${where}: ${end}`];
}

test('a session whose last line has no end stays where something was appended right behind it', async () => {
  const [, , one] = CASES;
  if (one === undefined) throw new Error('there is no such case');
  const disk = await grown({ ...one, open: undefined });
  expect(await undoIn(disk)).toMatchObject({ changed: 0, refused: 1 });
  expect([textAt(disk, OLD), textAt(disk, OTHER)]).toEqual([null, null]);
});

test('a session beside which its program has put a folder since stays with it', async () => {
  const [one] = CASES;
  if (one === undefined) throw new Error('there is no such case');
  const disk = await grown(one);
  disk.mkdir(`${ROOT}/new/talk`, 0o755);
  expect(await undoIn(disk)).toMatchObject({ changed: 0, refused: 1 });
  expect([textAt(disk, OLD), textAt(disk, OTHER)]).toEqual([null, null]);
});
