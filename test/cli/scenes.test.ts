import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { oneIn } from '../support/sampling.ts';
import { call } from './call.ts';

const SCENES = new URL('../../fixtures/claude/scenes/', import.meta.url).pathname;
const made = mkdtempSync(join(tmpdir(), 'convo-scenes-'));
afterAll(() => rmSync(made, { recursive: true }));

interface Said {
  readonly index: number;
  readonly role: string;
  readonly text: string | null;
  readonly arguments?: string;
  readonly name?: string;
}

/** What is shown of each session of a store. */
async function shownOf(root: string, ...words: readonly string[]): Promise<string[]> {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' });
  const ids = files.flatMap((path) => /^projects\/[^/]+\/([-0-9a-f]+)\.jsonl$/.exec(path)?.[1] ?? []);
  const shown: string[] = [];
  for (const id of ids) shown.push((await call(['--root', root, 'show', id, ...words])).stdout);
  return shown;
}

async function messagesOf(root: string): Promise<readonly Said[]> {
  return (await shownOf(root, '--all', '--json')).flatMap((shown) => JSON.parse(shown).conversation.messages);
}

/** The words of a scene, each with who said it. */
function wordsOf(scene: string): [word: string, role: string][] {
  const words = JSON.parse(readFileSync(join(SCENES, scene, 'words.json'), 'utf8')) as Record<string, string[]>;
  return Object.entries(words).flatMap(([role, some]) => some.map((word): [string, string] => [word, role]));
}

/** A copy of a scene with a token in the place of each word. */
function planted(scene: string, words: readonly (readonly [string, string])[]): string {
  const root = join(made, scene);
  cpSync(join(SCENES, scene, 'store'), root, { recursive: true });
  for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(?:jsonl|txt)$/.test(name)) continue;
    const tokened = words.reduce(
      (text, [word], n) => text.replaceAll(word, tokenOf(n)),
      readFileSync(join(root, name), 'utf8'),
    );
    writeFileSync(join(root, name), tokened);
  }
  return root;
}

function tokenOf(n: number): string {
  return `ghp_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7${String(n).padStart(2, 'x')}`;
}

test('--everything shows half a call too, which plain show leaves out', async () => {
  const folder = new URL('../../fixtures/claude/CL218-half-of-call-lost/before/', import.meta.url).pathname;
  const { stdout } = await call(['--root', folder, 'show', '--everything']);
  expect(stdout).toContain('no result');
  expect(stdout).not.toContain('hidden message');
});

test('find looks through the words that show prints, as grep does, without what the program writes around them', async () => {
  const root = join(SCENES, 'commands-and-goals', 'store');
  const { stdout } = await call(['--root', root, 'find', 'ztshell']);
  expect(stdout).toMatch(/: (?:! echo )?ztshell\n$/);
  expect((await call(['--root', root, 'find', 'bash', 'stdout'])).exit).toBe(1);
});

test('a note to the model before a command is sent, and on no screen: JSON has it, text with --all', async () => {
  const root = join(SCENES, 'after-a-clear', 'store');
  const { messages } = JSON.parse((await call(['--root', root, 'show', '--json'])).stdout).conversation;
  const isNote = ({ text }: Said) => text?.includes('zpcaveat');
  expect(messages.find(isNote)).toMatchObject({ role: 'system', hidden: false, offScreen: true });
  const { stdout } = await call(['--root', root, 'show']);
  expect(stdout).not.toContain('zpcaveat');
  expect(stdout).toContain('1 text, call or result on no screen left out (--all)');
  expect((await call(['--root', root, 'show', '--all'])).stdout).toContain('zpcaveat');
});

test.each(['html', 'markdown'])(
  'a subagent has a file of its own in an export to %s, redacted as the others are',
  async (to) => {
    const root = join(made, `subagent-${to}`);
    cpSync(join(SCENES, 'server-calls', 'store'), root, { recursive: true });
    const [agent = ''] = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /agent-\w+\.jsonl$/.test(name),
    );
    const path = join(root, agent);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('zaside', `zaside ${tokenOf(0)}`));
    const scan = await call(['--root', root, 'secrets']);
    expect([scan.exit, scan.stdout]).toEqual([
      1,
      expect.stringMatching(/^\S+@\w+:\d+:\w+: github-pat, 40 characters\n/m),
    ]);
    const output = join(made, `pages-${to}`);
    const { exit, stderr } = await call(['--root', root, 'export', '--to', to, '--redact', '--output', output]);
    expect([exit, stderr]).toEqual([0, expect.stringContaining('1 of these files is that of a subagent')]);
    const [page = '', ...more] = readdirSync(output).filter((name) => name.includes('-subagent-'));
    expect(more).toEqual([]);
    const text = readFileSync(join(output, page), 'utf8');
    expect(text).toContain('zaside [secret 1: github-pat]');
    expect(text).not.toContain('ghp_');
    if (to === 'html') expect(readFileSync(join(output, 'index.html'), 'utf8')).toContain(page);
  },
);

