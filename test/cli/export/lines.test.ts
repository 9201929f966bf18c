import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { plantedSecrets } from '../../ops/secrets/planted.ts';
import { compressed } from '../../stores/codex/compressed.ts';
import { isThorough, oneIn } from '../../support/sampling.ts';
import { call } from '../call.ts';
import { bareHome } from '../home-of-all.ts';

const secret = plantedSecrets(9).get('github-pat') ?? '';
const ID = '019a4e33-e458-7610-88eb-000000000001';
const FIXTURES = join(import.meta.dirname, '../../../fixtures/codex');
const STORE = join(FIXTURES, 'store');

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'convostore-lines-'));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
}

/** The files that an export makes of a home, by name. */
async function exported(root: string, ...flags: readonly string[]) {
  const output = join(folder(), 'lines');
  const called = await call(['export', '--to', 'jsonl', '--all', '--output', output, '--root', root, ...flags]);
  const files = readdirSync(output).map((name) => [name, readFileSync(join(output, name))] as const);
  return { ...called, files: new Map(files) };
}

/** A home of one thread. */
function homeOf(bytes: Buffer, suffix = ''): string {
  const root = join(folder(), '.codex');
  const file = join(root, `sessions/2026/03/04/rollout-2026-03-04T09-30-15-${ID}.jsonl${suffix}`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytes);
  return root;
}

const meta = JSON.stringify({
  timestamp: '2026-03-04T09:30:15.000Z',
  type: 'session_meta',
  payload: { id: ID, timestamp: '2026-03-04T09:30:15.000Z', cwd: '/srv/ada', originator: 'x', cli_version: '0.169.0' },
});

const CLAUDE_ID = 'a366d23f-81ec-4c9c-b3ce-bb8c8b12528a';

/** What each record of a session of Claude Code has; each goes on from the one before. */
function claudeRecord(n: number) {
  const uuid = (of: number) => `00000000-0000-4000-8000-00000000000${of}`;
  const timestamp = `2026-03-04T09:30:0${n}.000Z`;
  const cwd = '/srv/ada/lighthouse';
  return { sessionId: CLAUDE_ID, uuid: uuid(n), parentUuid: n === 0 ? null : uuid(n - 1), timestamp, cwd };
}

/** A rollout of more than two windows, or of more than one, and in it a line at a place. */
function longRollout(line: string, at: number, size = 2_200_000): Buffer {
  const bytes = Buffer.alloc(size, `${'x'.repeat(999)}\n`);
  bytes.write(`${meta}\n`);
  bytes.write(`\n${line}\n`, at);
  return bytes;
}

const TWO_FILES = join(
  import.meta.dirname,
  '../../../fixtures/gemini/GM009-a-file-without-content-takes-the-session/before',
);

