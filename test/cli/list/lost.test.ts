import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { asNobody } from '../../support/real-tree.ts';
import { call } from '../call.ts';
import { emptyHome } from '../demo-home.ts';
import { expectTranscript } from '../transcript.ts';

const id = (n: number) => `11111111-2222-4333-8444-55555555560${n}`;
/** 19 November 2026, three days before the tests' now. */
const DAY = Date.UTC(2026, 10, 19, 9) / 1000;

/** A config folder whose sessions have left these traces; `files` are below it, and as old. */
function homeWith(prompts: readonly object[], files: Readonly<Record<string, string>> = {}) {
  const home = emptyHome();
  const root = join(home, '.claude');
  const history = prompts.map((prompt) => `${JSON.stringify({ pastedContents: {}, ...prompt })}\n`).join('');
  for (const [path, text] of Object.entries({ 'history.jsonl': history, 'projects/-srv-ada/x.txt': '', ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    utimesSync(join(root, path), DAY, DAY);
  }
  const convo = (...words: string[]) => call([...words, '--root', root]);
  const lost = async (...words: string[]) =>
    JSON.parse((await convo('list', '--lost', '--json', ...words)).stdout).lost;
  return { home, root, convo, lost };
}

const typed = (n: number, display: string, minutes = 0, project = '/srv/ada') => ({
  display,
  timestamp: (DAY + minutes * 60) * 1000,
  project,
  sessionId: id(n),
});

const record = (n: number) =>
  `{"type":"user","message":{"role":"user","content":"Hello"},"uuid":"${id(n)}","parentUuid":null,"sessionId":"${id(n)}","cwd":"/srv/ada"}\n`;

describe('sessions that are gone', () => {
  test('are named by their prompts, with what is left of them', async () => {
    const { home } = homeWith(
      [
        typed(1, 'Find the leak'),
        typed(1, 'Close it', 1),
        typed(1, 'Now test', 2),
        typed(1, '/exit', 3),
        typed(2, 'Hi', 4),
      ],
      {
        [`file-history/${id(1)}/0a1b@v1`]: 'was so\n',
        [`file-history/${id(1)}/0a1b@v2`]: 'was else\n',
        [`projects/-srv-ada/${id(3)}/subagents/agent-a1.jsonl`]: record(3),
      },
    );
    await expectTranscript('lost', ['list --lost', `why ${id(1)}`, `why ${id(3)}`], { home });
  });

  test.each([
    ['gone', {}, ''],
    ['there', { [`projects/-srv-ada/${id(1)}.jsonl`]: record(1) }, '/btw '],
  ])('have the long texts that were pasted into prompts, where the session is %s', async (_, files, name) => {
    const { convo } = homeWith(
      [
        {
          ...typed(1, `${name}Pick\n[Pasted text #1 +1 lines][...Truncated text #2 +9 lines...]`),
          pastedContents: {
            1: { id: 1, type: 'text', contentHash: 'eeb6551b27d7550a' },
            2: { id: 2, type: 'text', contentHash: '0000000000000000' },
          },
        },
        {
          ...typed(1, `${name}[Pasted text #1]`),
          pastedContents: { 1: { id: 1, type: 'text', contentHash: '../secret' } },
        },
      ],
      {
        'paste-cache/eeb6551b27d7550a.txt': 'ripe and red ones, password: Zw3tschge99x',
        'secret.txt': 'not this',
        ...files,
      },
    );
    expect((await convo('grep', 'ripe and')).stdout).toContain('ripe and red ones');
    expect((await convo('secrets')).stdout).toContain('password, 12 characters');
    expect((await convo('grep', 'Truncated text #2')).stdout).toContain('Truncated');
    expect((await convo('grep', 'not this')).stdout).toBe('');
  });

  test('are found by the words that were typed, and their secrets too', async () => {
    const token = 'ghp_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8';
    const { convo } = homeWith([typed(1, 'Find the leak'), typed(1, `Try ${token}`, 1), typed(2, 'No leak', 2)], {
      [`projects/-srv-ada/${id(2)}.jsonl`]: record(2),
    });
    const found = await convo('grep', 'leak');
    expect([found.exit, found.stdout.split('\n').toSorted()]).toEqual([
      0,
      ['', `${id(1)}:0:user: Find the leak`, `${id(2)}:1:user: No leak`],
    ]);
    expect(found.stderr).toContain('One of these is lost: the file is gone, and only typed prompts are left.');
    expect((await convo('grep', 'leak', '--role', 'assistant')).exit).toBe(1);
    const best = await convo('find', 'find', 'leak');
    expect(best.stdout).toMatch(new RegExp(`^${id(1)}:0: Find the leak\n`));
    const scan = await convo('secrets');
    expect([scan.exit, scan.stdout]).toEqual([1, `${id(1)}:1:user: github-pat, 40 characters\n`]);
    expect((await convo('grep', 'Try', '--redact')).stdout).toBe(`${id(1)}:1:user: Try [secret]\n`);
  });

  test('are none that have their file, in a project or in the archive', async () => {
    const { lost } = homeWith([typed(1, 'One'), typed(2, 'Two'), typed(3, 'Three')], {
      [`projects/-srv-ada/${id(1)}.jsonl`]: record(1),
      [`archive/-srv-ada/${id(2)}.jsonl`]: record(2),
    });
    expect(await lost()).toMatchObject([{ id: id(3), project: '-srv-ada', folder: '/srv/ada' }]);
  });

  test('are also those over which the program wrote a file of metadata alone', async () => {
    const title = (n: number) => `{"type":"ai-title","aiTitle":"A leak","sessionId":"${id(n)}"}\n`;
    const { lost, convo } = homeWith([typed(1, 'One'), typed(2, '/rename x'), typed(3, 'Three'), typed(4, 'Four')], {
      [`projects/-srv-ada/${id(1)}.jsonl`]: title(1),
      [`projects/-srv-ada/${id(2)}.jsonl`]: title(2),
      [`projects/-srv-ada/${id(2)}/custom-title.json`]: '{}',
      [`projects/-srv-ada/${id(3)}.jsonl`]: `${title(3)}{"type":"user","mess\n`,
      [`projects/-srv-ada/${id(4)}.jsonl`]: title(4) + record(4),
      [`projects/-srv-ada/${id(5)}.jsonl`]: title(5),
      [`projects/-srv-ada/${id(5)}/subagents/agent-a1.jsonl`]: record(5),
    });
    const found = (await lost()).map(({ id, stub }: { id: string; stub?: string }) => [
      id,
      stub?.endsWith(`${id}.jsonl`),
    ]);
    expect(found.sort()).toEqual([
      [id(1), true],
      [id(5), true],
    ]);
    expect((await convo('list', '--lost')).stdout).toContain('a file in its place in which nothing was said');
  });

  test('are none in which there were commands alone, or that are being begun', async () => {
    const now = Date.UTC(2026, 10, 22, 12);
    const { lost } = homeWith([
      typed(1, '/exit'),
      typed(2, '/help'),
      typed(2, '/exit', 1),
      { ...typed(3, 'Hi'), timestamp: now },
    ]);
    expect(await lost()).toEqual([]);
  });

  test('come back by the undo of a delete, or by the copy that another run kept', async () => {
    const { root, convo, lost } = homeWith([typed(1, 'One'), typed(2, 'Two', 1)], {
      [`projects/-srv-ada/${id(1)}.jsonl`]: record(1),
      [`projects/-srv-ada/${id(2)}.jsonl`]: record(2),
    });
    const [one, two] = [1, 2].map((n) => join(root, 'projects/-srv-ada', `${id(n)}.jsonl`));
    await convo('delete', id(1), '--yes');
    await convo('rename', id(2), 'A title');
    rmSync(two ?? '');
    const [first, second] = await lost();
    expect(first).toMatchObject({ id: id(2), originals: [{ verb: 'rename', from: two }] });
    expect(first.ways).toEqual([`cp -n ${first.originals[0].path} ${two}`]);
    expect(second).toMatchObject({ id: id(1), originals: [{ verb: 'delete', from: one }] });
    const [way] = second.ways;
    expect((await call(way.replace(/^convo /, ''))).exit).toBe(0);
    expect(await lost()).toMatchObject([{ id: id(2) }]);
  });

  test('are not shown, and the command that says what is left is named', async () => {
    const { convo } = homeWith([typed(1, 'One'), typed(2, 'Two', 1)]);
    const { exit, stderr } = await convo('show', id(1));
    expect(exit).toBe(2);
    expect(stderr).toMatch(
      new RegExp(`the file of ${id(1)} is gone.*\n.*convo --root \\S+ why ${id(1)}.*what is left`),
    );
    expect((await convo('show', id(5))).stderr).toContain(`no conversation has the id ${id(5)}`);
  });

  test.each(['resume', 'fork', 'archive', 'verify', 'stats', 'diff 9999'])('are named as gone by %s', async (words) => {
    const { convo } = homeWith([typed(1, 'Is the pier open?'), typed(2, 'And the quay?')]);
    const [verb = '', ...others] = words.split(' ');
    const { exit, stderr } = await convo(verb, id(1), ...others);
    expect([exit, stderr]).toEqual([2, expect.stringContaining(`the file of ${id(1)} is gone`)]);
    expect((await convo(verb, '11111111', ...others)).stderr).toContain(
      'the files of 2 ids that begin with 11111111 are',
    );
  });

  test('are found by upper-case letters and by the end of an id, as those that are there', async () => {
    const uuid = '7e905b3a-c6d1-4f28-8a47-0d9b2e51c3f6';
    const { convo } = homeWith([{ ...typed(1, 'One'), sessionId: uuid }]);
    for (const word of ['7E905B', '0d9b2e51c3f6']) {
      expect((await convo('why', word)).stdout).toContain('lost: Its file is gone.');
      expect((await convo('show', word)).stderr).toContain(`the file of ${uuid} is gone`);
    }
  });

  test('are sifted by project and counted, and take no flag that says nothing of them', async () => {
    const { convo, lost } = homeWith([typed(1, 'One'), typed(2, 'Two', 1, '/srv/ben'), typed(3, 'Three', 2)]);
    expect(await lost('--project', '-srv-ada')).toMatchObject([{ id: id(3) }, { id: id(1) }]);
    expect((await convo('list', '--lost', '--limit', '1')).stdout).toContain('3 conversations are lost');
    expect(await convo('list', '--lost', '--sort', 'id')).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('--lost cannot be given with --sort'),
    });
    expect((await convo('list', '--lost', '--jobs', '3')).exit).toBe(2);
  });

  test('are named though lines of the history are damaged, and what cannot be read exits 3', async () => {
    const { home, root, convo, lost } = homeWith([typed(1, 'One')]);
    const line = JSON.stringify(typed(2, 'Two'));
    writeFileSync(
      join(root, 'history.jsonl'),
      `${line}\ntorn"}\n[]\n{"display":"no id"}\n{"sessionId":7}\n${line.slice(0, 40)}`,
    );
    expect(await lost()).toMatchObject([{ id: id(2), prompts: [{ text: 'Two' }] }]);
    chmodSync(home, 0o755);
    chmodSync(join(root, 'history.jsonl'), 0);
    const answer = await asNobody(() => convo('list', '--lost'));
    expect(answer).toMatchObject({ exit: 3, stderr: expect.stringContaining('history.jsonl') });
  });

  test('are counted by keep, with those that it has', async () => {
    const { home, root, convo } = homeWith([typed(1, 'One'), typed(2, 'Two')], {
      [`projects/-srv-ada/${id(1)}.jsonl`]: record(1),
    });
    const folder = join(home, 'kept');
    await convo('keep', folder, '--all');
    rmSync(join(root, 'projects/-srv-ada', `${id(1)}.jsonl`));
    const { stderr } = await convo('keep', folder, '--all');
    expect(stderr).toContain('2 sessions are gone already');
    expect(stderr).toContain('1 of them is in that folder (`convo restore ID --from DIR`)');
  });
});

