import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildFirst } from '../../support/built.ts';
import { bytesBelow, pathsBelow } from '../../support/folders.ts';
import { isThorough } from '../../support/sampling.ts';
import { call } from '../call.ts';
import { homeOf } from '../home-of-all.ts';
import { askersOfCommands } from './askers.ts';
import { onReal } from './on-real.ts';
import { type Deed, onTerminal } from './terminal.ts';

const top = fileURLToPath(new URL('../../..', import.meta.url));

/** One command line that asks, those that come before it, and the keys that agree. */
interface Scene {
  readonly first?: readonly string[];
  readonly line: string;
  readonly keys: readonly Deed[];
  /** On the screen when all is done. */
  readonly shows: RegExp;
  /** More conversations than undo and redo take without a question. */
  readonly many?: true;
  /** It changes nothing. */
  readonly reads?: true;
}

const ASKED = /\[y\/N\/d\] \(d shows the\s+edits\)$/;
const PLAIN = /\[y\/N\]$/;
const ROWS = /navigate/;
/** Rows that begin with what `show` takes. */
const BY_PLACE = /d41c6f0e:0 {2}[^\n]*boats[\s\S]*navigate/;
const TWICE: readonly Deed[] = [
  [ASKED, 'd\r'],
  [ASKED, 'y\r'],
];
const CHOSEN: readonly Deed[] = [
  [ROWS, '\r'],
  [ASKED, 'y\r'],
];
const BOTH = /in 2 stores\?[\s\S]*in 2 stores\?[\s\S]*\d+ changed/;

const SCENES: Readonly<Record<string, Scene>> = {
  'apply agreeTo': {
    first: ['--kind codex archive --all --plan-out p'],
    line: 'apply p',
    keys: [[PLAIN, 'y\r']],
    shows: /3 changed/,
  },
  'archive consentTo': { line: 'archive --all', keys: TWICE, shows: BOTH },
  'archive pickId': { line: 'archive', keys: CHOSEN, shows: /1 changed/ },
  'delete consentTo': { line: 'delete --all', keys: TWICE, shows: BOTH },
  'delete pickId': { line: 'delete', keys: CHOSEN, shows: /1 changed/ },
  'find openChosen': { line: 'find boats --open', keys: [[BY_PLACE, '\r']], shows: /boats/, reads: true },
  'fork consentTo': {
    line: 'fork',
    keys: [[ROWS, 'free on'], [/^(?!.*ropes).*navigate/s, '\r'], ...TWICE],
    shows: /1 changed/,
  },
  'fork pickId': {
    line: 'fork',
    keys: [
      [ROWS, 'free on'],
      [/^(?!.*ropes).*navigate/s, '\r'],
      [ASKED, 'y\r'],
    ],
    shows: /1 changed/,
  },
  'grep openChosen': { line: 'grep boats --open', keys: [[BY_PLACE, '\r']], shows: /boats/, reads: true },
  'heal consentTo': { line: 'heal --lossy', keys: TWICE, shows: BOTH },
  'migrate consentTo': { line: 'migrate', keys: TWICE, shows: /1 changed/ },
  'redo agreeTo': {
    first: ['archive --all --yes', 'undo --yes'],
    line: 'redo',
    many: true,
    keys: [[PLAIN, 'y\r']],
    shows: /\d\d changed/,
  },
  'rehome consentTo': { line: 'rehome /home/ben/quay /home/ben/pier --force', keys: TWICE, shows: /\d changed/ },
  'restore consentTo': { first: ['archive --all --yes'], line: 'restore --all', keys: TWICE, shows: BOTH },
  'restore pickId': { first: ['archive --all --yes'], line: 'restore', keys: CHOSEN, shows: /1 changed/ },
  'runs agreeToPrune': { first: ['archive --all --yes'], line: 'runs prune', keys: [[PLAIN, 'y\r']], shows: /pruned/ },
  'show pickId': { line: 'show', keys: [[ROWS, '\r']], shows: /price list/, reads: true },
  'undo agreeTo': {
    first: ['archive --all --yes'],
    line: 'undo',
    many: true,
    keys: [[PLAIN, 'y\r']],
    shows: /\d\d changed/,
  },
  'unpack agreeTo': {
    first: ['pack --output p.tar', 'delete --all --yes'],
    line: 'unpack p.tar',
    keys: [[PLAIN, 'y\r']],
    shows: /in 2 stores\?[\s\S]*\d+ changed/,
  },
};

/** A question of its own, at which the terminal is closed; `npm run faults` plays all, and both ways to leave. */
const SAMPLE = 'undo agreeTo';

/** A command that shares code with one that asks, and has no such question. */
const NEVER: Readonly<Record<string, string>> = {
  'diff pickId': 'takes an id',
  'heal pickId': 'means all conversations where none is named',
  'migrate pickId': 'means all conversations where none is named',
  'rehome pickId': 'takes two folders',
  'resume agreeTo': 'finishes what was agreed to',
  'rename consentTo': 'takes an id, which is consent',
  'rename pickId': 'takes an id',
  'tag consentTo': 'takes an id, which is consent',
  'tag pickId': 'takes an id',
};

/** A home with stores of Claude Code and Codex that nobody is at work on; with `many`, of more than ten conversations. */
function homeOfTwo(many = false): string {
  const { home } = homeOf(['claude', 'codex']);
  const file = join(home, pathsBelow(home).find((path) => path.includes(SESSION)) ?? '');
  for (let n = 10; many && n < 20; n++) {
    const id = SESSION.replace(/..$/, `${n}`);
    writeFileSync(file.replace(SESSION, id), readFileSync(file, 'utf8').replaceAll(SESSION, id));
  }
  for (const path of pathsBelow(home)) utimesSync(join(home, path), 1_767_000_000, 1_767_000_000);
  return home;
}

const SESSION = 'd41c6f0e-2b7a-4e93-9c58-61a0f3b7e2d4';

vi.stubEnv('TMPDIR', '/tmp');
afterAll(() => vi.unstubAllEnvs());

test('every question that a command can ask has a scene', () => {
  const known = [...Object.keys(SCENES), ...Object.keys(NEVER)].sort();
  expect(askersOfCommands(join(top, 'src/cli'))).toEqual(known);
});

describe('with two stores on a real terminal', () => {
  beforeAll(buildFirst);

  for (const [name, { first = [], line, keys, shows, many, reads }] of Object.entries(SCENES)) {
    if (!isThorough && name !== SAMPLE) continue;
    onReal(`${name}: is answered, and Ctrl-C and a closed terminal change nothing`, async () => {
      const home = homeOfTwo(many);
      for (const each of first) expect((await call(each, { home, cwd: home })).exit).toBe(0);
      const before = bytesBelow(home);
      const asked = keys.at(-1)?.[0] ?? PLAIN;
      const leading = keys.slice(0, -1);
      const { exit: left } = await onTerminal([line], { home, deeds: [...leading, [asked, '\u0003']] });
      expect(left).toBe(130);
      expect(bytesBelow(home)).toEqual(before);
      const { exit: gone } = await onTerminal([line], { home, deeds: [...leading, [asked, 'hang up']] });
      expect(gone).toBe(129);
      expect(bytesBelow(home)).toEqual(before);
      const { screen, exit } = await onTerminal([line], { home, deeds: keys });
      expect(screen).toMatch(shows);
      expect(screen).not.toMatch(/abort/i);
      expect([0, 1]).toContain(exit);
      if (reads) expect(bytesBelow(home)).toEqual(before);
    });
  }
});
