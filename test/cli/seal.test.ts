import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { asNobody } from '../support/real-tree.ts';
import { oneIn } from '../support/sampling.ts';
import { call } from './call.ts';
import { demoHome } from './demo-home.ts';

const HARBOR = '.fnord/projects/harbor/conversations';
const BERTH = 'a1f3e5d7-c9b8-4a76-8543-210fedcba987';
const TIDE = '4b6d8f0a-1c2e-4d3f-a5b7-c9d8e7f6a5b4';

async function sealed() {
  const home = demoHome();
  const file = join(home, 'seal.txt');
  expect((await call(`seal --output ${file}`, { home })).exit).toBe(0);
  const codes = async () => {
    const { stdout } = await call(`verify --json --against ${file}`, { home });
    const { findings } = JSON.parse(stdout);
    return findings.flatMap(({ code, id }: { code: string; id: string }) =>
      code.startsWith('ST50') ? [`${code} ${id}`] : [],
    );
  };
  return { home, file, codes, at: (id: string) => join(home, HARBOR, `${id}.json`) };
}

test('nothing changed: no difference, and the same manifest again', async () => {
  const { home, file, codes } = await sealed();
  expect(await codes()).toEqual([]);
  for (const line of ['seal', 'seal --output -'])
    expect((await call(line, { home })).stdout).toBe(readFileSync(file, 'utf8'));
});

test('a comparison leads with its answer, and counts what is not of it unless all is asked for', async () => {
  const { home, file, at } = await sealed();
  expect((await call(`verify --against ${file}`, { home })).stdout).toMatch(
    /^As it was sealed\.\n\n\d+ other findings \(--all lists them\): for them, and not for the seal, the exit code is 1\n$/,
  );
  expect((await call(`verify --exit-zero --against ${file}`, { home })).stdout).toMatch(/\(--all lists them\)\n$/);
  rmSync(at(BERTH));
  const { exit, stdout } = await call(`verify --against ${file}`, { home });
  expect(exit).toBe(1);
  expect(stdout).toMatch(
    /^1 difference from the seal:\n {2}ST501 {2}A sealed conversation is gone\n\n\d+ other findings [^\n]+\n\n\S+a1f3e5d7\S*: error ST501/,
  );
  const all = await call(`verify --all --against ${file}`, { home });
  expect(all.stdout.indexOf('ST501')).toBeLessThan(all.stdout.indexOf('FN006'));
});

test('a link that leads nowhere has no bytes to seal', async () => {
  const home = demoHome();
  symlinkSync('nowhere', join(home, HARBOR, 'c0ffee00-0000-4000-8000-000000000000.json'));
  const { exit, stdout } = await call('seal', { home });
  expect({ exit, hashed: /^[0-9a-f]{64} .*c0ffee/m.test(stdout) }).toEqual({ exit: 0, hashed: false });
});

/** A store of a kind of the demo, moved to a new home, and a seal of it. */
async function sealedStore(kind: string) {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'convostore-seal-')));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const root = join(home, kind === 'tenex' ? '.tenex' : kind);
  cpSync(`fixtures/demo/${kind}`, root, { recursive: true });
  expect((await call(['--root', root, 'seal', '--output', join(home, 'seal')])).exit).toBe(0);
  return { root, home, convo: (line: string) => call(['--root', root, ...line.split(' ')], { cwd: home }) };
}

const LINKED = [
  ['rao', 'conversations/conversation_2', '../../out'],
  ['rao', 'conversations/conversation_2/conversation_log.json', '/dev/zero'],
  ['fnord', `projects/harbor/conversations/${TIDE}.json`, '/dev/zero'],
  ['fnord', `projects/harbor/conversations/${TIDE}.json`, '..'],
  ['fnord', 'projects/orchard/worktrees/3f0c2a7e-5b1d-4c8e-9a64-1f2e3d4c5b6a', '../../../../out'],
  ['claude', 'projects/-home-ben-quay/7e905b3a-c6d1-4f28-8a47-0d9b2e51c3f6.jsonl', '/dev/zero'],
  ['claude', 'projects/-home-ben-quay/7e905b3a-c6d1-4f28-8a47-0d9b2e51c3f6.jsonl', '..'],
] as const;

