import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { call } from './call.ts';

const fixtures = fileURLToPath(new URL('../../fixtures', import.meta.url));

/** A store with the damage of a fixture, alone in a folder. */
function damaged(fixture: string, open: string): { readonly cwd: string; readonly root: string } {
  const cwd = mkdtempSync(join(tmpdir(), 'convostore-causes-'));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  cpSync(join(fixtures, fixture, 'before', open), join(cwd, 'store'), { recursive: true });
  rmSync(join(cwd, 'store/conversations/archive/.keep'), { force: true });
  return { cwd, root: 'store' };
}

const tornLog = () => damaged('rao/RA330-highest-log-is-torn', 'rstudio-ai');
const cutEvent = () => damaged('tenex/TX120-event-is-cut', '.tenex');

interface Told {
  readonly code: string;
  readonly severity: string;
  readonly consequences?: readonly Told[];
}

/** What a verify tells: each finding with the codes of what follows, and the summary. */
async function verified({ cwd, root }: { cwd: string; root: string }, flags = '') {
  const { exit, stdout } = await call(`verify --root ${root} --json${flags}`, { cwd });
  const { findings, summary }: { findings: Told[]; summary: Record<string, number> } = JSON.parse(stdout);
  const worse = findings.filter(({ severity }) => severity !== 'info');
  const told = worse.map(({ code, consequences = [] }) => [code, ...consequences.map((each) => each.code)].join(' > '));
  return { exit, told, summary };
}

describe('consequences of a finding', () => {
  test('is reported with its cause, and counted nowhere', async () => {
    const { exit, told, summary } = await verified(cutEvent());
    expect(told).toEqual(['TX120 > TX203 > TX312']);
    expect(summary).toMatchObject({ errors: 0, warnings: 1 });
    expect(exit).toBe(0);
  });

  test('has the line that an editor shows where that is another one, and nothing counts from 0 in a file of lines', async () => {
    const { cwd } = damaged('claude/CL004-line-inside-file-torn', '.');
    const { stdout } = await call('verify --root store', { cwd });
    expect(stdout).toMatch(
      /jsonl:3:1: warning CL004 a torn record; .* CL213: follows a record that is lost \(line 4\)\n/,
    );
    const hazard = damaged('claude/CL422-input-tool-call-not-object', '.');
    const { stdout: near } = await call('verify --root store', hazard);
    expect(near).toMatch(/jsonl:\d+:\d+: error CL422 .* \(\/message\/content\/\d+\/input\); /);
  });

  test('that stops the session is said with its cause, and one that does not is not', async () => {
    const stopped = damaged('claude/CL215-record-that-goes-on-no-parent', '.');
    expect((await call('verify --root store', stopped)).stdout).toMatch(
      / CL215 [^;]*; Claude Code does not send the messages before this record and cannot resume this session, and therefore CL216: /,
    );
    const torn = damaged('claude/CL004-line-inside-file-torn', '.');
    const { stdout } = await call('verify --root store', torn);
    expect(stdout).toContain('and therefore CL213');
    expect(stdout).not.toContain('cannot resume');
  });

  test('is a conversation that a torn line hides whole, and the tear one with it', async () => {
    const store = damaged('claude/CL003-last-line-torn', '.');
    const folder = join(store.cwd, 'store/projects');
    const [file] = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((each) => each.endsWith('.jsonl'));
    writeFileSync(
      join(folder, file ?? ''),
      '{"parentUuid":null,"type":"user","message":{"role":"user","content":"Is it',
    );
    expect((await verified(store)).told).toEqual(['CL219 > CL003']);
  });

  test('and is told of the whole store too is reported once', async () => {
    const { exit, told, summary } = await verified(tornLog());
    expect(told).toEqual(['RA002 > RA330']);
    expect(summary).toMatchObject({ errors: 1 });
    expect(exit).toBe(1);
  });

  test('is in every sentence of its cause', async () => {
    const { cwd } = tornLog();
    const { stdout } = await call('verify --root store', { cwd });
    expect(stdout).toContain(', and therefore RA330: the highest number and a log that cannot be read');
  });

  test('is found by its own code', async () => {
    expect((await verified(cutEvent(), ' --only TX312')).told).toEqual(['TX312']);
    expect((await verified(tornLog(), ' --only RA330')).told).toEqual(['RA330']);
  });

  test('stays where its cause is ignored, and goes where it is ignored itself', async () => {
    expect((await verified(cutEvent(), ' --ignore TX120')).told).toEqual(['TX203', 'TX312']);
    expect((await verified(tornLog(), ' --ignore RA002')).told).toEqual(['RA330']);
    expect((await verified(cutEvent(), ' --ignore TX203')).told).toEqual(['TX120 > TX312']);
    expect((await verified(tornLog(), ' --ignore RA330')).told).toEqual(['RA002']);
  });

  test('makes its cause as severe as itself', async () => {
    const { exit, summary } = await verified(cutEvent(), ' --severity TX312=error');
    expect(summary).toMatchObject({ errors: 1, warnings: 0 });
    expect(exit).toBe(1);
  });
});

