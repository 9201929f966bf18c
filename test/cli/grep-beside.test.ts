import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { call } from './call.ts';
import { emptyHome } from './demo-home.ts';

const ID = '11111111-2222-4333-8444-555555555501';

interface Given {
  readonly input?: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
  /** Of the record of the result. */
  readonly mcpMeta?: unknown;
  /** Of the first record. */
  readonly gitBranch?: string;
  /** Records behind the messages. */
  readonly more?: readonly Readonly<Record<string, unknown>>[];
  /** The file beside the transcript of its subagent. */
  readonly meta?: unknown;
}

/** A session in which a command ran and said "twelve trees"; `result` is what its screen had. */
function sessionWith({ input = {}, result, mcpMeta, gitBranch, more = [], meta }: Given): string {
  const folder = join(emptyHome(), '.claude/projects/-srv-ada');
  const line = (n: number, role: string, content: unknown, rest = {}) => ({
    ...{ type: role, uuid: `${ID.slice(0, -2)}a${n}`, parentUuid: n === 0 ? null : `${ID.slice(0, -2)}a${n - 1}` },
    ...{ sessionId: ID, timestamp: `2026-11-0${n + 1}T10:00:00.000Z`, cwd: '/srv/ada', message: { role, content } },
    ...rest,
  });
  const ran = { type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { command: 'count orchard.txt', ...input } };
  const said = { type: 'tool_result', tool_use_id: 'toolu_1', content: 'twelve trees' };
  const records = [
    line(0, 'user', 'Count the trees.', { gitBranch }),
    line(1, 'assistant', [ran]),
    line(2, 'user', [said], { toolUseResult: result, mcpMeta }),
    line(3, 'assistant', [{ type: 'text', text: 'There are twelve.' }]),
    ...more,
  ];
  mkdirSync(join(folder, ID, 'subagents'), { recursive: true });
  writeFileSync(join(folder, `${ID}.jsonl`), records.map((each) => `${JSON.stringify(each)}\n`).join(''));
  if (meta !== undefined) {
    writeFileSync(join(folder, ID, 'subagents/agent-a1.jsonl'), `${JSON.stringify(line(0, 'user', 'Look.'))}\n`);
    writeFileSync(join(folder, ID, 'subagents/agent-a1.meta.json'), JSON.stringify(meta));
  }
  return join(folder, '../..');
}

function progress(fullOutput: string) {
  return { type: 'progress', parentToolUseID: 'toolu_1', data: { type: 'bash_progress', fullOutput } };
}

async function found(root: string, ...words: string[]): Promise<string[]> {
  const { stdout } = await call(['grep', ...words, '--root', root]);
  return stdout.split('\n').filter((each) => each !== '');
}

test.each<[string, Given, string, string]>([
  [
    'standard error',
    { result: { stdout: 'twelve trees', stderr: 'quince warning' } },
    'quince',
    '2:stderr: quince warning',
  ],
  [
    'standard output that was cut',
    { result: { stdout: 'twelve trees\nquince' } },
    'quince',
    '2:stdout: twelve trees quince',
  ],
  [
    'a line of a patch',
    { result: { structuredPatch: [{ lines: ['-quince'] }] } },
    'quince',
    '2:structuredPatch: -quince',
  ],
  [
    'data of a server of MCP',
    { mcpMeta: { structuredContent: { basket: ['quince'] } } },
    'quince',
    '2:structuredContent: quince',
  ],
  ['a branch', { gitBranch: 'feat/quince' }, 'quince', '0:name: feat/quince'],
  ['a tag', { more: [{ type: 'tag', tag: 'quince', sessionId: ID }] }, 'quince', '0:name: quince'],
  ['a result that is a text', { result: 'quince refused' }, 'quince', '2:result: quince refused'],
  [
    'a pull request',
    { more: [{ type: 'pr-link', prUrl: 'https://forge.example/ada/quince/pull/4', prRepository: 'ada/quince' }] },
    'ada/quince',
    '0:pr-link: https://forge.example/ada/quince/pull/4',
  ],
  [
    'what was typed last',
    { more: [{ type: 'last-prompt', lastPrompt: 'and the quince' }] },
    'quince',
    '0:last-prompt: and the quince',
  ],
  [
    'output of a command that ran',
    { more: [{ type: 'progress', data: { type: 'bash_progress', fullOutput: 'quince 40 %' } }] },
    'quince',
    '0:progress: quince 40 %',
  ],
  [
    'output that each record of a command repeats and adds to',
    { more: ['quince', 'quince 40 %', 'quince 40 %, and 80 %'].map(progress) },
    'quince',
    '0:progress: quince 40 %, and 80 %',
  ],
  [
    'the task of a subagent',
    { meta: { agentType: 'Explore', description: 'Prune the quince' } },
    'quince',
    '0:subagent: Prune the quince',
  ],
])('grep finds a word that only %s has, once, and says where it is', async (_, given, word, line) => {
  expect(await found(sessionWith(given), word)).toEqual([`${ID}:${line}`]);
});