test.each(oneIn(2, LINKED))(
  'nothing is sealed of a store of %s with %s as a link to %s, and it is named',
  async (...linked) => {
    const [kind, name, target] = linked;
    const { root, home, convo } = await sealedStore(kind);
    mkdirSync(join(home, 'out'));
    rmSync(join(root, name), { recursive: true });
    symlinkSync(target, join(root, name));
    expect(await convo('seal')).toMatchObject({
      exit: 3,
      stdout: '',
      stderr: expect.stringContaining(join(root, name)),
    });
    expect((await convo('verify --against seal')).exit).toBe(3);
  },
);

test('a linked folder of a conversation is named, and is not called changed', async () => {
  const { root, convo } = await sealedStore('rao');
  const name = join(root, 'conversations/conversation_2');
  renameSync(name, join(root, 'elsewhere'));
  symlinkSync('../elsewhere', name);
  expect(await convo('seal')).toMatchObject({ exit: 3, stderr: expect.stringContaining(`${name} cannot be read`) });
  const { exit, stdout } = await convo('verify --against seal --only ST001 --json');
  expect({ exit, findings: JSON.parse(stdout).findings }).toMatchObject({ exit: 3, findings: [{ path: name }] });
});

test('a file that verify does not read is sealed or named', async () => {
  const { root, convo } = await sealedStore('claude');
  const folder = join(root, 'projects/-home-ben-quay/7e905b3a-c6d1-4f28-8a47-0d9b2e51c3f6/tool-results');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'a.txt'), 'a result');
  chmodSync(root, 0o755);
  chmodSync(join(root, '..'), 0o755);
  await convo('seal --output seal');
  chmodSync(join(folder, 'a.txt'), 0);
  const { exit, stderr } = await asNobody(() => convo('seal'));
  expect({ exit, stderr }).toMatchObject({
    exit: 3,
    stderr: expect.stringContaining('a.txt cannot be read: permission denied'),
  });
  const { stdout } = await asNobody(() => convo('verify --against seal --only ST001 --only ST502 --json'));
  expect(JSON.parse(stdout)).toMatchObject({ findings: [{ code: 'ST001' }], summary: { unjudged: 1 } });
});

test('sha256sum accepts the manifest', async () => {
  const { home, file } = await sealed();
  if (spawnSync('sha256sum', ['--version']).error !== undefined) return;
  expect(() =>
    execFileSync('sha256sum', ['-c', '--strict', '--quiet', file], { cwd: join(home, '.fnord') }),
  ).not.toThrow();
});

test('a removed, a new and a grown conversation are told apart, and each is named', async () => {
  const { home, file, codes, at } = await sealed();
  const text = readFileSync(at(TIDE), 'utf8');
  const grown = text.replace(/("timestamp":\s*)(\d+)/, (_, key, time) => `${key}${Number(time) + 60}`);
  writeFileSync(
    at(TIDE),
    grown.replace(/"messages":\s*\[/, (found) => found).replace(/\}\s*\],/, '},{"role":"user","content":"more"}],'),
  );
  expect(await codes()).toEqual([`ST504 ${TIDE}`]);
  const comparison = `verify --against ${file}`;
  expect((await call(comparison, { home })).stdout).toMatch(/: info ST504 grown /);
  const { stdout } = await call(comparison, { home, terminal: 100, vars: { NO_COLOR: '1' } });
  expect(stdout).toMatch(/ other findings [^\n]+\n\nfnord store [^\n]+\n\n[\s\S]*info ST504: grown /);
  writeFileSync(at('11111111-2222-4333-8444-555555555555'), text);
  rmSync(at(BERTH));
  expect((await codes()).sort()).toEqual([
    `ST501 ${BERTH}`,
    `ST504 ${TIDE}`,
    'ST505 11111111-2222-4333-8444-555555555555',
  ]);
});

test('an archived conversation has moved, and the seal says from where', async () => {
  const { home, file } = await sealed();
  await call(`archive ${TIDE}`, { home });
  expect((await call(`verify --only ST506 --against ${file}`, { home })).stdout).toContain(
    `conversations/archive/${TIDE}.json:1:1: info ST506 moved from projects/harbor/conversations/${TIDE}.json`,
  );
});

