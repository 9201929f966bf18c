import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { call } from './call.ts';
import { axeFinds, hasChromium, opened } from './chromium.ts';
import { demoHome, emptyHome } from './demo-home.ts';
import { expectTranscript } from './transcript.ts';

/** A home with a store of each kind that is found in one. */
function homeOfKinds(): string {
  const home = mkdtempSync(join(tmpdir(), 'convostore-report-'));
  for (const kind of ['fnord', 'claude', 'codex'])
    cpSync(`fixtures/demo/${kind}`, join(home, `.${kind}`), { recursive: true });
  return home;
}

const home = homeOfKinds();
afterAll(() => rmSync(home, { recursive: true }));

test('a report of a home, for people', async () => {
  const lines = ['report', 'report --output page.html', 'report --html --json'];
  await expectTranscript('report', lines, { home: demoHome() });
});

test('the numbers are those of stats and of verify', async () => {
  const json = async (line: string) => JSON.parse((await call(`${line} --json`, { home })).stdout);
  const [report, stats, verify] = [await json('report'), await json('stats'), await json('verify')];
  expect(report.stores).toEqual(stats.stores);
  expect(report.total).toEqual(stats.total);
  expect(report.summary).toEqual(verify.summary);
  const counts = new Map<string, number>();
  for (const { code, count = 1 } of verify.findings) counts.set(code, (counts.get(code) ?? 0) + count);
  const reported = report.findings.map(({ code, count }: { code: string; count: number }) => [code, count]);
  expect(new Map(reported)).toEqual(counts);
  for (const { code, first } of report.findings) expect(first.code).toBe(code);
});

test('the page has the same numbers, and the next command of each finding', async () => {
  const report = JSON.parse((await call('report --json', { home })).stdout);
  const { stdout: page } = await call('report --html', { home });
  const figure = (name: string) => new RegExp(`<dt>${name}</dt><dd[^>]*>([^<]*)<`).exec(page)?.[1];
  expect(figure('conversations')).toBe(String(report.total.conversations));
  expect(figure('texts, calls and results')).toBe(String(report.total.messages));
  expect(figure('errors')).toBe(String(report.summary.errors));
  expect(figure('warnings')).toBe(String(report.summary.warnings));
  for (const { code } of report.findings) expect(page).toContain(`<strong>${code}</strong>`);
  for (const { model } of report.total.tokens) expect(page).toContain(`<td>${model}</td>`);
  expect(page).toContain('heal 7e905b3a <span>--dry-run</span>');
  expect(page).toMatch(/^<!doctype html>\n[\s\S]*<\/html>\n$/);
});