test('grep finds what a command wrote before its record began anew, and what another command wrote', async () => {
  const others = [
    { ...progress('pear'), parentToolUseID: 'toolu_2' },
    { ...progress('the last pear'), parentToolUseID: 'toolu_2' },
  ];
  const root = sessionWith({ more: [progress('quince pear'), ...others, progress('a pear')] });
  expect(await found(root, 'pear')).toEqual(
    ['quince pear', 'a pear', 'the last pear'].map((text) => `${ID}:0:progress: ${text}`),
  );
});

test.each<[string, Given, string, readonly string[]]>([
  ['the result', { result: { stdout: 'twelve trees', stderr: '' } }, 'twelve trees', ['2:tool: twelve trees']],
  [
    'the call',
    {
      input: { old_string: 'a\n\tquince' },
      result: { oldString: 'a\n\tquince', structuredPatch: [{ lines: ['-\tquince'] }] },
    },
    'quince',
    ['1:Bash: count orchard.txt a quince'],
  ],
  [
    'a message',
    { more: [{ type: 'last-prompt', lastPrompt: 'Count the tr…' }] },
    'Count',
    ['0:user: Count the trees.'],
  ],
])('grep does not find a text a second time that %s has', async (_, given, word, lines) => {
  expect(await found(sessionWith(given), word)).toEqual(lines.map((line) => `${ID}:${line}`));
});

test('a result that matches and its standard error, which matches too, are a line each, and one match', async () => {
  const root = sessionWith({ result: { stdout: 'twelve trees', stderr: 'quince trees' } });
  expect(await found(root, 'trees')).toEqual([
    `${ID}:0:user: Count the trees.`,
    `${ID}:2:tool: twelve trees`,
    `${ID}:2:stderr: quince trees`,
  ]);
  expect(await found(root, '--regex', 'quince|twelve trees')).toEqual([
    `${ID}:2:tool: twelve trees`,
    `${ID}:2:stderr: quince trees`,
  ]);
  expect(await found(root, 'trees', '--count')).toEqual([expect.stringContaining('2')]);
});

test.each<[string, Given]>([
  ['a file as it was before an edit', { result: { originalFile: 'quince' } }],
  ['a state of the program', { result: { status: 'quince' } }],
  ['other data of MCP', { mcpMeta: { _meta: { basket: 'quince' } } }],
])('grep does not look into %s', async (_, given) => {
  expect(await found(sessionWith(given), 'quince')).toEqual([]);
});

test('grep does not find every conversation by a branch that nearly all have', async () => {
  expect(await found(sessionWith({ gitBranch: 'master' }), 'master')).toEqual([]);
});

test('the help says what is not searched, and it is not', async () => {
  const { stdout } = await call('grep --help');
  expect(stdout.replace(/\s+/g, ' ')).toContain('Not searched are keys of the input of a tool, files as they were');
  expect(await found(sessionWith({ input: { quince: 'ripe' } }), 'quince')).toEqual([]);
  expect(await found(sessionWith({ input: { quince: 'ripe' } }), 'ripe')).toHaveLength(1);
});

test('--role and --tool choose by the message of the result, and texts beside messages are left out with them', async () => {
  const more = [{ type: 'pr-link', prUrl: 'https://forge.example/quince' }];
  const root = sessionWith({ result: { stderr: 'quince warning' }, more });
  expect(await found(root, 'quince')).toHaveLength(2);
  expect(await found(root, 'quince', '--tool', 'Bash')).toEqual([`${ID}:2:stderr: quince warning`]);
  expect(await found(root, 'quince', '--role', 'tool')).toEqual([`${ID}:2:stderr: quince warning`]);
  expect(await found(root, 'quince', '--role', 'assistant')).toEqual([]);
});

test('the end on a terminal counts names apart from notes, and a secret of the screen is covered', async () => {
  const token = `ghp_${'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'}`;
  const more = [{ type: 'pr-link', prUrl: 'https://forge.example/quince' }];
  const root = sessionWith({ result: { stderr: `quince ${token}` }, more });
  const screen = await call(['grep', 'forge', '--root', root], { terminal: 80 });
  expect(screen.stdout).toContain('1 name or note in 1 conversation');
  const [line = ''] = await found(root, 'quince', '--redact');
  expect(line).toContain('stderr: quince');
  expect(line).not.toContain(token);
  expect(await found(root, token, '--redact')).toEqual([]);
});

test('show --everything has the texts of the screen that no message has, and show does not number them', async () => {
  const root = sessionWith({ result: { stdout: 'twelve trees', stderr: 'quince warning' } });
  const shown = async (...flags: string[]) => (await call(['show', ID, ...flags, '--root', root])).stdout;
  expect(await shown()).not.toContain('quince');
  const all = await shown('--everything');
  expect(all).toContain('stderr=quince warning');
  expect(all).not.toContain('stdout=');
});
