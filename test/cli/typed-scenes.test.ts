import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { placeGemini } from '../../src/stores/gemini/layout/layout.ts';
import { placeQwen } from '../../src/stores/qwen/layout/layout.ts';
import { oneIn } from '../support/sampling.ts';
import { call } from './call.ts';

const FIXTURES = new URL('../../fixtures/', import.meta.url).pathname;
const made = mkdtempSync(join(tmpdir(), 'convo-typed-scenes-'));
afterAll(() => rmSync(made, { recursive: true }));

/** Typed on a terminal with the newest version of each program. */
const SCENES = ['gemini', 'qwen', 'copilot', 'pi'].flatMap((kind) =>
  readdirSync(join(FIXTURES, kind, 'scenes')).map((name) => `${kind}/scenes/${name}`),
);

/** Those whose words are made secrets of. */
const REDACTED = oneIn(6, SCENES, 2);

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

test.each([
  ['gemini', 'answers-agents-and-hooks', 'a000000f-0000-4000-8000-000000000015'],
  ['qwen', 'answers-agents-and-plans', 'general-purpose-a1'],
])('a subagent of %s is shown by its id or the beginning of it, listed and found once', async (kind, scene, agent) => {
  const root = join(FIXTURES, kind, 'scenes', scene, 'store');
  const shown = await call(['--root', root, 'show', `a0000001@${agent.slice(0, 7)}`]);
  expect([shown.exit, shown.stdout]).toEqual([expect.any(Number), expect.stringContaining('inner zagentsaid.')]);
  expect((await call(['--root', root, 'list', '--agents'])).stdout).toMatch(`${agent}  `);
  const { stdout } = await call(['--root', root, 'grep', 'inner zagentsaid', '--role', 'assistant']);
  expect(stdout.match(/zagentsaid/g)).toHaveLength(1);
  expect((await call(['--root', root, 'show', 'a0000001@none'])).stderr).toContain(agent);
});

test('a session that began with a saved one has its calls and results, and nothing that is damaged', async () => {
  const root = join(FIXTURES, 'gemini/scenes/saved-and-resumed/store');
  const shown = JSON.parse((await call(['--root', root, 'show', 'a000000b', '--json'])).stdout).conversation;
  const called = shown.messages.filter(({ type }: { type: string }) => type.startsWith('tool_'));
  expect(called.map(({ name, callId }: Record<string, string>) => [name, callId])).toEqual([
    ['list_directory', 'list_directory__c1'],
    ['list_directory', 'list_directory__c1'],
  ]);
  const { stdout } = await call(['--root', root, 'verify', '--all', '--json']);
  const codes = JSON.parse(stdout).findings.map(({ code }: { code: string }) => code);
  // The folder of the project may be there.
  expect(codes.filter((code: string) => code !== 'GM305')).toEqual(['GM209']);
});

test.each([
  ['gemini', 'saved-and-resumed', 'checkpoint-keepme', 3],
  ['qwen', 'saved-before-a-tool', '2026-11', 2],
])(
  'a copy that %s made of a conversation is one of its own, which is shown and deleted',
  async (kind, scene, id, questions) => {
    const root = join(made, kind, 'copies');
    cpSync(join(FIXTURES, kind, 'scenes', scene, 'store'), root, { recursive: true });
    const convo = (...words: string[]) => call(['--root', root, ...words]);
    const listed = JSON.parse((await convo('list', '--all', '--json')).stdout).conversations;
    const copy = listed.find((each: { id: string }) => each.id.startsWith(id));
    expect(copy).toMatchObject({
      hidden: 'checkpoint',
      format: `${kind}-checkpoint`,
      cwd: '/srv/ada/rose',
      readable: true,
    });
    expect((await convo('list')).stdout).not.toContain(copy.id);
    const { messages } = JSON.parse((await convo('show', id, '--json')).stdout).conversation;
    const asked = messages.filter(
      ({ role, source, hidden }: Record<string, unknown>) => role === 'user' && !source && !hidden,
    );
    expect(asked.length).toBe(questions);
    const counted = async () => / (\d+) texts, calls/.exec((await convo('stats')).stdout)?.[1];
    const before = await counted();
    for (const verb of ['archive', 'fork', 'rename'])
      expect((await convo(verb, id, ...(verb === 'rename' ? ['Trees'] : []), '--yes')).exit).toBe(1);
    expect((await convo('delete', id, '--yes')).exit).toBe(0);
    expect(JSON.parse((await convo('list', '--all', '--json')).stdout).conversations).toHaveLength(listed.length - 1);
    expect([before, await counted()]).toEqual([expect.any(String), before]);
  },
);

test('a folder of subagents holds nothing else of Qwen Code, and in one of Gemini CLI all else goes with the session', () => {
  const gemini = { kind: 'gemini', root: '/srv/.gemini', shape: 'home', scope: null, file: null } as const;
  const qwen = { ...gemini, kind: 'qwen', root: '/srv/.qwen' } as const;
  const [session, chats] = ['1a2b3c4d-0000-4000-8000-000000000001', 'tmp/rose/chats'];
  expect(placeGemini(gemini, `${chats}/${session}/x.jsonl`, 'file')).toMatchObject({ id: '1a2b3c4d', role: 'agent' });
  for (const path of ['notes.txt', 'deep/x.jsonl'])
    expect(placeGemini(gemini, `${chats}/${session}/${path}`, 'file')).toMatchObject({
      id: '1a2b3c4d',
      role: 'companion',
    });
  const agents = `projects/-srv-rose/subagents/${session}`;
  expect(placeQwen(qwen, `${agents}/agent-x.jsonl`, 'file')).toMatchObject({ id: session, role: 'agent' });
  for (const path of ['notes.txt', 'deep/x.jsonl'])
    expect(placeQwen(qwen, `${agents}/${path}`, 'file').type).toBe('foreign');
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
    // One search for all of them; a line of what is found shows one match, so that another word of it is looked for alone.
    const all = Object.values(words).flat();
    const { stdout: found } = await call(['--root', root, 'grep', '--regex', all.join('|'), '--all']);
    for (const [role, some] of Object.entries(words))
      for (const word of some) {
        const said = messages.filter(has(word));
        const isIts = ({ role: by, source }: Said) =>
          role === 'program' ? by !== 'assistant' : by === role && (role !== 'user' || source === undefined);
        expect([word, said.length > 0, said.some(isIts)]).toEqual([word, true, true]);
        if (!found.includes(word))
          expect([word, (await call(['--root', root, 'grep', word, '--all'])).exit]).toEqual([word, 0]);
      }
  });

  test('is in --prompts where a person typed it, and only there', async () => {
    const pages = await shownOf(root, '--prompts', '--full');
    const shown = pages.map((page) => page.slice(page.indexOf('\n'))).join('');
    for (const word of words['user'] ?? []) expect(shown).toContain(word);
    for (const word of words['program'] ?? []) expect(shown).not.toContain(word);
  });

  test.runIf(REDACTED.includes(scene))('is looked through for secrets, and left out of a redacted page', async () => {
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
