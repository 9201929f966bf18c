import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { asNobody } from '../support/real-tree.ts';
import { oneIn } from '../support/sampling.ts';
import { call } from './call.ts';
import { demoHome, emptyHome } from './demo-home.ts';

test('several reports in one run: one on stdout, the others in files, each with every finding', async () => {
  const home = demoHome();
  const at = (name: string) => join(home, name);
  const words = `verify --report concise --report sarif=${at('r.sarif')} --report ndjson=${at('r.ndjson')}`;
  const { exit, stdout } = await call(words, { home });
  expect(exit).toBe(1);
  const lines = stdout.trimEnd().split('\n').length;
  expect(JSON.parse(readFileSync(at('r.sarif'), 'utf8')).runs[0].results).toHaveLength(lines);
  expect(readFileSync(at('r.ndjson'), 'utf8').trimEnd().split('\n')).toHaveLength(lines + 1);
  expect(readdirSync(home).sort()).toEqual(['.fnord', 'r.ndjson', 'r.sarif']);
});

test('two reports on stdout are a usage error, and so is --json beside one', async () => {
  const home = demoHome();
  expect(await call('verify --report json --report sarif', { home })).toMatchObject({ exit: 2, stdout: '' });
  expect((await call('verify --json --report sarif', { home })).exit).toBe(2);
  expect((await call('verify --json --report text', { home })).exit).toBe(2);
  expect((await call('verify --json', { home })).exit).toBe(1);
  const twice = await call(`verify --report json=${home}/r --report sarif=${home}/x/../r`, { home });
  expect(twice).toMatchObject({ exit: 2, stdout: '' });
  expect(readdirSync(home)).toEqual(['.fnord']);
});

test('a file or folder below the blobs that cannot be read is named, with the reason', async () => {
  const home = demoHome();
  for (const make of [(path: string) => writeFileSync(path, ''), (path: string) => mkdirSync(path)]) {
    const folder = mkdtempSync(join(home, 'blobs-'));
    const unread = join(folder, 'a');
    make(unread);
    chmodSync(home, 0o755);
    chmodSync(folder, 0o755);
    chmodSync(unread, 0);
    const { exit, stderr } = await asNobody(() => call(`merge-reports ${folder}`, { home }));
    expect([exit, stderr]).toEqual([
      2,
      `convo: ${unread} could not be read: permission denied\n  Name a folder that has the blobs, and nothing that you may not read.\n`,
    ]);
  }
});

test('a report does not replace the baseline or the seal that its run reads', async () => {
  const home = demoHome();
  await call(`verify --baseline ${home}/base --update-baseline`, { home });
  await call(`seal --output ${home}/seal`, { home });
  for (const words of ['--baseline base --report json=./base', '--against seal --report sarif=x --report json=seal']) {
    const name = words.split(' ')[1] ?? '';
    const before = readFileSync(join(home, name));
    const { exit, stderr } = await call(`verify ${words}`, { home, cwd: home });
    expect({ exit, stderr }).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining(`${name} is named for two things`),
    });
    expect(readFileSync(join(home, name))).toEqual(before);
  }
});

test('an unknown format is answered with a suggestion, and a report inside a store is refused', async () => {
  const home = demoHome();
  expect((await call('verify --report sariff', { home })).stderr).toContain('did you mean sarif');
  expect((await call('secrets --report sariff', { home })).stderr).toContain('did you mean sarif');
  expect((await call('heal --report markdwn', { home })).stderr).toContain('did you mean markdown');
  const inside = await call(`verify --report json=${join(home, '.fnord/new/../report.json')}`, { home });
  expect(inside.exit).toBe(4);
  expect(inside.stderr).toContain('is in the fnord store');
  expect(existsSync(join(home, '.fnord/report.json'))).toBe(false);
});

