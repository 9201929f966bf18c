import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { oneIn } from '../support/sampling.ts';
import { call } from './call.ts';
import { emptyHome } from './demo-home.ts';

/** An invented session of four records. */
function records(id: string): object[] {
  const uuid = (n: number) => `${id.slice(0, -1)}${n}`;
  const record = (n: number, role: 'user' | 'assistant', content: unknown) => ({
    parentUuid: n === 0 ? null : uuid(n - 1),
    isSidechain: false,
    cwd: '/srv/ada',
    sessionId: id,
    version: '2.1.0',
    type: role,
    message: { role, content },
    uuid: uuid(n),
    timestamp: `2026-11-0${n + 1}T10:00:00.000Z`,
  });
  return [
    record(0, 'user', 'How deep do leeks go?'),
    record(1, 'assistant', [{ type: 'text', text: 'Plant the leeks deep.' }]),
    record(2, 'user', 'And parsnips?'),
    record(3, 'assistant', [{ type: 'text', text: 'Parsnips like sandy soil, says AKIAQ3EGVXTZ4YRLM7WD.' }]),
  ];
}

const ID = '11111111-2222-4333-8444-555555555500';
const SOUND = '11111111-2222-4333-8444-555555555510';
const linesOf = (id: string) =>
  records(id)
    .map((each) => `${JSON.stringify(each)}\n`)
    .join('');
const torn = (text: string) => text.slice(0, -60);

/** Where each program keeps its conversations. */
const FOLDERS = {
  claude: 'projects/-srv-ada',
  codex: 'sessions/2026/11/01',
  gemini: 'tmp/ada/chats',
  qwen: 'projects/-srv-ada/chats',
  copilot: `session-state/${ID}`,
};

/** A home of one sound session and another one; both are three days old, or that one is new. */
function home(
  damaged: string | Buffer,
  { isYoung = false, kind = 'claude' as keyof typeof FOLDERS, name = `${ID}.jsonl` } = {},
): string {
  const root = join(emptyHome(), `.${kind}`);
  const folder = join(root, FOLDERS[kind]);
  mkdirSync(folder, { recursive: true });
  const now = Date.UTC(2026, 10, 21, 12) / 1000;
  const put = (file: string, text: string | Buffer, isOld: boolean) => {
    writeFileSync(join(folder, file), text);
    const time = isOld ? now - 3 * 86_400 : now;
    utimesSync(join(folder, file), time, time);
  };
  if (kind === 'claude') put(`${SOUND}.jsonl`, linesOf(SOUND), true);
  put(name, damaged, !isYoung);
  return root;
}

const lines = linesOf(ID);
const healable: Readonly<Record<string, string | Buffer>> = {
  'UTF-16 with its mark': Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(lines, 'utf16le')]),
  'UTF-16 without a mark': Buffer.from(lines, 'utf16le'),
  'UTF-16, big endian': Buffer.from(`\ufeff${lines}`, 'utf16le').swap16(),
  'one JSON array': `${JSON.stringify(records(ID), null, 2)}\n`,
  'one JSON array on a line': JSON.stringify(records(ID)),
  'two records on one line': lines.replace('\n', ''),
  'lines that end with CR': lines.replaceAll('\n', '\r'),
  'NUL bytes before a record': lines.replace('\n', '\n\0\0\0\0'),
  gzip: gzipSync(lines),
};

/** gzip, cut off. */
const unreadable = gzipSync(lines).subarray(0, -1);