test('a silent change and a rewritten history are errors', async () => {
  const { home, file, codes, at } = await sealed();
  const text = readFileSync(at(TIDE), 'utf8');
  writeFileSync(at(TIDE), `${text}\n`);
  utimesSync(at(TIDE), 1, 1);
  expect(await codes()).toEqual([`ST502 ${TIDE}`]);
  writeFileSync(at(TIDE), text.replace('tide table', 'tide fable'));
  expect(await codes()).toEqual([`ST503 ${TIDE}`]);
  expect((await call(`verify --only ST503 --against ${file}`, { home })).exit).toBe(1);
});

describe('a file that its program only appends to', () => {
  const PATH = 'projects/-home-ben-quay/7e905b3a-c6d1-4f28-8a47-0d9b2e51c3f6.jsonl';

  async function codesAfter(change: (text: string) => string, sealText = (text: string) => text) {
    const { root, home, convo } = await sealedStore('claude');
    writeFileSync(join(home, 'seal'), sealText(readFileSync(join(home, 'seal'), 'utf8')));
    writeFileSync(join(root, PATH), change(readFileSync(join(root, PATH), 'utf8')));
    utimesSync(join(root, PATH), 2e9, 2e9);
    const { stdout } = await convo('verify --json --against seal');
    return JSON.parse(stdout).findings.flatMap(({ code }: { code: string }) => (/^ST5/.test(code) ? [code] : []));
  }
  const other = (text: string) => text.replace('"output_tokens":', '"output_tokenz":');
  const more = (text: string) =>
    `${text}${text.slice(0, text.indexOf('\n')).replace(/"uuid":"..../, '"uuid":"0000')}\n`;

  test.each([
    ['has grown', more, 'ST504'],
    ['has other bytes beside its messages', other, 'ST510'],
    ['has other bytes, and has grown', (text: string) => more(other(text)), 'ST510'],
    ['lacks its last bytes, which no message needs', (text: string) => text.slice(0, -1), 'ST510'],
  ])('%s', async (_, change, code) => {
    expect(await codesAfter(change)).toEqual([code]);
  });

  test('is named, and not only counted', async () => {
    const { root, convo } = await sealedStore('claude');
    writeFileSync(join(root, PATH), other(readFileSync(join(root, PATH), 'utf8')));
    utimesSync(join(root, PATH), 2e9, 2e9);
    const { stdout } = await convo('verify --against seal');
    expect(stdout).toContain('1 difference from the seal:\n  ST510  Sealed bytes of a conversation were changed\n');
  });

  test('is compared with itself where an archived one has its id', async () => {
    const { root, home, convo } = await sealedStore('claude');
    const archived = join(root, PATH.replace('projects', 'archive'));
    mkdirSync(dirname(archived), { recursive: true });
    writeFileSync(archived, readFileSync(join(root, PATH), 'utf8'));
    writeFileSync(join(root, PATH), more(readFileSync(join(root, PATH), 'utf8')));
    expect((await call(['--root', root, 'seal', '--output', join(home, 'seal')])).exit).toBe(0);
    writeFileSync(archived, other(readFileSync(archived, 'utf8')));
    utimesSync(archived, 2e9, 2e9);
    const { stdout } = await convo('verify --json --against seal --only ST503 --only ST510');
    expect(JSON.parse(stdout).findings).toMatchObject([{ code: 'ST510', path: archived }]);
  });

  test('is compared by its messages alone with a seal that has no sizes', async () => {
    const without = (text: string) => text.replace(/,"bytes":\d+\}\}$/gm, '}}').replace(/,"sum":"\w+"/, '');
    expect(await codesAfter(other, without)).toEqual(['ST504']);
  });
});

test('of a conversation that can be read neither then nor now, a change at the same time is a silent one', async () => {
  const { codes, at, home, file } = await sealed();
  writeFileSync(at(BERTH), '{"messages":[');
  expect((await call(`seal --output ${file}`, { home })).exit).toBe(0);
  writeFileSync(at(BERTH), '{"messages":[{');
  expect(await codes()).toEqual([`ST502 ${BERTH}`]);
});

