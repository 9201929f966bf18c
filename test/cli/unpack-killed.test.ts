import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { buildFirst } from '../support/built.ts';
import { isThorough, oneIn } from '../support/sampling.ts';
import { bareHome, homeOf } from './home-of-all.ts';

const top = fileURLToPath(new URL('../..', import.meta.url));
const HOOK = join(top, 'test', 'faults', 'support', 'kill-hook.mjs');

beforeAll(buildFirst);

/** On the machine of the process that was killed, so that its lock is known to be nobody's. */
const HERE = { over: { host: hostname() } };

/** What is said of a run that was cut off, and of both ways to end it. */
const ENDED = /run \S+ in \S+ was cut off\n.*resume \S+` finishes it, .*undo \S+` undoes it\.\n$/;

/** A pack, and an empty store to unpack it in. */
async function packed() {
  const [from, to] = [homeOf(['claude']), bareHome()];
  const file = to.at('a.tar');
  expect((await from.convo(`pack --all --output ${file}`)).exit).toBe(0);
  mkdirSync(to.at('.claude'));
  /** Unpacks as another process, which is killed when so many sessions are there. */
  const unpack = (sessions: number): void => {
    const env = { ...process.env, HOME: to.home, KILL_ROOT: to.at('.claude'), KILL_NAMED: String(sessions) };
    const words = ['--import', HOOK, join(top, 'bin', 'convo.js'), 'unpack', file, '--yes'];
    const { signal, status } = spawnSync(process.execPath, words, { cwd: to.work, env });
    expect([signal, status]).toEqual(['SIGKILL', null]);
  };
  /** The sessions that are there, with their bytes and times. */
  const sessions = () =>
    readdirSync(to.at('.claude'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.jsonl') && !path.includes('.convo'))
      .sort()
      .map((path) => [
        path,
        readFileSync(to.at(join('.claude', path)), 'utf8'),
        statSync(to.at(join('.claude', path))).mtimeMs,
      ]);
  return { to, file, unpack, sessions };
}

test('an unpack that is killed is finished from its pack, or undone, as the next one says', async () => {
  const whole = await packed();
  expect((await whole.to.convo(`unpack ${whole.file} --yes`)).exit).toBe(0);
  expect(whole.sessions()).toHaveLength(4);
  for (const there of oneIn(2, [0, 2], 1)) {
    const [finished, undone] = [await packed(), await packed()];
    for (const { unpack } of [finished, undone]) unpack(there);
    const again = await finished.to.convo(`unpack ${finished.file} --yes`, HERE);
    expect([again.exit, again.stderr]).toEqual([4, expect.stringMatching(ENDED)]);
    expect((await finished.to.convo('runs')).stdout).toContain('cut off');
    expect(finished.sessions()).toHaveLength(there);
    expect((await finished.to.convo('resume --yes', HERE)).exit).toBe(0);
    expect(finished.sessions()).toEqual(whole.sessions());
    expect((await undone.to.convo('undo --yes', HERE)).exit).toBe(0);
    expect(undone.sessions()).toEqual([]);
  }
});

test('it is not finished from a pack that has changed or is gone, and can be undone then', async () => {
  const { to, file, unpack, sessions } = await packed();
  unpack(0);
  writeFileSync(file, readFileSync(file, 'latin1').replaceAll('Sunday', 'Monday'), 'latin1');
  const changed = await to.convo('resume --yes', HERE);
  expect({ ...changed, said: changed.stdout + changed.stderr }).toMatchObject({
    exit: 4,
    said: expect.stringContaining(`${file} was changed meanwhile`),
  });
  rmSync(file);
  expect((await to.convo('undo --yes', HERE)).exit).toBe(0);
  expect(sessions()).toEqual([]);
});

test.runIf(isThorough)('an unpack that is killed before it replaces an older copy is finished, or undone', async () => {
  for (const [verb, isNew] of [
    ['resume', true],
    ['undo', false],
  ] as const) {
    const { to, file, unpack, sessions } = await packed();
    expect((await to.convo(`unpack ${file} --yes`)).exit).toBe(0);
    const whole = sessions();
    const [[path = ''] = []] = whole;
    const at = to.at(join('.claude', `${path}`));
    const bytes = readFileSync(at);
    const older = bytes.subarray(0, bytes.lastIndexOf('\n', bytes.length - 2) + 1);
    writeFileSync(at, older);
    unpack(0);
    expect(readFileSync(at)).toEqual(older);
    expect((await to.convo(`${verb} --yes`, HERE)).exit).toBe(0);
    expect(readFileSync(at)).toEqual(isNew ? bytes : older);
    if (isNew)
      expect(sessions().map(([name, text]) => [name, text])).toEqual(whole.map(([name, text]) => [name, text]));
  }
});
