import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { CASES, type Case } from '../../stores/claude/open-case.ts';
import { oneIn } from '../../support/sampling.ts';
import { call, NOW } from '../call.ts';
import { emptyHome } from '../demo-home.ts';
import { snapshot } from './snapshot.ts';

const FIXTURE = fileURLToPath(new URL('../../../fixtures/claude/CL312-folder-of-another-name', import.meta.url));

interface Op {
  readonly from: string;
  readonly to: string;
  readonly created: readonly string[];
  readonly list_to: { readonly sessions: readonly { readonly id: string; readonly last_modified: number }[] };
}

interface Moved {
  readonly id: string;
  readonly cwd: string;
  readonly updatedAt: number;
}

/** A recorded case in a home of its own, with its times. */
function caseAt(name: string): { root: string; op: Op } {
  const root = join(emptyHome(), '.claude');
  const given: Case = JSON.parse(readFileSync(join(CASES, name, 'case.json'), 'utf8'));
  cpSync(join(CASES, name, 'input'), root, { recursive: true });
  for (const [path, ms] of Object.entries(given.mtimes_ms)) utimesSync(join(root, path), ms / 1000, ms / 1000);
  const { ops } = JSON.parse(readFileSync(join(CASES, name, 'expected.json'), 'utf8'));
  return { root, op: ops[0] };
}

async function listed(root: string, folder: string) {
  const { stdout } = await call(['list', '--json', '--root', root, '--project', folder]);
  return JSON.parse(stdout).conversations ?? [];
}

describe.each(['rehome', 'rehome-long'])('the recorded move %s', (name) => {
  test.each(oneIn(2, ['the verb', 'its plan'], name.length % 3))(
    'comes out as recorded by %s, and is undone as one',
    async (by) => {
      const { root, op } = caseAt(name);
      const before = snapshot(root);
      const words = ['rehome', op.from, op.to, '--root', root, '--force'];
      const plan = join(root, '../rehome.plan');
      if (by === 'its plan') await call([...words, '--plan-out', plan]);
      const done = await call(by === 'its plan' ? ['apply', plan, '--yes'] : [...words, '--yes']);
      expect(done.exit, done.stderr).toBe(0);
      const [, folder = ''] = op.created[0]?.split('/') ?? [];
      const ours = await listed(root, folder);
      // Recorded in the order of the SDK's list, which is another.
      expect(ours.map(({ id, cwd, updatedAt }: Moved) => [id, cwd, updatedAt]).sort()).toEqual(
        op.list_to.sessions.map((each) => [each.id, op.to, Math.floor(each.last_modified / 1000)]).sort(),
      );
      const files = Object.keys(snapshot(join(root, 'projects', folder)));
      expect(files).toEqual(expect.arrayContaining(op.created.map((path) => path.split('/').slice(2).join('/'))));
      expect(Object.values(snapshot(root)).filter((each) => each.startsWith('file')).length).toBe(
        Object.values(before).filter((each) => each.startsWith('file')).length,
      );
      await call(['undo', '--root', root]);
      expect(snapshot(root)).toMatchObject(before);
    },
  );
});

const ID = 'e5f19d6f-0727-4733-88c1-fc7fcd8b7279';

