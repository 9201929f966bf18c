import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeHome } from '../fleet/home.ts';
import type { Environment } from './python.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const CONVO = join(here, '../../bin/convo.js');

export const BEFORE = '2026-11-20';
export const DAY = '2026-11-21';

/** Bytes of the longest name: a folder's name takes 255, of which `host=` is five. */
const LONGEST = 250;

/** A machine whose name looks like a number, one that Hive escapes, one that is late, the longest name, and others. */
export const nameOf = (n: number): string =>
  ['007', 'a=b/c', 'late', undefined, 'm'.repeat(LONGEST)][n] ?? `web${n + 1}`;

/** Exports the homes of so many machines with the built `convo` into `folder/lake`, with what a lake meets besides. */
export function makeLake(folder: string, machines: number, python: Environment): string {
  const lake = join(folder, 'lake');
  for (let n = 0; n < machines; n++) {
    const home = join(folder, 'homes', String(n));
    makeHome(home, { seed: n, claude: 1 + (n % 6), codex: n % 3, fnord: n % 2, turns: (k) => 1 + (k % 3), text: 80 });
    for (const day of nameOf(n) === 'late' ? [BEFORE] : n < 6 ? [BEFORE, DAY] : [DAY]) {
      const { words, env } = exportOf(home, { lake, host: nameOf(n), day });
      const { status, stderr } = spawnSync(process.execPath, words, { env, encoding: 'utf8' });
      if (status !== 0) throw new Error(`convo ${words.slice(1).join(' ')} ended with ${status}: ${stderr}`);
    }
  }
  addOddFiles(lake, python);
  return lake;
}

/** The words behind `node` that export all stores of a home, and their environment. */
export function exportOf(
  home: string,
  { lake, host, day }: { readonly lake: string; readonly host: string; readonly day: string },
): { readonly words: string[]; readonly env: NodeJS.ProcessEnv } {
  const roots = readdirSync(home).flatMap((store) => ['--root', join(home, store)]);
  const words = [CONVO, ...roots, 'export', '--to', 'parquet', lake, '--host', host, '--date', day];
  return { words, env: { PATH: process.env['PATH'], HOME: home } };
}

/** A file of an older version that lacks a column, and half of one that is being written; tables without a row are there. */
function addOddFiles(lake: string, python: Environment): void {
  const partition = (host: string): string => {
    const folder = join(lake, 'conversations', `host=${host}`, 'kind=claude', `date=${DAY}`);
    mkdirSync(folder, { recursive: true });
    return folder;
  };
  const web4 = partition('web4');
  const [name = ''] = readdirSync(web4);
  const { status, stderr } = python.run(join(here, 'older_table.py'), [join(web4, name), join(partition('old'), name)]);
  if (status !== 0) throw new Error(`the table of an older version could not be written: ${stderr}`);
  writeFileSync(join(web4, `.${name}.convo-part`), 'PAR1 and no more');
}
