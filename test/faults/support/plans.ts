import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Called, call } from '../../cli/call.ts';
import { worldOf } from '../../cli/change/person.ts';

const fixtures = fileURLToPath(new URL('../../../fixtures', import.meta.url));

/** What each plan is made for: a store, or a lone conversation file, and the command line. */
const STORES: Readonly<Record<string, { readonly store?: string; readonly file?: string; readonly line: string }>> =
  JSON.parse(readFileSync(join(fixtures, 'plans', 'plans.json'), 'utf8'));

export const PLANS = Object.keys(STORES);

/** Somebody with a store, and a plan for it. */
export interface Planned {
  readonly home: string;
  /** The lines of the plan, for the store of this home. */
  readonly lines: readonly string[];
  /** Writes the store anew. */
  reset(): void;
  /** Saves the plan with these lines, and calls `convo apply` with these words. */
  apply(lines: readonly string[], words?: string): Promise<Called>;
  convo(line: string): Promise<Called>;
  remove(): void;
}

/** A home with a store and a plan for it. */
export async function plannedHome(name: string): Promise<Planned> {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'convostore-plan-')));
  const { store, file, line = '' } = STORES[name] ?? {};
  const reset = () => {
    for (const each of ['store', 'out']) rmSync(join(home, each), { recursive: true, force: true });
    mkdirSync(join(home, 'store'));
    if (file !== undefined)
      cpSync(join(fixtures, file), join(home, 'store', 'chat.json'), { preserveTimestamps: true });
    else copyStore(join(fixtures, store ?? ''), join(home, 'store'));
  };
  reset();
  const world = { home, cwd: home, ...worldOf() };
  const root = file === undefined ? 'store' : 'store/chat.json';
  const { exit, stderr } = await call(`${line} --root ${root} --plan-out p.plan`, world);
  if (exit > 1) throw new Error(`${name}: ${stderr}`);
  return {
    home,
    lines: readFileSync(join(home, 'p.plan'), 'utf8').trimEnd().split('\n'),
    reset,
    apply: (lines, words = '--yes') => {
      writeFileSync(join(home, 'p.plan'), `${lines.join('\n')}\n`);
      return call(`apply p.plan ${words}`.trim(), world);
    },
    convo: (line) => call(line, world),
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}

function copyStore(from: string, to: string): void {
  cpSync(from, to, {
    recursive: true,
    preserveTimestamps: true,
    verbatimSymlinks: true,
    filter: (path) => !path.endsWith('/.keep'),
  });
}
