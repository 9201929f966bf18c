import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { call } from './call.ts';

const FIXTURES = new URL('../../fixtures/', import.meta.url).pathname;
const made = mkdtempSync(join(tmpdir(), 'convo-typed-scenes-'));
afterAll(() => rmSync(made, { recursive: true }));

/** Typed on a terminal with the newest version of each program. */
const SCENES = ['gemini', 'qwen', 'copilot', 'pi'].flatMap((kind) =>
  readdirSync(join(FIXTURES, kind, 'scenes')).map((name) => `${kind}/scenes/${name}`),
);

test.each([
  ['pi', '.pi/agent', 'pi/scenes/typed-and-branched'],
  ['copilot', '.copilot', 'copilot/scenes/typed-and-compacted'],
])('a home of %s with settings is not taken for one of fnord', async (kind, home, scene) => {
  const root = join(made, kind, home);
  cpSync(join(FIXTURES, scene, 'store'), root, { recursive: true });
  writeFileSync(join(root, 'settings.json'), '{}');
  const { conversations } = JSON.parse((await call(['--root', root, 'list', '--json'])).stdout);
  expect(conversations.map((each: { kind: string }) => each.kind)).toEqual([kind]);
});

interface Said {
  readonly role: string;
  readonly text: string | null;
  readonly words?: string;
  readonly arguments?: string;
  readonly source?: string;
}

async function shownOf(root: string, ...words: readonly string[]): Promise<string[]> {
  const { stdout } = await call(['--root', root, 'list', '--all', '--json']);
  const shown: string[] = [];
  for (const { id } of JSON.parse(stdout).conversations)
    shown.push((await call(['--root', root, 'show', id, ...words])).stdout);
  return shown;
}

const has = (word: string) => (said: Said) =>
  [said.text, said.words, said.arguments].some((each) => each?.replaceAll('\\n', ' ').includes(word) === true);

/** The words of a scene by who said them; `program`: to the model in the person's name, or to the person. */
describe.each(SCENES)('%s: each word that was typed, seen or sent', (scene) => {
  const root = join(FIXTURES, scene, 'store');
  const words: Readonly<Record<string, readonly string[]>> = JSON.parse(
    readFileSync(join(FIXTURES, scene, 'words.json'), 'utf8'),
  );

  test('is shown, as that of who said it, and found', async () => {
    const messages: Said[] = (await shownOf(root, '--all', '--json')).flatMap(
      (shown) => JSON.parse(shown).conversation.messages,
    );
    for (const [role, some] of Object.entries(words))
      for (const word of some) {
        const said = messages.filter(has(word));
        const isIts = ({ role: by, source }: Said) =>
          role === 'program' ? by !== 'assistant' : by === role && (role !== 'user' || source === undefined);
        expect([word, said.length > 0, said.some(isIts)]).toEqual([word, true, true]);
        expect([word, (await call(['--root', root, 'grep', word, '--all'])).exit]).toEqual([word, 0]);
      }
  });

  test('is in --prompts where a person typed it, and only there', async () => {
    const pages = await shownOf(root, '--prompts', '--full');
    const shown = pages.map((page) => page.slice(page.indexOf('\n'))).join('');
    for (const word of words['user'] ?? []) expect(shown).toContain(word);
    for (const word of words['program'] ?? []) expect(shown).not.toContain(word);
  });

  test('is looked through for secrets, and left out of a redacted page', async () => {
    const store = join(made, scene);
    cpSync(root, store, { recursive: true });
    const all = Object.values(words).flat();
    const token = (n: number) => `ghp_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7${String(n).padStart(2, 'x')}`;
    for (const name of readdirSync(store, { recursive: true, encoding: 'utf8' }).filter((each) =>
      /\.jsonl?$/.test(each),
    ))
      writeFileSync(
        join(store, name),
        all.reduce((text, word, n) => text.replaceAll(word, token(n)), readFileSync(join(store, name), 'utf8')),
      );
    expect(JSON.parse((await call(['--root', store, 'secrets', '--json'])).stdout).secrets.length).toBeGreaterThan(0);
    expect((await shownOf(store, '--all', '--full', '--redact')).join('')).not.toMatch(/ghp_/);
  });
});
