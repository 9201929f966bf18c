import fs from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryPath } from '../../src/io/disk/target.ts';
import { runIdAt } from '../../src/io/journal/journal.ts';
import { call } from '../cli/call.ts';
import { pathsBelow } from '../support/folders.ts';
import { tree } from '../support/real-tree.ts';

const demo = fileURLToPath(new URL('../../fixtures/demo', import.meta.url));
const RUN = runIdAt(1_790_000_000_123, 0x4f2a);
const KINDS = { fnord: '.fnord', tenex: 'orchard/.tenex', rao: 'tides' };

/** The folder that a fork builds aside, and what it is a copy of; where a fork is one file, none. */
const FORKED: Readonly<Record<string, readonly (readonly [from: string, to: string])[]>> = {
  rao: [['conversations/conversation_1', temporaryPath('conversations/conversation_4', RUN, '0.1')]],
};

/** The code of each finding about each path below the root. */
async function found(root: string, home: string): Promise<string[]> {
  const { stdout } = await call(['verify', '--json', '--root', root], { home });
  const { findings }: { findings: readonly { code: string; path: string }[] } = JSON.parse(stdout);
  return findings.map(({ code, path }) => `${code} ${path}`).sort();
}

/** What a working copy of a project holds is none of the store's. */
function filesBelow(folder: string): string[] {
  return pathsBelow(folder)
    .map((path) => join(folder, path))
    .filter((path) => !path.includes('/worktrees/'));
}

test.each(Object.entries(KINDS))(
  'a file that a run of convo builds aside in a store of %s is ST402, and nothing of the program that owns the store',
  async (kind, at) => {
    const home = tree();
    const root = join(home, at);
    fs.cpSync(join(demo, kind), root, { recursive: true });
    const before = await found(root, home);
    const temps = filesBelow(root).map((path, n) => {
      const temp = temporaryPath(path, RUN, `${n}.0`);
      fs.copyFileSync(path, temp);
      return temp;
    });
    for (const [from, to] of FORKED[kind] ?? []) {
      fs.cpSync(join(root, from), join(root, to), { recursive: true });
      temps.push(join(root, to));
    }
    const after = await found(root, home);
    const added = after.filter((each) => !before.includes(each));
    expect(before.filter((each) => !after.includes(each))).toEqual([]);
    expect(added).toEqual(temps.map((path) => `ST402 ${path}`).sort());
  },
);
