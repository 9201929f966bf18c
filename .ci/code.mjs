import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, sep } from 'node:path';
import { CODE, loadMain, scripts } from '../bin/load.js';

/** What is called most, on copies of the stores of the demo, which have something of everything. */
const LINES = ['list', 'verify', 'heal --dry-run', 'migrate --dry-run', 'heal --yes --force', 'undo --yes --force'];
const STORES = ['fnord', 'tenex', 'rao', 'claude'];

/**
 * Calls commands, so that V8 compiles what they need, and writes down what it has made of each chunk: `bin/load.js` reads that.
 * Answers what carries out a command line.
 */
export async function writeCode(top) {
  mkdirSync(CODE, { recursive: true });
  const main = loadMain();
  const stream = { columns: 100, on: () => {}, write: (_, done) => done() };
  const env = {
    stdout: stream,
    stderr: stream,
    cwd: top,
    vars: {},
    platform: process.platform,
    pid: process.pid,
    threads: { cores: 1 },
    // A day on: a file that was just written, as by a checkout, looks as if a program were at work on it.
    now: () => Date.now() + 86_400_000,
    newId: () => crypto.randomUUID(),
    alive: () => false,
    onInterrupt: () => {},
  };
  const copy = mkdtempSync(join(tmpdir(), 'convo-code-'));
  try {
    cpSync(join(top, 'fixtures', 'demo'), copy, { recursive: true });
    for (const line of LINES)
      for (const store of STORES) await main([...line.split(' '), '--root', join(copy, store)], env);
  } finally {
    rmSync(copy, { recursive: true });
  }
  const chunks = [...scripts].filter(([file]) => dirname(file).endsWith(`${sep}chunks`));
  for (const [file, { script }] of chunks) writeFileSync(join(CODE, basename(file, '.js')), script.createCachedData());
  return main;
}
