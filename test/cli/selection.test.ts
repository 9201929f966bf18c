import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { oneIn } from '../support/sampling.ts';
import { call } from './call.ts';
import { personWith } from './change/person.ts';
import { snapshot } from './change/snapshot.ts';
import { demoHome, emptyHome } from './demo-home.ts';

const TORN = '.fnord/projects/orchard/conversations/c7a8d3e2-91b4-4e6f-a05c-3d2b1c0f9e8d.json';

const ELSEWHERE = [
  'fnord/projects/orchard/conversations/3f0c2a7e-5b1d-4c8e-9a64-1f2e3d4c5b6a.json',
  'lighthouse/.tenex/conversations/5d83d6fb816cd234a0512eb8090bde6ff0f717f0995b4750b179ce474ca55604.json',
  'rao/conversations/conversation_2',
  'rao/conversations/conversation_2/conversation_log.json',
  'claude/projects/-home-ben-quay/7e905b3a-c6d1-4f28-8a47-0d9b2e51c3f6.jsonl',
  'lone.json',
] as const;

describe('which conversations are meant', () => {
  test('an id in upper case is the one in lower case, where no other has it', async () => {
    const home = demoHome();
    const { exit, stdout } = await call('show 3F0C2A7E', { home });
    expect([exit, stdout]).toEqual([0, (await call('show 3f0c2a7e', { home })).stdout]);
    expect((await call('archive 3F0C2A7E --dry-run', { home })).exit).toBe(0);
    const folder = join(home, '.fnord/projects/upper/conversations');
    mkdirSync(folder, { recursive: true });
    cpSync(join(home, TORN), join(folder, '3F0C.json'));
    expect((await call('show 3F0C', { home })).exit).toBe(1);
    expect((await call('show 3f0c', { home })).stdout).toContain('sluice');
  });

  test('stores of several kinds can be asked for, and the next command names them all', async () => {
    const home = demoHome();
    for (const kind of ['claude', 'qwen']) cpSync(`fixtures/demo/${kind}`, join(home, `.${kind}`), { recursive: true });
    const kindsIn = async (words: string) => {
      const { conversations } = JSON.parse((await call(`${words} --json`, { home })).stdout);
      return [...new Set<string>(conversations.map(({ kind }: { kind: string }) => kind))].sort();
    };
    expect(await kindsIn('list')).toContain('qwen');
    expect(await kindsIn('--kind claude --kind fnord list')).toEqual(['claude', 'fnord']);
    expect(await kindsIn('--kind fnord --kind fnord list')).toEqual(['fnord']);
    const { stdout } = await call('--kind claude --kind fnord', { home });
    expect(stdout).toContain('`convo --kind claude --kind fnord ');
    const { exit, stderr } = await call('--kind fnord --kind roa list', { home });
    expect([exit, stderr]).toEqual([
      2,
      expect.stringMatching(/^convo: --kind takes .* \(did you mean rao\?\), not "roa"\n/),
    ]);
  });

  test.each([
    [
      'sluice',
      /^convo: no conversation has the id sluice\n {2}One has it in its title:\n {2}3f0c\S+ {2}Why does the sluice/,
    ],
    ['the', /\n {2}These have it in their titles:\n {2}\S{36} {2}.*\n {2}\S{36} {2}/],
    ['./nothing.json', /^convo: there is no file \.\/nothing\.json\n {2}Check the path\.\n$/],
    ['zzz', /^convo: no conversation has the id zzz\n {2}`convo list --all` lists them\.\n$/],
  ])('a word that is no id is named for what it is: %s', async (word, text) => {
    const home = demoHome();
    for (const verb of ['show', 'verify', 'why', 'archive']) {
      const { exit, stderr } = await call([verb, word], { home, cwd: home });
      expect([verb, exit, stderr]).toEqual([verb, 2, expect.stringMatching(text)]);
    }
  });

  test('whatever verify prints can be given back: paths, with the place in them or without', async () => {
    const home = demoHome();
    const { stdout } = await call('verify --only FN006', { home, cwd: home });
    const [place = ''] = stdout.split(': ');
    expect(place).toBe(`${TORN}:1:439`);
    for (const word of [place, TORN, join(home, TORN), `./${TORN}:1`])
      expect((await call(['verify', word, '--only', 'FN006'], { home, cwd: home })).stdout, word).toBe(stdout);
    const shown = await call(['show', TORN], { home, cwd: home });
    expect(shown.stdout).toBe((await call('show c7a8', { home })).stdout);
    const folder = join(home, '.fnord/projects/orchard/conversations');
    expect((await call('show c7a8d3e2-91b4-4e6f-a05c-3d2b1c0f9e8d.json', { home, cwd: folder })).exit).toBe(1);
  });

  test.each(oneIn(2, ELSEWHERE))('a path outside of the usual places leads to its store: %s', async (path) => {
    const home = emptyHome();
    const at = join(home, 'elsewhere');
    for (const kind of ['fnord', 'claude', 'rao']) cpSync(`fixtures/demo/${kind}`, join(at, kind), { recursive: true });
    cpSync('fixtures/demo/tenex', join(at, 'lighthouse/.tenex'), { recursive: true });
    cpSync(join(at, ELSEWHERE[0]), join(at, 'lone.json'));
    // The same conversation in the usual place is not the one that is named.
    cpSync('fixtures/demo/fnord', join(home, '.fnord'), { recursive: true });
    const before = snapshot(home);
    for (const line of ['verify', 'show', 'why', 'heal --dry-run --lossy', 'list --all']) {
      const { exit, stdout, stderr } = await call([...line.split(' '), path, '--json'], { home, cwd: at });
      expect([0, 1], `${line}: ${stderr}`).toContain(exit);
      expect(stdout, line).toContain(line === 'verify' ? '"conversations":1,' : at);
      expect(stdout, line).not.toContain(join(home, '.fnord'));
    }
    const { stdout } = await call(['why', path], { home, cwd: at });
    if (stdout.includes('convo --root')) expect(stdout).toContain(`convo --root ${at}`);
    expect(snapshot(home)).toEqual(before);
    const archived = JSON.parse((await call(['archive', path, '--json'], { home, cwd: at })).stdout);
    expect(archived.items).toMatchObject([{ path: expect.stringContaining(`${at}/`) }]);
  });

  test('a path of no conversation, or of several, is refused with a way out', async () => {
    const home = demoHome();
    const none = await call('show no/such.json', { home, cwd: home });
    expect(none).toMatchObject({ exit: 2, stdout: '' });
    expect(none.stderr).toContain('there is no file no/such.json');
    mkdirSync(join(home, 'empty'));
    const unheld = await call('show ./empty', { home, cwd: home });
    expect(unheld.stderr).toContain('no conversation in scope has the file ./empty');
    const many = await call('show .fnord/projects/orchard', { home, cwd: home });
    expect(many.exit).toBe(2);
    expect(many.stderr).toContain('holds 4 conversations');
  });

  test('a folder without conversations is answered with the folder above that has some', async () => {
    const home = demoHome();
    const folder = join(home, '.claude/projects/-srv-quay');
    mkdirSync(folder, { recursive: true });
    const id = '00000000-0000-4000-8000-000000000001';
    const message = { role: 'user', content: 'Is the tide in?' };
    const said = { type: 'user', uuid: 'u', parentUuid: null, sessionId: id, cwd: '/srv/quay', message };
    writeFileSync(join(folder, `${id}.jsonl`), `${JSON.stringify(said)}\n`);
    const below = await call('list --kind claude --project /srv/quay/notes', { home });
    expect(below).toMatchObject({ exit: 2, stderr: expect.stringContaining('a folder above: --project /srv/quay') });
    expect((await call('list --kind claude --project /srv/pier', { home })).stderr).not.toContain('a folder above');
    expect((await call('export', { home })).stderr).toContain('`convo export --to html --output DIR` writes a page');
  });

  test('show needs no id where there is one conversation in scope', async () => {
    const home = demoHome();
    const shown = await call(['--root', join(home, TORN), 'show'], { home });
    const named = (await call('show c7a8', { home })).stdout;
    // The command at its end says where it is.
    expect(shown).toMatchObject({ exit: 1, stdout: expect.stringContaining(named.slice(0, named.indexOf('`convo'))) });
    expect((await call('show', { home })).stderr).toContain("missing required argument 'ID'");
  });

  test('an id is not looked up in a list where there is nothing to list', async () => {
    const home = emptyHome();
    mkdirSync(join(home, '.fnord/projects/orchard/conversations'), { recursive: true });
    expect((await call('show 3f0c', { home })).stderr).toContain('There is no conversation in scope at all.');
  });

  test('reading takes any unique beginning of an id, a change takes four characters, and a whole id always counts', async () => {
    const home = demoHome();
    expect((await call('show 8', { home })).exit).toBe(0);
    const ann = personWith('store');
    const before = snapshot(ann.home);
    const { conversations } = JSON.parse((await ann.convo('list --json')).stdout);
    // One that fnord cannot read is not forked.
    const [{ id, path }] = conversations.filter(({ readable }: { readable: boolean }) => readable);
    const short = await ann.convo(`heal ${id.slice(0, 3)}`);
    expect(short.exit).toBe(2);
    expect(short.stderr).toContain(`Give 4 characters or more of ${id}`);
    expect(snapshot(ann.home)).toEqual(before);
    expect((await ann.convo(`fork ${id.slice(0, 4)} --dry-run`)).exit).toBe(0);
    expect((await ann.convo(['fork', path, '--dry-run'])).exit).toBe(0);
    // And an end of eight characters.
    expect((await ann.convo(`fork ${id.slice(-8)} --dry-run`)).exit).toBe(0);
    expect((await ann.convo(`show ${id.slice(-7)}`)).exit).toBe(2);
  });

  test('since, until and older-than share one grammar', async () => {
    const home = demoHome();
    const count = async (line: string) =>
      JSON.parse((await call(`list --json ${line}`.trim(), { home })).stdout).conversations.length;
    expect(await count('--since 26w')).toBe(await count('--since 2026-05-23T12:00:00Z'));
    expect(await count('--until 2026-05-23')).toBeGreaterThan(0);
    expect(await count('--since yesterday')).toBe(0);
    expect(await count('--older-than 2100-01-01')).toBe(await count('--since 1971-01-01'));
  });
});
