import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { RecordedCase } from './cases.ts';
import { LONG_AGO, runConvo } from './heal.ts';
import type { Installed } from './program.ts';
import type { Judged } from './report.ts';

interface Finding {
  readonly code: string;
  readonly root: string;
  readonly severity: string;
}

/**
 * What `convo verify` has above info against sessions that a version of the program wrote, and with which the one that was asked went
 * on: each code with the sessions that did not have it before. Recordings leave out much of what the program appends.
 */
export async function alarmsAbout(
  installed: Installed,
  cases: readonly RecordedCase[],
  judged: readonly Judged[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const top = mkdtempSync(join(tmpdir(), 'convostore-judge-'));
  try {
    const homes = new Map<string, string>();
    for (const [n, { name, now }] of judged.entries()) {
      const one = cases.find((each) => each.name === name);
      if (one === undefined || !name.startsWith('written/') || now.exit !== 0 || !now.grew) continue;
      for (const [when, bytes] of [
        ['before', one.bytes],
        ['after', Buffer.concat([one.bytes, now.appended])],
      ] as const) {
        const home = join(top, when, String(n));
        homes.set(home, name);
        put(join(home, installed.place(one.session)), bytes);
      }
    }
    return await newIn(top, homes);
  } finally {
    rmSync(top, { recursive: true, force: true });
  }
}

function put(file: string, bytes: Buffer): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytes);
  utimesSync(file, LONG_AGO, LONG_AGO);
}

async function newIn(top: string, homes: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, readonly string[]>> {
  const alarms = new Map<string, string[]>();
  if (homes.size === 0) return alarms;
  const roots = [...homes.keys()].flatMap((home) => ['--root', home]);
  const findings: readonly Finding[] = JSON.parse(await runConvo(['verify', '--json', ...roots])).findings;
  const above = findings.filter(({ severity }) => severity !== 'info');
  const before = new Set(above.map(({ root, code }) => `${root} ${code}`));
  for (const { root, code } of above) {
    const [was, name] = [root.replace(join(top, 'after'), join(top, 'before')), homes.get(root) ?? root];
    if (was === root || before.has(`${was} ${code}`)) continue;
    alarms.set(code, [...(alarms.get(code) ?? []), name]);
  }
  return alarms;
}