/** A home with one session for each title, the first 27 days old: Claude Code deletes it in three. */
function sessions(titles: readonly string[], cwd = '/srv/ada'): string {
  const home = emptyHome();
  const folder = join(home, '.claude/projects/-srv-ada');
  mkdirSync(folder, { recursive: true });
  for (const [n, title] of titles.entries()) {
    const id = `11111111-2222-4333-8444-00000000000${n}`;
    const about = { sessionId: id, uuid: `u${n}`, parentUuid: null, cwd, timestamp: '2026-10-25T00:00:00.000Z' };
    const ask = { type: 'user', message: { role: 'user', content: title }, ...about };
    const call = { type: 'tool_use', id: 'toolu_1', name: title, input: {} };
    const answer = {
      role: 'assistant',
      id: 'msg_1',
      model: title,
      content: [call],
      usage: { input_tokens: 1, output_tokens: 2 },
    };
    const lines = [ask, { type: 'assistant', message: answer, ...about, uuid: `a${n}`, parentUuid: `u${n}` }];
    const path = join(folder, `${id}.jsonl`);
    writeFileSync(path, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
    const age = n === 0 ? 27 : 2;
    utimesSync(path, Date.UTC(2026, 10, 21, 12) / 1000, Date.UTC(2026, 10, 21 - age, 12) / 1000);
  }
  return home;
}

test('a conversation that will be deleted soon is named, with the command that keeps it', async () => {
  const home = sessions(['Where is the key?', 'And the door?']);
  const { due } = JSON.parse((await call('report --json', { home })).stdout);
  expect(due.map(({ title, daysLeft }: { title: string; daysLeft: number }) => [title, daysLeft])).toEqual([
    ['Where is the key?', 3],
  ]);
  expect((await call('report', { home })).stdout).toContain('1 conversation will be deleted within 7 days');
  const { stdout } = await call('report --html', { home });
  expect(stdout).toContain('convo keep DIR</code>');
  expect(stdout).toContain('<td class="right">in 3 days</td>');
});

const HARM = `"'><img src=x onerror="document.documentElement.dataset.harm=1"><script>document.documentElement.dataset.harm=1</script><svg onload=1></table></main>`;

test('no text of a store becomes markup', async () => {
  const { stdout } = await call('report --html', { home: sessions([HARM], `/srv/${HARM}`) });
  expect(stdout.match(/<script/g)).toHaveLength(1);
  expect(stdout).not.toMatch(/<img|<svg onload|<[a-z]+[^>]*\son[a-z]+=/);
  expect(stdout).not.toMatch(/<[a-z]+[^>]*\s(?:src|style)=|url\(/);
});

test('--redact leaves secrets out of titles, names and models, and --redact-also home the names of home folders', async () => {
  const token = `ghp_${'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'}`;
  const home = sessions([`Use ${token}`], '/home/ada/quay');
  for (const form of ['', '--html', '--json']) {
    const plain = await call(`report ${form}`.trim(), { home });
    expect(plain.stdout, form).toContain(token);
    const { stdout, stderr } = await call(`report ${form} --redact`.replace('  ', ' '), { home });
    expect(stdout, form).not.toContain(token);
    expect(stdout, form).toContain('[secret 1: github-pat]');
    expect(stderr).toContain('github-pat');
  }
  const { stdout } = await call('report --html --redact --redact-also home', { home });
  expect(stdout).not.toContain('/home/ada');
});

describe('--output', () => {
  test('is written whole, replaces a page of convo and no other file, and never goes into a store', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'convostore-report-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const page = join(folder, 'home.html');
    const line = ['report', '--html', '--output', page];
    expect(await call(line, { home })).toMatchObject({
      exit: 0,
      stdout: expect.stringMatching(/home\.html, \d+ KB\n/),
    });
    expect((await call(line, { home })).exit).toBe(0);
    writeFileSync(page, 'my own notes');
    expect(await call(line, { home })).toMatchObject({
      exit: 4,
      stderr: expect.stringContaining('is not a page of convo'),
    });
    expect(readFileSync(page, 'utf8')).toBe('my own notes');
    expect((await call(['report', '--html', '--output', join(home, '.fnord/home.html')], { home })).exit).toBe(4);
    const nowhere = await call(['report', '--html', '--output', join(folder, 'none/home.html')], { home });
    expect(nowhere).toMatchObject({ exit: 3, stderr: expect.stringContaining('its folder does not exist') });
  });

  test('an interrupted report writes nothing', async () => {
    const page = join(emptyHome(), 'home.html');
    expect((await call(['report', '--html', '--output', page], { home, interrupted: true })).exit).toBe(130);
    expect(() => readFileSync(page)).toThrow('ENOENT');
  });
});

test('an empty home is not an answer', async () => {
  expect((await call('report', { home: emptyHome() })).exit).toBe(2);
});

describe.skipIf(!hasChromium)('in Chromium, where it is installed', () => {
  test('the script of the page runs, and nothing that a store holds', async () => {
    const page = join(emptyHome(), 'home.html');
    writeFileSync(page, (await call('report --html', { home: sessions([HARM], `/srv/${HARM}`) })).stdout);
    const dom = opened(page);
    expect(dom).toContain('data-ready');
    expect(dom).not.toContain('data-harm');
  });

  test('axe finds nothing that keeps anyone from reading it', async () => {
    const page = join(emptyHome(), 'home.html');
    writeFileSync(page, (await call('report --html', { home })).stdout);
    expect(axeFinds(page)).toBe('none');
  });
});

test('a conversation without a title is called by its first question, in text and on the page', async () => {
  const home = emptyHome();
  cpSync('fixtures/codex/CX111-the-first-question-is-too-far-down/before', join(home, '.codex'), { recursive: true });
  const { stdout: text } = await call('report', { home });
  expect(text).toMatch(/^largest\n.*How deep do leek seeds go\?$/m);
  const { stdout: page } = await call('report --html', { home });
  expect(page.match(/<td>How deep do leek seeds go\?<\/td>/g)).toHaveLength(1);
});
