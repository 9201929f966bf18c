import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { exitOf } from '../../../src/cli/exit.ts';
import { nodeDisk } from '../../../src/io/disk.ts';
import type { ChangeReport } from '../../../src/model/change-report.ts';
import type { Process } from '../../../src/model/process.ts';
import { type ChangeOptions, change } from '../../../src/ops/change/change.ts';
import { threadDecider } from '../../../src/ops/change/decide-unit.ts';
import { everythingAt, withRun } from '../../../src/ops/survey/survey-options.ts';
import { threadWork } from '../../../src/ops/threads/thread-work.ts';
import { fnord } from '../../../src/stores/fnord/index.ts';
import type { Kind, Scope, Site } from '../../../src/stores/kind.ts';
import { ask } from '../../stores/ask.ts';
import { tree } from '../../support/real-tree.ts';
import { failingKind } from '../notes-kind.ts';
import { NOW, orderFor, quietWorld, RUN } from './carry-out.ts';

const OLD = '1750000000:{"messages":[{"role":"user","content":"Is the wick trimmed?"}]}';
const NEW = '{"version":1,"timestamp":1750000000,"messages":[{"role":"user","content":"Is the wick trimmed?"}]}';

describe('change over one root', () => {
  test('asks once, when all is decided and nothing is written, and shows what will be', async () => {
    const site = siteOf();
    const asked: ChangeReport[] = [];
    const report = await carryOut([site], {
      agree: async (plan) => {
        expect(read(site)).toBe(OLD);
        asked.push(plan);
        return true;
      },
    });
    expect(asked).toMatchObject([{ run: null, changed: 1, before: report.before, after: report.after }]);
    expect(report).toMatchObject({ run: RUN, changed: 1, stopped: null, unsafe: false });
    expect(read(site)).toBe(NEW);
  });

  test('ends with a Failure when it is declined, and leaves no journal', async () => {
    const site = siteOf();
    await expect(carryOut([site], { agree: async () => false })).rejects.toMatchObject({ code: 'usage' });
    expect(read(site)).toBe(OLD);
    expect(existsSync(join(site.root, '.convo'))).toBe(false);
  });

  test('asks nothing when there is nothing to do', async () => {
    const site = siteOf(NEW);
    const report = await carryOut([site], { agree: () => Promise.reject(new Error('asked')) });
    expect(report).toMatchObject({ run: null, changed: 0, unchanged: 1 });
  });

  test('says why there is nothing to look at, before a plan is saved', async () => {
    const root = tree({ 'conversations/': '' });
    const site: Site = { kind: 'fnord', root: join(root, 'conversations'), shape: 'folder', scope: null, file: null };
    const path = join(root, 'p.plan');
    const plan = { path, name: path, was: null };
    await expect(carryOut([site], { plan, dryRun: true })).rejects.toMatchObject({
      code: 'no-match',
      message: 'nothing',
    });
    expect(existsSync(path)).toBe(false);
    expect(await carryOut([site], { plan, dryRun: true, allowEmpty: true })).toMatchObject({
      changed: 0,
      plan: path,
    });
    expect(existsSync(path)).toBe(true);
  });

  test('tells each change as it is made', async () => {
    const made: [number, number][] = [];
    const site = siteOf();
    for (const name of ['b', 'c']) writeFileSync(join(site.root, `${name}.json`), OLD);
    await carryOut([site], { made: (done, of) => made.push([done, of]) });
    expect(made).toEqual([
      [1, 3],
      [2, 3],
      [3, 3],
    ]);
  });

  test('shows bytes that are not UTF-8 otherwise than the sign that takes their place', async () => {
    const site = siteOf(NEW);
    const [before = '', after = ''] = NEW.split('wick');
    writeFileSync(file(site), Buffer.concat([Buffer.from(before), Buffer.of(0xe9), Buffer.from(after)]));
    const { items } = await carryOut([site], { ask: ask('heal', { now: NOW, lossy: true }), dryRun: true });
    const [step] = [...(items[0]?.steps ?? [])];
    expect(step?.edits).toMatchObject([{ removed: '\\xe9', inserted: '\ufffd' }]);
  });

  test('leaves a file that was saved between decision and change, for safety', async () => {
    const site = siteOf();
    const report = await carryOut([site], {
      agree: async () => {
        writeFileSync(file(site), `${OLD} `);
        return true;
      },
    });
    expect(report).toMatchObject({ changed: 0, refused: 1, unsafe: true, before: { conversations: 0 } });
    expect(report.items).toMatchObject([{ state: 'refused', reason: expect.stringContaining('changed') }]);
    expect(read(site)).toBe(`${OLD} `);
  });
});