describe('an export of lines', () => {
  test('has each file of one id, and one file for an output that is one', async () => {
    const { files } = await exported(TWO_FILES);
    expect([...files.keys()]).toEqual(['gemini-1a2b3c4d-2.jsonl', 'gemini-1a2b3c4d.jsonl']);
    expect(new Set([...files.values()].map(String)).size).toBe(2);
    const output = join(folder(), 'one.jsonl');
    const one = await call(['export', '1a2b3c4d', '--to', 'jsonl', '--output', output, '--root', TWO_FILES]);
    expect(one.exit).toBe(0);
    expect(one.stderr).toContain('1 other file of this id left out: with a folder (--output DIR) each is exported\n');
    expect(readFileSync(output)).toEqual(files.get('gemini-1a2b3c4d.jsonl'));
  });

  test.each([[], ['--redact']])(
    'goes on after one that was cut off, and replaces no file that differs: %s',
    async (...flags) => {
      // What is redacted is read in windows.
      const size = flags.length > 0 ? 1_100_000 : 20_000;
      const root = homeOf(longRollout(JSON.stringify({ said: secret }), size - 10_000, size));
      const output = join(folder(), 'lines');
      const again = (...more: readonly string[]) =>
        call(['export', '--to', 'jsonl', '--output', output, '--root', root, ...flags, ...more]);
      expect((await again()).exit).toBe(0);
      const [name = ''] = readdirSync(output);
      const whole = readFileSync(join(output, name));
      if (isThorough || flags.length === 0)
        expect(await again()).toMatchObject({
          exit: 0,
          stdout: expect.stringMatching(/^1 file in \S+, (?:1\.1 MB|20 KB)\n$/),
        });
      const others = [whole.subarray(0, -1), Buffer.concat([whole, Buffer.from('\n')]), Buffer.from('mine')];
      for (const other of oneIn(3, others, flags.length)) {
        writeFileSync(join(output, name), other);
        const { exit, stderr } = await again();
        expect([exit, stderr]).toEqual([
          4,
          expect.stringContaining('exists already, and is not what would be written now'),
        ]);
        expect(readFileSync(join(output, name)).equals(other)).toBe(true);
      }
      if (!isThorough && flags.length > 0) return;
      expect((await again('--force')).exit).toBe(0);
      expect(readFileSync(join(output, name)).equals(whole)).toBe(true);
    },
  );

  test('is the file of each thread, byte by byte, and of a compressed one what it is inflated', async () => {
    const isLines = (path: string) => /sessions\/.*\.jsonl$/.test(path);
    const rollouts = readdirSync(STORE, { recursive: true, encoding: 'utf8' }).filter(isLines);
    const { files } = await exported(STORE);
    const whole = rollouts.map((path) => readFileSync(join(STORE, path), 'latin1'));
    expect(Array.from(files.values(), (bytes) => bytes.toString('latin1')).sort()).toEqual(whole.sort());
    const bytes = longRollout('{}', 900);
    const inflated = await exported(homeOf(compressed(bytes.subarray(0, 50_000)), '.zst'));
    expect([...inflated.files.values()]).toEqual([bytes.subarray(0, 50_000)]);
  });

  test.each([
    ['ends of lines of Windows', Buffer.from(`${meta}\r\n{}\r\n`)],
    ['bytes that are no UTF-8, and no end of the last line', Buffer.from(`${meta}\n{"a":"\xff"}`, 'latin1')],
    ['a line longer than what is read at once', longRollout(`{"a":"${'y'.repeat(1_500_000)}"}`, 400_000)],
  ])('keeps %s', async (_, bytes) => {
    for (const flags of oneIn(bytes.length > 1_000_000 ? 2 : 1, [[], ['--redact']], 1)) {
      const { files } = await exported(homeOf(bytes), ...flags);
      expect([...files.values()].map((each) => each.equals(bytes))).toEqual([true]);
    }
  });

  test('leaves out secrets at the borders of what is read at once, and keeps all else where it is', async () => {
    const line = JSON.stringify({ said: `use ${secret}, please` });
    const bytes = longRollout(line, 2 ** 20 - 30);
    bytes.write(`\n${line}\n`, 2 ** 21 - 1);
    const { files } = await exported(homeOf(bytes), '--redact');
    const texts = Array.from(files.values(), (each) => each.toString().replaceAll('[secret 1: github-pat]', secret));
    expect(texts.map((text) => text === bytes.toString())).toEqual([true]);
    expect([...files.values()].filter((each) => each.includes(secret))).toEqual([]);
  });

  test.each(['', '.gz'])(
    'has the lines of a session that gzip compressed, named .jsonl%s, and none of its secrets',
    async (ending) => {
      const root = join(folder(), '.claude');
      const file = join(root, 'projects/-srv-ada-lighthouse', `${CLAUDE_ID}.jsonl${ending}`);
      const records = ['Log in with', 'Done.'].map((text, n) => {
        const role = n === 0 ? 'user' : 'assistant';
        const content = n === 0 ? `${text} ${secret}` : [{ type: 'text', text }];
        return `${JSON.stringify({ ...claudeRecord(n), type: role, message: { id: `m${n}`, role, content } })}\n`;
      });
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, gzipSync(records.join('')));
      const [plain, redacted] = [await exported(root), await exported(root, '--redact')];
      expect([plain.exit, redacted.exit]).toEqual([0, 0]);
      expect([...plain.files.values()].map(String)).toEqual([records.join('')]);
      const [lines = ''] = [...redacted.files.values()].map(String);
      expect(lines).toContain('Log in with [secret 1: github-pat]');
      expect(lines.split('\n')[1]).toBe(records[1]?.trim());
    },
  );

  test('refuses a compressed rollout that cannot be inflated, by its path', async () => {
    const root = join(FIXTURES, 'CX016-a-compressed-rollout-cannot-be-inflated', 'before');
    const output = join(folder(), 'lines');
    const { exit, stderr } = await call(['export', '--to', 'jsonl', '--output', output, '--root', root]);
    expect(exit).toBe(3);
    expect(stderr).toMatch(/is not exported: .*\.jsonl\.zst cannot be read/);
  });
});

