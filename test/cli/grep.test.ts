import { chmodSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { KIND_NAMES } from '../../src/model/kinds.ts';
import { asNobody } from '../support/real-tree.ts';
import { isThorough, oneIn } from '../support/sampling.ts';
import { call } from './call.ts';
import { demoHome, emptyHome } from './demo-home.ts';

const ID = '11111111-2222-4333-8444-555555555501';
const OTHER = '11111111-2222-4333-8444-555555555502';

/** A session of a question, a call with its result, and an answer; `said` is the question. */
function session(said: string, id = ID): string {
  const line = (n: number, role: string, content: unknown) =>
    JSON.stringify({
      type: role,
      uuid: `${id.slice(0, -2)}a${n}`,
      parentUuid: n === 0 ? null : `${id.slice(0, -2)}a${n - 1}`,
      sessionId: id,
      timestamp: `2026-11-0${n + 1}T10:00:00.000Z`,
      cwd: '/srv/ada',
      message: { role, content },
    });
  const call = { type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { command: 'grep -c "a\\n" orchard.txt' } };
  const result = { type: 'tool_result', tool_use_id: 'toolu_1', content: 'Zwölf Bäume\nnoch einer' };
  const lines = [
    line(0, 'user', said),
    line(1, 'assistant', [call]),
    line(2, 'user', [result]),
    line(3, 'assistant', [{ type: 'text', text: 'There are twelve trees.' }]),
  ];
  return `${lines.join('\n')}\n`;
}

function home(sessions: Readonly<Record<string, string>>): string {
  const root = join(emptyHome(), '.claude');
  mkdirSync(join(root, 'projects', '-srv-ada'), { recursive: true });
  for (const [id, text] of Object.entries(sessions))
    writeFileSync(join(root, 'projects', '-srv-ada', `${id}.jsonl`), text);
  return root;
}

/** A rollout of fixtures/codex/family, as `zstd -19` compresses it. */
const COMPRESSED =
  'KLUv/WTwAy0NAPaYSh9QrRsz8LBZYGXLE9BETRYKgiqSel2PzJj4DnFn1sweQgBCAEEABG4c50FNBEWFxuGIqiSn7bQPbmXax9OiMF1m+Ts6Oa' +
  'F7+07blPLL7KK1Fig4UxtMUlMQWjNojeFpz05LI793hL+VGFN3j7tC/mU/mLq8q3pNX2ZbIJICtSXLrFcHrcpN+s1qp63zWcIHrHOZfZUhVZ0C' +
  'fizoOCECrGJ2IFWGR3qaIjiqsR+6djmpd3U4Wa/XX/ndRZz/4VHSgCxbyLLp7Acls1Jn9ZtxmSzLnGkhT/s9Beb2nOqhIKiBHEfUPI0NzsBVpj' +
  'L9bdE4q0A/pr7w0hKrsV8oxF/zJb9Dd254hMu4RrYHj3ViC0VyXLCZ2GmZ/Um/+4tKyHg5a/tlzbrM9oPdOwYtIDBCpAxlD5KXJ1O8pjD8AQ8+' +
  '5KwFYqfTUgFckzdoUm68mN6tAOsB8l+KkkHlHkUrcJxHjEq8s1ge5zZrGWl9lr+P5JNtpMrXVgZdIIcMyiyujkCezhoBuAB+lTSNyzrgJkFvxC' +
  '1CKwRQMQaQA14LsHeXX1LAOgN8XHno';

test.each([
  [{ type: 'summary', summary: 'Pruning the quinces', leafUuid: 'x' }, 'Pruning the quinces'],
  [{ type: 'ai-title', aiTitle: 'Pruning the quinces', sessionId: ID }, 'Pruning the quinces'],
  [{ type: 'custom-title', customTitle: 'Pruning the quinces', sessionId: ID }, 'Pruning the quinces'],
])('finds each title that list shows, once: %j', async (record, title) => {
  const root = home({ [ID]: `${session('Count the trees.')}${JSON.stringify(record)}\n` });
  const { conversations } = JSON.parse((await call(`list --json --root ${root}`)).stdout);
  expect(conversations).toMatchObject([{ title }]);
  expect((await call(`grep quinces --root ${root}`)).stdout).toBe(`${ID}:0:name: ${title}\n`);
  expect((await call(`grep -c quinces --root ${root}`)).stdout).toMatch(/:1\n$/);
  expect((await call(`find quinces --root ${root}`)).stdout).toBe(`${ID}:0: ${title}\n`);
});

test.each([
  ['mcp__github__search_issues', 'search_issues', 1],
  ['mcp__github__search_issues', 'GitHub', 1],
  ['mcp__github__search_issues', 'mcp__github__search_issues', 1],
  ['mcp__github__search_issues', 'search', 0],
  ['github__.search_issues', 'search_issues', 1],
  ['search_issues', 'issues', 0],
])('--tool meets %s by %s: %i', async (name, asked, count) => {
  const root = home({ [ID]: session('Count the trees.').replace('"Bash"', JSON.stringify(name)) });
  const { stdout, stderr } = await call(['grep', 'orchard', '-c', '--tool', asked, '--root', root]);
  expect(stdout).toBe(count === 0 ? '' : `${ID}:${count}\n`);
  if (count === 0) expect(stderr).toMatch(/`convo --root \S+ stats --by tool` lists the tools that were called\n$/);
});

test('-c has each id once, the paths of files of one id, and no address of a message on a terminal', async () => {
  const chats = join(emptyHome(), '.gemini/tmp/quay/chats');
  mkdirSync(chats, { recursive: true });
  const time = '2026-01-03T00:00:00.000Z';
  for (const minute of [1, 2]) {
    const records = [
      { sessionId: `${ID.slice(0, -1)}${minute}`, projectHash: 'x', startTime: time, lastUpdated: time, kind: 'main' },
      { id: `u${minute}`, timestamp: time, type: 'user', content: [{ text: 'Where are the planks?' }] },
    ];
    const text = records.map((each) => `${JSON.stringify(each)}\n`).join('');
    writeFileSync(join(chats, `session-2026-01-03T00-0${minute}-${ID.slice(0, 8)}.jsonl`), text);
  }
  const home = resolve(chats, '../../../..');
  const names = readdirSync(chats).toSorted().toReversed();
  const both = (await call('grep -c planks', { home })).stdout.trimEnd().split('\n');
  expect(both.toSorted().toReversed()).toEqual(names.map((name) => `${join(chats, name)}:1`));
  for (const line of both)
    expect((await call(['show', line.replace(/:1$/, '')], { home })).stdout).toContain('planks?');
  const screen = (await call('grep -c planks', { home, terminal: 80 })).stdout;
  expect(screen).toContain(`~/.gemini/tmp/quay/chats/${names[0]}  1 match\n`);
  const lines = (await call('grep planks', { home })).stdout.trimEnd().split('\n').toSorted().toReversed();
  expect(lines).toEqual(names.map((name) => `${join(chats, name)}:0:user: Where are the planks?`));
  const found = (await call('grep planks', { home, terminal: 160 })).stdout;
  for (const name of names) expect(found).toContain(`~/.gemini/tmp/quay/chats/${name} · `);
  expect(found).toMatch(/`convo show ~\/\.gemini\/tmp\/quay\/chats\/session-\S+\.jsonl` shows the first/);
  rmSync(join(chats, names[0] ?? ''));
  expect((await call('grep -c planks', { home })).stdout).toBe(`${ID.slice(0, 8)}:1\n`);
  expect((await call('grep -c planks', { home, terminal: 80 })).stdout).toBe(`${ID.slice(0, 8)}  1 match\n`);
});

test('find and grep name a file where two projects have its id, and show takes that path', async () => {
  const root = home({ [ID]: session('Where are the planks?') });
  mkdirSync(join(root, 'projects/-srv-ben'));
  writeFileSync(join(root, 'projects/-srv-ben', `${ID}.jsonl`), session('Who has the planks?'));
  const lines = (await call(['find', 'planks', '--root', root])).stdout.trimEnd().split('\n').toSorted();
  const [ada = '', ben = ''] = lines;
  expect(ada).toBe(`${join(root, 'projects/-srv-ada', `${ID}.jsonl`)}:0: Where are the planks?`);
  expect(ben).toBe(`${join(root, 'projects/-srv-ben', `${ID}.jsonl`)}:0: Who has the planks?`);
  for (const [line, said] of [[ada, 'Where are'] as const, [ben, 'Who has'] as const]) {
    const shown = await call(['show', line.split(': ')[0] ?? '', '--root', root]);
    expect(shown).toMatchObject({ exit: 0, stdout: expect.stringContaining(`${said} the planks?`) });
  }
  const { stdout, exit } = await call(['show', ID, '--root', root]);
  expect({ stdout, exit }).toEqual({ stdout: '', exit: 2 });
});

describe('which files need not be decoded', () => {
  const STORES = [
    ...KIND_NAMES.map((kind) => `fixtures/demo/${kind}`),
    'fixtures/codex/store',
    'fixtures/codex/family',
    'fixtures/codex/CX207-what-a-fork-goes-on-from-was/before',
  ];
  const WORDS = ['the', 'seeds', 'frost', 'plan', 'How'];

  // An expression of a class alone says nothing of the bytes, so every file is decoded for it.
  test.each(oneIn(3, STORES))('makes no difference to what is found in %s', async (store) => {
    let some = '';
    for (const [nth, word] of oneIn(5, WORDS).entries()) {
      const found = async (...words: string[]) =>
        (await call(['grep', '-l', ...words, '--root', resolve(store)])).stdout;
      const spelled = Array.from(word, (letter) => `[${letter}]`).join('');
      const plain = await found(word);
      expect(plain).toBe(await found('--regex', spelled));
      some += plain;
      // Letters in either case are found in one way, whatever they spell.
      if (isThorough || nth === 0) expect(await found('-i', word)).toBe(await found('-i', '--regex', spelled));
    }
    expect(some).not.toBe('');
  });

  test('a compressed rollout is looked into, whatever its bytes spell', async () => {
    const root = join(emptyHome(), '.codex');
    const folder = join(root, 'sessions', '2026', '03', '04');
    mkdirSync(folder, { recursive: true });
    const bytes = Buffer.from(COMPRESSED, 'base64');
    expect(bytes.includes('twelve a spade')).toBe(false);
    writeFileSync(join(folder, 'rollout-2026-03-04T09-30-35-019cb8a1-5878-7d11-a4c3-0f4be2926c93.jsonl.zst'), bytes);
    for (const words of [
      ['grep', '-l', 'twelve a spade'],
      ['find', 'twelve', 'spade'],
    ])
      expect((await call([...words, '--root', root])).stdout).toContain('019cb8a1-5878-7d11-a4c3-0f4be2926c93');
  });

  test('a message that a fork inherits is found in the thread that said it, and in no other', async () => {
    const store = 'fixtures/codex/CX207-what-a-fork-goes-on-from-was/before';
    for (const words of [['leek seeds'], ['--regex', '[l]eek [s]eeds']])
      expect((await call(['grep', '-l', ...words, '--root', resolve(store)])).stdout).toBe(
        '01a105ed-4c00-7dd2-8e89-693bdba70844\n',
      );
  });
});

describe('convo grep', () => {
  test.each([
    ['grep', 'pear'],
    ['find', 'pear', 'trees'],
  ])('%s goes by the times that a list has, and not by those of the files of a copied home', async (...words) => {
    const old = session('Plant a pear tree', OTHER).replaceAll('2026-11-0', '2026-10-0');
    const root = home({ [ID]: session('Plant a pear tree'), [OTHER]: old });
    for (const [id, day] of [
      [ID, 19],
      [OTHER, 20],
    ] as const)
      utimesSync(join(root, 'projects', '-srv-ada', `${id}.jsonl`), 0, Date.UTC(2026, 10, day) / 1000);
    const { stdout } = await call([...words, '--utc', '--root', root], { terminal: 100, vars: { NO_COLOR: '1' } });
    expect(stdout.match(/^5555\d+(?=.* · 2026-1[01]-04 10:00)/gm)).toEqual([ID, OTHER].map((id) => id.slice(-8)));
  });

  const grep = (...words: string[]) =>
    call(['grep', ...words, '--root', home({ [ID]: session('How many "old" trees?\nCount them.') })]);
  const told = async (...words: string[]) => (await grep(...words)).stdout.replaceAll(ID, 'ID');

  test('prints a line for each message that matches, which begins with what show takes', async () => {
    expect(await told('trees')).toBe(
      'ID:0:user: How many "old" trees? Count them.\nID:3:assistant: There are twelve trees.\n',
    );
    const root = home({ [ID]: session('Count them.') });
    const { stdout } = await call(['show', `${ID}:3`, '--around', '0', '--root', root]);
    expect(stdout).toContain('There are twelve trees.');
    expect(stdout).not.toContain('[0] user');
  });

  test('searches the places that are named, whatever they are', async () => {
    const root = home({ [ID]: session('Count them.'), [OTHER]: session('Count them twice.', OTHER) });
    const file = join(root, 'projects', '-srv-ada', `${OTHER}.jsonl`);
    expect((await call(['grep', '-l', 'count', file])).stdout).toBe(`${OTHER}\n`);
    expect((await call(['grep', '-l', '-e', 'count', '-e', 'never', file, root])).stdout.split('\n').sort()).toEqual([
      '',
      ID,
      OTHER,
    ]);
    expect(await call(['grep', 'count', join(root, 'nowhere')])).toMatchObject({ exit: 2, stdout: '' });
  });

  test('takes every character of a pattern as it is', async () => {
    const odd = "a-b/c [d] {e} (f) ^g$ *+?.|\\ &~#@!%=<>:;,`'_";
    const root = home({ [ID]: session(`so ${odd} it is`) });
    for (const piece of [odd, ...odd.split(' ')])
      expect((await call(['grep', '--root', root, '--', piece])).stdout, piece).toContain(':0:user: so a-b/c');
  });

  test('finds quotes, line ends and letters beyond ASCII as people type them', async () => {
    expect(await told('"old" trees?\nCount')).toContain('ID:0:user: How many');
    expect(await told('zwölf bäume')).toContain('ID:2:tool: Zwölf Bäume');
    expect(await told('"a\\n"')).toBe('ID:1:Bash: grep -c "a\\n" orchard.txt\n');
  });

  test('takes upper and lower case for different only where the pattern has any upper case, or where that is asked', async () => {
    expect(await told('THERE ARE')).toBe('');
    expect(await told('there are')).toContain('ID:3');
    expect(await told('-i', 'THERE ARE')).toContain('ID:3');
    expect(await told('--case-sensitive', 'there are')).toBe('');
  });

  test('takes whole words, several patterns, roles, tools and times', async () => {
    expect(await told('-w', 'tree')).toBe('');
    expect(await told('-e', 'twelve', '-e', 'how many', '-c')).toBe('ID:2\n');
    expect(await told('trees', '--role', 'assistant', '-l')).toBe('ID\n');
    expect(await told('e', '--tool', 'bash', '-c')).toBe('ID:2\n');
    expect(await told('trees', '--since', '2026-11-03')).toMatch(/^ID:3:[^\n]*\n$/);
    expect(await told('trees', '--until', '2026-11-02')).toMatch(/^ID:0:[^\n]*\n$/);
  });

  test('shows messages on each side', async () => {
    expect(await told('twelve', '-C', '1')).toBe(
      'ID:2-tool- Zwölf Bäume noch einer\nID:3:assistant: There are twelve trees.\n',
    );
  });

  test('shows messages before a match, or behind it, alone', async () => {
    const [before, match, after] = [1, 2, 3].map((n) => expect.stringMatching(new RegExp(`^ID:${n}`)));
    const lines = async (...flags: string[]) => (await told('Zwölf', ...flags)).trimEnd().split('\n');
    expect(await lines()).toEqual([match]);
    expect(await lines('-C', '1')).toEqual([before, match, after]);
    expect(await lines('-B', '1')).toEqual([before, match]);
    expect(await lines('-A', '1')).toEqual([match, after]);
    expect(await lines('-C', '1', '-A', '0')).toEqual([before, match]);
  });

  test('takes a regular expression in linear time, and says what is wrong with one', async () => {
    expect(await told('--regex', 'tw.lve +tr')).toContain('ID:3');
    const long = home({ [ID]: session(`${'a'.repeat(50_000)}!`) });
    expect((await call(['grep', '--regex', '(a+)+$', '--root', long])).exit).toBe(1);
    expect(await grep('--regex', '(a')).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('the pattern is no regular expression: missing closing )'),
    });
    expect(await grep('--regex', '(?=a)')).toMatchObject({ exit: 2, stderr: expect.stringContaining('Look-around') });
  });

  test('exits 1 where nothing matches, and 2 without a pattern', async () => {
    expect(await grep('pears')).toMatchObject({ exit: 1, stdout: '' });
    expect(await grep('')).toMatchObject({ exit: 2, stderr: expect.stringContaining('the pattern is empty') });
    expect(await grep()).toMatchObject({ exit: 2, stderr: expect.stringContaining('nothing to search for') });
  });

  test('says what it could not search; the exit code is 0 where something matches all the same, else 3', async () => {
    const closed = home({ [ID]: session('trees'), [ID.replace('01', '02')]: session('trees') });
    chmodSync(join(closed, 'projects', '-srv-ada', `${ID}.jsonl`), 0);
    chmodSync(join(closed, '..'), 0o755);
    await asNobody(async () => {
      for (const verb of ['grep', 'find'])
        for (const [word, exit] of [
          ['trees', 0],
          ['zebra', 3],
        ] as const)
          for (const way of [[], ['--json']]) {
            const answer = await call([verb, word, ...way, '--root', closed]);
            expect([verb, word, answer.exit]).toEqual([verb, word, exit]);
            expect(answer.stderr).toContain('cannot be read');
          }
    });
  });

  test('searches the transcripts of subagents too, also of a session that is gone, and show takes what is printed', async () => {
    const root = home({ [ID]: session('Count them.') });
    for (const id of [ID, OTHER]) {
      mkdirSync(join(root, 'projects', '-srv-ada', id, 'subagents'), { recursive: true });
      writeFileSync(
        join(root, 'projects', '-srv-ada', id, 'subagents', 'agent-a1b2.jsonl'),
        session('Which pump?', id),
      );
    }
    const { stdout } = await call(['grep', 'pump', '--root', root]);
    expect(stdout.split('\n').filter(Boolean).toSorted()).toEqual([
      `${ID}@a1b2:0:user: Which pump?`,
      `${OTHER}@a1b2:0:user: Which pump?`,
    ]);
    expect((await call(['show', `${ID}@a1b2:0`, '--root', root])).stdout).toContain('Which pump?');
    expect((await call(['show', `${ID.slice(0, 35)}1@a1`, '--root', root])).stdout).toContain('twelve trees');
    expect(await call(['show', `${ID}@other`, '--root', root])).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('has no subagent other'),
    });
    const { stdout: json } = await call(['grep', 'pump', '--json', '--root', root]);
    expect(JSON.parse(json).matches[0].messages[0]).toMatchObject({ agent: 'a1b2', index: 0, isMatch: true });
    const screen = await call(['grep', 'pump', '--root', root], { terminal: 80, vars: { NO_COLOR: '1' } });
    const short = `${ID.slice(-8)}@a1b2`;
    expect(screen.stdout).toContain(`subagent ${short}\n`);
    expect((await call(['show', short, '--root', root])).stdout).toContain('Which pump?');
  });

  test('goes through the pager of show on a terminal, with --no-pager and through a pipe not', async () => {
    const root = home({ [ID]: session('trees') });
    const asked: string[] = [];
    const pager = (command: string) => {
      asked.push(command);
      return { stream: { write: (_: unknown, done: () => void) => done(), on: () => undefined }, close: async () => 0 };
    };
    const over = { stdin: Object.assign((async function* () {})(), { isTTY: true }), pager };
    const said = async (words: string, terminal?: number) =>
      (await call([...words.split(' '), '--root', root], { ...(terminal === undefined ? {} : { terminal }), over }))
        .stdout;
    expect(await said('grep trees', 80)).toBe('');
    expect(asked).toEqual(['less -FRX']);
    expect(await said('grep trees --no-pager', 80)).toContain('trees');
    expect(await said('grep trees')).toContain('trees');
    expect(await said('grep elephants', 80)).toContain('nothing');
    expect(asked).toHaveLength(1);
  });

  test('has a match on a line of its own where its column is too narrow', async () => {
    const root = home({ [ID]: session('trees') });
    const narrow = await call(['grep', 'trees', '--root', root], { terminal: 20, vars: { NO_COLOR: '1' } });
    expect(narrow.stdout).toMatch(/^0 {2}user\n {2}.*trees/m);
    for (const line of narrow.stdout.split('\n').slice(0, 6)) expect(line.length).toBeLessThanOrEqual(20);
    const wide = await call(['grep', 'trees', '--root', root], { terminal: 40, vars: { NO_COLOR: '1' } });
    expect(wide.stdout).toMatch(/^ {5}0 {2}user {8}.*trees/m);
  });

  test('says that a choice needs a terminal', async () => {
    expect(await grep('trees', '--open')).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('is for a terminal'),
    });
    expect(await grep('nothing of the sort', '--open')).toMatchObject({ exit: 1, stderr: '' });
  });

  test('searches stores of every kind, on a terminal under the title of each conversation', async () => {
    const { stdout } = await call(['grep', 'water'], { home: demoHome(), terminal: 80, vars: { NO_COLOR: '1' } });
    expect(stdout).toContain('High water on the 1st');
    expect(stdout).toMatch(/^\d+ messages? in \d+ conversations? of \d+; `convo show \S+` shows the first$/m);
    const { stdout: json } = await call(['grep', 'water', '--json'], { home: demoHome() });
    expect(JSON.parse(json).matches.length).toBeGreaterThan(0);
  });
});