describe('a baseline', () => {
  test('that was written with a cause accepts it with all that follows', async () => {
    const store = tornLog();
    await verified(store, ' --baseline b.json --update-baseline');
    const { exit, told, summary } = await verified(store, ' --baseline b.json');
    expect(told).toEqual([]);
    expect(exit).toBe(0);
    const { errors, warnings, infos } = (await verified(store)).summary;
    expect(summary['known']).toBe(Number(errors) + Number(warnings) + Number(infos));
  });

  test('does not accept what follows elsewhere with the cause alone', async () => {
    const store = tornLog();
    const path = join(store.cwd, 'b.json');
    await verified(store, ' --baseline b.json --update-baseline');
    const baseline: { findings: { code: string }[] } = JSON.parse(readFileSync(path, 'utf8'));
    const findings = baseline.findings.filter(({ code }) => code !== 'RA330');
    writeFileSync(path, JSON.stringify({ ...baseline, findings }));
    const { exit, told } = await verified(store, ' --baseline b.json');
    expect(told).toEqual(['RA330']);
    expect(exit).toBe(1);
  });
});

/** A store with a baseline that accepts what follows from a cut event, but neither it nor what follows on the index. */
async function withAcceptedConsequence() {
  const store = cutEvent();
  const path = join(store.cwd, 'b.json');
  await verified(store, ' --severity TX203=error --baseline b.json --update-baseline');
  const baseline: { findings: { code: string }[] } = JSON.parse(readFileSync(path, 'utf8'));
  const findings = baseline.findings.filter(({ code }) => code === 'TX203');
  expect(findings).toHaveLength(1);
  writeFileSync(path, JSON.stringify({ ...baseline, findings }));
  return store;
}

test('a cause is as severe as by itself where the baseline accepts what made it more severe', async () => {
  const store = await withAcceptedConsequence();
  const whole = await verified(store, ' --severity TX203=error');
  expect([whole.exit, whole.told]).toEqual([1, ['TX120 > TX203 > TX312']]);
  const { exit, told, summary } = await verified(store, ' --severity TX203=error --baseline b.json');
  expect([exit, told]).toEqual([0, ['TX120 > TX312']]);
  expect(summary).toMatchObject({ errors: 0, warnings: 1 });
  const graded = await verified(store, ' --severity TX203=error --severity TX120=error --baseline b.json');
  expect([graded.exit, graded.summary['errors']]).toEqual([1, 1]);
});

test('a cause is as severe as by itself where shards are joined with a baseline', async () => {
  const { cwd } = await withAcceptedConsequence();
  mkdirSync(join(cwd, 'blobs'));
  await call('verify --root store --severity TX203=error --shard 1/1 --report blob=blobs/1', { cwd });
  const merged = async (flags: string) => {
    const { exit, stdout } = await call(`merge-reports blobs --json${flags}`, { cwd });
    return { exit, summary: JSON.parse(stdout).summary };
  };
  expect(await merged('')).toMatchObject({ exit: 1, summary: { errors: 1, warnings: 0 } });
  expect(await merged(' --baseline b.json')).toMatchObject({ exit: 0, summary: { errors: 0, warnings: 1 } });
});

test('a heal of the cause takes what follows away', async () => {
  const store = tornLog();
  const { exit } = await call('heal 1 --root store --lossy --yes', { cwd: store.cwd });
  expect(exit).toBe(0);
  expect((await verified(store)).told).toEqual([]);
});

test('a heal that leaves the cause names it, and not what follows', async () => {
  const { cwd } = tornLog();
  const { exit, stdout, stderr } = await call('heal 1 --root store', { cwd });
  expect(exit).toBe(1);
  expect(stdout + stderr).toContain('RA002');
});
