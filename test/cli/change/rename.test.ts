import { appendFileSync, cpSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { call } from '../call.ts';
import { emptyHome } from '../demo-home.ts';
import { worldOf } from './person.ts';
import { snapshot } from './snapshot.ts';

const fixtures = fileURLToPath(new URL('../../../fixtures', import.meta.url));

/** A store of each kind, and an active conversation in it. */
const STORES = {
  tenex: { store: 'tenex/store', root: '.tenex' },
  rao: { store: 'rao/store', root: '' },
  claude: { store: 'claude/store', root: '' },
} as const;

describe.each(Object.entries(STORES))('a conversation of %s', (kind, { store, root }) => {
  async function opened() {
    const home = join(emptyHome(), kind);
    cpSync(join(fixtures, store), home, { recursive: true });
    const at = join(home, root);
    const listed = await conversations(at);
    const { id } = listed.find(({ readable, hidden }) => readable && hidden === null) ?? { id: '' };
    const titleOf = async () => (await conversations(at)).find((each) => each.id === id)?.title;
    return { at, id, titleOf };
  }

  test('has the title that it is given, and its own again after an undo', async () => {
    const { at, id, titleOf } = await opened();
    const before = snapshot(at);
    const title = await titleOf();
    const words = ['rename', id, 'Lamp "and" oven', '--root', at];
    expect(await call([...words, '--dry-run'])).toMatchObject({ exit: 0 });
    expect(snapshot(at)).toEqual(before);
    expect(await call(words)).toMatchObject({ exit: 0, stdout: expect.stringContaining(`renamed  ${id} ${title}\n`) });
    expect(await titleOf()).toBe('Lamp "and" oven');
    expect((await call(['undo', '--root', at])).exit).toBe(0);
    expect(snapshot(at)).toEqual(before);
  });

  test('has no white space and no line end around its title', async () => {
    const { at, id, titleOf } = await opened();
    expect(await call(['rename', id, '  Lamp oven \n', '--root', at])).toMatchObject({ exit: 0 });
    expect(await titleOf()).toBe('Lamp oven');
    for (const title of [' \n', 'Lamp\noven'])
      expect(await call(['rename', id, title, '--root', at]), title).toMatchObject({ exit: 2 });
  });

  test('is renamed by a saved plan as well', async () => {
    const { at, id, titleOf } = await opened();
    const plan = join(at, '../rename.plan');
    await call(['rename', id, 'By plan', '--root', at, '--plan-out', plan]);
    expect(await call(['apply', plan, '--yes'])).toMatchObject({ exit: 0 });
    expect(await titleOf()).toBe('By plan');
  });

  test('is tagged where its program stores tags, else refused with a reason', async () => {
    const { at, id } = await opened();
    const { exit, stdout } = await call(['tag', id, 'review', '--root', at]);
    if (kind !== 'claude')
      return expect({ exit, stdout }).toMatchObject({ exit: 1, stdout: expect.stringMatching(/stores no tags/) });
    expect(exit).toBe(0);
    expect((await conversations(at)).find((each) => each.id === id)?.tag).toBe('review');
    expect((await call(['list', '--root', at])).stdout).toMatch(/ #review$/m);
    expect((await call(['list', '--tag', 'REVIEW', '--root', at])).stdout).toContain(id);
    expect((await call(['list', '--tag', 'revie', '--root', at])).stdout).not.toContain(id);
    expect((await call(['show', id, '--root', at])).stdout).toContain(' · tag review · ');
    await call(['tag', id, '--remove', '--root', at]);
    expect((await call(['list', '--root', at])).stdout).not.toContain('#review');
    expect((await conversations(at)).find((each) => each.id === id)?.tag).toBeNull();
  });
});

describe('a session of Claude Code that was written to within the last minute', () => {
  const id = '9a4b565d-be33-408b-819c-9606c88c2538';

  /** A store whose one young session convo has just renamed. */
  async function renamed() {
    const home = join(emptyHome(), 'claude');
    cpSync(join(fixtures, 'claude/store'), home, { recursive: true });
    const file = join(home, 'projects/-srv-ada-bakery', `${id}.jsonl`);
    utimesSync(file, 1_790_000_000, 1_790_000_000);
    const over = { ...worldOf().over, now: Date.now };
    const convo = (...words: string[]) => call([...words, '--root', home], { over });
    expect(await convo('rename', id, 'Oven')).toMatchObject({ exit: 0 });
    return { convo, file, home };
  }
  const refusal = { exit: 4, stdout: expect.stringContaining('was written to within the last minute') };

  test('is changed again where that was convo', async () => {
    const { convo } = await renamed();
    expect(await convo('rename', id, 'é'.repeat(1001))).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('a title has at most 1,000 letters'),
    });
    expect(await convo('rename', id, '😀'.repeat(1000), '--dry-run')).toMatchObject({ exit: 0 });
    expect(await convo('tag', id, ' ')).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('must not be blank'),
    });
    expect(await convo('tag', id, 'review')).toMatchObject({ exit: 0 });
    expect(await convo('archive', id)).toMatchObject({ exit: 0 });
    expect(await convo('restore', id)).toMatchObject({ exit: 0 });
    expect(await convo('rename', id, 'Cool')).toMatchObject({ exit: 0 });
    const { items } = JSON.parse((await convo('fork', id, '--json')).stdout);
    expect(await convo('rename', items[0].newId, 'Fork')).toMatchObject({ exit: 0 });
    expect(await convo('delete', items[0].newId)).toMatchObject({ exit: 0 });
  });

  test('is changed at once where the running programs can be asked, unless one of them has it open', async () => {
    const { file, home } = await renamed();
    appendFileSync(file, '{"type":"mode","mode":"normal"}\n');
    const over = { ...worldOf().over, now: Date.now, alive: (pid: number) => pid === process.pid };
    const rename = () => call(['rename', id, 'Kiln', '--root', home], { over });
    expect(await rename()).toMatchObject(refusal);
    mkdirSync(join(home, 'sessions'));
    const running = (record: object) =>
      writeFileSync(join(home, 'sessions', `${process.pid}.json`), JSON.stringify({ pid: process.pid, ...record }));
    running({ sessionId: id });
    expect(await rename()).toMatchObject({ exit: 4, stdout: expect.stringContaining('in use by a running program') });
    // Another process has its id now.
    running({ sessionId: id, procStart: '1' });
    expect(await rename()).toMatchObject({ exit: 0 });
  });

  test('is changed again too where that was undone and made again', async () => {
    const { convo } = await renamed();
    expect(await convo('undo')).toMatchObject({ exit: 0 });
    expect(await convo('tag', id, 'once')).toMatchObject({ exit: 0 });
    expect(await convo('tag', id, 'twice')).toMatchObject({ exit: 0 });
    expect(await convo('undo')).toMatchObject({ exit: 0 });
    expect(await convo('redo')).toMatchObject({ exit: 0 });
    expect(await convo('rename', id, 'Cool')).toMatchObject({ exit: 0 });
  });

  test('is refused where a program has written to it since', async () => {
    const { convo, file } = await renamed();
    appendFileSync(file, '{"type":"mode","mode":"normal"}\n');
    expect(await convo('tag', id, 'review')).toMatchObject(refusal);
    expect(await convo('archive', id, '--force')).toMatchObject(refusal);
  });

  test('is refused where as many bytes were written over it', async () => {
    const { convo, file } = await renamed();
    writeFileSync(file, readFileSync(file, 'utf8').replace('Oven', 'Even'));
    expect(await convo('tag', id, 'review')).toMatchObject(refusal);
  });

  test('is refused where the journal says nothing of it any more', async () => {
    const { convo, home } = await renamed();
    writeFileSync(join(home, '.convo/runs', readdirSync(join(home, '.convo/runs'))[0] ?? '', 'plan.ndjson'), 'torn');
    expect(await convo('tag', id, 'review')).toMatchObject(refusal);
  });

  test('is refused while a program has it open, whoever wrote to it last', async () => {
    const { convo, home } = await renamed();
    mkdirSync(join(home, 'sessions'));
    writeFileSync(join(home, 'sessions/77.json'), JSON.stringify({ pid: 77, sessionId: id }));
    expect(await convo('tag', id, 'review')).toMatchObject({ exit: 0 });
    const alive = (pid: number) => pid === 77;
    const { exit, stdout } = await call(['tag', id, 'later', '--root', home], { over: { now: Date.now, alive } });
    expect({ exit, stdout }).toMatchObject({ exit: 4, stdout: expect.stringContaining('in use by a running program') });
  });
});