describe('flags of grep', () => {
  test('are taken: -n, -r and -F change nothing, -E is --regex, and -v is named', async () => {
    const root = home({ [ID]: session('trees') });
    const said = async (...words: string[]) => call(['grep', ...words, '--root', root]);
    const plain = await said('trees');
    for (const flags of [['-rn'], ['-in'], ['-F']]) expect(await said(...flags, 'trees')).toEqual(plain);
    expect((await said('-E', 'tre+s')).stdout).toBe(plain.stdout);
    expect(await said('-E', '-F', 'trees')).toMatchObject({ exit: 2, stderr: expect.stringContaining('only one of') });
    expect((await said('-v', 'trees')).stderr).toContain(
      '-v is --verbose: nothing here searches for what does not match',
    );
  });
});

describe('the line that goes on with a conversation', () => {
  test('is left to show: grep ends with one line, which names the first match where there is room', async () => {
    const root = home({ [ID]: session('trees') });
    const ends = async (terminal: number) =>
      (await call(['grep', 'trees', '--root', root], { terminal, vars: { NO_COLOR: '1' } })).stdout
        .split('\n')
        .slice(-3);
    const counts = '2 messages in 1 conversation of 1';
    expect(await ends(200)).toEqual([
      '',
      `${counts}; \`convo --root ${root} show ${ID.slice(0, 8)}:0\` shows the first`,
      '',
    ]);
    expect(await ends(60)).toEqual(['', counts, '']);
  });

  test('counts a title that matches apart from messages', async () => {
    const title = JSON.stringify({ type: 'custom-title', customTitle: 'Old trees', sessionId: ID });
    const root = home({ [ID]: `${session('trees')}${title}\n` });
    const { stdout } = await call(['grep', 'trees', '--root', root], { terminal: 80 });
    expect(stdout).toMatch(/^2 messages and 1 name in 1 conversation of 1$/m);
    const { stdout: named } = await call(['grep', 'Old trees', '--root', root], { terminal: 80 });
    expect(named).toMatch(/^1 name in 1 conversation of 1$/m);
  });

  test('ends show, and is what resume answers for the id of a session', async () => {
    const root = home({ [ID]: session('trees').replaceAll('/srv/ada', '/') });
    const line = `cd / && claude --resume ${ID}`;
    expect((await call(['show', ID, '--root', root])).stdout).toMatch(new RegExp(`^go on with it: ${line}$`, 'm'));
    expect(await call(['resume', ID.slice(0, 8), '--root', root])).toMatchObject({ exit: 0, stdout: `${line}\n` });
    expect(await call(['resume', 'nothing', '--root', root])).toMatchObject({
      stderr: expect.stringContaining('neither a run'),
    });
    const { stdout } = await call(['list', '--json', '--root', root]);
    expect(JSON.parse(stdout).conversations[0].resume).toBe(line);
  });

  test('says of a folder that is gone what to do before', async () => {
    const gone = join(emptyHome(), 'gone');
    const root = home({ [ID]: session('trees').replaceAll('/srv/ada', gone) });
    const { stdout } = await call(['show', ID, '--root', root]);
    expect(stdout).toContain(
      `\nclaude goes on with it in ${gone}, which is gone. Make it again, or let its sessions follow it to where it is now:\n`,
    );
    expect(stdout).toContain(`rehome ${gone} NEW\n`);
    expect(await call(['resume', ID, '--root', root])).toMatchObject({
      exit: 4,
      stdout: '',
      stderr: expect.stringContaining(`${gone}, which is gone`),
    });
  });
});