test.each(['html', 'markdown', 'jsonl', 'atif'])(
  'an export to %s leaves out a session of which only companions are left, but for its subagents, and has all others',
  async (format) => {
    const { at, convo } = bareHome();
    for (const code of ['CL003-last-line-torn', 'CL401-companions-without-their-session'])
      cpSync(`fixtures/claude/${code}/before`, at('.claude'), { recursive: true });
    const { exit, stderr } = await convo(['export', '--to', format, '--output', at('out')]);
    expect(exit).toBe(3);
    expect(stderr).toMatch(/a366d23f-\S+ is not exported/);
    const files = readdirSync(at('out')).filter((name) => name.startsWith('claude-'));
    const subagents = files.filter((name) => name.includes('-subagent-'));
    expect(files).toHaveLength(2 + subagents.length);
    expect(subagents).toHaveLength(format === 'html' || format === 'markdown' ? 1 : 0);
  },
);

test('an export of lines has a copy with another ending too, redacted or byte by byte', async () => {
  const { at, convo } = bareHome();
  const lines = [
    { type: 'user', message: { role: 'user', content: `Deploy with ${secret}` } },
    { type: 'assistant', message: { role: 'assistant', content: [{ type: 'text', text: 'Done.' }] } },
  ].map((record, n) => `${JSON.stringify({ ...record, ...claudeRecord(n) })}\n`);
  const folderOf = at('.claude/projects/-srv-ada-lighthouse');
  mkdirSync(folderOf, { recursive: true });
  writeFileSync(join(folderOf, `${CLAUDE_ID}.jsonl.bak`), lines.join(''));
  const id = `${CLAUDE_ID}.jsonl.bak`;
  const whole = await convo(['export', id, '--output', at('whole.jsonl')]);
  expect(whole).toMatchObject({ exit: 0, stderr: expect.not.stringContaining('not exported') });
  expect(readFileSync(at('whole.jsonl'), 'utf8')).toBe(lines.join(''));
  await convo(['export', id, '--output', at('clean.jsonl'), '--redact']);
  expect(readFileSync(at('clean.jsonl'), 'utf8')).toBe(lines.join('').replace(secret, '[secret 1: github-pat]'));
});

describe('an export that cannot take everything', () => {
  test('says once of a program without files of lines that it keeps none, and names each conversation in JSON', async () => {
    const { at, convo } = bareHome();
    cpSync('fixtures/fnord/store', at('.fnord'), { recursive: true });
    const line = ['export', '--to', 'jsonl', '--output', 'out', '--kind', 'fnord'];
    const { exit, stdout, stderr } = await convo(line);
    const left = Number(/; (\d+) conversations not exported\n$/.exec(stdout)?.[1]);
    expect({ exit, isSome: left > 2 }).toEqual({ exit: 3, isSome: true });
    expect(stderr.split('\n').filter((each) => each.includes('not exported'))).toEqual([
      `convo: ${left} conversations of fnord are not exported: fnord keeps no files of lines; every other format takes them`,
    ]);
    const { output, notExported } = JSON.parse((await convo([...line, '--json'])).stdout);
    expect(output).toBe(at('work/out'));
    expect(notExported).toHaveLength(left);
    expect(new Set(notExported.map(({ id }: { id: string }) => id)).size).toBe(left);
  });

  test('names the first 20 of many that cannot be read, and counts the others', async () => {
    const { at, convo } = bareHome();
    const lone = 'projects/-srv-ada-lighthouse/a366d23f-81ec-4c9c-b3ce-bb8c8b12528a';
    for (let n = 0; n < 23; n++) {
      const to = at(`.claude/projects/-srv-ada-lighthouse/a366d23f-81ec-4c9c-b3ce-bb8c8b1252${10 + n}`);
      cpSync(`fixtures/claude/CL401-companions-without-their-session/before/${lone}`, to, { recursive: true });
    }
    const { exit, stdout, stderr } = await convo(['export', '--to', 'html', '--output', at('out')]);
    expect({ exit, stdout }).toMatchObject({
      exit: 3,
      stdout: expect.stringContaining('; 23 conversations not exported\n'),
    });
    expect(stderr.match(/ is not exported: /g)).toHaveLength(20);
    expect(stderr).toContain('convo: 3 more conversations are not exported (--json has all)\n');
  });
});