test.each(['rename ID x', 'archive ID', 'delete ID'])(
  '%s says of a file with another name that it is no session',
  async (line) => {
    const root = join(emptyHome(), 'claude');
    cpSync(join(fixtures, 'claude/store'), root, { recursive: true });
    writeFileSync(join(root, 'projects/-srv-ada-bakery/notes.jsonl'), '{"type":"user"}\n');
    const { stdout } = await call([...line.replace('ID', 'notes').split(' '), '--root', root]);
    expect(stdout).toContain('notes.jsonl: is not a session: its name is not a UUID with .jsonl');
  },
);

test('a conversation of fnord is not renamed, because fnord stores no title', async () => {
  const root = join(emptyHome(), '.fnord');
  cpSync(join(fixtures, 'fnord/store'), root, { recursive: true });
  const [{ id } = { id: '' }] = await conversations(root);
  const { exit, stdout } = await call(['rename', id, 'New', '--root', root]);
  expect({ exit, stdout }).toMatchObject({ exit: 1, stdout: expect.stringContaining('stores no title') });
});

test.each([
  ['rename 3f0c', '  '],
  ['rename 3f0c', 'two\nlines'],
])('%s refuses the title %j', async (line, title) => {
  expect(await call([...line.split(' '), title])).toMatchObject({ exit: 2 });
});

test.each([
  ['rename 3f0c Oven timer', 'title'],
  ['tag 3f0c to do', 'tag'],
])('%s says that several words need quotes', async (line, what) => {
  expect(await call(line)).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining(`\n  Put a ${what} of several words in quotes. \`convo `),
  });
});

interface Listed {
  readonly id: string;
  readonly title: string;
  readonly tag?: string | null;
  readonly readable: boolean;
  readonly hidden: string | null;
}

async function conversations(root: string): Promise<Listed[]> {
  return JSON.parse((await call(['list', '--json', '--root', root])).stdout).conversations;
}