test.each([
  ['gemini', 'tmp/orchard/logs.json', 'GM308'],
  ['qwen', `tmp/${createHash('sha256').update('/srv/ada').digest('hex')}/logs.json`, 'QW305'],
])('lost sessions of %s are named with the damage of the log that has their prompts', async (kind, log, code) => {
  const root = join(emptyHome(), `.${kind}`);
  const entry = { sessionId: id(1), messageId: 0, type: 'user', message: 'One', timestamp: '2026-11-19T09:00:00Z' };
  const write = (text: string) => {
    writeFileSync(join(root, log), text);
    utimesSync(join(root, log), DAY, DAY);
  };
  mkdirSync(join(root, dirname(log)), { recursive: true });
  mkdirSync(join(root, 'projects'));
  write(`${JSON.stringify([entry]).slice(0, -1)},{"sessionId":"1`);
  const asked = ['list', '--lost', '--kind', kind, '--root', root];
  expect(JSON.parse((await call([...asked, '--json'])).stdout)).toMatchObject({
    findings: [{ code, path: join(root, log) }],
    lost: [{ prompts: [{ text: 'One' }] }],
  });
  expect((await call(asked)).stderr).toContain(`${log}: searched only in part`);
  write(JSON.stringify([entry]));
  expect(JSON.parse((await call([...asked, '--json'])).stdout)).toMatchObject({ findings: [], lost: [{}] });
});