test('a quick comparison counts, and finds what is missing without a hash', async () => {
  const { home, file, at } = await sealed();
  const quick = async () => {
    const { exit, stdout } = await call(`verify --json --only ST508 --against ${file} --quick`, { home });
    return { exit, messages: JSON.parse(stdout).findings.map(({ message }: { message: string }) => message) };
  };
  expect(await quick()).toEqual({ exit: 0, messages: [] });
  const { stdout } = await call(`verify --only ST508 --against ${file} --quick`, { home });
  expect(stdout).toMatch(/^Counts and sizes are as they were sealed, and nothing else was compared\.\n/);
  writeFileSync(at(TIDE), readFileSync(at(TIDE), 'utf8').replace('tide table', 'tide fable'));
  expect(await quick()).toEqual({ exit: 0, messages: [] });
  rmSync(at(BERTH));
  const { exit, messages } = await quick();
  expect(exit).toBe(1);
  expect(messages[0]).toBe('holds 9 conversations, where the seal counted 10');
  expect(messages).toHaveLength(3);
  expect((await call('verify --quick', { home })).exit).toBe(2);
});

test('a seal of one project is compared with that project alone', async () => {
  const home = demoHome();
  const file = join(home, 'seal.txt');
  const run = (words: string) => call(`${words} --against ${file}`, { home });
  await call(`seal --project harbor --output ${file}`, { home });
  const { exit, stdout, stderr } = await run('verify --only ST501,ST505,ST507');
  expect({ exit, stdout }).toEqual({ exit: 0, stdout: expect.stringMatching(/^As it was sealed\.\n/) });
  expect(stderr).toContain('the seal is of the project harbor alone: nothing else is verified');
  const named = await run('verify --only ST501,ST505,ST507 --project harbor');
  expect({ exit: named.exit, said: named.stderr.includes('alone') }).toEqual({ exit: 0, said: false });
  expect(await run('verify --project quarry')).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining('the seal is of the project harbor alone'),
  });
  expect((await run(`verify ${BERTH}`)).exit).toBe(2);
  expect((await run('verify --only ST508 --quick')).exit).toBe(0);
  rmSync(join(home, HARBOR, `${BERTH}.json`));
  expect(await run('verify --only ST501')).toMatchObject({ exit: 1, stdout: expect.stringContaining('ST501 gone') });
  expect((await run('verify --only ST508 --quick')).exit).toBe(1);
  rmSync(join(home, HARBOR), { recursive: true });
  // No conversation is in scope.
  expect(await run('verify --only ST501')).toMatchObject({ exit: 2, stdout: expect.stringContaining('ST501 gone') });
});