describe('a conversation on which convo itself fails', () => {
  test.each(['open', 'facts', 'findings', 'decide'] as const)(
    'in its %s is left as it is, here and in a thread, and all others are changed',
    async (at) => {
      const site = siteOf();
      for (const name of ['b', 'c']) writeFileSync(join(site.root, `${name}.json`), OLD);
      const kinds = [failingKind(fnord, at, 'b')];
      expect(await inThread(site, kinds)).toMatchObject({ a: 'changed', b: 'ST010', c: 'changed' });
      const report = await carryOut([site], {}, { kinds });
      expect(report).toMatchObject({ changed: 2, refused: 0, failed: 1, unsafe: false, stopped: null });
      expect(report.items.filter(({ state }) => state === 'failed')).toMatchObject([
        {
          id: 'b',
          codes: ['ST010'],
          reason: 'is not judged: convo itself failed (TypeError: the lamp is not a function)',
          trace: expect.stringContaining('notes-kind.'),
          notes: ['the same command with --dry-run --debug shows where in convo, and changes nothing'],
        },
      ]);
      expect(exitOf({ change: report })).toBe(3);
      expect(readFileSync(join(site.root, 'b.json'), 'utf8')).toBe(OLD);
    },
  );

  test('under one of several roots does not hide what was done under the others', async () => {
    const [first, second] = [siteOf(), siteOf()];
    const kinds = [
      {
        ...fnord,
        begin: (scope: Scope, changes: boolean) =>
          scope.site.root === second.root ? Promise.reject(new Error('no lamp')) : fnord.begin(scope, changes),
      },
    ];
    const report = await carryOut([first, second], {}, { kinds });
    expect(report).toMatchObject({ changed: 1, stopped: { by: 'failed', reason: 'no lamp' } });
    expect([first, second].map(read)).toEqual([NEW, OLD]);
  });
});

/** What a thread answers of each conversation of a folder that is to be migrated: the state, or the code of what it could not judge. */
async function inThread(site: Site, kinds: readonly Kind[]): Promise<Readonly<Record<string, string | undefined>>> {
  const work = threadWork(nodeDisk(), kinds, threadDecider);
  const post = { reportPlace: () => {}, stopped: () => false, ask: () => false };
  const scope = { name: '', site, shared: [], common: [], now: NOW, signatures: false, processes: false };
  const options = { ask: ask('migrate', { now: NOW }), quietSince: null, dryRun: false, previewsErrors: false };
  await work({ do: 'begin', scope, want: { type: 'change', options } }, post);
  const units = ['a', 'b', 'c'].map((id) => {
    const place = { type: 'part', scope: '', id, role: 'conversation', load: 'whole' } as const;
    return {
      id,
      factsOnly: false,
      elsewhere: [],
      entries: [{ path: `${id}.json`, type: 'file', target: 'file', place }] as const,
    };
  });
  const answers = await work({ do: 'open', of: '', units, alone: true }, post);
  return Object.fromEntries(
    answers.map(({ unreadFindings, document }, n) => {
      const { decision, failed = unreadFindings?.[0] } = document?.change ?? { decision: null };
      return [units[n]?.id ?? '', failed?.code ?? decision?.outcome.state];
    }),
  );
}