test.each([
  ['gemini', 'tmp/orchard', 'GM308'],
  ['qwen', `tmp/${createHash('sha256').update('/srv/ada').digest('hex')}`, 'QW305'],
])('a log that %s put aside is read beside the new one', async (kind, folder, code) => {
  const root = join(emptyHome(), `.${kind}`);
  const entry = (message: string) => ({ sessionId: id(1), type: 'user', message, timestamp: '2026-11-19T09:00:00Z' });
  mkdirSync(join(root, folder), { recursive: true });
  mkdirSync(join(root, 'projects'));
  const write = (name: string, text: string) => {
    writeFileSync(join(root, folder, name), text);
    utimesSync(join(root, folder, name), DAY, DAY);
  };
  const torn = `[${JSON.stringify(entry('Two'))},{"sessionId":"1\n,${JSON.stringify(entry('Three'))}]`;
  write('logs.json.invalid_json.1795957684799.bak', torn);
  write('logs.json.malformed_array.1795957600000.bak', JSON.stringify(entry('One')));
  write('logs.json', JSON.stringify([entry('Four')]));
  const asked = ['list', '--lost', '--kind', kind, '--root', root, '--json'];
  const { lost, findings } = JSON.parse((await call(asked)).stdout);
  expect(lost[0].prompts.map(({ text }: { text: string }) => text)).toEqual(['One', 'Two', 'Three', 'Four']);
  expect(findings).toMatchObject([{ code }]);
  const { matches } = JSON.parse((await call(['grep', 'Three', '--kind', kind, '--root', root, '--json'])).stdout);
  expect(matches).toHaveLength(1);
});