describe('a seal or a baseline of several kinds', () => {
  function homeOfTwo() {
    const home = demoHome();
    const claude = join(home, '.claude');
    cpSync(join(import.meta.dirname, '../../fixtures/demo/claude'), claude, { recursive: true });
    const baseline = join(home, 'baseline.json');
    const verify = (words: string) => call(`verify --baseline ${baseline} ${words}`, { home });
    return { home, claude, fnord: join(home, '.fnord'), baseline, verify };
  }

  test.each([
    ['--kind', 'claude', 'Leave out --kind'],
    ['--root', '.claude', 'Name its store with --root too'],
  ])('says so where %s leaves one out, and none is written', async (flag, one, hint) => {
    const { home, baseline, verify } = homeOfTwo();
    const narrowed = `${flag} ${flag === '--root' ? join(home, one) : one}`;
    const file = join(home, 'seal.txt');
    await call(`seal --output ${file}`, { home });
    const saying = { exit: 2, stderr: expect.stringContaining(` is of fnord too\n  ${hint}`) };
    expect(await call(`verify ${narrowed} --against ${file}`, { home })).toMatchObject(saying);
    await verify('--update-baseline');
    const written = readFileSync(baseline, 'utf8');
    const { exit, stdout, stderr } = await verify(narrowed);
    expect([exit, stdout, stderr.includes('any more')]).toEqual([0, '', false]);
    for (const words of ['--prune-baseline', '--update-baseline'])
      expect(await verify(`${narrowed} ${words}`)).toMatchObject(saying);
    expect(readFileSync(baseline, 'utf8')).toBe(written);
    rmSync(baseline);
    for (const words of ['--update-baseline', '--prune-baseline', '--all'])
      expect((await verify(`${narrowed} ${words}`)).exit).toBe(0);
  });

  test('is asked of the kinds of shards', async () => {
    const { home, claude, baseline, verify } = homeOfTwo();
    await verify('--update-baseline');
    const merged = async (words: string) => {
      for (const n of [1, 2])
        await call(`verify ${words} --shard ${n}/2 --report blob=${join(home, `${n}.blob`)} --force`, { home });
      return call(`merge-reports ${home} --baseline ${baseline}`, { home });
    };
    for (const words of ['--kind claude', `--root ${claude}`])
      expect(await merged(words)).toMatchObject({
        exit: 0,
        stdout: '',
        stderr: expect.not.stringContaining('any more'),
      });
    rmSync(join(home, '.fnord'), { recursive: true });
    expect((await merged('--all')).stdout).toContain('0 conversations of fnord:harbor');
  });

  test('is asked of the kinds that are left in, and of all below a folder', async () => {
    const { home, claude, fnord, verify } = homeOfTwo();
    await verify('--update-baseline');
    rmSync(join(fnord, 'projects/harbor/conversations', `${BERTH}.json`));
    for (const words of ['--kind fnord', `--root ${fnord}`, `--root ${fnord} --root ${claude}`])
      expect(await verify(words)).toMatchObject({
        exit: 1,
        stdout: expect.stringContaining('1 conversation of fnord:harbor, where the baseline counted 2'),
        stderr: expect.stringContaining('any more; --prune-baseline'),
      });
    rmSync(fnord, { recursive: true });
    expect((await verify(`--root ${home}`)).stdout).toContain('0 conversations of fnord:harbor');
    expect((await verify(`--root ${claude}`)).stdout).not.toContain('ST508');
  });
});

test('a seal of a project is compared where another store is named too', async () => {
  const home = demoHome();
  const file = join(home, 'seal.txt');
  cpSync(join(import.meta.dirname, '../../fixtures/demo/claude'), join(home, '.claude'), { recursive: true });
  await call(`seal --project harbor --output ${file}`, { home });
  const both = ['.claude', '.fnord'].map((name) => `--root ${join(home, name)}`).join(' ');
  const { exit, stderr } = await call(`verify ${both} --against ${file}`, { home });
  expect([exit, stderr.includes('no conversation in')]).toEqual([0, false]);
});

test('a seal of everything is not compared with a part', async () => {
  const { home, file } = await sealed();
  const { exit, stderr } = await call(`verify --project harbor --against ${file}`, { home });
  expect([exit, stderr]).toEqual([2, expect.stringContaining('--against needs all of the stores')]);
});

test('a conversation that only moved is not gone', async () => {
  const { codes, at, home } = await sealed();
  renameSync(at(BERTH), join(home, '.fnord/projects/lantern/conversations', `${BERTH}.json`));
  expect((await codes()).sort()).toEqual([`ST501 ${BERTH}`, `ST505 ${BERTH}`]);
});

test('a manifest that was cut or is none is a usage error, and nothing is written over it', async () => {
  const { home, file } = await sealed();
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.slice(0, text.lastIndexOf('\n', text.length - 2) + 1));
  expect(await call(`verify --against ${file}`, { home })).toMatchObject({ exit: 2, stdout: '' });
  writeFileSync(file, '{}');
  expect((await call(`verify --against ${file}`, { home })).stderr).toContain('line 1');
  expect(readdirSync(home).sort()).toEqual(['.fnord', 'seal.txt']);
});

test('a manifest of which a line of a conversation was changed is a usage error, which sha256sum does not see', async () => {
  const { home, file } = await sealed();
  writeFileSync(file, readFileSync(file, 'utf8').replace('"title":"', '"title":"T'));
  expect(execFileSync('sha256sum', ['-c', file], { cwd: join(home, '.fnord'), encoding: 'utf8' })).toContain(': OK');
  const { exit, stderr } = await call(`verify --against ${file}`, { home });
  expect([exit, stderr]).toEqual([
    2,
    expect.stringContaining('line 2: has another sum than the lines of conversations'),
  ]);
});