describe('convo rehome', () => {
  test('names the new folder in each record, be it on a line with others, over several lines, or behind a lone line end', async () => {
    const { root } = caseAt('rehome');
    const name = '11111111-2222-4333-8444-555555555555.jsonl';
    const record = (n: number, cwd: string) =>
      `{"type":"user","uuid":"${n}","cwd":"${cwd}","message":{"content":"Hi"},"sessionId":"${name.slice(0, 36)}"}`;
    const set = (n: number, cwd: string) => JSON.stringify(JSON.parse(record(n, cwd)), null, 2);
    const session = (cwd: string) =>
      `${record(1, cwd)}\n${record(2, cwd)}${record(3, `${cwd}/a`)}\n{"type":"us${record(4, cwd)}\n\n${set(5, cwd)}\n${record(6, cwd)}\r${record(7, cwd)}\n`;
    writeFileSync(join(root, 'projects/-srv-ada-bakery', name), session('/srv/ada/bakery'));
    utimesSync(join(root, 'projects/-srv-ada-bakery', name), 1_777_900_000, 1_777_900_000);
    await call(['rehome', '/srv/ada/bakery', '/srv/new', '--root', root, '--force', '--yes']);
    expect(readFileSync(join(root, 'projects/-srv-new', name), 'utf8')).toBe(session('/srv/new'));
  });

  test('leaves another project that shares the folder where it is', async () => {
    const { root } = caseAt('rehome');
    const path = join(root, 'projects/-srv-ada-bakery/11111111-2222-4333-8444-555555555555.jsonl');
    writeFileSync(path, '{"type":"user","uuid":"1","cwd":"/srv/ada-bakery","message":{"content":"Hi"}}\n');
    utimesSync(path, 1_777_900_000, 1_777_900_000);
    await call(['rehome', '/srv/ada/bakery', '/srv/new', '--root', root, '--force', '--yes']);
    expect(readdirSync(join(root, 'projects/-srv-ada-bakery'))).toEqual(['11111111-2222-4333-8444-555555555555.jsonl']);
    expect(readFileSync(path, 'utf8')).toContain('/srv/ada-bakery');
  });

  test('names the folders that are named where none is the old one, the most similar first', async () => {
    const { root } = caseAt('rehome');
    const words = (from: string) => ['rehome', from, '/srv/new', '--root', root, '--force', '--dry-run'];
    expect(await call(words('/srv/ada/bakry'))).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('Did you mean /srv/ada/bakery? '),
    });
    const plan = join(root, '../rehome.plan');
    expect((await call([...words('/srv/ada/bakry'), '--plan-out', plan])).exit).toBe(2);
    expect(existsSync(plan)).toBe(false);
    await call(['rehome', '/srv/ada/bakery', '/srv/new', '--root', root, '--force', '--yes']);
    expect(await call(words('/srv/ada/bakery'))).toMatchObject({
      exit: 0,
      stdout: expect.stringContaining(' 0 to change'),
      stderr: expect.stringMatching(/no conversation names \/srv\/ada\/bakery .*; \/srv\/new is named already/),
    });
  });

  test('says that none is the old one, and which is like it, also where the new one is named already', async () => {
    const { root } = caseAt('rehome');
    const name = '11111111-2222-4333-8444-555555555555.jsonl';
    mkdirSync(join(root, 'projects/-srv-new'));
    const text = '{"type":"user","uuid":"1","cwd":"/srv/new","message":{"content":"Hi"}}\n';
    writeFileSync(join(root, 'projects/-srv-new', name), text);
    expect(await call(['rehome', '/srv/ada/bakry', '/srv/new', '--root', root, '--force', '--yes'])).toMatchObject({
      exit: 0,
      stderr: expect.stringContaining(
        'no conversation names /srv/ada/bakry (did you mean /srv/ada/bakery?); /srv/new is named already',
      ),
    });
    const bare = join(emptyHome(), '.claude');
    mkdirSync(join(bare, 'projects/-srv-ada'), { recursive: true });
    writeFileSync(join(bare, 'projects/-srv-ada', name), '{"type":"user","uuid":"1","message":{"content":"Hi"}}\n');
    expect(await call(['rehome', '/srv/other', '/srv/new', '--root', bare, '--force', '--yes'])).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('None of them names a folder.'),
    });
  });

  test('takes an empty word for a variable that is not set, not for the current folder', async () => {
    const { root } = caseAt('rehome');
    const before = snapshot(root);
    for (const paths of [
      ['/srv/ada/bakery', ''],
      ['', '/srv/new'],
    ])
      expect(await call(['rehome', ...paths, '--root', root, '--yes', '--force'])).toMatchObject({
        exit: 2,
        stderr: expect.stringContaining('a path is empty'),
      });
    expect(snapshot(root)).toEqual(before);
  });

  test('names for a taken id the diff of both, which names the archive of one, after which all are moved', async () => {
    const { root } = caseAt('rehome');
    const taken = join(root, `projects/-srv-new/${ID}.jsonl`);
    mkdirSync(join(taken, '..'));
    writeFileSync(taken, '{}\n');
    const other = '11111111-2222-4333-8444-555555555555';
    const path = join(root, 'projects/-srv-ada-bakery', `${other}.jsonl`);
    writeFileSync(path, '{"type":"user","uuid":"1","cwd":"/srv/ada/bakery","message":{"content":"Hi"}}\n');
    for (const each of [taken, path]) utimesSync(each, 1_777_900_000, 1_777_900_000);
    const rehome = async () => {
      const words = ['rehome', '/srv/ada/bakery', '/srv/new', '--root', root, '--force', '--yes', '--json'];
      const { exit, stdout } = await call(words);
      const { items } = JSON.parse(stdout) as {
        items: { id: string | null; state: string; next?: string; reason?: string }[];
      };
      return { exit, of: (id: string | null) => items.find((each) => each.id === id) };
    };
    const held = await rehome();
    expect([held.exit, held.of(null)]).toEqual([4, undefined]);
    expect(held.of(other)).toMatchObject({
      state: 'refused',
      reason: `stays, because ${ID} of its project cannot be moved`,
    });
    const own = join(root, `projects/-srv-ada-bakery/${ID}.jsonl`);
    const next = `convo --root ${root} diff ${own} ${taken}`;
    expect(held.of(ID)).toMatchObject({ state: 'refused', next });
    const diff = await call(next.split(' ').slice(1));
    const [, away = ''] =
      /nothing in that of -srv-new that the other lacks: `convo (.+)` moves it away/.exec(diff.stderr) ?? [];
    expect(away).toBe(`--root ${root} archive ${ID} --project -srv-new`);
    expect((await call(away.split(' '))).exit).toBe(0);
    const moved = await rehome();
    expect([moved.exit, moved.of(other)?.state, moved.of(ID)?.state]).toEqual([0, 'changed', 'changed']);
    expect(readFileSync(join(root, `archive/-srv-new/${ID}.jsonl`), 'utf8')).toBe('{}\n');
    expect(existsSync(taken)).toBe(true);
  });

  test('that moves none of a project has no row for the store', async () => {
    const { root } = caseAt('rehome');
    const folder = join(root, 'projects/-srv-ada-bakery');
    const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
    for (const name of files) utimesSync(join(folder, name), NOW / 1000, NOW / 1000);
    const { stdout } = await call([
      'rehome',
      '/srv/ada/bakery',
      '/srv/new',
      '--root',
      root,
      '--force',
      '--yes',
      '--json',
    ]);
    const { items } = JSON.parse(stdout) as { items: { id: string | null; state: string }[] };
    const refused = items.filter(({ state }) => state === 'refused').map(({ id }) => `${id}.jsonl`);
    expect(refused.sort()).toEqual(files.sort());
  });

  test('moves nothing of a project where one id is taken', async () => {
    const { root } = caseAt('rehome');
    mkdirSync(join(root, 'projects/-srv-new'));
    writeFileSync(join(root, `projects/-srv-new/${ID}.jsonl`), '{}\n');
    const before = snapshot(root);
    const { exit, stdout } = await call(['rehome', '/srv/ada/bakery', '/srv/new', '--root', root, '--force', '--yes']);
    expect({ exit, stdout }).toMatchObject({ exit: 4, stdout: expect.stringContaining('is in the way') });
    expect(snapshot(root)).toEqual(before);
  });

  test('names a session of another folder that names the old one in later records, and stays', async () => {
    const { root } = caseAt('rehome');
    const id = '11111111-2222-4333-8444-555555555555';
    const folder = join(root, 'projects/-srv-ada-bakery-2');
    mkdirSync(folder);
    const path = join(folder, `${id}.jsonl`);
    const records = (cwd: string) =>
      ['/srv/ada/bakery-2', cwd]
        .map((each, n) => `{"type":"user","uuid":"${n}","cwd":"${each}","message":{"content":"Hi"}}\n`)
        .join('');
    const said = `1 conversation of another project names /srv/ada/bakery, and stays: ${id}\n`;
    const words = ['rehome', '/srv/ada/bakery', '/srv/new', '--root', root, '--force'];
    for (const [cwd, isSaid] of [
      ['/srv/ada/bakery', true],
      ['/srv/ada/bakery/oven', true],
      ['/srv/ada/bakery-2/oven', false],
    ] as const) {
      writeFileSync(path, records(cwd));
      utimesSync(path, 1_777_900_000, 1_777_900_000);
      expect((await call([...words, '--dry-run'])).stderr.includes(said)).toBe(isSaid);
    }
    writeFileSync(path, records('/srv/ada/bakery'));
    utimesSync(path, 1_777_900_000, 1_777_900_000);
    expect((await call([...words, '--yes'])).stderr).toContain(said);
    expect(readFileSync(path, 'utf8')).toBe(records('/srv/ada/bakery'));
  });

  test('names a session in the folder that moves which began in another one, and stays', async () => {
    const { root } = caseAt('rehome');
    const id = '11111111-2222-4333-8444-555555555555';
    const path = join(root, `projects/-srv-ada-bakery/${id}.jsonl`);
    writeFileSync(path, '{"type":"user","uuid":"1","cwd":"/srv/ada/mill","message":{"content":"Hi"}}\n');
    utimesSync(path, 1_777_900_000, 1_777_900_000);
    const { stderr } = await call(['rehome', '/srv/ada/bakery', '/srv/new', '--root', root, '--force', '--yes']);
    expect(stderr).toContain(
      `1 conversation in a project folder that moved began in another folder, and stays: ${id}\n`,
    );
    expect(existsSync(path)).toBe(true);
  });

  test('rewrites only the folder that a record names of itself', async () => {
    const { root } = caseAt('rehome');
    const path = join(root, `projects/-srv-ada-bakery/${ID}.jsonl`);
    const text = readFileSync(path, 'utf8');
    const quoted = '{"type":"user","uuid":"q","message":{"content":[{"input":{"cwd":"/srv/ada/bakery"}}]}}\n';
    writeFileSync(path, text + quoted);
    utimesSync(path, 1_777_900_000, 1_777_900_000);
    await call(['rehome', '/srv/ada/bakery', '/srv/new', '--root', root, '--force', '--yes']);
    const after = readFileSync(join(root, `projects/-srv-new/${ID}.jsonl`), 'utf8');
    expect(after).toBe(text.replaceAll(/"cwd":"\/srv\/ada\/bakery(?=["/])/g, '"cwd":"/srv/new') + quoted);
  });

  test('takes along the prompts of the project, and takes them back though more were typed since', async () => {
    const { root } = caseAt('rehome');
    const path = join(root, 'history.jsonl');
    const prompt = (project: string) => `{"display":"see ${project}","project":"${project}","sessionId":"${ID}"}\n`;
    const text = ['/srv/ada/bakery', '/srv/ada/bakery/oven', '/srv/ada/bakery-2', '/mnt/srv/ada/bakery']
      .map(prompt)
      .join('');
    writeFileSync(path, text);
    const words = ['rehome', '/srv/ada/bakery', '/srv/new', '--root', root, '--force', '--yes'];
    expect((await call(words)).stdout).toContain('history.jsonl\n      2 prompts follow the folder\n');
    const moved = text.replaceAll(/"project":"\/srv\/ada\/bakery(?=["/])/g, '"project":"/srv/new');
    expect(readFileSync(path, 'utf8')).toBe(moved);
    writeFileSync(path, moved + prompt('/srv/new'));
    expect((await call(['undo', '--root', root])).exit).toBe(0);
    expect(readFileSync(path, 'utf8')).toBe(text + prompt('/srv/new'));
  });

  test('leaves the prompts where a program is running, which appends to them', async () => {
    const { root } = caseAt('rehome');
    const text = '{"display":"Hi","project":"/srv/ada/bakery"}\n';
    writeFileSync(join(root, 'history.jsonl'), text);
    mkdirSync(join(root, 'sessions'), { recursive: true });
    writeFileSync(join(root, 'sessions/42.json'), '{"pid":42,"sessionId":"11111111-2222-4333-8444-555555555555"}');
    const words = ['rehome', '/srv/ada/bakery', '/srv/new', '--root', root, '--force', '--yes'];
    const { exit, stdout } = await call(words, { over: { alive: (pid) => pid === 42 } });
    expect({ exit, stdout }).toMatchObject({
      exit: 4,
      stdout: expect.stringContaining('is in use by a running program'),
    });
    expect(readFileSync(join(root, 'history.jsonl'), 'utf8')).toBe(text);
    expect(existsSync(join(root, `projects/-srv-new/${ID}.jsonl`))).toBe(true);
  });

  test('names what still names the old folder, and not what names another that begins or ends like it', async () => {
    const { root } = caseAt('rehome');
    const files = {
      '../.claude.json': '{"projects":{"/srv/ada/bakery":{}}}',
      'jobs/1/state.json': '{"cwd":"/srv/ada/bakery/oven"}',
      'jobs/2/state.json': '{"cwd":"/srv/ada/bakery-2"}',
      'projects/-srv-ada-bakery/memory/it.md': 'The ovens of /srv/ada/bakery.\n',
      'projects/-srv-ada-bakery/memory/other.md': 'See /mnt/srv/ada/bakery and /srv/ada/bakery.old\n',
    };
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(root, path, '..'), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    const { stderr } = await call(['rehome', '/srv/ada/bakery', '/srv/new', '--root', root, '--force', '--yes']);
    const still = ['../.claude.json', 'jobs/1/state.json', 'projects/-srv-new/memory/it.md'].map((path) =>
      join(root, path),
    );
    expect(stderr).toContain(`/srv/ada/bakery is still named in ${still.join(', ')}: these files stay as they are\n`);
  });

  test('says that Codex threads of the old folder stay, and how to go on with one, and counts no others', async () => {
    const root = join(emptyHome(), '.codex');
    for (const [n, cwd] of ['/srv/ada/bakery', '/srv/ada/bakery/oven', '/srv/ada/bakery-2'].entries()) {
      const id = `0199a21${n}-81c0-7800-8aa1-bbab2a035a53`;
      const time = '2026-03-02T10:00:00.000Z';
      const folder = join(root, 'sessions/2026/03/02');
      mkdirSync(folder, { recursive: true });
      const lines = [
        {
          type: 'session_meta',
          payload: { id, timestamp: time, cwd, originator: 'codex_cli_rs', cli_version: '0.140.0' },
        },
        { type: 'event_msg', payload: { type: 'user_message', message: 'Which oven is hot?' } },
      ].map((each) => `${JSON.stringify({ timestamp: time, ...each })}\n`);
      writeFileSync(join(folder, `rollout-2026-03-02T10-00-0${n}-${id}.jsonl`), lines.join(''));
    }
    const before = snapshot(root);
    const words = ['rehome', '/srv/ada/bakery', '/srv/new', '--root', root, '--force', '--yes'];
    const { exit, stderr } = await call(words);
    expect([exit, stderr]).toEqual([
      0,
      'convo: 2 conversations of /srv/ada/bakery stay as they are; each notes the old folder in each of its turns: `codex -C FOLDER resume ID` goes on in another one\n',
    ]);
    expect(snapshot(root)).toEqual(before);
  });

  test('writes the new roots into the settings of fnord', async () => {
    const root = join(emptyHome(), '.fnord');
    mkdirSync(join(root, 'projects/bakery/conversations'), { recursive: true });
    writeFileSync(join(root, 'projects/bakery/conversations/a.json'), '{"timestamp":1,"messages":[]}');
    const settings = '{ "projects": {"bakery": {"root": "/srv/ada/bakery"}, "old": {"root":"/srv/ada/bakery-old"}}}';
    writeFileSync(join(root, 'settings.json'), settings);
    const words = ['rehome', '/srv/ada/bakery', '/srv/new', '--root', root, '--force', '--yes'];
    mkdirSync(join(root, 'settings.json.lock'));
    expect((await call(words)).exit).toBe(4);
    expect(readFileSync(join(root, 'settings.json'), 'utf8')).toBe(settings);
    rmdirSync(join(root, 'settings.json.lock'));
    expect((await call(words)).exit).toBe(0);
    expect(readFileSync(join(root, 'settings.json'), 'utf8')).toBe(settings.replace('/srv/ada/bakery"', '/srv/new"'));
    expect(readdirSync(root)).not.toContain('settings.json.lock');
  });

  test('names what in a Rao conversation still names the old folder, and changes nothing', async () => {
    const root = join(emptyHome(), 'rao');
    const folder = join(root, 'conversations/conversation_1');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'conversation_log.json'), '[]');
    writeFileSync(
      join(folder, 'images.csv'),
      '"timestamp","message_id","file_path","local_path","filename"\n2026-01-01,"","/srv/ada/bakery/a.png","/x/a.png","a.png"\n',
    );
    const before = snapshot(root);
    const { exit, stdout } = await call(['rehome', '/srv/ada/bakery', '/srv/new', '--root', root, '--force', '--yes']);
    expect([exit, stdout]).toEqual([1, expect.stringContaining('names files below /srv/ada/bakery in images.csv')]);
    expect(snapshot(root)).toEqual(before);
  });

  test('asks that the folder has moved', async () => {
    const { root } = caseAt('rehome');
    const gone = await call(['rehome', '/nowhere/old', '/nowhere/new', '--root', root, '--yes']);
    expect(gone).toMatchObject({ exit: 2, stderr: expect.stringContaining('/nowhere/new does not exist') });
    const still = await call(['rehome', root, emptyHome(), '--root', root, '--yes']);
    expect(still).toMatchObject({ exit: 2, stderr: expect.stringContaining('still exists') });
  });
});

