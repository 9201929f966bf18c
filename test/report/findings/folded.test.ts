import { expect, test } from 'vitest';
import type { PlacedFinding } from '../../../src/model/finding.ts';
import { screenReport } from '../../../src/report/findings/report.ts';
import { paint } from '../../../src/report/paint.ts';

const SUMMARY = { conversations: 1, stores: 1, files: 1, bytes: 1, errors: 0, warnings: 0, infos: 0 };

function printed(counts: readonly number[]): string {
  const report = screenReport(
    {
      paint: paint(false),
      width: 200,
      cwd: '/',
      around: { home: null },
      commandPrefix: 'convo',
      idOf: (id: string) => id,
    } as never,
    false,
  );
  const lines = counts.flatMap((count, n) =>
    report.add({
      code: 'GM107',
      severity: 'error',
      kind: 'gemini',
      root: '/srv',
      project: null,
      id: `id${n}`,
      path: `/srv/${n}.jsonl`,
      line: 1,
      column: 1,
      message: 'is not of this session',
      ...(count === 1 ? {} : { count }),
    } as unknown as PlacedFinding),
  );
  return [...lines, ...report.end(SUMMARY as never, { ids: [], countedOnly: 0 }).out].join('\n');
}

test('a finding that stands for many is shown where it is alone, and no more are announced', () => {
  const text = printed([12]);
  expect(text).toContain('/srv/0.jsonl');
  expect(text).not.toMatch(/more/);
});

test('of one code five are shown, and what is behind them is counted with what it stands for', () => {
  const text = printed([1, 1, 1, 1, 1, 1, 7]);
  expect(text).toContain('8 more findings of this code');
  expect(text).toContain('and 6 more (--all lists them)');
});

function infosPrinted(findings: readonly Partial<PlacedFinding>[], home: string | null): string {
  const screen = {
    paint: paint(false),
    width: 200,
    cwd: '/srv',
    around: { home },
    commandPrefix: 'convo',
    idOf: (id: string) => id,
  };
  const report = screenReport(screen as never, false);
  const base = { code: 'CL310', severity: 'info', kind: 'claude', root: '/srv/ada/.claude', project: null, id: null };
  const given = findings.map((each) => ({
    ...base,
    path: '/srv/ada/.claude',
    line: null,
    column: null,
    message: 'is',
    ...each,
  }));
  const lines = given.flatMap((each) => report.add(each as unknown as PlacedFinding));
  return [...lines, ...report.end(SUMMARY as never, { ids: [], countedOnly: 0 }).out].join('\n');
}

test('a finding of a store as a whole has its next command, and its path begins as the heading does', () => {
  const text = infosPrinted([{}], '/srv/ada');
  expect(text).toContain('claude store ~/.claude\n');
  expect(text).toContain('  --> ~/.claude\n  help: convo rehome OLD NEW --dry-run\n');
  expect(infosPrinted([{}], '/home/ben')).toContain('  --> ada/.claude\n');
});

test('infos of one code have their command where it is one for all of them alone', () => {
  const of = (id: string) => ({ code: 'CL309', id, path: `/srv/ada/.claude/${id}` }) as const;
  expect(infosPrinted([of('3f0c')], null)).toContain('  help: convo show 3f0c\n');
  expect(infosPrinted([of('3f0c'), of('7f97')], null)).not.toContain('help:');
  expect(infosPrinted([...Array<ReturnType<typeof of>>(3).fill(of('3f0c')), of('7f97')], null)).not.toContain('help:');
});
