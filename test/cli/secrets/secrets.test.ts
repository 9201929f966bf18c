import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plantedSecrets } from '../../ops/secrets/planted.ts';
import { sarifFaults } from '../../report/reporters/sarif-faults.ts';
import { oneIn } from '../../support/sampling.ts';
import { type Called, call } from '../call.ts';
import { demoHome, emptyHome } from '../demo-home.ts';

const made = mkdtempSync(join(tmpdir(), 'convo-secrets-'));
afterAll(() => rmSync(made, { recursive: true }));

const ID = '11111111-2222-4333-8444-555555555501';
const planted = [...plantedSecrets(11).entries()].filter(
  ([rule]) => !['private-key', 'generic-api-key'].includes(rule),
);
const secrets = planted.map(([, text]) => text.replace(/^\w+ = /, ''));

/** A session with a secret in each place where a text may be, and all of them in what a tool answered. */
function plantedHome(home = emptyHome()): string {
  const root = join(home, '.claude');
  const folder = join(root, 'projects', '-srv-ada');
  mkdirSync(folder, { recursive: true });
  const [title, branch, cwd, said, passed, thought, answered] = planted.map(([, text]) => text);
  const line = (n: number, role: string, content: unknown) =>
    JSON.stringify({
      type: role,
      uuid: `${ID.slice(0, -2)}a${n}`,
      parentUuid: n === 0 ? null : `${ID.slice(0, -2)}a${n - 1}`,
      sessionId: ID,
      timestamp: `2026-11-0${n + 1}T10:00:00.000Z`,
      cwd: `/srv/${cwd}/app`,
      gitBranch: `fix/${branch}`,
      message: { role, content },
    });
  const all = planted.map(([, text]) => text).join('\n');
  const encoded = Buffer.from(all).toString('base64');
  const lines = [
    line(0, 'user', [{ type: 'text', text: `Use ${said} please` }]),
    line(1, 'assistant', [
      { type: 'thinking', thinking: `The key is ${thought}.`, signature: 'x' },
      { type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { command: `curl -H "X: ${passed}" example.org` } },
    ]),
    line(2, 'user', [
      { type: 'tool_result', tool_use_id: 'toolu_1', content: `${all}\n${JSON.stringify(all)}\n${encoded}` },
    ]),
    line(3, 'assistant', [{ type: 'text', text: `\`${answered}\` is in **.env**` }]),
    JSON.stringify({ type: 'custom-title', customTitle: `About ${title}`, sessionId: ID }),
  ];
  writeFileSync(join(folder, `${ID}.jsonl`), `${lines.join('\n')}\n`);
  return root;
}

function leaks(text: string): string[] {
  const inside = (text.match(/[A-Za-z\d+/]{24,}={0,2}/g) ?? []).map((run) =>
    Buffer.from(run, 'base64').toString('latin1'),
  );
  const all = [text, text.replaceAll('&quot;', '"'), ...inside].join('\n');
  return secrets.filter((secret) => all.includes(secret));
}

describe('convo secrets', () => {
  test('says where they are and by which rule, and never what they are', async () => {
    const { exit, stdout, stderr } = await call(['secrets', '--root', plantedHome()]);
    expect(exit).toBe(1);
    expect(leaks(stdout + stderr)).toEqual([]);
    expect(stdout).toMatch(new RegExp(`^/.*/${ID}\\.jsonl:5: title: github-pat, 40 characters$`, 'm'));
    expect(stdout).toMatch(new RegExp(`^${ID}:0:user: `, 'm'));
    for (const [rule] of planted) expect(stdout).toContain(rule);
    expect(stderr).toMatch(/, and of \d+ more rules\n/);
    expect(stderr.split('\n')[0]?.length).toBeLessThan(500);
    const { stdout: json } = await call(['secrets', '--json', '--root', plantedHome()]);
    expect(leaks(json)).toEqual([]);
    expect(JSON.parse(json).secrets.length).toBeGreaterThan(planted.length);
  });

  test('prints no secret that is the name of a tool', async () => {
    const root = plantedHome();
    const file = join(root, 'projects', '-srv-ada', `${ID}.jsonl`);
    const [secret = ''] = secrets;
    writeFileSync(file, readFileSync(file, 'utf8').replace('"Bash"', `"mcp__${secret}__get"`));
    const reports = ['sarif', 'junit', 'github', 'ndjson'].map((each) => ['--report', each]);
    for (const how of [[], ...oneIn(5, [['--json'], ...reports])]) {
      const { exit, stdout, stderr } = await call(['secrets', ...how, '--root', root]);
      expect(exit).toBe(1);
      expect(stdout).toMatch(/mcp__\[secret \d+: github-pat\]__get/);
      expect(leaks(stdout + stderr)).toEqual([]);
    }
  });

  test('finds nothing in the demo stores', async () => {
    expect(await call('secrets', { home: demoHome() })).toMatchObject({ exit: 0, stdout: '' });
  });

  test.each(['x', 'secrets-nowhere'])('says that there is no conversation %s', async (id) => {
    expect((await call(['secrets', id, '--root', plantedHome()])).exit).toBe(2);
  });
});

