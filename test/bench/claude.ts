import { spawnSync } from 'node:child_process';
import { makeClaude } from './claude-store.ts';
import { median } from './process.ts';
import { ABSENT, benchVerbs } from './verbs.ts';

/** Sessions of Claude Code, of about a megabyte each. */
const SESSIONS = 500;
const SIZE = 800_000;

benchVerbs(
  {
    kind: 'claude',
    folder: '.claude',
    top: 'projects',
    conversations: `${SESSIONS} sessions`,
    key: 'uuid',
    gate: { list: 0.3, verify: 0.8, stats: 1, grep: 0.15 },
    make: (home) => makeClaude(home, SESSIONS, SIZE),
  },
  (home, rounds) =>
    tellSearch(
      home,
      rounds.of('grep', ({ seconds }) => seconds),
    ),
);

/** The search beside ripgrep's over the same files with two threads, where that is installed. */
function tellSearch(home: string, seconds: number): void {
  const times = Array.from({ length: 5 }, () => {
    const start = process.hrtime.bigint();
    const { error } = spawnSync('rg', ['--threads', '2', '--ignore-case', '--fixed-strings', ABSENT, home]);
    return error === undefined ? Number(process.hrtime.bigint() - start) / 1e9 : null;
  }).filter((each) => each !== null);
  const told =
    times.length === 0
      ? 'ripgrep is not installed'
      : `ripgrep ${median(times).toFixed(2)} s, ${(seconds / median(times)).toFixed(1)} times`;
  process.stdout.write(`  the same search by ${told}\n`);
}