describe('a conversation that a heal can make whole is searched as it would be', () => {
  test.each(Object.entries(healable))('%s', async (name, damaged) => {
    const nth = Object.keys(healable).indexOf(name);
    for (const isYoung of oneIn(2, [false, true], nth)) {
      const root = home(damaged, { isYoung });
      const grep = await call(['grep', '--json', 'sandy soil', '--root', root]);
      expect(grep).toMatchObject({ exit: 0 });
      expect(JSON.parse(grep.stdout)).toMatchObject({ matches: [{}, {}], searched: 2, findings: [] });
      const find = await call(['find', '--json', 'parsnips', '--root', root]);
      expect(JSON.parse(find.stdout)).toMatchObject({
        answers: [{ alike: [expect.any(String)] }],
        searched: 2,
        findings: [],
      });
      const secrets = await call(['secrets', '--json', '--root', root]);
      expect(JSON.parse(secrets.stdout)).toMatchObject({ secrets: [{}, {}], conversations: 2, findings: [] });
      const stats = await call(['stats', '--json', '--root', root]);
      expect(JSON.parse(stats.stdout)).toMatchObject({ total: { conversations: 2, messages: 8 }, findings: [] });
    }
  });

  test('a match of grep is at the place that it names', async () => {
    const root = home(healable['UTF-16 with its mark'] ?? '');
    expect(await call(['show', `${ID}:3`, '--root', root])).toMatchObject({
      stdout: expect.stringContaining('Parsnips like sandy soil'),
    });
    const output = join(emptyHome(), 'pages');
    expect(await call(['export', '--to', 'markdown', '--output', output, '--root', root])).toMatchObject({ exit: 0 });
    const pages = readdirSync(output).map((file) => readFileSync(join(output, file), 'utf8'));
    expect(pages.filter((page) => page.includes('Parsnips like sandy soil'))).toHaveLength(2);
  });

  test('it stays as it is on disk', async () => {
    const root = home(healable['one JSON array'] ?? '');
    await call(['grep', 'sandy', '--root', root]);
    expect(readFileSync(join(root, 'projects/-srv-ada', `${ID}.jsonl`), 'utf8')).toBe(healable['one JSON array']);
  });
});

