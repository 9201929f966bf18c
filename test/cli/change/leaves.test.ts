import { appendFileSync, existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isCode, ruleOf } from '../../../src/model/finding.ts';
import { KINDS } from '../../kinds.ts';
import { copyTree, removeTree } from '../../support/folders.ts';
import { oneIn } from '../../support/sampling.ts';
import { call } from '../call.ts';

const fixtures = fileURLToPath(new URL('../../../fixtures', import.meta.url));
const NAMES = KINDS.map(({ name }) => name);

/** Fixtures of damage that no plain heal takes away; in the check one in sixteen of each kind. */
const DAMAGED = NAMES.flatMap((kind) => {
  const all = readdirSync(join(fixtures, kind)).flatMap((name) => {
    const code = name.slice(0, 5);
    if (!existsSync(join(fixtures, kind, name, 'before')) || !isCode(code)) return [];
    const { severity, healing } = ruleOf(code);
    return severity === 'info' || healing === 'safe' ? [] : [{ kind, name, code }];
  });
  return oneIn(16, all);
});

/** A store of its own with what a fixture has before. */
function storeOf(kind: string, name: string): string {
  const home = mkdtempSync(join(tmpdir(), 'convostore-leaves-'));
  onTestFinished(() => removeTree(home));
  const before = join(fixtures, kind, name, 'before');
  const isBare = kind === 'fnord' && !existsSync(join(before, 'projects'));
  copyTree(before, join(home, isBare ? 'store/projects/p/conversations' : 'store'));
  return join(home, 'store');
}

async function json(root: string, kind: string, words: string) {
  const { stdout, exit } = await call([...words.split(' '), '--json', '--allow-empty', '--kind', kind, '--root', root]);
  return { exit, document: JSON.parse(stdout) };
}

interface Item {
  readonly kind: string;
  readonly id: string | null;
  readonly path: string;
  readonly state: string;
  readonly codes: readonly string[];
  readonly stays?: readonly string[];
  readonly left?: readonly string[];
  readonly notes?: readonly string[];
  readonly next?: string;
}

describe('a heal names what it leaves, at its conversation and with a command', () => {
  test.each(DAMAGED)('$kind: $name', async ({ kind, name, code: healed }) => {
    for (const flags of ruleOf(healed).healing === 'lossy' ? ['', ' --lossy'] : ['']) {
      const root = storeOf(kind, name);
      const { document } = await json(root, kind, `heal --yes${flags}`);
      const { document: after } = await json(root, kind, 'verify');
      const items: readonly Item[] = document.items;
      const told = JSON.stringify([document.stays ?? [], document.remarks]);
      for (const { code, id, severity } of after.findings) {
        if (severity === 'info' || ruleOf(code).unjudged === true || code.startsWith('ST4')) continue;
        const own = items.filter((item) => item.id === id && id !== null);
        // An empty folder was taken away, and its name is known to be left only at the next look.
        if (code === 'RA309' && own.some((item) => !existsSync(item.path))) continue;
        const naming = own.find(
          ({ state, codes, stays, left }) =>
            stays?.includes(code) || left?.includes(code) || (state === 'refused' && codes.includes(code)),
        );
        expect(naming !== undefined || told.includes(code) || `${code} of ${id} in ${name}`).toBe(true);
        if (naming !== undefined) expect(naming.next).toMatch(/^convo /);
      }
    }
  });
});

const SESSION = '20100004-dddd-4ddd-8ddd-000000000000';

/** A session with a torn line; what is handed in comes behind its last line. */
function decidingScope(...lines: readonly string[]): string {
  const root = storeOf('claude', 'CL004-line-inside-file-torn');
  const path = join(root, 'projects/-srv-ada-orchard', `${SESSION}.jsonl`);
  expect(existsSync(path)).toBe(true);
  for (const line of lines) appendFileSync(path, line);
  return root;
}

describe('heals that need --lossy', () => {
  test('is named with the command where nothing else was healed, and the exit code of warnings stays 0', async () => {
    const root = decidingScope();
    const { exit, stdout } = await call(['heal', '--yes', '--root', root]);
    expect(exit).toBe(0);
    expect(stdout).toContain(`unchanged  ${SESSION}`);
    expect(stdout).toContain('CL004 stays: has a torn record: needs --lossy\n');
    expect(stdout).toContain(`next: convo --root ${root} heal ${SESSION} --lossy --dry-run\n`);
  });

  test('is named with the command beside what was healed', async () => {
    const last =
      '{"parentUuid":"20100004-0004-4000-8000-000000000000","type":"user","message":{"role":"user","content":"And?"},"uuid":"z"}';
    const root = decidingScope(`\u0000\u0000${last}\n`);
    const { stdout } = await call(['heal', '--yes', '--root', root]);
    expect(stdout).toContain(`healed  ${SESSION}`);
    expect(stdout).toContain('CL004 stays: has a torn record: needs --lossy\n');
    expect(stdout).toContain(`next: convo --root ${root} heal ${SESSION} --lossy --dry-run\n`);
  });

  test('is counted behind the first forty conversations in which the same stays', async () => {
    const root = storeOf('fnord', 'FN170-unknown-section');
    const folder = join(root, 'projects/p/conversations');
    for (let i = 10; i < 60; i++)
      writeFileSync(join(folder, `more-${i}.json`), '{"version":1,"timestamp":1,"messages":[],"odd":1}');
    const { stdout } = await call(['heal', '--yes', '--root', root]);
    expect(stdout.match(/FN170 stays/g)).toHaveLength(40);
    expect(stdout).toMatch(/^ {2}\.\.\. and \d+ more like these \(--json lists them all\)$/m);
  });
});

test.each([
  ['fnord', 'FN006-torn', '[FN006] was cut in its messages: keeps'],
  ['tenex', 'TX006-torn', '[TX006] was cut in its'],
  ['rao', 'RA002-torn-log', '[RA002] '],
  ['claude', 'CL003-last-line-torn', '[CL00'],
] as const)('a heal of %s that loses something says what before it asks', async (kind, fixture, words) => {
  const root = storeOf(kind, fixture);
  const at = ['--kind', kind, '--root', root, '--color', 'never'];
  const { exit, stderr } = await call(['heal', '--lossy', ...at], declining());
  expect(exit).toBe(2);
  expect(stderr.slice(0, stderr.indexOf('[y/N/d]'))).toContain(words);
});

/** Someone at a terminal who says no. */
function declining() {
  const keys = (async function* () {
    yield 'n\n';
  })();
  return { terminal: 100, over: { stdin: Object.assign(keys, { isTTY: true }) } };
}
