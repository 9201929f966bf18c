import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { call } from '../call.ts';
import { emptyHome } from '../demo-home.ts';
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
    const words = ['rename', id, 'Lamp "and" oven', '--root', at];
    expect(await call([...words, '--dry-run'])).toMatchObject({ exit: 0 });
    expect(snapshot(at)).toEqual(before);
    expect(await call(words)).toMatchObject({ exit: 0, stdout: expect.stringContaining('renamed') });
    expect(await titleOf()).toBe('Lamp "and" oven');
    expect((await call(['undo', '--root', at])).exit).toBe(0);
    expect(snapshot(at)).toEqual(before);
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
    await call(['tag', id, '--remove', '--root', at]);
    expect((await conversations(at)).find((each) => each.id === id)?.tag).toBeNull();
  });
});

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