describe('parts that could not be searched are named', () => {
  test('one torn record is named, and is searched as far as it goes: nothing that is found is an answer', async () => {
    for (const word of ['leeks', 'nowhere']) {
      const root = home(torn(lines));
      const { stdout, stderr, exit } = await call(['grep', '--json', word, '--root', root]);
      expect(JSON.parse(stdout)).toMatchObject({ searched: 1, partly: 1, findings: [{ code: 'CL003', id: ID }] });
      expect(stderr).toContain(
        `damaged conversations: 1 searched as far as readable: \`convo --root ${root} verify ${ID}\``,
      );
      expect(stderr).not.toContain('exit code');
      expect(exit).toBe(word === 'leeks' ? 0 : 1);
      expect((await call(['grep', 'now.*here', '--regex', '--root', root])).exit).toBe(1);
      expect((await call(['find', word, '--root', root])).exit).toBe(exit);
      expect((await call(['find', word, '--limit', 'all', '--root', root])).exit).toBe(exit);
      expect((await call(['grep', word, '--root', home(torn(lines), { isYoung: true })])).exit).toBe(exit);
    }
  });

  test('a torn record with the word, which was not looked at, is why nothing that is found is no answer', async () => {
    const root = home(`${lines}{"type":"assistant","message":{"content":"Beetroots and radi`);
    for (const verb of [
      ['find', 'beetroots'],
      ['grep', 'Beetroots', '--role', 'user'],
    ]) {
      const { stderr, exit } = await call([...verb, '--root', root]);
      expect([verb, exit]).toEqual([verb, 3]);
      expect(stderr).toContain('damaged conversations: 1 searched only in part: ');
      expect(stderr).toContain('so the exit code is 3');
    }
    expect((await call(['grep', 'Beetroots', '--root', root])).exit).toBe(0);
    expect((await call(['grep', 'nowhere', '--role', 'user', '--root', root])).exit).toBe(1);
  });

  test('a torn record of a subagent, whose file is no text of the session, is not searched', async () => {
    const root = home(lines);
    const folder = join(root, 'projects/-srv-ada', ID, 'subagents');
    mkdirSync(folder, { recursive: true });
    const agent = join(folder, 'agent-a1.jsonl');
    writeFileSync(agent, `${lines}{"type":"assistant","message":{"content":"Beetroots and radi`);
    utimesSync(agent, 1e9, 1e9);
    const { stderr, exit } = await call(['grep', 'b[e]etroots', '--regex', '--root', root]);
    expect([exit, stderr]).toEqual([3, expect.stringContaining('1 searched only in part: ')]);
    expect((await call(['grep', 'nowhere', '--root', root])).exit).toBe(1);
  });

  test('a torn line of Copilot CLI is searched, too', async () => {
    const root = join(emptyHome(), '.copilot');
    cpSync('fixtures/copilot/CP101-the-last-line-is-torn/before', root, { recursive: true });
    const { stderr, exit } = await call(['grep', 'now.*here', '--regex', '--root', root]);
    expect([exit, stderr]).toEqual([1, expect.stringContaining('1 searched as far as readable: ')]);
  });

  test('secrets in one of which a record is torn are in one that was searched', async () => {
    const torn = lines.replace('And parsnips?"}', 'And parsnips?');
    const { stderr, exit } = await call(['secrets', '--root', home(torn)]);
    expect(stderr).toContain(
      '1 secret at 2 places in 2 conversations (1 searched whole, 1 in part): 2 aws-access-token',
    );
    expect(stderr).toContain('damaged conversations: 1 searched only in part: ');
    expect(exit).toBe(1);
  });

  test('a record that begins inside another one is told whichever word is sought', async () => {
    const torn = `${lines.slice(0, -20)}${lines}`;
    for (const word of ['leeks', 'nowhere'])
      for (const verb of ['grep', 'find']) {
        const { stderr } = await call([verb, word, '--root', home(torn)]);
        expect(stderr, `${verb} ${word}`).toContain('damaged conversations: 1 searched ');
      }
  });

  test('a conversation of which nothing can be read is named, and the exit code is 3', async () => {
    const root = home(unreadable);
    for (const verb of [['grep', 'nowhere'], ['find', 'nowhere'], ['secrets'], ['stats']]) {
      const { stderr, exit } = await call([...verb, '--root', root]);
      expect(stderr).toMatch(
        /damaged conversations: 1 not (searched|counted): `convo .*verify 11111111-.*`; so the exit code is 3, and --project or --kind can leave it out\n/,
      );
      expect(stderr).not.toContain('delete');
      expect(exit).toBe(3);
      const screen = await call([...verb, '--root', root], { terminal: 200 });
      expect(screen.stderr).toMatch(/damaged conversations: 1 not (searched|counted): /);
      expect(screen.stderr).not.toContain('exit code');
    }
  });

  test('what was found beside one of which nothing can be read is an answer: the exit code is 0, and one line names that one', async () => {
    const root = home(unreadable);
    const other = ID.replaceAll('1', '2');
    writeFileSync(
      join(root, 'projects/-srv-ada', `${other}.jsonl`),
      lines.replaceAll(ID, other).replaceAll('2026-11-', '2026-10-'),
    );
    for (const verb of ['grep', 'find']) {
      const { stdout, stderr, exit } = await call([verb, 'leeks', '--root', root]);
      expect([verb, exit, stdout]).toEqual([verb, 0, expect.stringContaining(other)]);
      expect(stderr).toMatch(/^convo: damaged conversations: 1 not searched: `convo .*verify 11111111-.*`\n$/);
    }
  });

  test('lines that are no records are no damage to the text of a search, and are to that of secrets', async () => {
    const root = home(lines.replace('\n', '\n"sandy"\nplain words\n'));
    for (const verb of ['grep', 'find'])
      expect((await call([verb, 'leeks', '--root', root])).stderr).not.toContain('damaged');
    expect((await call(['secrets', '--root', root])).stderr).toContain(
      'damaged conversations: 1 searched only in part',
    );
  });

  test('lines that are no records are named in JSON, by their words and without', async () => {
    const foreign = lines.replace('\n', '\n"sandy"\nplain words\n');
    for (const word of ['sandy soil', 'plain', 'nowhere']) {
      const { stdout } = await call(['grep', '--json', word, '--root', home(foreign)]);
      expect(JSON.parse(stdout).findings).toMatchObject([{ code: 'CL013', id: ID }]);
    }
  });

  test('one that may still be being written never changes the exit code', async () => {
    const { stderr, exit } = await call(['grep', 'leeks', '--root', home(unreadable, { isYoung: true })]);
    expect(stderr).toContain('damaged conversations: 1 not searched');
    expect(stderr).not.toContain('exit code');
    expect(exit).toBe(0);
    expect(await call(['grep', 'leeks', '--root', home(torn(lines), { isYoung: true })])).toMatchObject({ exit: 0 });
  });

  test('threads answer the same', async () => {
    const root = home(healable['UTF-16 with its mark'] ?? '');
    const one = await call(['grep', '--json', 'soil', '--jobs', '1', '--root', root]);
    expect((await call(['grep', '--json', 'soil', '--jobs', '2', '--root', root])).stdout).toBe(one.stdout);
  });
});

