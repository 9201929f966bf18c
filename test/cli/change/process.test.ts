import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { buildFirst } from '../../support/built.ts';
import { isThorough, oneIn } from '../../support/sampling.ts';
import { type Called, call } from '../call.ts';
import { worldOf } from './person.ts';
import { differences, snapshot } from './snapshot.ts';

const top = fileURLToPath(new URL('../../..', import.meta.url));
const bin = join(top, 'bin', 'convo.js');
const COUNT = 24;

/** The command as it is shipped, with other processes about. */
describe('changing, as a process', () => {
  beforeAll(buildFirst);

  test('two migrations at once: one does all of it, the other nothing or all that is left', async () => {
    const home = fullHome();
    const before = snapshot(home);
    const both = await Promise.all([start(home, 'migrate', '--yes').ended, start(home, 'migrate', '--yes').ended]);
    const documents = both.map(({ stdout }) => JSON.parse(stdout));
    const exits = both.map(({ code }) => code).sort();
    expect([
      [0, 0],
      [0, 4],
    ]).toContainEqual(exits);
    expect(documents.reduce((sum, { changed = 0 }) => sum + changed, 0)).toBe(COUNT);
    expect(versions(home)).toEqual({ v0: 0, v1: COUNT });
    expect(await run(home, 'verify --only ST401')).toMatchObject({ exit: 0 });
    await run(home, 'undo --yes');
    expect(snapshot(home)).toEqual(before);
  });

  test.each(oneIn(3, ['SIGINT', 'SIGTERM', 'SIGHUP'] as const))(
    '%s in the middle: 130, nothing torn, and both ways out',
    async (signal) => {
      const home = fullHome();
      const before = snapshot(home);
      const first = firstSave(home);
      const child = start(home, 'migrate', '--yes');
      await Promise.race([first, child.ended]);
      child.process.kill(signal);
      const { code, stdout } = await child.ended;
      const told = JSON.parse(stdout);
      // On a fast disk all of it may be done before the signal comes.
      if (code === 0) expect(told).toMatchObject({ changed: COUNT });
      else expect({ code, told }).toMatchObject({ code: 130, told: { stopped: { by: 'interrupted' } } });
      expect(versions(home)).toEqual({ v0: COUNT - told.changed, v1: told.changed });
      if (signal === 'SIGINT') await run(home, 'resume');
      if (signal === 'SIGINT') expect(versions(home)).toEqual({ v0: 0, v1: COUNT });
      const { stdout: undone } = await run(home, 'undo --yes');
      expect(JSON.parse(undone)).toMatchObject({ after: { conversations: expect.any(Number) } });
      expect(snapshot(home)).toEqual(before);
    },
  );

  // The check shows it by a command that is killed (`test/faults/kinds-sigkill.test.ts`).
  test.runIf(isThorough)('killed in the middle: each file is old or new, and both ways out', async () => {
    const home = fullHome();
    const before = snapshot(home);
    const first = firstSave(home);
    const child = start(home, 'migrate', '--yes');
    await Promise.race([first, child.ended]);
    child.process.kill('SIGKILL');
    await child.ended;
    const { v0, v1 } = versions(home);
    expect(v0 + v1).toBe(COUNT);
    if (v0 > 0) expect(ended(home, 'heal', '--yes')).toMatchObject({ status: 4 });
    // Another host could not tell that the one whose lock this is has died.
    expect(ended(home, 'undo')).toMatchObject({ status: 0 });
    // A lock of the owner's whose maker died before it was signed could be anyone's: it stays until it is stale.
    expect(differences(before, snapshot(home)).filter((path) => !path.endsWith('.json.lock'))).toEqual([]);
  });

  // The check shows it by plans of every kind in this process (`test/conformance/suite.ts`).
  test.runIf(isThorough)('a plan goes through a file of its own', async () => {
    const home = fullHome();
    const plan = join(home, 'p.plan');
    expect(await run(home, `migrate --plan-out ${plan}`)).toMatchObject({ exit: 0, stderr: '' });
    expect(existsSync(join(home, '.fnord/.convo'))).toBe(false);
    expect(ended(home, 'apply', plan, '--yes')).toMatchObject({ status: 0, stderr: '' });
    expect(versions(home)).toEqual({ v0: 0, v1: COUNT });
  });
});

interface Started {
  readonly process: ChildProcess;
  readonly ended: Promise<{ readonly code: number | null; readonly stdout: string }>;
}

function start(home: string, ...argv: string[]): Started {
  const child = spawn(process.execPath, [bin, ...argv, '--json'], { env: envOf(home) });
  let stdout = '';
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  return { process: child, ended: new Promise((done) => child.on('close', (code) => done({ code, stdout }))) };
}

function ended(home: string, ...argv: string[]) {
  return spawnSync(process.execPath, [bin, ...argv, '--json'], { encoding: 'utf8', env: envOf(home) });
}

/** What is done before and after, in this process. */
function run(home: string, line: string): Promise<Called> {
  return call(`${line} --json`, { home, cwd: home, ...worldOf() });
}

function envOf(home: string): NodeJS.ProcessEnv {
  return { ...process.env, HOME: home };
}

/** The moment at which the first conversation was written anew. */
function firstSave(home: string): Promise<void> {
  return new Promise((done) => {
    const watcher = watch(join(home, FOLDER), (event, name) => {
      if (event !== 'rename' || name?.endsWith('.json') !== true || name.startsWith('.')) return;
      watcher.close();
      done();
    });
    onTestFinished(() => watcher.close());
  });
}

const FOLDER = '.fnord/projects/lantern/conversations';

function fullHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'convostore-process-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  mkdirSync(join(home, FOLDER), { recursive: true });
  const text = 'Is the wick trimmed? '.repeat(50);
  for (let n = 0; n < COUNT; n++) {
    const id = createHash('sha256').update(String(n)).digest('hex').slice(0, 12);
    const body = JSON.stringify({ messages: [{ role: 'user', content: text }] });
    writeFileSync(join(home, FOLDER, `${id}.json`), `${1_750_000_000 + n}:${body}`);
  }
  return home;
}

/** How many conversations are whole, of either format. */
function versions(home: string): { readonly v0: number; readonly v1: number } {
  const names = readdirSync(join(home, FOLDER)).filter((name) => name.endsWith('.json') && !name.startsWith('.'));
  const texts = names
    .map((name) => readFileSync(join(home, FOLDER, name), 'utf8'))
    .filter((text) => text.endsWith('}]}'));
  const v1 = texts.filter((text) => text.startsWith('{"version":1,"timestamp":')).length;
  return { v0: texts.filter((text) => /^\d+:\{"messages"/.test(text)).length, v1 };
}
