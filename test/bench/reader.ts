import { scan } from '../../src/codecs/json/scan.ts';
import { chat, type Script } from './chat.ts';

/** How many times as fast as JSON.parse the reader has to be; below its gate a run fails. */
const SETS: readonly { script: Script; files: number; goal: number; gate: number }[] = [
  { script: 'mixed', files: 2000, goal: 5, gate: 4 },
  { script: 'ascii', files: 1000, goal: 3, gate: 2.4 },
  { script: 'cjk', files: 500, goal: 5, gate: 4 },
];
const ROUNDS = 9;

for (const { script, files, goal, gate } of SETS) {
  const documents = Array.from({ length: files }, (_, seed) => chat(seed, 40_000, script));
  const ratio = compare(documents);
  const bytes = documents.reduce((sum, each) => sum + each.length, 0);
  const wide = documents.filter((each) => each.some((byte) => byte > 0x7f)).length;
  process.stdout.write(
    `reader, ${script}: ${ratio.scan.toFixed(2)} ns a KB against ${ratio.parse.toFixed(2)} of JSON.parse: ` +
      `${ratio.times.toFixed(2)} times as fast (goal ${goal}, gate ${gate}; ${files} files of ${Math.round(bytes / files / 1000)} KB, ${wide} beyond ASCII)\n`,
  );
  if (ratio.times < gate) process.exitCode = 1;
}

/** Takes turns, so that whatever else the machine does falls on both; medians of the rounds and of their ratios. */
function compare(documents: readonly Buffer[]): { scan: number; parse: number; times: number } {
  const kilobytes = documents.reduce((sum, each) => sum + each.length, 0) / 1000;
  const rounds = Array.from({ length: ROUNDS }, () => {
    const scanned = nanoseconds(() => documents.every((each) => scan(each).fault === null));
    const parsed = nanoseconds(() => documents.every((each) => JSON.parse(each.toString('utf8')) !== null));
    return { scan: scanned / kilobytes, parse: parsed / kilobytes, times: parsed / scanned };
  });
  return { scan: median(rounds, 'scan'), parse: median(rounds, 'parse'), times: median(rounds, 'times') };
}

function nanoseconds(run: () => boolean): number {
  const start = process.hrtime.bigint();
  if (!run()) throw new Error('a generated document is not sound');
  return Number(process.hrtime.bigint() - start);
}

function median<K extends string>(rounds: readonly Record<K, number>[], of: K): number {
  return rounds.map((each) => each[of]).sort((a, b) => a - b)[rounds.length >> 1] ?? 0;
}