describe('of Codex CLI', () => {
  const thread = '019a0000-0000-7000-8000-000000000001';
  const name = `rollout-2026-11-01T10-00-00-${thread}.jsonl`;
  const timestamp = '2026-11-01T10:00:00.000Z';
  const meta = {
    id: thread,
    timestamp,
    cwd: '/srv/ada',
    originator: 'codex_cli_rs',
    cli_version: '0.50.0',
    source: 'cli',
  };
  const said = [
    { timestamp, type: 'session_meta', payload: meta },
    { timestamp, type: 'event_msg', payload: { type: 'user_message', message: 'How deep do leeks go?' } },
    { timestamp, type: 'event_msg', payload: { type: 'agent_message', message: 'As deep as sandy soil.' } },
  ];
  const rollout = said.map((each) => `${JSON.stringify(each)}\n`).join('');

  test('UTF-16 is searched as it would be', async () => {
    const root = home(Buffer.from(`\ufeff${rollout}`, 'utf16le'), { kind: 'codex', name });
    const { stdout } = await call(['grep', '--json', 'sandy', '--root', root]);
    expect(JSON.parse(stdout)).toMatchObject({ matches: [{}], searched: 1, findings: [] });
  });

  test('one list is searched as its records would be, and one that is cut is named', async () => {
    const root = home(JSON.stringify(said), { kind: 'codex', name });
    const { stdout } = await call(['grep', '--json', 'sandy', '--root', root]);
    expect(JSON.parse(stdout)).toMatchObject({ matches: [{}], searched: 1, findings: [] });
    const cut = home(JSON.stringify(said).slice(0, -20), { kind: 'codex', name });
    const { stdout: answer, stderr, exit } = await call(['grep', '--json', 'nothing', '--root', cut]);
    expect(JSON.parse(answer)).toMatchObject({ matches: [], searched: 0 });
    expect(stderr).toContain(`damaged conversations: 1 not searched: \`convo --root ${cut} verify ${thread}\``);
    expect(exit).toBe(3);
  });
});