test('a terminal gets no name as it is, a pipe does', async () => {
  const { home } = await sealed();
  const root = join(home, '.fnord');
  renameSync(join(root, 'projects/harbor'), join(root, 'projects/harbor\u202e'));
  expect((await call(['seal', '--root', root], { home, terminal: 80 })).stdout).toContain('projects/harbor\\u202e/');
  expect((await call(['seal', '--root', root], { home })).stdout).toContain('projects/harbor\u202e/');
});

describe('a store that convo has changed since its seal', () => {
  const KINDS = ['fnord', 'tenex', 'rao', 'claude'];

  /** The findings of a comparison, without what is the matter with the store itself. */
  async function compared(convo: (line: string) => ReturnType<typeof call>) {
    const { findings } = JSON.parse((await convo('verify --against seal --json')).stdout);
    return findings.filter(({ code }: { code: string }) => code.startsWith('ST50')) as {
      readonly code: string;
      readonly message: string;
      readonly path: string;
    }[];
  }

  test.each(KINDS)('names the run, and is no error, until something else has to do with it: %s', async (kind) => {
    const { root, convo } = await sealedStore(kind);
    await convo('heal --lossy --yes --force');
    const healed = await compared(convo);
    const own = healed.filter(({ code }) => code === 'ST509');
    expect(own.length).toBeGreaterThan(0);
    for (const { code, message } of healed) {
      expect(['ST506', 'ST507', 'ST509']).toContain(code);
      if (code !== 'ST506') expect(message).toContain('by run 1 (heal) of convo');
    }
    for (const each of keptOriginals(root)) rewrite(each, 'another original');
    expect((await compared(convo)).filter(({ code }) => code === 'ST509')).toEqual([]);
    expect((await convo('runs prune --yes')).exit).toBe(0);
    expect((await compared(convo)).filter(({ code }) => code === 'ST509')).toEqual([]);
  });

  test('a file that was changed by hand too, and one that was changed back, are what they were without a run', async () => {
    const { root, convo } = await sealedStore('fnord');
    const before = await compared(convo);
    await convo('migrate --yes');
    const own = (await compared(convo)).filter(({ code }) => code === 'ST509');
    const [{ path } = { path: '' }, ...others] = own;
    appendFileSync(path, ' ');
    const now = await compared(convo);
    expect(now.filter(({ code }) => code === 'ST509')).toHaveLength(others.length);
    expect(now.find((each) => each.path === path)).toMatchObject({
      code: 'ST502',
      message: expect.not.stringContaining('run 1'),
    });
    truncateSync(path, statSync(path).size - 1);
    expect((await convo('undo')).exit).toBe(0);
    expect(await compared(convo)).toEqual(before);
    expect(readdirSync(root)).toContain('projects');
  });

  test('is not called as it was sealed: what runs changed leads the answer', async () => {
    const { convo } = await sealedStore('fnord');
    await convo('migrate --yes');
    const own = (await compared(convo)).filter(({ code }) => code === 'ST509');
    const { stdout } = await convo('verify --against seal');
    expect(stdout.split('\n').slice(0, 2)).toEqual([
      `${own.length} differences from the seal:`,
      `  ST509  A sealed conversation was changed by convo alone: ${own.length}`,
    ]);
  });

  test('says of what convo deleted which run did it, and that stays an error', async () => {
    const { convo } = await sealedStore('fnord');
    await convo('delete --all --yes --project harbor');
    const gone = await compared(convo);
    expect(gone.length).toBeGreaterThan(1);
    expect(gone.filter(({ code }) => code === 'ST501').length).toBeGreaterThan(1);
    for (const { code, message } of gone) {
      expect(['ST501', 'ST507']).toContain(code);
      expect(message).toContain('was taken out by run 1 (delete) of convo');
    }
  });
});

/** The originals that the journal of a store keeps. */
function keptOriginals(root: string): string[] {
  const runs = join(root, '.convo/runs');
  const kept = readdirSync(runs).flatMap((run) => {
    const folder = join(runs, run, 'kept');
    return readdirSync(folder).map((name) => join(folder, name));
  });
  return kept.filter((path) => statSync(path).isFile());
}

function rewrite(path: string, text: string): void {
  chmodSync(path, 0o600);
  writeFileSync(path, text);
}