describe('reports for a CI', () => {
  const FORMATS = ['sarif', 'junit', 'github', 'ndjson'];
  const fileOf = (format: string) => join(made, `report.${format}`);
  let beside: Called;

  beforeAll(async () => {
    const reports = FORMATS.flatMap((format) => ['--report', `${format}=${fileOf(format)}`]);
    beside = await call(['secrets', ...reports, '--root', plantedHome(made)]);
  });

  test('are written beside the list', () => {
    expect(beside.exit).toBe(1);
    expect(beside.stdout).toContain('github-pat, 40 characters');
  });

  test.each(FORMATS)('%s names each place, and no secret', (format) => {
    const report = readFileSync(fileOf(format), 'utf8');
    expect(leaks(report)).toEqual([]);
    for (const [rule] of planted) expect(report).toContain(rule);
  });

  test('one without a file takes the place of the list', async () => {
    const { exit, stdout } = await call(['secrets', '--report', 'ndjson', '--root', plantedHome(made)]);
    expect(exit).toBe(1);
    expect(stdout).toBe(readFileSync(fileOf('ndjson'), 'utf8'));
  });

  test('SARIF keeps to its schema', async () => {
    const { stdout: none } = await call(['secrets', '--report', 'sarif', '--root', join(demoHome(), '.fnord')]);
    for (const report of [readFileSync(fileOf('sarif'), 'utf8'), none]) expect(sarifFaults(report)).toBeNull();
  });

  test.each([['xml'], ['sarif='], ['sarif', '--json']])('%s is refused', async (...words) => {
    expect((await call(['secrets', '--report', ...words, '--root', plantedHome()])).exit).toBe(2);
  });
});

describe('--redact', () => {
  test.each(oneIn(2, [['--html'], ['--markdown'], ['--json'], ['--full']]))(
    'show %s --redact lets none of them through',
    async (how) => {
      const root = plantedHome();
      expect(leaks((await call(['show', '--root', root, how])).stdout).length).toBeGreaterThan(50);
      const { stdout, stderr } = await call(['show', '--root', root, how, '--redact']);
      expect(leaks(stdout + stderr)).toEqual([]);
      expect(stdout).toContain('github-pat]');
      expect(stderr).toMatch(/^redacted: \d+ places: /m);
    },
  );

  test.each(oneIn(2, ['html', 'markdown', 'jsonl'], 1))(
    'no file of an export to %s holds one, and an export without it says so',
    async (format) => {
      const root = plantedHome();
      const folder = join(made, format);
      const words = ['export', '--to', format, '--output', folder, '--force', '--root', root];
      expect((await call(words)).stderr).toContain('nothing was redacted');
      expect((await call([...words, '--redact'])).stderr).toMatch(/^redacted: /m);
      for (const file of readdirSync(folder)) expect(leaks(readFileSync(join(folder, file), 'utf8')), file).toEqual([]);
    },
  );

  test('leaves the lines of a session that hold none byte for byte, and the others JSON', async () => {
    const root = plantedHome();
    const file = join(root, 'projects', '-srv-ada', `${ID}.jsonl`);
    const folder = join(made, 'lines');
    const words = ['export', '--to', 'jsonl', '--output', folder, '--root', root];
    expect((await call([...words, '--redact'])).exit).toBe(0);
    const [name = ''] = readdirSync(folder);
    const lines = readFileSync(join(folder, name), 'utf8').split('\n');
    for (const line of lines.slice(0, -1)) expect(JSON.parse(line)).toBeTypeOf('object');
    expect((await call(words)).exit).toBe(4);
    expect((await call([...words, '--force'])).exit).toBe(0);
    expect(readFileSync(join(folder, name))).toEqual(readFileSync(file));
  });

  test.each(oneIn(2, ['html', 'markdown', 'jsonl', 'atif']))(
    'with names of users and of the machine too, no file of an export to %s has one',
    async (format) => {
      const root = plantedHome();
      const file = join(root, 'projects', '-srv-ada', `${ID}.jsonl`);
      const said = readFileSync(file, 'utf8')
        .replaceAll('/srv/', '/home/benq/')
        .replaceAll('Use ', 'Benq on testbed: use ');
      writeFileSync(file, said);
      const folder = join(made, `names-${format}`);
      const words = ['export', '--to', format, '--output', folder, '--root', root, '--redact'];
      const { exit, stderr } = await call([...words, '--redact-also', 'user', '--redact-also', 'host']);
      expect(exit).toBe(0);
      expect(stderr).toMatch(/^redacted: .*\d+ user\b/m);
      expect(stderr).toMatch(/^redacted: .*\d+ host\b/m);
      const texts = readdirSync(folder).map((each) => readFileSync(join(folder, each), 'utf8'));
      expect(texts.filter((text) => /benq|testbed/i.test(text))).toEqual([]);
    },
  );

  test('is refused where it cannot be kept: raw bytes, a talk that goes on', async () => {
    const root = plantedHome();
    for (const words of [
      ['show', '--raw'],
      ['show', '-f'],
    ])
      expect((await call([...words, '--redact', '--root', root])).exit, words.join(' ')).toBe(2);
  });
});