describe('messages between agents', () => {
  test('is found where no message has it', async () => {
    const id = 'a'.repeat(64);
    const home = emptyHome();
    mkdirSync(join(home, '.tenex/conversations'), { recursive: true });
    const told = { reason: 'a plan', message: 'The lamp flickers.', summary: 'lamp' };
    const transition = {
      from: 'chat',
      to: 'plan',
      timestamp: 1_754_304_000_000,
      agentPubkey: id,
      agentName: 'lead',
      ...told,
    };
    const file = {
      id,
      title: 't',
      phase: 'plan',
      history: [],
      agentStates: {},
      metadata: {},
      phaseTransitions: [transition],
    };
    writeFileSync(join(home, `.tenex/conversations/${id}.json`), JSON.stringify(file));
    const { exit, stdout } = await call('grep flickers --root .', { home, cwd: home });
    expect([exit, stdout]).toEqual([0, expect.stringContaining('message: The lamp flickers.')]);
    expect((await call('grep flickers --root . --role user', { home, cwd: home })).exit).toBe(1);
  });
});

describe('archived conversations', () => {
  test('that match are counted beside what is found, by grep and find', async () => {
    const root = home({ [ID]: session('leeks in a row') });
    mkdirSync(join(root, 'archive', '-srv-ada'), { recursive: true });
    writeFileSync(join(root, 'archive', '-srv-ada', `${OTHER}.jsonl`), session('beets in a row', OTHER));
    for (const verb of ['grep', 'find']) {
      expect(await call([verb, 'beets', '--root', root])).toMatchObject({
        exit: 1,
        stdout: '',
        stderr: expect.stringContaining('convo: 1 archived conversation matches: --all\n'),
      });
      expect((await call([verb, 'leeks', '--root', root])).stderr).not.toContain('archived');
      expect(await call([verb, 'row', '--root', root])).toMatchObject({
        exit: 0,
        stderr: expect.stringContaining('convo: 1 archived conversation matches: --all\n'),
      });
      expect((await call([verb, 'row', '--quiet', '--root', root])).stderr).toBe('');
      expect((await call([verb, 'beets', '--all', '--root', root])).exit).toBe(0);
      expect((await call([verb, 'beets', '--json', '--root', root])).stderr).toBe('');
    }
  });
});

