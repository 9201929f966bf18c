import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chat } from './chat.ts';
import { makeHome } from './home.ts';
import { nodeProcess, type Took } from './process.ts';

/**
 * `convo verify` and `convo list` with two threads of 25,000 and of 100,000 conversations (4 GB), and of one conversation of
 * 1.5 GB: time grows with the bytes, memory does not grow with the conversations. Takes minutes, so that the check leaves it out.
 */
const COUNT = Number(process.env['COUNT'] ?? 100_000);
const LARGEST = Number(process.env['LARGEST'] ?? 1.5e9);
/** Megabytes that a store of many conversations may take. */
const MEMORY = 200;
/** Times a quarter's processor time that the whole may take, beyond four. */
const GROWTH = 1.2;

const top = mkdtempSync(join(tmpdir(), 'convo-bench-large-'));
try {
  for (const verb of ['verify', 'list'] as const) {
    const quarter = run(verb, 'quarter', COUNT / 4);
    const whole = run(verb, 'whole', COUNT);
    const growth = whole.cpu / quarter.cpu / 4;
    process.stdout.write(
      `${verb} of ${COUNT} conversations: ${whole.seconds.toFixed(1)} s, ${whole.cpu.toFixed(1)} s of processors ` +
        `and ${Math.round(whole.megabytes)} MB (goal ${MEMORY}); ${growth.toFixed(2)} times the processors of four quarters (gate ${GROWTH})\n`,
    );
    if (whole.megabytes > MEMORY * GROWTH || growth > GROWTH) process.exitCode = 1;
  }
  makeLargest(join(top, 'one'));
  const one = nodeProcess([join('bin', 'convo.js'), 'verify', '--root', join(top, 'one')], [0, 1]);
  const megabytes = LARGEST / 1e6;
  process.stdout.write(
    `verify of one conversation of ${Math.round(megabytes)} MB: ${one.seconds.toFixed(1)} s, ` +
      `${Math.round(one.megabytes)} MB, ${(one.megabytes / megabytes).toFixed(1)} times its size\n`,
  );
} finally {
  rmSync(top, { recursive: true });
}

function run(verb: string, name: string, count: number): Took {
  const home = join(top, name);
  if (verb === 'verify') makeHome(home, count, 'v1');
  return nodeProcess([join('bin', 'convo.js'), verb, '--jobs', '2', '--root', home]);
}

/** One conversation, written a piece at a time. */
function makeLargest(home: string): void {
  const folder = join(home, 'projects', 'bench', 'conversations');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(home, 'settings.json'), '{"version":"0.8.30","approvals":{},"projects":{}}');
  const { messages, ...head } = JSON.parse(chat(1, 1e6, 'mixed').toString());
  const piece = Buffer.from(`,${JSON.stringify(messages).slice(1, -1)}`);
  const file = openSync(join(folder, '00000000-0000-4000-8000-000000000000.json'), 'w');
  writeSync(
    file,
    `${JSON.stringify({ version: 1, timestamp: head.timestamp }).slice(0, -1)},"messages":[${JSON.stringify(messages[0])}`,
  );
  for (let size = 0; size < LARGEST; size += piece.length) writeSync(file, piece);
  writeSync(file, '],"metadata":{},"memory":[],"tasks":{}}');
  closeSync(file);
}