describe.each(
  oneIn(2, [
    {
      kind: 'codex' as const,
      name: `rollout-2026-11-01T10-00-00-${ID}.jsonl`,
      records: [
        [
          'session_meta',
          {
            id: ID,
            timestamp: '2026-11-01T10:00:00.000Z',
            cwd: '/srv/ada',
            originator: 'codex',
            cli_version: '0.171.0',
            source: 'cli',
          },
        ],
        ['event_msg', { type: 'user_message', message: 'How deep do leeks go?' }],
        ['event_msg', { type: 'agent_message', message: 'As deep as sandy soil.' }],
        ['event_msg', { type: 'user_message', message: 'And parsnips?' }],
      ].map(([type, payload]) => ({ timestamp: '2026-11-01T10:00:00.000Z', type, payload })),
      lost: { torn: 'CX008', foreign: 'CX014', nul: 'CX013', tail: 'CX013' },
    },
    {
      kind: 'copilot' as const,
      name: 'events.jsonl',
      records: [
        [
          'session.start',
          {
            sessionId: ID,
            version: 1,
            producer: 'copilot-agent',
            copilotVersion: '1.0.0',
            startTime: '2026-11-01T10:00:00.000Z',
            context: { cwd: '/srv/ada' },
          },
        ],
        ['user.message', { content: 'How deep do leeks go?', attachments: [] }],
        ['assistant.message', { messageId: 'm', content: 'As deep as sandy soil.' }],
        ['user.message', { content: 'And parsnips?', attachments: [] }],
      ].map(([type, data], n) => ({
        ...{
          type,
          data,
          id: `r${n}`,
          timestamp: `2026-11-01T10:00:0${n}.000Z`,
          parentId: n === 0 ? null : `r${n - 1}`,
        },
      })),
      lost: { torn: 'CP102', foreign: 'CP110', nul: 'CP111', tail: 'CP106' },
    },
    {
      kind: 'qwen' as const,
      name: `${ID}.jsonl`,
      records: [
        ['user', 'How deep do leeks go?'],
        ['assistant', 'As deep as sandy soil.'],
        ['user', 'And parsnips?'],
      ].map(([type, text], n) => ({
        ...{ uuid: `r${n}`, parentUuid: n === 0 ? null : `r${n - 1}`, sessionId: ID, cwd: '/srv/ada', type },
        ...{ timestamp: `2026-11-01T10:00:0${n}.000Z` },
        message: { role: type === 'user' ? 'user' : 'model', parts: [{ text }] },
      })),
      lost: { torn: 'QW102', foreign: 'QW110', nul: 'QW105', tail: 'QW106' },
    },
    {
      kind: 'gemini' as const,
      name: `session-2026-11-01T10-00-${ID.slice(0, 8)}.jsonl`,
      records: [
        {
          sessionId: ID,
          projectHash: 'ada',
          startTime: '2026-11-01T10:00:00.000Z',
          lastUpdated: '2026-11-20T10:00:00.000Z',
        },
        { id: 'm1', type: 'user', content: [{ text: 'How deep do leeks go?' }] },
        { id: 'm2', type: 'gemini', content: 'As deep as sandy soil.' },
        { id: 'm3', type: 'user', content: [{ text: 'And parsnips?' }] },
      ],
      lost: { torn: 'GM102', foreign: 'GM107', nul: 'GM104', tail: 'GM105' },
    },
  ]),
)('of $kind', ({ kind, name, records: all, lost }) => {
  const texts = all.map((each) => JSON.stringify(each));
  const place = texts.findIndex((each) => each.includes('sandy'));
  /** The session with another text in the place of the record that is looked for. */
  const having = (text: string) => texts.map((each, n) => `${n === place ? text : each}\n`).join('');
  const sought = texts[place] ?? '';
  const grep = async (damaged: string) => {
    const { stdout, exit } = await call(['grep', '--json', 'sandy', '--root', home(damaged, { kind, name })]);
    return { ...JSON.parse(stdout), exit };
  };

  test.each([
    ['behind another one on its line', having(sought).replace(`\n${sought}`, sought)],
    ...(kind === 'copilot'
      ? []
      : [['over several lines', all.map((each) => `${JSON.stringify(each, null, 2)}\n`).join('')]]),
    ['behind NUL bytes', having(`\0\0\0${sought}`)],
  ])('a record %s is searched as its heal would leave it', async (_, damaged) => {
    expect(await grep(damaged)).toMatchObject({ matches: [{}], searched: 1, findings: [], exit: 0 });
  });

  test.each([
    ['torn', sought.slice(0, -2), lost.torn],
    ['no record', '"sandy soil"', lost.foreign],
  ])('one that is %s is named, and looked into', async (_, text, code) => {
    const messages = [{ name: `damaged line ${place + 1}`, match: 'sandy' }];
    expect(await grep(having(text))).toMatchObject({
      matches: [{ messages }],
      searched: 0,
      findings: [{ code }],
      exit: 0,
    });
  });

  test.each([
    ['in the place of one', having('\0'.repeat(64)), lost.nul],
    ['at the end', `${texts.filter((_, n) => n !== place).join('\n')}\n${'\0'.repeat(64)}`, lost.tail],
  ])('NUL bytes %s are named by every verb, in text and in JSON', async (_, damaged, code) => {
    const verbs = [['grep', 'nowhere'], ['find', 'nowhere'], ['secrets'], ['stats']];
    for (const verb of oneIn(2, verbs, code === lost.nul ? 0 : 1)) {
      const root = home(damaged, { kind, name });
      const { stdout, stderr } = await call([...verb, '--json', '--root', root]);
      expect(JSON.parse(stdout).findings, verb[0]).toMatchObject([{ code }]);
      expect(stderr).toContain(`only in part: \`convo`);
    }
    const output = join(emptyHome(), 'pages');
    const root = home(damaged, { kind, name });
    const { stderr } = await call(['export', '--to', 'html', '--output', output, '--root', root]);
    expect(stderr).toContain('1 exported only in part');
  });

  test('a line that is torn is named whatever is looked for', async () => {
    const root = home(having(sought.slice(0, -12)), { kind, name });
    const { stdout } = await call(['grep', '--json', 'nowhere', '--root', root]);
    expect(JSON.parse(stdout)).toMatchObject({ matches: [], searched: 0, findings: [{ code: lost.torn }] });
    const sound = await call(['grep', '--json', 'nowhere', '--root', home(having(sought), { kind, name })]);
    expect(JSON.parse(sound.stdout)).toMatchObject({ matches: [], searched: 1, findings: [] });
  });
});