test('with one folder twice, sessions of a project folder of another name go where the program looks, and come back', async () => {
  const home = emptyHome();
  const root = join(home, '.claude');
  cpSync(join(FIXTURE, 'before'), root, { recursive: true });
  const file = 'projects/plots/5b0c6f0e-7a2d-5c41-9d3e-2f6a8b1c4d57.jsonl';
  utimesSync(join(root, file), 1_700_000_000, 1_700_000_000);
  const before = snapshot(root);
  expect((await call(['why', '5b0c'], { home })).stdout).toContain('rehome /tmp /tmp\n');
  expect((await call(['rehome', '/tmp', '/tmp', '--yes'], { home })).exit).toBe(0);
  expect(readFileSync(join(root, file.replace('plots', '-tmp')))).toEqual(readFileSync(join(FIXTURE, 'before', file)));
  expect((await call(['verify', '--all'], { home })).stdout).not.toContain('CL312');
  expect((await call(['rehome', '/tmp', '/tmp', '--yes'], { home })).stdout).toContain('0 changed');
  expect((await call(['undo', '--yes'], { home })).exit).toBe(0);
  expect(snapshot(root)).toEqual(before);
});

test('names the project folder that it emptied, without which the move is undone all the same', async () => {
  const home = emptyHome();
  const root = join(home, '.claude');
  cpSync(join(FIXTURE, 'before'), root, { recursive: true });
  const [plots, session] = [join(root, 'projects/plots'), 'projects/plots/5b0c6f0e-7a2d-5c41-9d3e-2f6a8b1c4d57.jsonl'];
  utimesSync(join(root, session), 1_700_000_000, 1_700_000_000);
  const before = snapshot(root);
  const said = `convo: ${plots} has no file any more, and stays: no program needs it, so you may remove it\n`;
  expect((await call(['rehome', '/tmp', '/tmp', '--dry-run'], { home })).stderr).not.toContain('no file any more');
  expect((await call(['rehome', '/tmp', '/tmp', '--yes'], { home })).stderr).toContain(said);
  rmdirSync(plots);
  expect((await call(['undo', '--yes'], { home })).exit).toBe(0);
  expect(snapshot(root)).toEqual(before);
  writeFileSync(join(plots, 'notes.txt'), 'mine');
  expect((await call(['rehome', '/tmp', '/tmp', '--yes'], { home })).stderr).not.toContain('no file any more');
});

