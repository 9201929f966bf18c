import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isThorough, oneIn } from '../support/sampling.ts';
import { type Called, call } from './call.ts';
import { emptyHome } from './demo-home.ts';

const [ID, OTHER] = ['11111111-2222-4333-8444-555555555501', '11111111-2222-4333-8444-555555555502'];
/** Seconds. The tests' now. */
const NOW = Date.UTC(2026, 10, 21, 12) / 1000;

function record(n: number, id: string): string {
  const uuid = (of: number) => `00000000-0000-4000-8000-${String(of).padStart(12, '0')}`;
  const role = n % 2 === 0 ? 'user' : 'assistant';
  const content = n % 2 === 0 ? `leeks ${n}` : [{ type: 'text', text: `leeks ${n}` }];
  const parentUuid = n === 0 ? null : uuid(n - 1);
  const timestamp = new Date((NOW - 9_000 + n) * 1000).toISOString();
  const rest = { isSidechain: false, cwd: '/srv/ada', timestamp, version: '2.1.0', type: role };
  return `${JSON.stringify({ parentUuid, uuid: uuid(n), sessionId: id, ...rest, message: { role, content } })}\n`;
}

/** Two sessions of so many records; the first is the one that moves. */
function home(count: number) {
  const root = join(emptyHome(), '.claude');
  const folder = join(root, 'projects/-srv-ada');
  fs.mkdirSync(folder, { recursive: true });
  for (const id of [ID, OTHER]) {
    const path = join(folder, `${id}.jsonl`);
    fs.writeFileSync(path, Array.from({ length: count }, (_, n) => record(n, id)).join(''));
    fs.utimesSync(path, NOW - 500, NOW - 500);
  }
  return { root, path: join(folder, `${ID}.jsonl`) };
}

const real = { ...fs };
const aged = (path: string) => real.utimesSync(path, NOW, NOW);

const MOVES: Readonly<Record<string, (path: string, count: number) => void>> = {
  grows: (path, count) => {
    real.appendFileSync(path, record(count, ID) + record(count + 1, ID));
    aged(path);
  },
  'grows by half a record': (path, count) => {
    real.appendFileSync(path, record(count, ID).slice(0, 60));
    aged(path);
  },
  shrinks: (path) => {
    real.truncateSync(path, record(0, ID).length);
    aged(path);
  },
  vanishes: (path) => real.rmSync(path, { force: true }),
};

const CALLS = ['openSync', 'lstatSync', 'statSync'] as const;

/** Moves a file just before the call `at` of those that name it; null where there are fewer calls. */
async function struck(path: string, at: number, move: () => void, run: () => Promise<Called>): Promise<Called | null> {
  let calls = 0;
  const watching = (name: (typeof CALLS)[number]) =>
    Object.assign((...args: readonly unknown[]) => {
      if (args[0] === path && ++calls === at) move();
      return Reflect.apply(real[name], real, args);
    }, real[name]);
  Object.assign(fs, Object.fromEntries(CALLS.map((name) => [name, watching(name)])));
  syncBuiltinESMExports();
  try {
    const called = await run();
    return calls < at ? null : called;
  } finally {
    Object.assign(fs, Object.fromEntries(CALLS.map((name) => [name, real[name]])));
    syncBuiltinESMExports();
  }
}

const output = () => join(emptyHome(), 'out');
const VERBS: Readonly<Record<string, () => string[]>> = {
  grep: () => ['grep', 'leeks', '--jobs', '1'],
  find: () => ['find', 'leeks', '--jobs', '1'],
  secrets: () => ['secrets'],
  list: () => ['list'],
  'list --count': () => ['list', '--count'],
  show: () => ['show', ID],
  'show --raw': () => ['show', ID, '--raw'],
  verify: () => ['verify', '--jobs', '1'],
  stats: () => ['stats', '--jobs', '1'],
  'export --to markdown': () => ['export', '--to', 'markdown', '--output', output()],
  'export --redact': () => ['export', '--to', 'markdown', '--redact', '--output', output()],
  'export --to jsonl': () => ['export', '--to', 'jsonl', '--output', output()],
  'export --to parquet': () => ['export', '--to', 'parquet', '--output', output()],
  pack: () => ['pack', ID, '--output', output()],
};

const NAMES = Object.keys(VERBS);

describe.each(NAMES)('%s of a file that', (verb) => {
  test.each(oneIn(Object.keys(MOVES).length, Object.entries(MOVES), NAMES.indexOf(verb)))(
    '%s at any call is done, or says why in a sentence',
    async (name, move) => {
      const wrong: string[] = [];
      let tried = 0;
      for (const count of isThorough ? [4, 400] : [4])
        for (let at = 1; at < 20; at++) {
          const { root, path } = home(count);
          const words = [...(VERBS[verb]?.() ?? []), '--root', root, '--no-config'];
          const called = await struck(
            path,
            at,
            () => move(path, count),
            () => call(words),
          );
          if (called === null) break;
          tried++;
          const { exit, stdout, stderr } = called;
          const isSaid = `${stdout}${stderr}`.includes(`${ID}.jsonl`);
          if (exit !== 0 && (name.startsWith('grows') || exit !== 3 || !isSaid))
            wrong.push(`call ${at}: ${exit} ${stderr}`);
          if (/cannot go on|Error|ENOENT/.test(stderr)) wrong.push(`call ${at}: ${stderr}`);
        }
      expect(wrong).toEqual([]);
      expect(tried).toBeGreaterThan(0);
    },
  );
});

test('a file that vanishes between the two looks of an export with --redact is named', async () => {
  const { root, path } = home(4);
  const words = ['export', '--to', 'markdown', '--redact', '--output', output(), '--root', root, '--no-config'];
  const called = await struck(
    path,
    1,
    () => real.rmSync(path),
    () => call(words),
  );
  expect([called?.exit, called?.stderr]).toEqual([3, expect.stringContaining('vanished while it was looked at')]);
});