test.each([
  ['show', []],
  ['export', ['--to', 'jsonl', '--output', join(made, 'betrayed-lines')]],
])('a secret that a subagent betrays is left out of the session where %s --redact is asked', async (command, words) => {
  const root = join(made, `betrayed-${command}`);
  cpSync(join(SCENES, 'server-calls', 'store'), root, { recursive: true });
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.jsonl'));
  for (const name of files) {
    const said = readFileSync(join(root, name), 'utf8');
    const isAgent = name.includes('agent-');
    writeFileSync(
      join(root, name),
      isAgent
        ? said.replaceAll('zaside', 'password = \\"Zq7tRw9kLm2Xv\\" zaside')
        : said.replaceAll('zuone', 'zuone Zq7tRw9kLm2Xv'),
    );
  }
  const { exit, stdout } = await call(['--root', root, command, '--redact', ...words]);
  const out =
    words[3] === undefined ? [] : readdirSync(words[3]).map((name) => readFileSync(join(words[3] ?? '', name), 'utf8'));
  const text = [stdout, ...out].join('\n');
  expect([exit, text]).toEqual([0, expect.stringContaining('zuone [secret 1: password]')]);
  expect(text).not.toContain('Zq7tRw9kLm2Xv');
});

test.each([
  ['html', 'one.html', true],
  ['markdown', 'one.md', true],
  ['jsonl', 'one.jsonl', false],
  ['atif', 'one.json', false],
])('one file of %s names a folder for subagents only where that gives each a file', async (format, file, hasFiles) => {
  const root = join(SCENES, 'server-calls', 'store');
  const { conversations } = JSON.parse((await call(['--root', root, 'list', '--json'])).stdout);
  const words = ['--root', root, 'export', '--to', format];
  const one = await call([...words, '--output', join(made, file), conversations[0].id]);
  expect(one.exit).toBe(0);
  expect(one.stderr.includes('with a folder (--output DIR) each has a file of its own')).toBe(hasFiles);
  const output = join(made, `agents-${format}`);
  expect((await call([...words, '--output', output])).exit).toBe(0);
  expect(readdirSync(output).some((name) => name.includes('-subagent-'))).toBe(hasFiles);
});

test('an export that ends early counts the pages of subagents among those that are whole', async () => {
  const root = join(made, 'subagents-early');
  cpSync(join(SCENES, 'server-calls', 'store'), root, { recursive: true });
  const [agent = ''] = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /agent-\w+\.jsonl$/.test(name),
  );
  copyFileSync(join(root, agent), join(root, dirname(agent), 'agent-zlater.jsonl'));
  const output = join(made, 'pages-early');
  const words = ['--root', root, 'export', '--to', 'html', '--output', output];
  const { stderr } = await call(words);
  expect(stderr).toContain('2 of these files are those of subagents\n');
  const [later = ''] = readdirSync(output).filter((name) => name.includes('zlater'));
  rmSync(output, { recursive: true });
  mkdirSync(output);
  symlinkSync('/nowhere', join(output, later));
  const cut = await call(words);
  expect([cut.exit, cut.stderr]).toEqual([4, expect.stringContaining('; 2 pages in ')]);
  expect(readdirSync(output)).toHaveLength(3);
});

describe.each(oneIn(12, readdirSync(SCENES).sort()))('%s: each word that was typed or seen', (scene) => {
  const root = join(SCENES, scene, 'store');
  const words = wordsOf(scene);

  test('is shown, as that of who said it, and found', async () => {
    const messages = await messagesOf(root);
    const asked = new Set(oneIn(4, words));
    for (const each of words) {
      const [word, role] = each;
      const said = messages.filter(({ text, arguments: given, name }) =>
        [text, given, name].some((each) => each?.includes(word)),
      );
      expect([word, said.map((each) => each.role)]).toEqual([word, expect.arrayContaining([role])]);
      if (!asked.has(each)) continue;
      const { exit } = await call(['--root', root, 'grep', word, '--role', role]);
      expect([word, exit]).toEqual([word, 0]);
    }
  });

  test('is in --prompts where a person typed it, and the session is sound', async () => {
    const shown = (await shownOf(root, '--prompts', '--full')).join('');
    for (const [word, role] of words) if (role === 'user') expect(shown).toContain(word);
    expect((await call(['--root', root, 'verify', '--all'])).stdout).not.toMatch(/CL203|warning|error /);
  });

  test('is on each page that holds the session whole', async () => {
    for (const format of ['--markdown', '--html']) {
      const shown = (await shownOf(root, '--all', '--full', format)).join('');
      for (const [word] of words) expect(shown).toContain(word);
    }
  });

  test('is looked through for secrets', async () => {
    const store = planted(scene, words);
    const messages = await messagesOf(store);
    const { stdout } = await call(['--root', store, 'secrets', '--json']);
    const found = JSON.parse(stdout).secrets.map(({ index }: { index: number | null }) => index);
    for (const [n, [word]] of words.entries()) {
      const holders = messages.filter(({ text, arguments: given, name }) =>
        [text, given, name].some((each) => each?.includes(tokenOf(n))),
      );
      expect([word, holders.length]).not.toEqual([word, 0]);
      for (const { index } of holders) expect(found).toContain(index);
    }
  });

  test('does not leave in a redacted page', async () => {
    const store = join(made, scene);
    const shown = (await shownOf(store, '--all', '--companions', '--full', '--redact')).join('');
    expect(shown).toContain('[secret');
    expect(shown).not.toMatch(/ghp_/);
  });
});