test('a report that cannot be written fails the run, whatever was found', async () => {
  const home = demoHome();
  expect((await call('verify --exit-zero --report json=/dev/full', { home })).exit).toBe(3);
  expect((await call(`verify --exit-zero --report json=${join(home, 'no/such/folder')}`, { home })).exit).toBe(3);
});

test('a run that has no answer leaves an older report as it was', async () => {
  const home = demoHome();
  const older = '{"schema":1,"command":"verify"}';
  writeFileSync(join(home, 'r.json'), older);
  expect((await call(`--project nosuch verify --report json=${join(home, 'r.json')}`, { home })).exit).toBe(2);
  expect(readFileSync(join(home, 'r.json'), 'utf8')).toBe(older);
  expect(readdirSync(home).sort()).toEqual(['.fnord', 'r.json']);
});

test('in a GitHub workflow annotations come with the text, unless something else has stdout', async () => {
  const home = demoHome();
  const vars = { GITHUB_ACTIONS: 'true' };
  expect((await call('verify', { home, vars })).stdout).toMatch(/^::error file=/m);
  for (const words of ['verify --no-annotations', 'verify --json', 'verify --report ndjson'])
    expect((await call(words, { home, vars })).stdout).not.toMatch(/^::/m);
  expect((await call('verify', { home })).stdout).not.toMatch(/^::/m);
});

