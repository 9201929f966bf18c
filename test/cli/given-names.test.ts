import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { oneIn } from '../support/sampling.ts';
import { call } from './call.ts';
import { emptyHome } from './demo-home.ts';

/** In two pieces: this file itself holds no token. */
const TOKEN = `ghp_${'aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xY2zA4'}`;
const ID = '019cb8a1-0a58-7c31-9e60-4d1c5a8fe201';
const OTHER = '019cb8a1-0a58-7c31-9e60-4d1c5a8fe202';

const lines = (records: readonly unknown[]) => records.map((each) => `${JSON.stringify(each)}\n`).join('');

function store(kind: string, files: Readonly<Record<string, string>>): string {
  const root = join(emptyHome(), `.${kind}`);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

const at = (second: number) => `2026-09-01T10:00:0${second}.000Z`;

function rollout(id: string, mode: 'legacy' | 'paginated', question: string): string {
  const meta = {
    id,
    timestamp: at(0),
    cwd: '/srv/ada',
    originator: 'codex_cli',
    cli_version: '0.171.0',
    source: 'cli',
  };
  const content = [{ type: 'text', text: question, text_elements: [] }];
  const asked =
    mode === 'legacy'
      ? { type: 'user_message', message: question, images: [] }
      : { type: 'item_completed', thread_id: id, turn_id: 't', item: { type: 'UserMessage', id: 'i', content } };
  const ordinal = (n: number) => (mode === 'legacy' ? {} : { ordinal: n });
  return lines([
    { timestamp: at(0), ...ordinal(0), type: 'session_meta', payload: { ...meta, history_mode: mode } },
    { timestamp: at(1), ...ordinal(1), type: 'event_msg', payload: { type: 'task_started', turn_id: 't' } },
    { timestamp: at(2), ...ordinal(2), type: 'event_msg', payload: asked },
    { timestamp: at(3), ...ordinal(3), type: 'event_msg', payload: { type: 'task_complete', turn_id: 't' } },
  ]);
}

const named = (id: string, name: string, updated_at: string | undefined = at(4)) => ({
  id,
  thread_name: name,
  updated_at,
});

/** Of one thread that was named three times and one with an index line that its program passes over. */
function codexHome(names: readonly unknown[]): string {
  return store('codex', {
    [`sessions/2026/09/01/rollout-2026-09-01T10-00-00-${ID}.jsonl`]: rollout(ID, 'legacy', 'How deep do leeks go?'),
    [`sessions/2026/09/01/rollout-2026-09-01T11-00-00-${OTHER}.jsonl`]: rollout(OTHER, 'paginated', 'And parsnips?'),
    'session_index.jsonl': lines(names),
  });
}

const codex = () =>
  codexHome([
    named(ID, 'Walnut beds'),
    named(ID, `Hedge ${TOKEN}`),
    named(ID, 'Cedar shed'),
    { id: OTHER, thread_name: 'Plum wall' },
  ]);

const CLAUDE = '11111111-2222-4333-8444-555555555501';

function record(n: number, role: string, content: unknown, more: object = {}) {
  const uuid = (each: number) => `${CLAUDE.slice(0, -2)}a${each}`;
  const message = { role, content };
  const place = { sessionId: CLAUDE, cwd: '/srv/ada', timestamp: at(n), version: '2.1.332', isSidechain: false };
  return { type: role, uuid: uuid(n), parentUuid: n === 0 ? null : uuid(n - 1), ...place, message, ...more };
}

const claude = () =>
  store('claude', {
    [`projects/-srv-ada/${CLAUDE}.jsonl`]: lines([
      record(0, 'user', 'How deep do leeks go?'),
      { type: 'custom-title', customTitle: 'Walnut beds', sessionId: CLAUDE },
      { type: 'tag', tag: `Hedge ${TOKEN}`, sessionId: CLAUDE },
      record(1, 'assistant', [{ type: 'text', text: 'Deep.' }]),
      { type: 'custom-title', customTitle: 'Cedar shed', sessionId: CLAUDE },
      { type: 'custom-title', customTitle: 'Cedar shed', sessionId: CLAUDE },
    ]),
  });

const qwen = () => {
  const said = (n: number, more: object) => ({
    uuid: `q${n}`,
    parentUuid: n === 0 ? null : `q${n - 1}`,
    sessionId: CLAUDE,
    timestamp: at(n),
    cwd: '/srv/ada',
    version: '0.9.0',
    ...more,
  });
  const title = (customTitle: string) => ({
    type: 'system',
    subtype: 'custom_title',
    systemPayload: { customTitle, titleSource: 'manual' },
  });
  return store('qwen', {
    [`projects/-srv-ada/chats/${CLAUDE}.jsonl`]: lines([
      said(0, { type: 'user', message: { role: 'user', parts: [{ text: 'How deep do leeks go?' }] } }),
      said(1, title('Walnut beds')),
      said(2, title(`Hedge ${TOKEN}`)),
      said(3, title('Cedar shed')),
    ]),
  });
};

const gemini = () => {
  const summed = (summary: string) => ({ $set: { summary } });
  return store('gemini', {
    'tmp/ada/chats/session-2026-09-01T10-00-11111111.jsonl': lines([
      { sessionId: CLAUDE, projectHash: 'ada', startTime: at(0), lastUpdated: at(1), kind: 'main' },
      { id: 'a', timestamp: at(0), type: 'user', content: [{ text: 'How deep do leeks go?' }] },
      { id: 'b', timestamp: at(1), type: 'gemini', content: 'Deep.' },
      ...['Walnut beds', `Hedge ${TOKEN}`, 'Cedar shed'].map(summed),
    ]),
  });
};

const rao = () =>
  store('rao', {
    'conversation_names.csv': '"conversation_id","name"\n1,"Cedar shed"\n',
    'conversations/conversation_1/conversation_log.json': JSON.stringify([
      { id: 1, role: 'user', content: 'How deep do leeks go?', original_query: true },
    ]),
  });

const HOMES = { codex, claude, qwen, gemini };

const idIn = (kind: string) => (kind === 'codex' ? ID : kind === 'gemini' ? '11111111' : CLAUDE);

describe.each(oneIn(2, Object.entries(HOMES)))('names that a conversation had, in %s', (kind, home) => {
  test.each(['Walnut', 'Hedge', 'Cedar'])('%s is found', async (word) => {
    const root = home();
    for (const verb of ['grep', 'find']) {
      const found = await call([verb, '--json', word, '--root', root]);
      expect(found.exit, found.stderr).toBe(0);
      expect(found.stdout).toContain(word);
    }
    expect(await call(['grep', 'Juniper', '--root', root])).toMatchObject({ exit: 1, stdout: '' });
  });

  test('are found beside messages that match too', async () => {
    const { stdout } = await call(['grep', '-E', 'leeks|Walnut|Cedar', '--root', home()]);
    const lines = stdout.trimEnd().split('\n');
    expect(lines.map((line) => line.slice(idIn(kind).length))).toEqual([
      expect.stringMatching(/^[^:]*:0:user: How deep do leeks go\?$/),
      expect.stringMatching(/^[^:]*:0:name: Cedar shed$/),
      expect.stringMatching(/^[^:]*:0:name: Walnut beds$/),
    ]);
  });

  test('are shown, each once, and exported', async () => {
    const root = home();
    const id = idIn(kind);
    const shown = await call(['show', id, '--root', root]);
    // The tag that it has is in the head, too.
    for (const [name, times] of [
      ['Walnut beds', 1],
      ['Hedge', kind === 'claude' ? 2 : 1],
      ['Cedar shed', 1],
    ] as const)
      expect(shown.stdout.split(name)).toHaveLength(times + 1);
    const { conversation } = JSON.parse((await call(['show', '--json', id, '--root', root])).stdout);
    expect(conversation).toMatchObject({ title: 'Cedar shed', names: ['Walnut beds', `Hedge ${TOKEN}`] });
    const output = join(emptyHome(), 'pages');
    await call(['export', '--to', 'markdown', '--output', output, '--root', root]);
    const pages = readdirSync(output).map((file) => readFileSync(join(output, file), 'utf8'));
    expect(pages.filter((page) => page.includes('Walnut beds'))).toHaveLength(1);
  });

  test('betray their secrets, and lose them where they are redacted', async () => {
    const root = home();
    const { stdout, exit } = await call(['secrets', '--root', root]);
    expect({ stdout, exit }).toEqual({ stdout: expect.stringContaining('github-pat, 40 characters'), exit: 1 });
    const id = idIn(kind);
    const output = join(emptyHome(), 'pages');
    const words = [
      ['show', '--redact', id],
      ['show', '--redact', '--json', id],
      ['show', '--redact', '--markdown', id],
      ['grep', '--redact', 'Hedge'],
      ['find', '--redact', 'hedge'],
      ['export', '--to', 'html', '--redact', '--output', output],
    ];
    for (const each of words) {
      const said = await call([...each, '--root', root]);
      expect(said.exit, said.stderr).toBe(0);
      expect(said.stdout + said.stderr).not.toContain(TOKEN);
    }
    for (const file of readdirSync(output)) expect(readFileSync(join(output, file), 'utf8')).not.toContain(TOKEN);
    expect(await call(['grep', '--redact', TOKEN, '--root', root])).toMatchObject({ exit: 1 });
  });
});

test('a name that a message says too is found there alone', async () => {
  const root = codexHome([named(ID, 'How deep do leeks'), named(ID, 'All about leeks')]);
  const { stdout } = await call(['grep', 'leeks', '--root', root]);
  expect(stdout.match(/leeks.*$/gm)).toEqual(['leeks go?', 'leeks']);
});

test('a title that the program gave, and that one of a person covers, is found and shown as a name, once', async () => {
  const titled = (aiTitle: string) => ({ type: 'ai-title', aiTitle, sessionId: CLAUDE });
  const root = store('claude', {
    [`projects/-srv-ada/${CLAUDE}.jsonl`]: lines([
      record(0, 'user', 'How deep do leeks go?'),
      titled('Quince beds'),
      titled('Quince beds'),
      { type: 'custom-title', customTitle: 'Cedar shed', sessionId: CLAUDE },
      titled('Quince rows'),
    ]),
  });
  const { stdout } = await call(['grep', 'quince', '--root', root]);
  expect(stdout.match(/:name: .*$/gm)).toEqual([':name: Quince rows', ':name: Quince beds']);
  const { conversation } = JSON.parse((await call(['show', '--json', CLAUDE, '--root', root])).stdout);
  expect(conversation).toMatchObject({ title: 'Cedar shed', names: ['Quince beds', 'Quince rows'] });
});

test('the name of a fork that is a subagent of Claude Code is found, once', async () => {
  const agent = `projects/-srv-ada/${CLAUDE}/subagents/agent-a1`;
  const root = store('claude', {
    [`projects/-srv-ada/${CLAUDE}.jsonl`]: lines([record(0, 'user', 'How deep do leeks go?')]),
    [`${agent}.jsonl`]: lines([record(0, 'user', 'Look at the leeks', { isSidechain: true, agentId: 'a1' })]),
    [`${agent}.meta.json`]: JSON.stringify({ agentType: 'fork', isFork: true, name: 'hazelname' }),
  });
  for (const [verb, word] of [
    ['grep', 'hazelname'],
    ['grep', 'leeks|hazelname'],
    ['find', 'hazelname'],
  ] as const) {
    const { stdout } = await call([verb, ...(verb === 'grep' ? ['-E'] : []), word, '--root', root]);
    expect(stdout.match(/hazelname/g), `${verb} ${word}`).toHaveLength(1);
  }
});

describe('a name that is only in a file of many', () => {
  test('is found in Rao, and one that nobody gave is not', async () => {
    const root = rao();
    expect(await call(['grep', 'cedar', '-i', '--root', root])).toMatchObject({ stdout: '1:0:name: Cedar shed\n' });
    expect(await call(['grep', 'New conversation', '--root', root])).toMatchObject({ exit: 1 });
  });

  test('is found in TENEX, as its index has it', async () => {
    const id = 'a1b2c3d4e5';
    const times = { createdAt: 1_788_000_000, updatedAt: 1_788_000_000 };
    const root = store('tenex', {
      [`conversations/${id}.json`]: JSON.stringify({ id, title: 'Leeks', phase: 'CHAT', history: [] }),
      'conversations/metadata.json': JSON.stringify({ conversations: [{ id, title: 'Cedar shed', ...times }] }),
    });
    for (const word of ['Cedar', 'Leeks'])
      expect(await call(['grep', word, '--root', root])).toMatchObject({ stdout: expect.stringContaining(word) });
  });

  test('is found in Codex where the program passes its line over, where nobody waits for it, and in threads', async () => {
    expect(await call(['grep', 'Plum', '--root', codex()])).toMatchObject({ stdout: `${OTHER}:0:name: Plum wall\n` });
    const misnamed = codexHome([named(ID.replace('201', '209'), 'Juniper')]);
    expect(await call(['grep', 'Juniper', '--root', misnamed])).toMatchObject({ exit: 1, stdout: '' });
    const renamed = store('codex', {
      [`sessions/2026/09/01/rollout-2026-09-01T10-00-00-${OTHER}.jsonl`]: rollout(ID, 'legacy', 'How deep?'),
      'session_index.jsonl': lines([named(ID, 'Juniper')]),
    });
    for (const jobs of ['1', '2'])
      expect(await call(['grep', 'Juniper', '--jobs', jobs, '--root', renamed])).toMatchObject({
        stdout: expect.stringContaining(':name: Juniper'),
      });
  });

  test('is passed over where messages of one speaker, of a tool or of a time are asked for', async () => {
    for (const asked of [
      ['--role', 'user'],
      ['--tool', 'Bash'],
      ['--since', '2026-01-01'],
    ])
      expect(await call(['grep', 'Walnut', ...asked, '--root', codex()])).toMatchObject({ exit: 1, stdout: '' });
  });
});

describe('a session of Claude Code that is gone but for its subagents', () => {
  const subagent = (said: string) =>
    store('claude', {
      [`projects/-srv-ada/${CLAUDE}/subagents/agent-a1.jsonl`]: lines([
        record(0, 'user', said, { agentId: 'a1', isSidechain: true }),
        record(1, 'assistant', [{ type: 'text', text: 'Done.' }], { agentId: 'a1', isSidechain: true }),
      ]),
    });

  test('has its secrets found, and nothing is said not to be judged', async () => {
    expect(await call(['secrets', '--root', subagent(`The key is ${TOKEN}`)])).toMatchObject({
      exit: 1,
      stdout: `${CLAUDE}@a1:0:user: github-pat, 40 characters\n`,
      stderr: expect.not.stringContaining('no session file'),
    });
    expect(await call(['secrets', '--root', subagent('There is no key.')])).toMatchObject({ exit: 0, stdout: '' });
  });

  test('says so where nothing of it can be searched', async () => {
    const root = store('claude', { [`projects/-srv-ada/${CLAUDE}/tool-results/a.txt`]: `${TOKEN}\n` });
    const { stderr } = await call(['secrets', '--root', root]);
    expect(stderr).toContain('has no session file, only companions');
  });
});

describe('an id that a rule takes for a secret', () => {
  /** Of a message of a subagent, which a command has behind a name that gives it away. */
  const home = (message: string) => {
    const agent = record(0, 'user', 'Look.', { uuid: message, agentId: 'a1', isSidechain: true });
    return store('claude', {
      [`projects/-srv-ada/${CLAUDE}.jsonl`]: lines([
        record(0, 'user', 'HEROKU_API_KEY=12345678-1234-4321-8321-1234567890ab'),
        record(1, 'assistant', [{ type: 'text', text: '12345678-1234-4321-8321-1234567890ab is what it says' }]),
      ]),
      [`projects/-srv-ada/${CLAUDE}/subagents/agent-a1.jsonl`]: lines([agent]),
    });
  };

  test('is none elsewhere where a message of a subagent has it', async () => {
    const answers = async (message: string) =>
      (await call(['secrets', '--root', home(message)])).stdout.includes(`${CLAUDE}:1:assistant`);
    expect(await answers('12345678-1234-4321-8321-1234567890ac')).toBe(true);
    expect(await answers('12345678-1234-4321-8321-1234567890ab')).toBe(false);
  });
});