test('a fork before a prompt that only the history has keeps all that was said before it', async () => {
  const [one, two] = [`${id(1).slice(0, -1)}a`, `${id(1).slice(0, -1)}b`];
  const said = (uuid: string, parent: string | null, role: string, minutes: number) => {
    const at = { uuid, parentUuid: parent, timestamp: new Date((DAY + minutes * 60) * 1000).toISOString() };
    return `${JSON.stringify({ type: role, message: { role, content: [{ type: 'text', text: role }] }, ...at, sessionId: id(1), cwd: '/srv/ada' })}\n`;
  };
  const session = said(one, null, 'user', 0) + said(two, one, 'assistant', 2);
  const { convo } = homeWith([typed(1, 'Between', 1), typed(1, 'Behind', 3)], {
    [`projects/-srv-ada/${id(1)}.jsonl`]: session,
  });
  const { messages } = JSON.parse((await convo('show', id(1), '--json')).stdout).conversation;
  expect(messages.map(({ text }: { text: string }) => text)).toEqual(['user', 'Between', 'assistant', 'Behind']);
  const kept = async (at: number) =>
    JSON.parse((await convo('fork', id(1), '--at', `${at}`, '--dry-run', '--json')).stdout);
  const forks = await Promise.all([1, 2, 3].map(kept));
  expect(forks.map(({ before, after }) => after.messages - before.messages)).toEqual([1, 1, 2]);
  expect(forks.map(({ items }) => items[0].notes)).toEqual([
    ['leaves out 3 of 4 texts, calls and results', 'ends inside the turn that began with message 0'],
    ['leaves out 3 of 4 texts, calls and results', 'ends inside the turn that began with message 0'],
    ['leaves out 2 of 4 texts, calls and results'],
  ]);
  expect((await kept(4)).items[0].state).toBe('refused');
});

describe('a home of lost sessions alone', () => {
  const token = 'ghp_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8';

  test('is searched, counted, and said to be searched', async () => {
    const { convo } = homeWith([typed(1, 'Find the leak'), typed(2, 'Hi')]);
    const none = await convo('secrets', '--json');
    expect([none.exit, JSON.parse(none.stdout)]).toMatchObject([0, { conversations: 0, lost: 2, secrets: [] }]);
    expect(none.stderr).toContain('no secrets in 0 conversations, prompts of 2 lost');
    for (const verb of ['grep', 'find']) expect((await convo(verb, 'nowhere')).exit).toBe(1);
    expect((await convo('grep', 'leak')).exit).toBe(0);
  });

  test('of Codex, too', async () => {
    const home = emptyHome();
    const root = join(home, '.codex');
    mkdirSync(root);
    writeFileSync(
      join(root, 'history.jsonl'),
      `${JSON.stringify({ session_id: id(1), ts: DAY, text: `Try ${token}` })}\n`,
    );
    const scan = await call(['secrets', '--root', root]);
    expect([scan.exit, scan.stdout]).toEqual([
      1,
      expect.stringContaining(`${id(1)}:0:user: github-pat, 40 characters\n`),
    ]);
    expect(scan.stderr).toContain(' in 1 conversation (0 searched whole, prompts of 1 lost)');
    expect((await call(['grep', 'Try', '--root', root])).exit).toBe(0);
  });

  test('without a prompt is no conversation', async () => {
    const { convo } = homeWith([]);
    for (const words of [['secrets'], ['grep', 'leak'], ['find', 'leak']]) expect((await convo(...words)).exit).toBe(2);
  });
});