describe('change over several roots', () => {
  test('is one run, and one report', async () => {
    const three = [siteOf(), siteOf(), siteOf()];
    const report = await carryOut(three);
    expect(report).toMatchObject({ run: RUN, changed: 3, before: { conversations: 3 }, after: { conversations: 3 } });
    expect(report.items.map(({ path }) => path)).toEqual(three.map(file));
    for (const site of three) expect(existsSync(join(site.root, '.convo/runs', RUN))).toBe(true);
  });

  test('asks about each, and what was declined and all after it is not made, which the report tells', async () => {
    const [first, second, third] = [siteOf(), siteOf(), siteOf()];
    let asked = 0;
    const report = await carryOut([first, second, third], { agree: async () => ++asked < 2 });
    expect(report).toMatchObject({
      run: RUN,
      changed: 1,
      refused: 0,
      notReached: 1,
      stopped: { by: 'declined', cut: false },
    });
    expect([first, second, third].map(read)).toEqual([NEW, OLD, OLD]);
  });

  test('goes on past a root that cannot be changed, and tells it', async () => {
    const [first, second, third] = [siteOf(), siteOf(), siteOf()];
    writeFileSync(join(second.root, '.convo'), '');
    const report = await carryOut([first, second, third]);
    expect(report).toMatchObject({ changed: 2, refused: 0, notReached: 1, stopped: { by: 'refused' } });
    expect([first, second, third].map(read)).toEqual([NEW, OLD, NEW]);
  });

  test('changes the second when the first cannot be changed, and counts what was not reached', async () => {
    const [first, second] = [siteOf(), siteOf()];
    writeFileSync(join(first.root, '.convo'), '');
    const report = await carryOut([first, second]);
    expect(report).toMatchObject({ changed: 1, refused: 0, notReached: 1, stopped: { by: 'refused' } });
    expect([first, second].map(read)).toEqual([OLD, NEW]);
  });

  test('ends with a Failure when the only one cannot be changed', async () => {
    const first = siteOf();
    writeFileSync(join(first.root, '.convo'), '');
    await expect(carryOut([first])).rejects.toMatchObject({ code: 'refused' });
    expect(read(first)).toBe(OLD);
  });

  test('stops at an interruption between two', async () => {
    const [first, second] = [siteOf(), siteOf()];
    let asked = 0;
    const survey = withRun(everythingAt(NOW), { interrupted: () => asked > 0 });
    const agree = async () => {
      asked++;
      return true;
    };
    const report = await carryOut([first, second], { survey, agree });
    expect(report).toMatchObject({ changed: 1, stopped: { by: 'interrupted' } });
    expect([first, second].map(read)).toEqual([NEW, OLD]);
  });

  test('refuses all while a run is cut in any', async () => {
    const [first, second] = [siteOf(), siteOf()];
    await carryOut([second]);
    rmSync(join(second.root, '.convo/runs', RUN, 'is-done'));
    await expect(carryOut([first, second])).rejects.toMatchObject({ code: 'refused' });
    expect(read(first)).toBe(OLD);
  });
});

describe('change of a store that its owner is at work on', () => {
  const owned: Kind = { ...fnord, isOwner: ({ command }, { root }) => command[0] === 'owner' && command[1] === root };
  const running = (site: Site) => [{ pid: 7, command: ['owner', site.root], cwd: null, env: null }];

  test('is refused, naming the process and the way out, and nothing is written', async () => {
    const site = siteOf();
    const refusal = carryOut([site], {}, { kinds: [owned], processes: () => running(site) });
    await expect(refusal).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringContaining('process 7: owner'),
      hint: expect.stringContaining('--force'),
    });
    expect(read(site)).toBe(OLD);
  });

  test('is made when it is forced, only shown in a dry run, and made when another store is at work', async () => {
    const [site, other] = [siteOf(), siteOf()];
    const with7 = { kinds: [owned], processes: () => running(site) };
    expect(await carryOut([site], { dryRun: true }, with7)).toMatchObject({ changed: 1, run: null });
    expect(await carryOut([other], {}, with7)).toMatchObject({ changed: 1 });
    expect(await carryOut([site], { force: true }, with7)).toMatchObject({ changed: 1 });
  });
});

describe('a migration to a named format', () => {
  const named = (to: string) => ({ ask: ask('migrate', { now: NOW, to }) });

  test('looks only at stores that can come to it', async () => {
    const site = siteOf(NEW);
    expect(await carryOut([site], named('v0'))).toMatchObject({ changed: 1 });
    expect(read(site)).toBe(OLD);
  });

  test('is a mistake when no store in scope can', async () => {
    await expect(carryOut([siteOf()], named('v9'))).rejects.toMatchObject({
      code: 'usage',
      hint: 'There is fnord: v1, v0.',
    });
  });
});

/** A folder with one conversation. */
function siteOf(text = OLD): Site {
  const root = join(tree({ 'conversations/a.json': text }), 'conversations');
  return { kind: 'fnord', root, shape: 'folder', scope: null, file: null };
}

function file(site: Site): string {
  return join(site.root, 'a.json');
}

function read(site: Site): string {
  return readFileSync(file(site), 'utf8');
}

interface Others {
  readonly kinds?: readonly Kind[];
  readonly processes?: () => readonly Process[];
}

function carryOut(
  some: readonly Site[],
  more: Partial<ChangeOptions> = {},
  { kinds = [fnord], processes = () => [] }: Others = {},
): Promise<ChangeReport> {
  return change({ ...quietWorld(), processes }, kinds, { ...orderFor('migrate', some), ...more });
}
