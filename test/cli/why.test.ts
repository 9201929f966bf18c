import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { KindName } from '../../src/model/kinds.ts';
import { REASONS } from '../reasons.ts';
import { oneIn } from '../support/sampling.ts';
import { call } from './call.ts';
import { emptyHome } from './demo-home.ts';
import { homeOf } from './home-of-all.ts';

const fixtures = fileURLToPath(new URL('../../fixtures', import.meta.url));
const ID = '0b6f3c1e-8a52-4d0f-9c63-2f1f4f6f9a10';
const SAID = { role: 'user', content: 'Where is the key?' };
/** Reasons without a fixture of their own: they need broken settings beside, the time of a file, or a file that ends Qwen Code. */
const OWN = ['settings-unreadable', 'project-without-root', 'at-risk', 'unresumable'];

/** Reasons that are a finding: each with the fixture of its first code. */
const FOUND = Object.entries(REASONS).flatMap(([kind, rows]) =>
  Object.entries(rows).flatMap(
    ([
      reason,
      {
        codes: [code],
      },
    ]) => (code === undefined || OWN.includes(reason) ? [] : [{ kind, reason, code }]),
  ),
);

describe('convo why', () => {
  test('says of a question on a damaged line that the program does not read it', async () => {
    const root = join(emptyHome(), '.claude');
    const session = join(root, 'projects/-srv-ada', `${ID}.jsonl`);
    mkdirSync(join(session, '..'), { recursive: true });
    const said = JSON.stringify({
      type: 'user',
      uuid: 'a',
      parentUuid: null,
      sessionId: ID,
      cwd: '/srv/ada',
      message: SAID,
    });
    writeFileSync(session, `${said}${said.replace('"a"', '"b"').replace('null', '"a"')}\n`);
    const { stdout } = await call(`why ${ID} --root ${root}`);
    expect(stdout).toContain('The program looks for a title and a question line by line');
  });

  test.each(oneIn(2, FOUND, 1))('answers $kind: $reason', async ({ kind, reason, code }) => {
    const { root, ids } = storeOf(kind as KindName, code);
    const reasons = [];
    for (const id of ids.length > 0 ? ids : await idsIn(root)) {
      const project = reason === 'in-two-projects' ? '-srv-ada-orchard-b' : null;
      reasons.push(...wordsOf(await whyOf(root, id, project)));
    }
    expect(reasons).toContain(reason);
  });

  test('says of a session that no request can be sent for what is wrong with it, and not how to go on', async () => {
    const { root, ids } = storeOf('claude', 'CL425');
    const { stdout } = await call(['why', ...ids, '--root', root]);
    expect(stdout).toContain('error CL425 a blank question (');
    expect(stdout).toContain(`heal ${ids[0]} --dry-run`);
    expect(stdout).not.toContain('go on with it:');
  });

  test('says of a session that goes on what of it is damaged, and how to go on', async () => {
    const { root, ids } = storeOf('claude', 'CL004');
    const { stdout } = await call(['why', ...ids, '--root', root]);
    expect(stdout).toContain('damaged: Something of it is lost to the program, or will be.');
    expect(stdout).toContain('warning CL004 a torn record');
    expect(stdout).toMatch(/^ {2}convo .*rehome \/\S+ NEW$/m);
  });

  test('finds the folder of a session among more moved ones than a finding names', async () => {
    const root = mkdtempSync(join(tmpdir(), 'convostore-why-'));
    onTestFinished(() => rmSync(root, { recursive: true }));
    const sessions = ['a', 'b', 'c', 'd', 'e', 'f'].map((name, n) => ({ name, id: `${ID.slice(0, -1)}${n}` }));
    for (const { name, id } of sessions) {
      const said = { type: 'user', uuid: id, parentUuid: null, sessionId: id, cwd: `/gone/${name}`, message: SAID };
      mkdirSync(join(root, 'projects', `-gone-${name}`), { recursive: true });
      writeFileSync(join(root, 'projects', `-gone-${name}`, `${id}.jsonl`), `${JSON.stringify(said)}\n`);
    }
    for (const { id } of sessions) expect(wordsOf(await whyOf(root, id, null))).toContain('project-moved');
    expect((await call(['why', ID, '--root', root])).stdout).toContain(
      'claude lists it in its folder alone, which is gone\n',
    );
  });

  test.each([
    ['gemini', 'GM305', 'lists it in its folder alone, which is gone'],
    ['pi', 'PI302', 'lists it in its folder alone, which is gone'],
    ['gemini', 'GM009', 'deletes it at its next start, and does not list it'],
    ['gemini', 'GM108', 'lists it; it is damaged'],
    ['gemini', 'GM001', 'cannot read it, and does not list it'],
    ['claude', 'CL201', 'lists it, and not as it is on disk'],
  ] as const)('says of a session of %s with %s that the program %s', async (kind, code, verdict) => {
    const { root, ids } = storeOf(kind, code);
    const [id = ''] = ids.length > 0 ? ids : await idsIn(root);
    const { stdout } = await call(['why', id, '--root', root]);
    expect(stdout).toContain(`${kind} ${verdict}\n`);
    expect(stdout).toContain(code);
  });

  test.each(oneIn(3, FOUND))('advises a heal that does something: $kind: $reason', async ({ kind, reason, code }) => {
    const { root, ids } = storeOf(kind as KindName, code);
    const project = reason === 'in-two-projects' ? '-srv-ada-orchard-b' : null;
    for (const id of ids.length > 0 ? ids : await idsIn(root))
      for (const { remedy } of (await whyOf(root, id, project)).reasons) {
        const [, words] = /^convo (.* heal .*--dry-run)$/.exec(remedy ?? '') ?? [];
        if (words === undefined) continue;
        const { changed } = JSON.parse((await call(`${words} --json`)).stdout);
        expect(changed, remedy).toBeGreaterThan(0);
      }
  });

  test.each([
    ['claude', 'CL201'],
    ['tenex', 'TX301'],
    ['rao', 'RA301'],
  ] as const)('shows the findings of %s where verify places them', async (kind, code) => {
    const { root, ids } = storeOf(kind, code);
    const { findings } = JSON.parse((await call(`verify --json --root ${root}`)).stdout);
    const [id = ''] = ids.length > 0 ? ids : await idsIn(root);
    const { reasons } = await whyOf(root, id, null);
    const shown = reasons.flatMap((each: { findings: readonly object[] }) => each.findings);
    expect(shown).toContainEqual(expect.objectContaining({ code }));
    expect(findings).toEqual(expect.arrayContaining(shown));
  });

  test.each([
    ['settings-unreadable', '{"projects":'],
    ['project-without-root', '{"projects":{"lantern":{}}}'],
  ])('answers fnord: %s', async (reason, settings) => {
    const root = fnordHome(settings);
    expect(await whyOf(root, ID, null)).toMatchObject({ hidden: reason });
    expect(wordsOf(await whyOf(root, ID, null))).toEqual([reason, 'not-in-search']);
  });

  test('does not blame a project without a root for what is in another one', async () => {
    const root = fnordHome('{"projects":{"lantern":{"root":"/srv/lantern"},"harbor":{}}}');
    expect(await whyOf(root, ID, null)).toMatchObject({ hidden: null });
  });

  test('names the commands that lead on as they are to be typed: for this store, and for the folder that has moved', async () => {
    const { root: given, ids } = storeOf('claude', 'CL310');
    const root = join(emptyHome(), '.claude');
    cpSync(given, root, { recursive: true });
    const [id = ''] = ids.length > 0 ? ids : await idsIn(root);
    const file = readdirSync(join(root, 'projects'), { recursive: true, withFileTypes: true }).find(({ name }) =>
      name.startsWith(id),
    );
    const path = join(file?.parentPath ?? '', file?.name ?? '');
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/"cwd":"[^"]*"/g, '"cwd":"/srv/it\'s old"'));
    const { stdout } = await call(['why', id, '--root', root]);
    expect(stdout).toContain(`convo --root ${root} rehome '/srv/it'\\''s old' NEW`);
    const verified = await call(['verify', '--all', '--root', root], { terminal: 200 });
    expect(verified.stdout).toContain(` convo --root ${root} rehome '/srv/it'\\''s old' NEW --dry-run`);
  });

  test('answers claude: at-risk, for a session that the retention deletes within a week', async () => {
    const root = join(emptyHome(), '.claude');
    cpSync(join(fixtures, 'claude/CL402-program-will-delete-session-soon/before'), root, { recursive: true });
    const path = join(root, 'projects/-srv-ada-orchard/11111111-2222-4333-8444-555555555501.jsonl');
    // No project that is gone.
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('"cwd"', '"dir"'));
    const time = Date.UTC(2026, 9, 25) / 1000;
    utimesSync(path, time, time);
    expect(wordsOf(await whyOf(root, '1111', null))).toEqual(['at-risk']);
    const { stdout } = await call(['why', '1111', '--root', root]);
    expect(stdout).toContain('claude lists it, as it is on disk\n\nat-risk: ');
    expect((await call(['list', '--root', root])).stdout).toContain('[deleted in 3 days]');
    const { stdout: verified } = await call(['verify', '--root', root]);
    expect(verified).toContain(
      'info CL402 1 session that reaches the retention of 30 days within 7 days; Claude Code will delete them\n',
    );
  });

  test.each([
    ['begun-by-print', 'program/written/2.1.330/text', null],
    ['sidechain-first', 'cases/sidechain-first/input', 'convo show ID'],
    ['companion-without-session', 'CL401-companions-without-their-session/before', null],
    ['no-title', 'cases/whitespace-only/input', 'convo rename ID TITLE'],
    ['no-bytes', 'CL001-session-file-empty/before', 'convo archive ID'],
  ])('answers claude: %s, by what the picker makes of the session', async (word, fixture, remedy) => {
    const root = join(emptyHome(), '.claude');
    const from = join(fixtures, 'claude', fixture);
    cpSync(from, existsSync(join(from, 'projects')) ? root : join(root, 'projects/-home-ada-app'), { recursive: true });
    const answers = [];
    for (const id of await idsIn(root)) answers.push({ id, ...(await whyOf(root, id, null)) });
    const wordIn = ({ reasons }: { readonly reasons: readonly { readonly reason: string }[] }) =>
      reasons.find(({ reason }) => reason === word);
    const answer = answers.find(wordIn);
    expect(answer?.hidden).toBe(word.startsWith('no-') ? null : word);
    const found = wordIn(answer);
    const { id } = answer;
    if (remedy !== null)
      expect(found).toMatchObject({ remedy: remedy.replace('convo', `convo --root ${root}`).replace('ID', id) });
  });

  test('says that a sound conversation is listed as it is', async () => {
    const { stdout, exit } = await call(`why ${ID} --root ${fixtures}/fnord/FN302-older-index-entry/before`);
    expect({ exit, stdout }).toMatchObject({ exit: 0, stdout: expect.stringContaining('fnord lists it') });
  });

  test('says that an archived one is hidden because of that, and how it comes back', async () => {
    const root = fnordHome('{"projects":{"lantern":{"root":"/srv/lantern"}}}');
    const folder = join(root, 'projects/lantern/conversations');
    cpSync(join(folder, `${ID}.json`), join(folder, 'other.json'));
    await call(`archive ${ID} --root ${root}`);
    const { hidden, reasons } = await whyOf(root, ID, null);
    expect(hidden).toBe('archived');
    // That nothing of the project is indexed is said of what is listed alone.
    expect(reasons).toMatchObject([{ reason: 'archived', remedy: `convo --root ${root} restore ${ID}` }]);
    expect(wordsOf(await whyOf(root, 'other', null))).toEqual(['not-in-search']);
  });

  test('says of a file that could not be read what verify says, as show does', async () => {
    const root = fnordHome('{}');
    const path = join(root, 'projects/lantern/conversations/out.json');
    symlinkSync('/etc/hostname', path);
    for (const verb of ['why', 'show']) {
      const { exit, stderr } = await call(`${verb} out --root ${root}`);
      expect({ exit, stderr: stderr.split('\n')[0] }).toEqual({
        exit: 3,
        stderr: `convo: ${path} is a link that leads out of the store`,
      });
    }
  });

  test('refuses an id that nothing names', async () => {
    const root = fnordHome('{}');
    expect(await call(`why nobody --root ${root}`)).toMatchObject({ exit: 2 });
  });
});