test.each(['grep', 'find', 'secrets'])('%s looks into a resource that a server gave in base64', async (verb) => {
  const said = 'Parsnips like sandy soil, says AKIAQ3EGVXTZ4YRLM7WD.';
  const attachment = {
    type: 'mcp_resource',
    server: 'garden',
    uri: 'bed://one',
    content: { contents: [{ uri: 'bed://one', mimeType: 'text/plain', blob: Buffer.from(said).toString('base64') }] },
  };
  const [first] = records(ID) as [{ message: unknown }];
  const { message: _, ...rest } = { ...first, uuid: `${ID.slice(0, -1)}9`, parentUuid: `${ID.slice(0, -1)}0` };
  const root = home(`${JSON.stringify(first)}\n${JSON.stringify({ ...rest, type: 'attachment', attachment })}\n`);
  rmSync(join(root, FOLDERS.claude, `${SOUND}.jsonl`));
  const { stdout } = await call([verb, ...(verb === 'secrets' ? [] : ['sandy']), '--json', '--root', root]);
  const { matches, answers, secrets } = JSON.parse(stdout);
  expect(matches ?? answers ?? secrets).toHaveLength(1);
});

test.each([
  ['hook_additional_context', ['sandy soil'], 'CL006'],
  ['hook_blocking_error', { blockingError: 'sandy soil' }, 'CL006'],
  ['mcp_resource', { contents: [{ text: 'sandy soil' }] }, 'CL006'],
  ['hook_system_message', 'sandy soil', 'CL024'],
  ['task_reminder', 'sandy soil', 'CL022'],
])("a %s on the line of another record is found where it is somebody's words", async (type, content, code) => {
  const [first, second] = records(ID) as [Record<string, unknown>, Record<string, unknown>];
  const { message: _, cwd, sessionId, version, timestamp } = first;
  const [about, uuid] = [{ cwd, sessionId, version, timestamp }, `${ID.slice(0, -1)}9`];
  const note = {
    parentUuid: first['uuid'],
    isSidechain: false,
    attachment: { type, content },
    type: 'attachment',
    uuid,
  };
  const behind = { ...second, parentUuid: uuid, timestamp };
  const glued = `${JSON.stringify(first)}${JSON.stringify({ ...note, ...about })}\n${JSON.stringify(behind)}\n`;
  const root = home(glued);
  rmSync(join(root, FOLDERS.claude, `${SOUND}.jsonl`));
  const verified = JSON.parse((await call(['verify', '--all', '--json', '--root', root])).stdout);
  expect(verified.findings.map((each: { code: string }) => each.code)).toContain(code);
  const { matches } = JSON.parse((await call(['grep', 'sandy', '--json', '--root', root])).stdout);
  const name = matches[0].messages[0].name ?? null;
  expect(name).toBe(code === 'CL022' ? 'damaged line 1' : null);
});

test.each([
  ['that is empty beside its companions', '', 'RA001', 0],
  ['with NUL bytes behind it', '[{"id":1,"role":"user","content":"Plot it"}]\0\0\0', 'RA003', 0],
  ['with text behind it', '[{"id":1,"role":"user","content":"Plot it"}] and words', 'RA003', 3],
])('a log of Rao %s ends a search as such files of other programs do', async (_, log, code, exit) => {
  const root = join(emptyHome(), 'rstudio-ai');
  const folder = join(root, 'conversations/conversation_1');
  mkdirSync(folder, { recursive: true });
  const files = {
    'conversation_names.csv': 'conversation_id,name\n1,Plots\n',
    'conversations/conversation_1/conversation_log.json': log,
    'conversations/conversation_1/script_history.tsv': 'filename\torder\tconversation_index\nanalysis.R\t1\t1\n',
  };
  for (const [path, text] of Object.entries(files)) {
    writeFileSync(join(root, path), text);
    utimesSync(join(root, path), 1_795_000_000, 1_795_000_000);
  }
  const found = await call(['secrets', '--json', '--kind', 'rao', '--root', root]);
  expect(found.exit).toBe(exit);
  const codes = JSON.parse(found.stdout).findings.map((each: { code: string }) => each.code);
  expect(codes).toEqual(code === 'RA001' ? [] : [code]);
});

test('what is no file, though it has the name of one, was not searched', async () => {
  const root = home(linesOf(ID));
  const folder = join(root, FOLDERS.claude);
  mkdirSync(join(folder, `${ID.slice(0, -1)}7.jsonl`));
  symlinkSync('/nonexistent', join(folder, `${ID.slice(0, -1)}8.jsonl`));
  for (const [line, key] of [
    ['grep parsnips', 'searched'],
    ['find parsnips', 'searched'],
    ['secrets', 'conversations'],
  ] as const)
    expect([line, JSON.parse((await call(`${line} --json --root ${root}`)).stdout)[key]]).toEqual([line, 2]);
});
