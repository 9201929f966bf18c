import { appendFileSync, copyFileSync, cpSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { call } from './call.ts';
import { emptyHome } from './demo-home.ts';

const FOLDER = '.claude/projects/-home-ada-app';
const FIRST = 'aaaaaaaa-0000-4000-8000-000000000001';
const SECOND = 'bbbbbbbb-0000-4000-8000-000000000002';
const DAY = Date.UTC(2026, 10, 20) / 1000;

/** Records of a session in which both speak in turn. */
function session(id: string, said: readonly string[], uuids = 'c'): string {
  const uuid = (n: number) => `${uuids.repeat(8)}-0000-4000-8000-${String(n).padStart(12, '0')}`;
  return said
    .map((text, n) => {
      const role = n % 2 === 0 ? 'user' : 'assistant';
      const message =
        role === 'user'
          ? { role, content: text }
          : { id: `msg_${n}`, type: 'message', role, model: 'claude-opus-4', content: [{ type: 'text', text }] };
      const about = { cwd: '/home/ada/app', sessionId: id, version: '2.1.0', userType: 'external', isSidechain: false };
      const parent = n === 0 ? null : uuid(n - 1);
      const timestamp = `2026-11-19T10:00:${String(n).padStart(2, '0')}.000Z`;
      return `${JSON.stringify({ parentUuid: parent, ...about, type: role, message, uuid: uuid(n), timestamp })}\n`;
    })
    .join('');
}

function homeOf(sessions: Readonly<Record<string, string>>) {
  const home = emptyHome();
  mkdirSync(join(home, FOLDER), { recursive: true });
  const at = (id: string) => join(home, FOLDER, `${id}.jsonl`);
  for (const [id, text] of Object.entries(sessions)) {
    writeFileSync(at(id), text);
    utimesSync(at(id), DAY, DAY);
  }
  const say = (line: string) => call(line, { home });
  const json = async (line: string) => {
    const { exit, stdout } = await say(`${line} --json`);
    return { exit, ...JSON.parse(stdout) };
  };
  return { home, at, say, json };
}

const BEGINNING = ['Draw a tide table.', 'For which harbor?', 'For Quay.', 'Here it is.'];
const textsOf = (messages: readonly { readonly text: string }[]) => messages.map(({ text }) => text);

test('messages are compared by what they say, whatever their ids and times', async () => {
  const { json } = homeOf({ [FIRST]: session(FIRST, BEGINNING), [SECOND]: session(SECOND, BEGINNING, 'd') });
  const same = await json('diff aaaa bbbb');
  expect([same.exit, same.counts, same.sameOrder]).toEqual([0, { inBoth: 4, onlyInFirst: 0, onlyInSecond: 0 }, true]);
});

test('in JSON a side says that it is a copy, and that its folder is gone, as list and show do', async () => {
  const copy = `${FIRST} (conflicted copy)`;
  const { home } = homeOf({ [FIRST]: session(FIRST, BEGINNING), [copy]: session(FIRST, BEGINNING) });
  const json = async (...words: string[]) => JSON.parse((await call([...words, '--json'], { home })).stdout);
  const about = ({ copyOf, cwdGone }: { copyOf?: string; cwdGone?: boolean }) => ({ copyOf, cwdGone });
  const listed = (await json('list')).conversations.map(about);
  expect(listed).toEqual([{ cwdGone: true }, { cwdGone: true, copyOf: FIRST }]);
  const { first, second } = await json('diff', FIRST, copy);
  expect([first, second].map(about)).toEqual(listed);
  for (const flags of [[], ['--redact']])
    expect(about((await json('show', copy, ...flags)).conversation)).toEqual(listed[1]);
});

test('both sides are listed, in their order, and the exit code is 1', async () => {
  const { home, json, say } = homeOf({
    [FIRST]: session(FIRST, [...BEGINNING, 'Smaller.', 'Done.']),
    [SECOND]: session(SECOND, [...BEGINNING, 'Larger.', 'Done.', 'Thanks.']),
  });
  const found = await json('diff aaaa bbbb');
  expect([found.exit, textsOf(found.onlyInFirst), textsOf(found.onlyInSecond)]).toEqual([
    1,
    ['Smaller.'],
    ['Larger.', 'Thanks.'],
  ]);
  const { exit, stdout } = await call('diff aaaa bbbb --color never', { home, terminal: 80 });
  expect([exit, stdout.split('\n')]).toEqual([
    1,
    [
      '- aaaaaaaa  Draw a tide table.',
      '  /home/ada/app · 2 days ago',
      '+ bbbbbbbb  Draw a tide table.',
      '  /home/ada/app · 2 days ago',
      '',
      '  4 in both',
      '- [4] user',
      '-     Smaller.',
      '+ [4] user',
      '+     Larger.',
      '  1 in both',
      '+ [6] user',
      '+     Thanks.',
      '',
      '1 text in aaaaaaaa that bbbbbbbb lacks',
      '2 texts in bbbbbbbb that aaaaaaaa lacks',
      '5 texts, calls and results in both',
      '',
    ],
  ]);
  const counts = await say('diff aaaa bbbb --stat');
  expect([counts.exit, counts.stdout.includes('Thanks.')]).toEqual([1, false]);
  expect((await json('diff aaaa bbbb --stat')).onlyInFirst).toBeUndefined();
});

test('an edit is drawn as show draws it', async () => {
  const input = { file_path: 'tide.ts', old_string: 'const a = 1;\nkeep();', new_string: 'const a = 2;\nkeep();' };
  const edit = JSON.stringify([{ type: 'tool_use', id: 'toolu_1', name: 'Edit', input }]);
  const text = session(SECOND, [...BEGINNING, 'Change it.', 'EDIT']).replace(
    /\[\{"type":"text","text":"EDIT"\}\]/,
    edit,
  );
  const { home } = homeOf({ [FIRST]: session(FIRST, BEGINNING), [SECOND]: text });
  const { stdout } = await call('diff aaaa bbbb --color never', { home, terminal: 80 });
  expect(stdout).toContain(
    ['+ [5] Edit', '+     tide.ts', '+     - const a = 1;', '+     + const a = 2;', '+       keep();', ''].join('\n'),
  );
});

test('equal messages count as often as they were said, and another order is a difference', async () => {
  const { json } = homeOf({
    [FIRST]: session(FIRST, ['yes', 'a', 'yes', 'b']),
    [SECOND]: session(SECOND, ['yes', 'b', 'yes', 'a', 'yes']),
  });
  const found = await json('diff aaaa bbbb');
  expect([found.exit, found.counts, found.sameOrder]).toEqual([
    1,
    { inBoth: 4, onlyInFirst: 0, onlyInSecond: 1 },
    false,
  ]);
});

describe('with one id', () => {
  test('a fork is compared with its source', async () => {
    const { json } = homeOf({ [FIRST]: session(FIRST, BEGINNING) });
    const { items } = await json('fork aaaa --at 2');
    const found = await json(`diff ${items[0].newId}`);
    expect([found.exit, found.first.id, textsOf(found.onlyInFirst), found.onlyInSecond]).toEqual([
      1,
      FIRST,
      ['For Quay.', 'Here it is.'],
      [],
    ]);
  });

  test('a copy that a tool for syncing made is compared with its original', async () => {
    const { at, json } = homeOf({ [FIRST]: session(FIRST, BEGINNING) });
    const copy = `${FIRST} (conflicted copy)`;
    copyFileSync(at(FIRST), at(copy));
    appendFileSync(at(FIRST), session(FIRST, [...BEGINNING, 'Thanks.']).split('\n')[4] ?? '');
    const { stdout } = await call(['diff', `${copy}.jsonl`, '--json'], { home: join(at(FIRST), '../../../..') });
    const found = JSON.parse(stdout);
    expect([textsOf(found.onlyInFirst), found.onlyInSecond]).toEqual([['Thanks.'], []]);
    expect((await json(`diff aaaa ${FIRST}`)).exit).toBe(0);
  });

  test('a source is compared with its only fork or copy, and where it has several they are named', async () => {
    const { at, json, say } = homeOf({ [FIRST]: session(FIRST, BEGINNING) });
    const { items } = await json('fork aaaa --at 2');
    const found = await json('diff aaaa');
    expect([found.exit, found.first.id, found.second.id]).toEqual([1, FIRST, items[0].newId]);
    copyFileSync(at(FIRST), at(`${FIRST} (conflicted copy)`));
    const { exit, stderr } = await say(`diff ${FIRST}`);
    expect([exit, stderr]).toEqual([
      2,
      expect.stringContaining(`Name one: ${items[0].newId}, '${FIRST} (conflicted copy).jsonl'`),
    ]);
  });

  test('a copy whose original is gone is not compared with itself', async () => {
    const copy = `${FIRST} (conflicted copy)`;
    const { home } = homeOf({ [copy]: session(FIRST, BEGINNING), [SECOND]: session(SECOND, BEGINNING) });
    const alone = await call(['diff', `${copy}.jsonl`], { home });
    expect([alone.exit, alone.stderr]).toEqual([2, expect.stringMatching(/came from aaaa.*which is not there/)]);
    const both = await call(['diff', `${copy}.jsonl`, 'aaaa'], { home });
    expect([both.exit, both.stderr]).toEqual([2, expect.stringContaining('aaaa means this copy, too')]);
  });

  test('a conversation that came from nowhere needs a second one', async () => {
    const { say } = homeOf({ [FIRST]: session(FIRST, BEGINNING) });
    const { exit, stderr } = await say('diff aaaa');
    expect([exit, stderr]).toEqual([
      2,
      expect.stringMatching(/was not forked or copied, and is no fork or copy itself: a second.*\n.*--before RUN/),
    ]);
  });
});

test('a file elsewhere is compared with the one in the home', async () => {
  const { home, at, json } = homeOf({ [FIRST]: session(FIRST, BEGINNING) });
  const backup = join(home, 'backup/.claude');
  mkdirSync(join(home, 'backup'));
  cpSync(join(home, '.claude'), backup, { recursive: true });
  writeFileSync(at(FIRST), session(FIRST, BEGINNING.slice(0, 2)));
  const found = await json(`diff aaaa ${join(backup, 'projects/-home-ada-app', `${FIRST}.jsonl`)}`);
  expect([found.exit, textsOf(found.onlyInSecond), found.second.root]).toEqual([1, BEGINNING.slice(2), backup]);
});

test('a file elsewhere is compared with its original, its runs and its seal in the same place', async () => {
  const { home, at, say } = homeOf({ [FIRST]: session(FIRST, BEGINNING.slice(0, 2)) });
  copyFileSync(at(FIRST), at(`${FIRST} (conflicted copy)`));
  expect((await say(`seal --output ${join(home, 'seal.txt')}`)).exit).toBe(0);
  expect((await say('rename aaaa Tides')).exit).toBe(0);
  const elsewhere = (name: string) => ['diff', join(home, FOLDER, `${name}.jsonl`), '--json'];
  const other = { home: emptyHome() };
  for (const words of [
    elsewhere(`${FIRST} (conflicted copy)`),
    [...elsewhere(FIRST), '--before', '1'],
    [...elsewhere(FIRST), '--against', join(home, 'seal.txt')],
  ]) {
    const { exit, stdout, stderr } = await call(words, other);
    expect([exit, stderr, JSON.parse(stdout).counts]).toEqual([0, '', { inBoth: 2, onlyInFirst: 0, onlyInSecond: 0 }]);
  }
  writeFileSync(at(FIRST), session(FIRST, BEGINNING), 'utf16le');
  const { stderr } = await call([...elsewhere(FIRST), '--before', '1'], other);
  expect(stderr).toContain(`\`convo --root ${join(home, '.claude')} heal ${FIRST} `);
});

describe('earlier states', () => {
  test('--before shows what a run took away, until it is undone', async () => {
    const lines = session(FIRST, BEGINNING).split('\n');
    const torn = `${lines.slice(0, 3).join('\n')}\n${(lines[3] ?? '').slice(0, 40)}`;
    const { at, json, say } = homeOf({ [FIRST]: torn });
    expect((await say('heal aaaa --lossy --yes')).exit).toBe(0);
    expect(readFileSync(at(FIRST), 'utf8')).not.toBe(torn);
    const found = await json('diff aaaa --before 1');
    expect([found.exit, found.first.asOf, found.second.asOf]).toEqual([0, 'before run 1', null]);
    writeFileSync(at(FIRST), session(FIRST, BEGINNING));
    expect(textsOf((await json('diff aaaa --before 1')).onlyInSecond)).toEqual(['Here it is.']);
    expect((await say('diff aaaa --before 7')).stderr).toContain('there is no run 7');
  });

  test('--before refuses a run that did not have the conversation', async () => {
    const { json, say } = homeOf({ [FIRST]: session(FIRST, BEGINNING), [SECOND]: session(SECOND, BEGINNING) });
    await say('rename aaaa Tides');
    const { exit, stderr } = await say('diff bbbb --before 1');
    expect([exit, stderr]).toEqual([2, expect.stringContaining('run 1 has nothing of bbbbbbbb')]);
    const { items } = await json('fork aaaa');
    expect((await say(`diff ${items[0].newId} --before 2`)).stderr).toContain('was not there before run 2');
  });

  test('--against shows what was added since the seal, and what a run changed', async () => {
    const { home, at, json, say } = homeOf({ [FIRST]: session(FIRST, BEGINNING.slice(0, 2)) });
    const seal = join(home, 'seal.txt');
    expect((await say(`seal --output ${seal}`)).exit).toBe(0);
    expect((await json(`diff aaaa --against ${seal}`)).exit).toBe(0);
    writeFileSync(at(FIRST), session(FIRST, BEGINNING));
    const grown = await json(`diff aaaa --against ${seal}`);
    expect([grown.exit, textsOf(grown.onlyInSecond)]).toEqual([1, BEGINNING.slice(2)]);
    writeFileSync(at(FIRST), session(FIRST, ['Something else.']));
    const { exit, stderr } = await say(`diff aaaa --against ${seal}`);
    expect([exit, stderr]).toEqual([3, expect.stringContaining('was rewritten since it was sealed')]);
    expect((await say(`diff aaaa --against ${at(FIRST)}`)).exit).toBe(2);
  });
});

test('bad words are refused in a sentence each', async () => {
  const { say } = homeOf({ [FIRST]: session(FIRST, BEGINNING) });
  for (const [line, message] of [
    ['diff', "missing required argument 'ID'"],
    ['diff aaaa cccc', 'no conversation has the id cccc'],
    ['diff aaaa:2 aaaa', 'aaaa:2 is one message, and conversations are compared whole'],
    ['diff aaaa aaaa --before 1', 'only one of a second ID, --before and --against can be given'],
  ] as const) {
    const { exit, stdout, stderr } = await say(line);
    expect([exit, stdout, stderr]).toEqual([2, '', expect.stringContaining(message)]);
  }
});

test('conversations of two kinds are not compared', async () => {
  const { home, say } = homeOf({ [FIRST]: session(FIRST, BEGINNING) });
  cpSync(join(import.meta.dirname, '../../fixtures/demo/fnord'), join(home, '.fnord'), { recursive: true });
  const { exit, stderr } = await say('diff aaaa 3f0c');
  expect([exit, stderr]).toEqual([2, expect.stringContaining('only one kind can be compared')]);
});

test('a file of which nothing can be read gives exit code 3', async () => {
  const lines = session(FIRST, BEGINNING);
  const { at, say } = homeOf({ [FIRST]: lines, [SECOND]: lines });
  writeFileSync(at(SECOND), '<html>502 Bad Gateway</html>\n');
  const { exit } = await say('diff aaaa bbbb');
  expect(exit).toBe(3);
});

test('--redact leaves a secret out of both forms, and compares what was really said', async () => {
  const key = `ghp_${'aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xY2zA4'.slice(0, 36)}`;
  const { say } = homeOf({
    [FIRST]: session(FIRST, ['Use it.']),
    [SECOND]: session(SECOND, ['Use it.', `It is ${key}.`]),
  });
  for (const form of ['', ' --json']) {
    const { exit, stdout } = await say(`diff aaaa bbbb --redact${form}`);
    expect([exit, stdout.includes(key), stdout.includes('[secret 1')]).toEqual([1, false, true]);
  }
});

test('an id that is in two projects is compared with itself', async () => {
  const said = ['How deep?', 'A span.', 'And beans?'];
  const { home, json, say } = homeOf({ [FIRST]: session(FIRST, said) });
  const other = join(home, '.claude/projects/-home-ada-copy');
  mkdirSync(other, { recursive: true });
  writeFileSync(join(other, `${FIRST}.jsonl`), session(FIRST, said.slice(0, 2)));
  const { exit, stdout } = await say(`diff ${FIRST.slice(0, 8)}`);
  expect([exit, stdout]).toEqual([1, expect.stringMatching(/2 in both[\s\S]*And beans\?/)]);
  const { first, second } = await json(`diff ${FIRST}`);
  expect([first.project, second.project]).toEqual(['-home-ada-app', '-home-ada-copy']);
  mkdirSync(`${other}-2`);
  writeFileSync(join(`${other}-2`, `${FIRST}.jsonl`), session(FIRST, said));
  expect((await say(`diff ${FIRST}`)).stderr).toContain('is in 3 places');
});

test('--redact counts places in what is shown: in messages of one side alone, and in a title once', async () => {
  const key = `ghp_${'aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xY2zA4'.slice(0, 36)}`;
  const both = ['Use it.', `It is ${key}.`, `Is it ${key}?`];
  const { say } = homeOf({ [FIRST]: session(FIRST, both), [SECOND]: session(SECOND, [...both, `Yes: ${key}`]) });
  expect((await say('diff aaaa bbbb --redact')).stderr).toContain('redacted: 1 place: 1 github-pat');
  expect((await say('diff aaaa bbbb --redact --stat')).stderr).toContain('redacted: nothing was found');
  const titled = homeOf({ [FIRST]: session(FIRST, [`Keep ${key}`]) });
  expect((await titled.say('list --redact')).stderr).toContain('redacted: 1 place: 1 github-pat');
});

test('titles of 10,000 letters, right to left, fit 20 columns', async () => {
  const title = 'שלום עולם '.repeat(1000);
  const { home } = homeOf({ [FIRST]: session(FIRST, [title, 'x']), [SECOND]: session(SECOND, [title]) });
  const { stdout } = await call('diff aaaa bbbb --color never', { home, terminal: 20 });
  expect(stdout.split('\n').filter((line) => line.length > 20)).toEqual([]);
});

test('where a break cuts one of two, it says what that has, but hidden', async () => {
  const all = ['One?', 'One.', 'Two?', 'Two.', 'Three?', 'Three.'];
  // A minute between them: a follower within seconds would be joined to what is before it.
  const lines = session(SECOND, all)
    .replace(/10:00:0(\d)/g, '10:0$1:00')
    .split('\n');
  const { say } = homeOf({
    [FIRST]: session(FIRST, all),
    [SECOND]: [...lines.slice(0, 3), ...lines.slice(4)].join('\n'),
  });
  const { stdout } = await say(`diff ${FIRST} ${SECOND} --stat`);
  expect(stdout).toMatch(/4 texts in \S+ that \S+ lacks; \S+ has 3 of them, but hidden \(--all/);
  expect((await say(`diff ${FIRST} ${SECOND} --stat --all`)).stdout).not.toContain('but hidden');
});

test('a conversation without a title is called by its first question, as in show and list', async () => {
  const home = emptyHome();
  cpSync('fixtures/demo/claude', join(home, '.claude'), { recursive: true });
  const { stdout } = await call('diff 7e905b3a d41c6f0e --stat', { home, cwd: home });
  expect(stdout).toContain('- 7e905b3a  Write the price list for the winter.\n');
});

describe('a conversation that names no source', () => {
  const longer = [...BEGINNING, 'Smaller.', 'Done.'];

  test('is compared with the one that shares most of its messages, which is said', async () => {
    const other = 'cccccccc-0000-4000-8000-000000000003';
    const { say } = homeOf({
      [FIRST]: session(FIRST, BEGINNING),
      [SECOND]: session(SECOND, longer, 'd'),
      [other]: session(other, ['Draw a tide table.', 'Which year?', 'This one.', 'Sorry.'], 'e'),
    });
    const { exit, stdout, stderr } = await say('diff bbbb --stat');
    expect([exit, stdout]).toEqual([1, expect.stringContaining('4 texts, calls and results in both')]);
    expect(stderr).toBe(
      `convo: ${SECOND} names no source: it is compared with ${FIRST}, which shares 4 texts, calls and results\n`,
    );
    expect(await say('diff cccc')).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('was not forked or copied'),
    });
  });

  test('is not compared where several share as many of its messages, or with a copy of itself alone', async () => {
    const third = 'cccccccc-0000-4000-8000-000000000003';
    const { say } = homeOf({
      [FIRST]: session(FIRST, longer),
      [SECOND]: session(SECOND, BEGINNING, 'd'),
      [third]: session(third, BEGINNING, 'e'),
    });
    const { exit, stderr } = await say('diff aaaa');
    expect([exit, stderr]).toEqual([2, expect.stringContaining('2 conversations have most of the messages of')]);
    expect(stderr).toContain(`Name one: ${SECOND}, ${third}`);
  });
});