describe('sessions of Gemini CLI and Qwen Code that are gone', () => {
  const FOLDER = '/srv/ada/rose';
  const HASH = createHash('sha256').update(FOLDER).digest('hex');
  const entry = (n: number, message: string) => ({
    sessionId: id(n),
    messageId: n,
    type: 'user',
    message,
    timestamp: new Date((DAY + n) * 1000).toISOString(),
  });

  function storeOf(name: string, files: Readonly<Record<string, string>>) {
    const root = join(emptyHome(), name);
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    const convo = (...words: string[]) => call([...words, '--root', root]);
    return { root, convo, lost: async () => JSON.parse((await convo('list', '--lost', '--json')).stdout).lost };
  }

  const header = `{"sessionId":"${id(1)}","projectHash":"${HASH}","startTime":"2026-11-19T09:00:00.000Z","kind":"main"}\n`;
  const question = `{"id":"m1","timestamp":"2026-11-19T09:00:01.000Z","type":"user","content":"Find the leak"}\n`;
  const session = 'tmp/rose/chats/session-2026-11-19T09-00-11111111.jsonl';
  const gemini = (files: Readonly<Record<string, string>>) =>
    storeOf('.gemini', {
      'projects.json': JSON.stringify({ projects: { [FOLDER]: 'rose' } }),
      'tmp/rose/logs.json': JSON.stringify([entry(1, 'Find the leak'), entry(1, '/quit')]),
      ...files,
    });

  test('are named by the log of their project, and found', async () => {
    const { root, convo, lost } = gemini({});
    const [one, ...others] = await lost();
    expect(others).toEqual([]);
    expect(one).toMatchObject({
      ...{ kind: 'gemini', id: '11111111', folder: FOLDER, project: 'rose', path: join(root, 'tmp/rose/chats') },
      traces: [{ what: 'prompts', path: join(root, 'tmp/rose/logs.json'), count: 1 }],
    });
    expect((await convo('grep', 'leak')).stdout).toBe('11111111:0:user: Find the leak\n');
    expect((await convo('why', '11111111')).stdout).toContain('lost: Its file is gone.');
  });

  test.each([
    ['that has its file', { [session]: header + question }, []],
    ['that is archived', { [session.replace('tmp', 'archive').replace('chats/', '')]: header + question }, []],
    ['whose messages are taken back', { [session]: `${header}${question}{"$rewindTo":"m1"}\n` }, []],
    ['with a header alone', { [session]: header }, [session]],
    ['with commands alone', { 'tmp/rose/logs.json': JSON.stringify([entry(1, '/chat list')]) }, []],
    ['with a log that is torn', { 'tmp/rose/logs.json': '[{"sessionId": "111' }, []],
  ])('are named only where nothing of them is left: one %s', async (_, files, stubs) => {
    const { root, lost } = gemini(files);
    expect((await lost()).map(({ stub }: { stub?: string }) => stub)).toEqual(stubs.map((path) => join(root, path)));
  });

  test('have the folder that the record of usage names, and what is left beside them', async () => {
    const files = {
      [`tmp/${HASH}/logs.json`]: JSON.stringify([entry(1, 'Find the leak'), entry(2, 'Close it'), entry(3, 'Test')]),
      'usage_record.jsonl': `torn{\n{"sessionId":"${id(1)}","project":"${FOLDER}"}\n`,
      [`projects/-srv-ada-rose/chats/${id(2)}.jsonl`]: `${JSON.stringify({
        ...{ uuid: id(2), parentUuid: null, sessionId: id(2), timestamp: '2026-11-19T09:00:01.000Z', type: 'user' },
        ...{ cwd: FOLDER, message: { role: 'user', parts: [{ text: 'Close it' }] } },
      })}\n`,
      [`projects/-srv-ada-rose/chats/${id(3)}.runtime.json`]: '{}',
    };
    const { root, lost } = storeOf('.qwen', files);
    const found = await lost();
    expect(found.map((each: { id: string }) => each.id)).toEqual([id(3), id(1)]);
    for (const each of found)
      expect(each).toMatchObject({
        ...{ kind: 'qwen', folder: FOLDER, path: join(root, `projects/-srv-ada-rose/chats/${each.id}.jsonl`) },
      });
    expect(found[0].traces).toMatchObject([{ what: 'prompts' }, { what: 'companions', count: 1 }]);
  });
});
