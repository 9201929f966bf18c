import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { call } from './call.ts';
import { worldOf } from './change/person.ts';
import { emptyHome } from './demo-home.ts';

const fixture = fileURLToPath(new URL('../../fixtures/gemini/GM110-stray-bytes/after', import.meta.url));
const [SHORT, WHOLE] = ['1a2b3c4d', '1a2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d'];

function store(): string {
  const root = join(emptyHome(), 'gemini');
  cpSync(fixture, root, { recursive: true });
  return root;
}

test.each([WHOLE, WHOLE.slice(0, 18)])(
  'a session of Gemini CLI is found by the id that it has itself: %s',
  async (id) => {
    const root = store();
    const said = async (...words: string[]) => (await call(['--root', root, ...words], worldOf())).stdout;
    for (const words of [
      ['show'],
      ['why'],
      ['stats'],
      ['verify'],
      ['resume'],
      ['fork', '--dry-run'],
      ['heal', '--dry-run'],
    ])
      expect(await said(...words, id)).toBe(await said(...words, SHORT));
    const { stderr } = await call(['--root', root, 'export', '--to', 'parquet', id], worldOf());
    expect(stderr).toContain('is the conversation');
  },
);

test('list --json has the whole id beside that of the name, and another id is refused', async () => {
  const root = store();
  const { conversations } = JSON.parse((await call(['--root', root, 'list', '--all', '--json'], worldOf())).stdout);
  expect(conversations[0]).toMatchObject({ id: SHORT, resumeId: WHOLE });
  const { stderr } = await call(['--root', root, 'show', `${WHOLE.slice(0, -1)}e`], worldOf());
  expect(stderr).toContain('no conversation has the id');
});