test.each(oneIn(2, ['GITHUB_WORKSPACE', 'CI_PROJECT_DIR']))(
  'reports for CI name files from the checkout that %s is',
  async (name) => {
    const home = demoHome();
    const cwd = join(home, '.fnord');
    const pathsIn = async (vars: Record<string, string>) => {
      const words = `verify --report sarif --report concise=${home}/c --report markdown=${home}/m --report blob=${home}/r.blob`;
      const sarif = JSON.parse((await call(words, { home, cwd, vars })).stdout);
      const merged = await call(`merge-reports ${home} --report github`, { home });
      const texts = [JSON.stringify(sarif.runs[0].results[0]), merged.stdout];
      for (const file of ['m', 'c']) texts.push(readFileSync(join(home, file), 'utf8'));
      const heal = await call('heal --only FN006 --dry-run --report github', { home, cwd, vars });
      return [...texts, heal.stdout].map((text) => /[^"= ]*(?=projects\/)/.exec(text)?.[0]);
    };
    expect(await pathsIn({ [name]: `${home}/` })).toEqual(['.fnord/', '.fnord/', '.fnord/', '', '.fnord/']);
    for (const elsewhere of ['/builds/repo', cwd.slice(0, -1), ''])
      expect(await pathsIn({ [name]: elsewhere })).toEqual(['', '', '', '', '']);
    if (name !== 'GITHUB_WORKSPACE') expect((await pathsIn({ GITHUB_WORKSPACE: '', [name]: home }))[0]).toBe('.fnord/');
  },
);

test("GitHub's step summary is added to", async () => {
  const home = demoHome();
  const summary = join(home, 'summary.md');
  writeFileSync(summary, '# before\n');
  await call(`verify --report markdown=${summary}`, { home, vars: { GITHUB_STEP_SUMMARY: summary } });
  expect(readFileSync(summary, 'utf8')).toMatch(/^# before\n## Conversation stores: failed\n/);
});

test('a summary does not call passed what only an option lets pass', async () => {
  const home = demoHome();
  const heading = async (line: string) =>
    (await call(`verify ${line} --report markdown`, { home })).stdout.split('\n')[0];
  expect(await heading('--exit-zero')).toBe('## Conversation stores: passed, with errors allowed');
  expect(await heading('--only ST001')).toBe('## Conversation stores: passed');
});

test('the gate: levels, codes, a limit for warnings, other severities, and none', async () => {
  const home = demoHome();
  const exits = async (words: string) => (await call(`verify --project harbor ${words}`.trim(), { home })).exit;
  expect(await exits('')).toBe(0);
  expect(await exits('--fail-on warning')).toBe(1);
  expect(await exits('--fail-on FN022')).toBe(1);
  expect(await exits('--fail-on FN006,error')).toBe(0);
  expect(await exits('--max-warnings 1')).toBe(1);
  expect(await exits('--max-warnings 2')).toBe(0);
  expect(await exits('--severity FN022=error')).toBe(1);
  expect(await exits('--severity FN022=error --exit-zero')).toBe(0);
  expect(await exits('--fail-on warnings')).toBe(2);
  expect(await exits('--severity FN022=bad')).toBe(2);
});

test.each([
  ['cut off', (text: string) => text.slice(0, -100), 'is not JSON'],
  ['of another version', () => '{"convostore":"baseline","version":2}', 'is not one this version reads'],
])(
  'a baseline that is %s stays as it is, also where a new one was to be written, and the way out is another',
  async (_, damage, why) => {
    const home = demoHome();
    const file = join(home, 'baseline.json');
    await call(`verify --baseline ${file} --update-baseline`, { home });
    const damaged = damage(readFileSync(file, 'utf8'));
    writeFileSync(file, damaged);
    for (const words of ['', ' --update-baseline', ' --prune-baseline', ' --update-baseline --force']) {
      const { exit, stdout, stderr } = await call(`verify --baseline ${file}${words}`, { home });
      expect({ words, exit, stdout }).toEqual({ words, exit: 2, stdout: '' });
      expect(stderr).toContain(`convo: the baseline ${file} ${why}`);
      expect(stderr).toContain('\n  Take it from a backup, or delete it and write a new one with ');
    }
    expect(readFileSync(file, 'utf8')).toBe(damaged);
  },
);

test('a baseline lets known findings pass, fails new ones, and names what is gone', async () => {
  const home = demoHome();
  const file = join(home, 'base.json');
  expect((await call(`verify --baseline ${file}`, { home })).exit).toBe(2);
  const updated = await call(`verify --baseline ${file} --update-baseline`, { home });
  expect(updated).toMatchObject({ exit: 0 });
  const known = JSON.parse((await call(`verify --json --baseline ${file}`, { home })).stdout);
  expect(known.findings).toEqual([]);
  expect(known.summary).toMatchObject({ errors: 0, warnings: 0, infos: 0 });
  expect(known.summary.known).toBeGreaterThan(10);
  const told = await call(`verify --baseline ${file} --report markdown`, { home });
  expect(told.stdout).toContain(`0 infos**, ${known.summary.known} known in `);
  expect((await call(`verify --baseline ${file}`, { home })).stderr).toContain(
    `0 infos, ${known.summary.known} known\n`,
  );

  const torn = join(home, '.fnord/projects/harbor/conversations/a1f3e5d7-c9b8-4a76-8543-210fedcba987.json');
  const whole = readFileSync(torn);
  writeFileSync(torn, whole.subarray(0, 100));
  const after = await call(`verify --baseline ${file}`, { home });
  expect(after.exit).toBe(1);
  expect(after.stdout).not.toContain('FN407');
  expect(after.stdout).toContain('FN023');
  expect(after.stderr).toContain('matches nothing any more');
  writeFileSync(torn, whole);

  const accepted = readFileSync(file, 'utf8');
  writeFileSync(
    file,
    accepted.replace('"code":"FN006"', '"code":"FN006","reason":"lost in 2025","until":"2026-11-20"'),
  );
  expect((await call(`verify --baseline ${file}`, { home })).stdout).toContain('FN006');
  writeFileSync(file, accepted.replace('"version": 1', '"version": 2'));
  expect(await call(`verify --baseline ${file}`, { home })).toMatchObject({ exit: 2, stdout: '' });
});

test('after a heal a gate says how many new findings are of conversations that the baseline knows otherwise', async () => {
  const home = emptyHome();
  const folder = join(home, '.claude/projects/-srv-ada');
  mkdirSync(folder, { recursive: true });
  const record = (n: number, content: string) =>
    JSON.stringify({
      ...{ type: 'user', uuid: `u${n}`, parentUuid: n === 1 ? null : `u${n - 1}`, sessionId: ID, cwd: home },
      ...{ timestamp: `2026-11-01T10:0${n}:00.000Z`, message: { role: 'user', content } },
    });
  const session = join(folder, `${ID}.jsonl`);
  const torn = record(2, 'And beans?').slice(0, -20);
  const write = (text: string) => {
    writeFileSync(session, text);
    utimesSync(session, 1_762_000_000, 1_762_000_000);
  };
  write(`${record(1, 'How deep?')}\n${torn}${record(3, 'And peas?')}\n`);
  const gate = (more = '') => call(`verify --baseline ${home}/base.json --fail-on info${more}`, { home });
  expect((await gate(' --update-baseline')).exit).toBe(0);
  expect(await gate()).toMatchObject({ exit: 0 });
  expect((await call('heal --yes', { home })).stdout).toContain('1 changed');
  const { exit, stderr } = await gate();
  expect(exit).toBe(1);
  expect(stderr).toMatch(
    /convo: \d new findings? (?:is|are) of conversations with entries that match nothing any more, as after a heal: --update-baseline accepts (?:it|them)\n/,
  );
  await gate(' --update-baseline');
  expect(await gate()).toMatchObject({ exit: 0, stderr: expect.not.stringContaining('as after a heal') });
  // Another conversation has no entries: its findings are none that a heal left.
  writeFileSync(join(folder, `${ID.replace('1', '2')}.jsonl`), `${torn}${record(3, 'And peas?')}\n`);
  expect(await gate()).toMatchObject({ exit: 1, stderr: expect.not.stringContaining('as after a heal') });
});

const ID = '11111111-2222-4333-8444-555555555501';

test('a store that holds fewer conversations than the baseline counted fails', async () => {
  const home = demoHome();
  const file = join(home, 'base.json');
  await call(`verify --baseline ${file} --update-baseline`, { home });
  writeFileSync(file, readFileSync(file, 'utf8').replace('"fnord:harbor": 2', '"fnord:harbor": 3'));
  const less = await call(`verify --baseline ${file}`, { home });
  expect(less.exit).toBe(1);
  expect(less.stdout).toContain('ST508');
  expect(less.stderr).toContain('(`convo runs`): --update-baseline accepts that there are fewer\n');
  const renewed = await call(`verify --baseline ${file} --update-baseline`, { home });
  expect(renewed.stderr).not.toContain('on purpose');
  expect(await call(`verify --baseline ${file}`, { home })).toMatchObject({
    exit: 0,
    stderr: expect.not.stringContaining('on purpose'),
  });
});

test('a fingerprint survives edits elsewhere in the file', async () => {
  const home = demoHome();
  const path = join(home, '.fnord/projects/harbor/conversations/a1f3e5d7-c9b8-4a76-8543-210fedcba987.json');
  const digestOf = async () => {
    const { findings } = JSON.parse((await call('verify --json --only FN022', { home })).stdout);
    return findings.map(({ fingerprint }: { fingerprint: string }) => fingerprint);
  };
  const before = await digestOf();
  writeFileSync(path, readFileSync(path, 'utf8').replace('{"', '{\n  "'));
  appendFileSync(path, '\n');
  expect(await digestOf()).toEqual(before);
});

test('a fingerprint of a compressed file is of its own bytes, as in the baselines that have it', async () => {
  const root = join(import.meta.dirname, '../../fixtures/claude/CL028-file-is-compressed-by-gzip/before');
  const { findings } = JSON.parse((await call(['verify', '--json', '--only', 'CL028', '--root', root])).stdout);
  expect(findings[0].fingerprint).toBe('56ab40fa561f08c5b464821f74d69dc3');
});
