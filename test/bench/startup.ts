import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeHome } from './home.ts';
import { median, nodeProcess } from './process.ts';

/** Whole processes on next to nothing, against `node -e 0`: what every call costs. */
const ROUNDS = 21;
const CONVERSATIONS = 3;
/** Times `node -e 0`; above the gate a run fails. */
const CASES = [
  { words: '--version', goal: 1.25, gate: 1.5 },
  { words: 'list', goal: 1.75, gate: 2 },
  { words: 'verify', goal: 1.75, gate: 2 },
] as const;

const home = mkdtempSync(join(tmpdir(), 'convo-bench-startup-'));
try {
  makeHome(home, CONVERSATIONS, 'v1');
  const convo = join('bin', 'convo.js');
  const rounds = Array.from({ length: ROUNDS }, () => {
    const bare = nodeProcess(['-e', '0']);
    return CASES.map(({ words }) => {
      const took = nodeProcess([convo, ...argumentsOf(words)]);
      return { seconds: took.seconds / bare.seconds, cpu: took.cpu / bare.cpu };
    });
  });
  for (const [n, { words, goal, gate }] of CASES.entries()) {
    const times = median(rounds.map((round) => round[n]?.seconds ?? 0));
    const cpu = median(rounds.map((round) => round[n]?.cpu ?? 0));
    process.stdout.write(
      `start-up: convo ${words}${words === '--version' ? '' : ` of ${CONVERSATIONS} conversations`}: ` +
        `${times.toFixed(2)} times node -e 0, ${cpu.toFixed(2)} times its processor time (goal ${goal}, gate ${gate}; ${ROUNDS} rounds in turn)\n`,
    );
    if (times > gate) process.exitCode = 1;
  }
} finally {
  rmSync(home, { recursive: true });
}

function argumentsOf(words: string): string[] {
  return words === '--version' ? [words] : [words, '--root', home];
}