describe('--redact', () => {
  const TOKEN = `ghp_${'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'}`;
  const pieces = Array.from({ length: TOKEN.length - 8 }, (_, n) => TOKEN.slice(n, n + 8));

  test('shows no piece of a secret, wherever the line is cut, in what grep and find print', async () => {
    const sessions = Object.fromEntries(
      oneIn(2, [...Array(26).keys()]).map((n) => {
        const id = `11111111-2222-4333-8444-5555555555${10 + n}`;
        const filler = 'leeks '.repeat(40).slice(0, n * 9);
        return [id, session(`${filler} ${TOKEN} ${'beets '.repeat(40 - n)} marker ${filler} ${TOKEN}`, id)];
      }),
    );
    const root = home(sessions);
    for (const line of [
      'grep -C1 marker',
      'grep --json marker',
      'grep beets',
      'find --limit all marker',
      'find --json beets',
    ]) {
      const plain = await call([...line.split(' '), '--root', root]);
      const { exit, stdout } = await call([...line.split(' '), '--redact', '--root', root]);
      expect(exit, line).toBe(0);
      expect(
        pieces.filter((piece) => plain.stdout.includes(piece)),
        line,
      ).not.toEqual([]);
      expect(
        pieces.filter((piece) => stdout.includes(piece)),
        line,
      ).toEqual([]);
      expect(stdout, line).toContain('[secret]');
    }
  });

  test('finds no secret by its own text', async () => {
    const root = home({ [ID]: session(`the token is ${TOKEN}`) });
    for (const pattern of [TOKEN, 'ghp_'])
      expect((await call(['grep', pattern, '--redact', '--root', root])).exit).toBe(1);
    expect((await call(['grep', 'ghp_', '--root', root])).exit).toBe(0);
  });

  test('takes names away as exports do, and is not for --open', async () => {
    const root = home({ [ID]: session('write to ada@example.org about leeks') });
    const { stdout } = await call(['grep', 'leeks', '--redact-also', 'mail', '--root', root]);
    expect(stdout).toContain('[mail 1]');
    expect(await call(['find', 'leeks', '--redact', '--open', '--root', root])).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('--redact is not for --open'),
    });
  });
});