test('a project folder whose folder of sessions is empty has no file', async () => {
  const home = emptyHome();
  const before = fileURLToPath(new URL('../../../fixtures/qwen/QW105-nul-bytes-are-in-a-line/before', import.meta.url));
  cpSync(before, join(home, '.qwen'), { recursive: true });
  for (const name of readdirSync(join(home, '.qwen/projects/-srv-ada-orchard/chats')))
    utimesSync(join(home, '.qwen/projects/-srv-ada-orchard/chats', name), 1_700_000_000, 1_700_000_000);
  const { stderr } = await call(['rehome', '/srv/ada/orchard', home, '--yes'], { home });
  expect(stderr).toContain(`convo: ${join(home, '.qwen/projects/-srv-ada-orchard')} has no file any more`);
});

test('a dry run names the folder of an archived session in the archive', async () => {
  const { root, op } = caseAt('rehome');
  const [{ id }] = await listed(root, op.from);
  expect((await call(['archive', id, '--root', root, '--yes', '--force'])).exit).toBe(0);
  const { stdout } = await call(['rehome', op.from, op.to, '--root', root, '--force', '--dry-run', '--json']);
  const items: { id: string; notes?: string[] }[] = JSON.parse(stdout).items;
  const noteOf = (isArchived: boolean) => items.filter((each) => (each.id === id) === isArchived)[0]?.notes;
  expect(noteOf(true)).toEqual([expect.stringMatching(/^goes to archive\/-/)]);
  expect(noteOf(false)).toEqual([expect.stringMatching(/^goes to projects\/-/)]);
});