/** Where a fixture's store is, and the ids that its findings name. */
function storeOf(kind: KindName, code: string): { root: string; ids: string[] } {
  const name = readdirSync(join(fixtures, kind)).find((each) => each.startsWith(`${code}-`)) ?? code;
  const before = join(fixtures, kind, name, 'before');
  const { findings } = JSON.parse(readFileSync(join(fixtures, kind, name, 'findings.json'), 'utf8'));
  const ids = findings.flatMap(({ id }: { id: string | null }) => id ?? []);
  const [only = ''] = readdirSync(before);
  const isFolder = statSync(join(before, only)).isDirectory();
  // Rao's stores have a folder of their own, and a lone file is a store by itself.
  const isBelow = kind === 'rao' ? isFolder : kind === 'fnord' && only === 'one.json';
  return { root: isBelow ? join(before, only) : before, ids: [...new Set<string>(ids)] };
}

async function idsIn(root: string): Promise<string[]> {
  const { conversations } = JSON.parse((await call(`list --all --json --root ${root}`)).stdout);
  return conversations.map(({ id }: { id: string }) => id);
}

function fnordHome(settings: string): string {
  const root = join(emptyHome(), '.fnord');
  const folder = join(root, 'projects/lantern/conversations');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${ID}.json`), '{"version":1,"timestamp":1700000000,"messages":[]}');
  writeFileSync(join(root, 'settings.json'), settings);
  return root;
}

async function whyOf(root: string, id: string, project: string | null) {
  const words = ['why', id, '--json', '--root', root, ...(project === null ? [] : ['--project', project])];
  return { reasons: [], ...JSON.parse((await call(words)).stdout) };
}

function wordsOf({ reasons }: { reasons: readonly { reason: string }[] }): string[] {
  return reasons.map(({ reason }) => reason);
}

test('answers qwen: unresumable, for a session that the program lists and cannot go on with', async () => {
  const home = mkdtempSync(join(tmpdir(), 'convo-why-qwen-'));
  cpSync(join(fixtures, 'demo/qwen'), home, { recursive: true });
  const [path = ''] = readdirSync(home, { recursive: true, encoding: 'utf8' }).filter((each) =>
    each.endsWith('.jsonl'),
  );
  const lines = readFileSync(join(home, path), 'utf8').split('\n');
  const { cwd: _, ...first } = JSON.parse(lines[0] ?? '');
  writeFileSync(join(home, path), [JSON.stringify(first), ...lines.slice(1)].join('\n'));
  const { reasons } = await whyOf(home, first.sessionId, null);
  expect(wordsOf({ reasons })).toContain('unresumable');
  rmSync(home, { recursive: true });
});

test('of damage that a heal mends without a loss, the next command is that heal', async () => {
  const root = join(fixtures, 'copilot/CP004-a-record-lacks-what-is-loaded/before');
  const [{ id }] = JSON.parse((await call(['list', '--json', '--root', root])).stdout).conversations;
  const { reasons } = await whyOf(root, id, null);
  expect(reasons.find(({ reason }: { reason: string }) => reason === 'unresumable').remedy).toBe(
    `convo --root ${root} heal ${id} --dry-run`,
  );
});

test('a session that is listed, and that its program cannot go on with, is said to be that first', async () => {
  const root = join(fixtures, 'claude', 'CL216-conversation-begins-with-answer', 'before');
  const { stdout } = await call(['why', '20100216', '--root', root]);
  expect(stdout.split('\n')[1]).toBe('claude lists it, and cannot go on with it');
  expect((await call(['resume', '20100216', '--root', root])).stderr).toContain('claude cannot go on with');
});

test('of two files of one id, each is answered for by its path, and names the other', async () => {
  const { convo, at } = homeOf(['gemini']);
  const chats = at('.gemini/tmp/pier/chats');
  const listed = join(chats, 'session-2026-05-04T09-30-7c1d9e20.jsonl');
  const hidden = join(chats, 'session-2026-05-06T18-02-7c1d9e20.jsonl');
  const ofId = await convo('why 7c1d9e20');
  expect(ofId.stdout).toMatch(/\ngemini deletes it at its next start/);
  expect(ofId.stdout).toContain(`\nanother file has this id, and is hidden (no-content):\n  convo why ${hidden}\n`);
  expect((await convo(['why', listed])).stdout).toBe(ofId.stdout);
  const ofHidden = await convo(['why', hidden]);
  expect(ofHidden.stdout).toMatch(/\ngemini does not list it: no-content\n/);
  expect(ofHidden.stdout).toContain(`  convo show ${hidden}\n`);
  expect(ofHidden.stdout).not.toContain('GM009');
});