test.each([
  ['Puffin|Heron', true],
  ['zzz.*qqq', true],
  ['zzz qqq?', false],
])('where %j is nowhere, a hint at expressions is given: %j', async (pattern, isHinted) => {
  const { stderr } = await call(['grep', pattern], { home: demoHome() });
  expect(stderr.includes('--regex takes a regular expression')).toBe(isHinted);
});

test.each([
  ['[1]', 'nothing found in 1 conversation\n'],
  ['{"type":"user","message":"zz', 'nothing found in 0 conversations, 1 more searched in part\n'],
])('with a line %j, what was searched in part is said where it is named', async (line, said) => {
  const folder = join(emptyHome(), '.claude', 'projects', '-srv-app');
  mkdirSync(folder, { recursive: true });
  const sessionId = '11111111-2222-4333-8444-555555555501';
  const record = (uuid: string, parentUuid: string | null) =>
    JSON.stringify({ type: 'user', uuid, parentUuid, sessionId, message: { role: 'user', content: 'Leeks?' } });
  const path = join(folder, `${sessionId}.jsonl`);
  writeFileSync(path, [record('a', null), line, record('b', 'a'), ''].join('\n'));
  utimesSync(path, 1e9, 1e9);
  const { stdout, stderr } = await call(['grep', 'zebra', '--root', join(folder, '..', '..')], { terminal: 80 });
  expect(stdout).toContain(said);
  expect(stderr.includes('searched as far as readable')).toBe(said.includes('in part'));
});

test('cuts no character at the ends of what it shows around a match', async () => {
  for (const more of ['', 'a']) {
    const said = `${'🍐'.repeat(60)}${more}needle${'🍐'.repeat(120)}`;
    const { stdout } = await call(['grep', 'needle', '--root', home({ [ID]: session(said) })]);
    expect(stdout).toContain(`…${'🍐'.repeat(30 - more.length)}${more}needle🍐`);
    expect(stdout).not.toContain('\ufffd');
    const found = await call(['find', 'needle', '--root', home({ [ID]: session(said.replace(/needle/, ' $& ')) })]);
    expect(found.stdout).toContain('needle');
    expect(found.stdout).not.toContain('\ufffd');
  }
});

test.each([70, 71, 72, 73])('cuts no character before a match on a terminal of %i columns', async (terminal) => {
  const root = home({ [ID]: session(`${'🍐'.repeat(60)} needle`) });
  const { stdout } = await call(['grep', 'needle', '--root', root], { terminal });
  expect(stdout).toContain('needle');
  expect(stdout).not.toMatch(/[\p{Surrogate}\ufffd]/u);
});
