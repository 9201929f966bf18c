import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Called, call } from '../../cli/call.ts';
import { worldOf } from '../../cli/change/person.ts';

const fixtures = fileURLToPath(new URL('../../../fixtures', import.meta.url));

/** Which store, or lone conversation file, each plan in `fixtures/plans` was made for by an earlier version. */
const STORES: Readonly<Record<string, { readonly store?: string; readonly file?: string }>> = JSON.parse(
  readFileSync(join(fixtures, 'plans', 'plans.json'), 'utf8'),
);

export const PLANS = Object.keys(STORES);

/** Somebody with the store that a recorded plan is for, and the plan. */
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

/** A home with the store of a recorded plan. */
export function plannedHome(name: string): Planned {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'convostore-plan-')));
  const { store, file } = STORES[name] ?? {};
  const reset = () => {
    for (const each of ['store', 'out']) rmSync(join(home, each), { recursive: true, force: true });
    mkdirSync(join(home, 'store'));
    if (file !== undefined)
      cpSync(join(fixtures, file), join(home, 'store', 'chat.json'), { preserveTimestamps: true });
    else copyStore(join(fixtures, store ?? ''), join(home, 'store'));
  };
  reset();
  const world = { home, cwd: home, ...worldOf() };
  const text = readFileSync(join(fixtures, 'plans', `${name}.plan`), 'utf8');
  return {
    home,
    lines: text
      .trimEnd()
      .split('\n')
      .map((line, n) => (n === 0 ? line.replaceAll('/home/ann', home) : line)),
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
