import { randomUUID } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { sentenceText } from '../../../src/model/command.ts';
import { ruleOf } from '../../../src/model/finding.ts';
import { CASES } from '../../stores/claude/open-case.ts';
import { oneIn } from '../../support/sampling.ts';
import { call } from '../call.ts';
import { homeOf } from '../home-of-all.ts';

const FIXTURES = fileURLToPath(new URL('../../../fixtures/claude', import.meta.url));

async function shown(name: string, ...words: string[]) {
  const { stdout } = await call(['show', ...words, '--json', '--root', join(CASES, name, 'input')]);
  return JSON.parse(stdout);
}

/** A question, a call, its result, an answer, a question and an answer, numbered from 1. `parents`: other parents than the one before. */
function talkWith({ torn, parents = {} }: { torn?: number; parents?: Record<number, number> }) {
  const root = mkdtempSync(join(tmpdir(), 'convostore-test-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const id = '3b3b3b3b-1111-4222-8333-444444444444';
  const uuid = (n: number) => `0000000${n}-1111-4222-8333-444444444444`;
  const said = [
    ['user', 'Is the lock gate shut?'],
    ['assistant', [{ type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'cat gate' } }]],
    ['user', [{ type: 'tool_result', tool_use_id: 't1', content: 'shut' }]],
    ['assistant', [{ type: 'text', text: 'It is shut.' }]],
    ['user', 'Then open it.'],
    ['assistant', [{ type: 'text', text: 'It is open.' }]],
  ] as const;
  const lines = said.map(([type, content], i) => {
    const n = i + 1;
    const parent = parents[n] ?? i;
    const own = { parentUuid: parent === 0 ? null : uuid(parent), isSidechain: false, sessionId: id, cwd: '/srv/lock' };
    const message = { id: `msg_${n}`, role: type, content };
    const line = JSON.stringify({ ...own, type, message, uuid: uuid(n), timestamp: `2026-11-01T10:0${n}:00.000Z` });
    return n === torn ? line.slice(0, line.length / 2) : line;
  });
  mkdirSync(join(root, 'projects/-srv-lock'), { recursive: true });
  writeFileSync(join(root, `projects/-srv-lock/${id}.jsonl`), `${lines.join('\n')}\n`);
  return { root, id };
}

describe('convo show, of a session', () => {
  test('does not count a call of a fork to the time of the fork, which its last record has', async () => {
    const { convo } = homeOf(['claude']);
    expect((await convo('show d41c')).stdout).toContain('✓ 2 lines, 60.0 s');
    const { items } = JSON.parse((await convo('fork d41c --at 4 --json')).stdout);
    const { stdout } = await convo(`show ${items[0].newId}`);
    expect(stdout).toMatch(/ {2}Bash {2}grep Sunday bookings\.csv {3}✓ 2 lines$/m);
  });

  test('draws what is damaged between the messages where it is, and no line for what is only worth knowing', async () => {
    const { stdout } = await call(['show', '2010', '--root', join(FIXTURES, 'CL004-line-inside-file-torn/before')]);
    const lines = stdout.split('\n').filter((line) => line !== '');
    const at = lines.findIndex((line) => line.startsWith('── warning CL004: a torn record'));
    expect(lines[at]).toMatch(/, and therefore CL213: its parent is not in the file: [^:]* ──$/);
    expect(lines.slice(at + 1, at + 3)).toEqual(['assistant', '  In October.']);
    const markdown = await call([
      'show',
      '2010',
      '--markdown',
      '--root',
      join(FIXTURES, 'CL004-line-inside-file-torn/before'),
    ]);
    expect(markdown.stdout).toMatch(
      /^> \*\*warning CL004\*\*: a torn record; .*CL213: its parent is not in the file: [^:]*$/m,
    );
    const plain = await call(['show', '2010', '--root', join(FIXTURES, 'CL203-conversation-begins-anew/before')]);
    expect(plain.stdout).not.toContain('CL203:');
  });

  test.each(['', '--markdown', '--html'])('says a finding and the note at its message in one line %s', async (flag) => {
    const root = join(FIXTURES, 'CL213-record-lost/before');
    const words = ['show', ...(flag === '' ? [] : [flag]), '--root', root];
    const lines = (await call(words)).stdout.split('\n').filter((line) => /warning CL213|its parent is not/.test(line));
    expect(lines).toEqual([expect.stringMatching(/CL213.*its parent is not in the file/)]);
  });

  test('draws on a page of one message what is damaged there, and nothing of what is before it', async () => {
    const root = join(FIXTURES, '../demo/claude');
    const near = async (n: number) => (await call(['show', `b3f8:${n}`, '--around', '0', '--root', root])).stdout;
    expect(await near(5)).toContain('── error CL201: ');
    expect(await near(7)).not.toContain('CL201');
  });

  test('has what was typed while the program was at work, to be found, counted and listed like any other question', async () => {
    const root = join(CASES, 'queue-operations/input');
    const typed = 'later please';
    const { messages } = (await shown('queue-operations')).conversation;
    expect(messages.find(({ text }: { text: string }) => text === typed)).toMatchObject({
      role: 'user',
      type: 'text',
      marks: ['while it was at work'],
      at: expect.stringMatching(/^\/\d+\/attachment\/prompt$/),
    });
    const said = async (...words: string[]) => (await call([...words, '--root', root])).stdout;
    expect(await said('show', '0fdb', '--prompts')).toContain(typed);
    const prompts = JSON.parse(await said('show', '0fdb', '--prompts', '--json')).conversation.messages;
    expect(prompts.map(({ text }: { text: string }) => text)).toContain(typed);
    expect(prompts.every(({ role, type }: Record<string, string>) => role === 'user' && type === 'text')).toBe(true);
    expect(prompts.length).toBeLessThan(messages.length);
    expect(await said('grep', typed)).toContain(typed);
    expect(await said('find', typed)).toContain('0fdb');
    expect(await said('show', '0fdb', '--everything')).toContain(typed);
  });

  test('says with a number that it has how many are hidden, which its head does not count', async () => {
    const root = join(CASES, 'compact-manual/input');
    const said = async (word: string) => (await call(['show', word, '--root', root])).stdout;
    expect(await said('d6bc')).toMatch(/ · 3 messages · /);
    expect(await said('d6bc:2')).toMatch(
      /\npart of 7 texts, calls and results, 4 of them hidden: `.* show d6bccd26 --all` shows all\n$/,
    );
    const { stderr } = await call(['show', 'd6bc:9', '--root', root]);
    expect(stderr).toMatch(/ has 7 texts, calls and results, 4 of them hidden\n/);
  });

  test.each([
    ['b3f8:2', 'one message', 'that message'],
    ['b3f8:1-2', 'some messages', 'these'],
  ])('refuses the raw bytes of %s, and says what shows all of it', async (id, part, all) => {
    const root = join(FIXTURES, '../demo/claude');
    const { exit, stderr } = await call(['show', id, '--raw', '--root', root]);
    expect(exit).toBe(2);
    const [what, way] = stderr.split('\n');
    expect(what).toBe(`convo: --raw is for a whole file, not for ${part} of it`);
    expect(way).toMatch(new RegExp(` show ${id} --all --around 0\` shows all of ${all}\\.$`));
    expect((await call(['show', id, '--all', '--around', '0', '--root', root])).exit).toBe(0);
  });

  test('has with --everything what is not sent, in the order of the file, and says so', async () => {
    const root = join(FIXTURES, 'CL203-conversation-begins-anew/before');
    const read = async (...words: string[]) =>
      JSON.parse((await call(['show', '2010', '--json', ...words, '--root', root])).stdout);
    const [plain, whole] = [await read(), await read('--everything')];
    expect([plain, whole].map(({ conversation }) => conversation.messages.length)).toEqual([2, 4]);
    const off = whole.conversation.messages.filter(({ marks = [] }: Marked) => marks.includes('not sent'));
    expect(off.length).toBe(2);
    expect(plain.conversation.messages[0].marks).toEqual([
      '2 messages before this not sent: the conversation begins here',
    ]);
    expect(whole.conversation.reach).toEqual({ lines: 4, records: 4, reached: 2, messages: 4, sent: 2 });
  });

  test.each([
    {
      first: 'whose parent is torn',
      damage: { torn: 2 },
      marks: ['1 message before this not sent: its parent is not in the file', '1 message not sent'],
      finding: 'CL201 begins the conversation, its parent not being in the file: 1 message before it is not sent',
    },
    {
      first: 'that is its own parent',
      damage: { parents: { 4: 4 } },
      marks: ['3 messages before this not sent: it is its own parent'],
      finding: 'CL204 begins the conversation, being its own parent: 3 messages before it are not sent',
    },
    {
      first: 'whose parent is after it',
      damage: { parents: { 4: 6 } },
      marks: ['3 messages before this not sent: its parent is after it'],
      finding: 'CL204 begins the conversation, its parent being a record after it: 3 messages before it are not sent',
    },
  ])('counts messages before a first record $first as verify does', async ({ damage, marks, finding }) => {
    const { root, id } = talkWith(damage);
    const { conversation } = JSON.parse((await call(['show', id, '--json', '--root', root])).stdout);
    expect(conversation.messages.find(({ hidden }: { hidden: boolean }) => !hidden).marks).toEqual(marks);
    expect((await call(['verify', '--root', root])).stdout).toContain(finding);
  });

  test('names with --everything a command that takes the numbers on the screen', async () => {
    const root = join(FIXTURES, 'CL203-conversation-begins-anew/before');
    const { stdout } = await call(['show', '2010', '--everything', '--root', root]);
    const last = /numbered 0 to (\d+): `.*:N --everything`/.exec(stdout)?.[1];
    const one = await call(['show', `2010:${last}`, '--everything', '--root', root]);
    expect([last, one.exit]).toEqual(['3', 0]);
    expect(one.stdout).toMatch(/show \w+ --everything` shows all/);
  });

  test('has with --everything the records that are no messages', async () => {
    const { conversation } = await shown('compact-manual', await onlyId('compact-manual'), '--everything');
    expect(conversation.messages.map(({ text }: Marked) => text)).toContainEqual(
      expect.stringMatching(/^system compact_boundary/),
    );
  });

  test.each(['CL203', 'CL217', 'CL430'] as const)(
    'has what %s is about, by the command that is advised',
    async (code) => {
      const name = readdirSync(FIXTURES).find((each) => each.startsWith(`${code}-`)) ?? '';
      const root = join(FIXTURES, name, 'before');
      const { findings } = JSON.parse((await call(['verify', '--json', '--only', code, '--root', root])).stdout);
      const words = sentenceText(ruleOf(code).next).split(' ').slice(1);
      const { stdout } = await call([...words.map((word) => (word === 'ID' ? findings[0].id : word)), '--root', root]);
      expect(stdout).toMatch(/^ {2}not sent/m);
    },
  );

  test.each(['CL001', 'CL106'])(
    'takes a session in which nothing was said (%s) for no damage, and tells no way to go on with it',
    async (code) => {
      const name = readdirSync(FIXTURES).find((each) => each.startsWith(`${code}-`)) ?? '';
      const root = join(FIXTURES, name, 'before');
      const { conversations } = JSON.parse((await call(['list', '--json', '--root', root])).stdout);
      const empty = conversations.filter(({ messages }: { messages: number }) => messages === 0);
      expect(empty.length).toBeGreaterThan(0);
      for (const { id } of empty) {
        const { conversation } = JSON.parse((await call(['show', id, '--json', '--root', root])).stdout);
        expect(conversation).toMatchObject({ readable: true, resume: null });
      }
      expect((await call(['stats', '--root', root])).stdout).not.toMatch(/unreadable/);
    },
  );

  test.each(oneIn(2, ['CL417', 'CL422', 'CL425', 'CL426', 'CL427', 'CL428']))(
    'tells no way to go on with a session that %s keeps from it, until it is healed',
    async (code) => {
      const name = readdirSync(FIXTURES).find((each) => each.startsWith(`${code}-`)) ?? '';
      const at = (state: string) => ['show', '--json', '--root', join(FIXTURES, name, state)];
      const [before, after] = [await call(at('before')), await call(at('after'))];
      expect(before.exit).toBe(1);
      expect(JSON.parse(before.stdout).conversation).toMatchObject({ readable: false, resume: null });
      expect(after.exit).toBe(0);
      // Its folder is on no machine of a test.
      expect(JSON.parse(after.stdout).conversation).toMatchObject({ readable: true, cwdGone: true, resume: null });
    },
  );

  test('is that of a subagent with --agent, whose id may be shortened', async () => {
    const { conversation } = await shown('rehome', 'e5f19d6f', '--agent', 'a');
    expect(conversation.messages.map(({ text }: Marked) => text)).toEqual(['q', 'r']);
    expect(await shown('rehome', 'e5f19d6f', '--agent', 'zz')).toMatchObject({
      error: { code: 'no-match', hint: 'Its subagents: ag.' },
    });
    expect(await shown('rehome', 'e5f19d6f@zz', '--agent', 'ag')).toMatchObject({
      error: { message: 'only one of ID@AGENT and --agent can be given' },
    });
  });

  test('follows the subagent that it shows, and not its session', async () => {
    const root = mkdtempSync(join(tmpdir(), 'convostore-follow-'));
    cpSync(join(CASES, 'rehome', 'input'), root, { recursive: true });
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) => join(root, name));
    const fileOf = (end: string) => files.find((path) => path.endsWith(end)) ?? '';
    const session = files.find((path) => /e5f19d6f[^/]*\.jsonl$/.test(path)) ?? '';
    const say = (file: string, text: string) => {
      const [last = ''] = readFileSync(file, 'utf8').trimEnd().split('\n').reverse();
      const record = JSON.parse(last);
      const said = {
        uuid: randomUUID(),
        parentUuid: record.uuid,
        type: 'user',
        message: { role: 'user', content: text },
      };
      appendFileSync(file, `${JSON.stringify({ ...record, ...said })}\n`);
    };
    let stop = () => {};
    const saves = [
      () => say(session, 'said in the session'),
      () => say(fileOf('agent-ag.jsonl'), 'said by the subagent'),
    ];
    const { exit, stdout } = await call(['show', 'e5f19d6f@ag', '-f', '--root', root], {
      over: {
        onInterrupt: (told) => {
          stop = told;
        },
        wait: async () => (saves.shift() ?? stop)(),
      },
    });
    rmSync(root, { recursive: true });
    expect(exit).toBe(130);
    expect(stdout).toContain('said by the subagent');
    expect(stdout).not.toContain('said in the session');
  });

  test('follows running calls to their results, and a text beside the last one', async () => {
    const root = mkdtempSync(join(tmpdir(), 'convostore-follow-'));
    const sessionId = '5d0c1f7a-2b3c-4d5e-8f60-718293a4b5c6';
    const file = join(root, 'projects/-home-ada-app', `${sessionId}.jsonl`);
    mkdirSync(dirname(file), { recursive: true });
    const say = (uuid: string, parentUuid: string | null, role: string, content: unknown) =>
      appendFileSync(
        file,
        `${JSON.stringify({ type: role, uuid, parentUuid, sessionId, cwd: '/home/ada/app', version: '2.1.100', message: { role, content, id: 'm' } })}\n`,
      );
    const run = (id: string, command: string) => [{ type: 'tool_use', id, name: 'Bash', input: { command } }];
    const came = (tool_use_id: string, content: string) => [{ type: 'tool_result', tool_use_id, content }];
    say('a', null, 'user', 'run both');
    say('b', 'a', 'assistant', run('t1', 'npm test'));
    let stop = () => {};
    const saves = [
      () => say('c', 'b', 'assistant', run('t2', 'npm run lint')),
      () => say('d', 'c', 'user', came('t2', 'linted')),
      () => say('e', 'b', 'user', came('t1', 'tested')),
      () => say('f', 'd', 'assistant', [{ type: 'text', text: 'the first text' }]),
      () => say('g', 'd', 'assistant', [{ type: 'text', text: 'one beside it' }]),
    ];
    const { stdout } = await call(['show', '5d0c', '-f', '--root', root], {
      over: {
        onInterrupt: (told) => {
          stop = told;
        },
        wait: async () => (saves.shift() ?? stop)(),
      },
    });
    rmSync(root, { recursive: true });
    expect(stdout.split('\n').filter((line) => /Bash|linted|tested|text|beside/.test(line))).toEqual([
      '  Bash  npm test   no result yet',
      '  Bash  npm run lint   no result yet',
      '  output of Bash  npm run lint   ✓ 1 line',
      '      linted',
      '  output of Bash  npm test   ✓ 1 line',
      '      tested',
      '  the first text',
      '  one beside it',
    ]);
  });

  test('follows no single messages, to which nothing is added', async () => {
    const words = ['--follow', '--root', join(CASES, 'rehome', 'input')];
    const wait = () => Promise.reject(new Error('it was followed'));
    const { exit, stderr } = await call(['show', 'e5f19d6f:0', ...words], { over: { wait } });
    expect({ exit, stderr }).toEqual({ exit: 2, stderr: expect.stringContaining('ID:0-') });
  });

  test('heads a page of a subagent, and its Markdown, with its own name and no number of the session', async () => {
    const root = join(CASES, 'rehome', 'input');
    const own = ['show', 'e5f19d6f@ag', '--root', root];
    const markdown = (await call([...own, '--markdown'])).stdout;
    expect(markdown).toMatch(/^# subagent ag: /);
    expect(markdown).not.toContain('sidechain');
    const page = (await call([...own, '--html'])).stdout;
    expect(page).toContain('<h1>subagent ag: ');
    expect(page).not.toMatch(/<dt>tokens<|\d messages?, |sidechain/);
    expect((await call(['show', 'e5f19d6f', '--markdown', '--root', root])).stdout).not.toMatch(/^# subagent/);
  });

  test('is that of a subagent too where the session is gone, and says so without --agent', async () => {
    const root = join(FIXTURES, 'CL401-companions-without-their-session/before');
    const { stdout } = await call(['show', 'a366', '--agent', 'orphan', '--root', root]);
    expect(stdout).toContain('still here');
    expect(await call(['show', 'a366', '--root', root])).toMatchObject({
      exit: 2,
      stderr: expect.stringMatching(
        /has no session file, only companions: 1 subagent\n.* show \S+ --agent orphan` shows one/,
      ),
    });
  });
});

interface Marked {
  readonly text: string | null;
  readonly marks?: readonly string[];
}

async function onlyId(name: string): Promise<string> {
  const { stdout } = await call(['list', '--json', '--root', join(CASES, name, 'input')]);
  return JSON.parse(stdout).conversations[0].id;
}
