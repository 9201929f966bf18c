import fs, { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { personWith } from './person.ts';
import { snapshot } from './snapshot.ts';

const BULK = ['heal', 'migrate', 'archive --all', 'restore --all', 'delete --older-than 1d'];

describe('a bulk change', () => {
  test.each(BULK)('%s without a terminal and without --yes touches nothing, and exits 2', async (verb) => {
    const ann = personWith('store');
    const before = snapshot(ann.home);
    const { exit, stdout, stderr } = await ann.convo(verb);
    expect(exit).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain('there is no terminal to ask on');
    expect(stderr).toContain('--yes');
    expect(snapshot(ann.home)).toEqual(before);
    expect(existsSync(join(ann.store, '.convo'))).toBe(false);
  });

  test.each([
    ['archive --older-than 0d', 'would archive 10 conversations'],
    ['archive --project orchard', 'would archive 9 conversations'],
    ['heal', 'would heal 3 conversations'],
  ])('%s says how much it would change, where nobody can be asked', async (line, what) => {
    const ann = personWith('store');
    expect((await ann.convo(line)).stderr).toMatch(
      new RegExp(`^convo: \`convo \\w+\` ${what}, and there is no terminal`),
    );
  });

  test('of which nothing would change needs nobody to agree', async () => {
    const ann = personWith('store');
    const before = snapshot(ann.home);
    const stderr = 'convo: no conversation in scope is known to be older than 1950-03-25 12:00:00 UTC\n';
    expect(await ann.convo('archive --older-than 4000w')).toMatchObject({ exit: 0, stderr });
    expect(snapshot(ann.home)).toEqual(before);
  });

  test.each(['archive', 'restore', 'delete'])('%s needs ids, a filter or --all, with --yes too', async (verb) => {
    const ann = personWith('store');
    const before = snapshot(ann.home);
    for (const line of [verb, `${verb} --yes`, `${verb} --dry-run`]) {
      const { exit, stderr } = await ann.convo(line);
      expect(exit, line).toBe(2);
      expect(stderr, line).toContain('needs to know which conversations are meant');
    }
    expect((await ann.convo(`${verb} --all 40fd --yes`)).exit).toBe(2);
    expect(snapshot(ann.home)).toEqual(before);
  });

  test('names conversations by title, age and size before it asks, and every edit on request', async () => {
    const ann = personWith('store');
    const { stderr } = await ann.convo('migrate --color never', atTerminal('d\nn\n'));
    expect(stderr).toMatch(/^ {2}[0-9a-f]{8} {2}\S.*(?:ago|now), \S+ (?:bytes|KB)/m);
    const [asked = '', details = '', again] = stderr.split('[y/N/d]');
    expect(asked).not.toContain('at 1:1');
    expect(details).toContain('at 1:1');
    expect(details).toContain('5 changes planned');
    expect(again).toContain('declined');
  });

  test('names what loses something first, each of it', async () => {
    const ann = personWith('store');
    const folder = join(ann.store, 'projects/many/conversations');
    fs.mkdirSync(folder, { recursive: true });
    for (let i = 10; i < 60; i++) {
      fs.writeFileSync(join(folder, `bare-${i}.json`), '\ufeff1:{"messages":[]}');
      fs.writeFileSync(join(folder, `torn-${i}.json`), '1:{"messages":[{"role":"user","content":"a"},{"role"');
    }
    const { stderr } = await ann.convo('heal --lossy --project many --color never', atTerminal('n\n'));
    expect(stderr).toContain('heal: 100 changes planned');
    expect(stderr.match(/^ {6}\[FN006\] /gm)).toHaveLength(50);
    expect(stderr).not.toContain('[FN003]');
    expect(stderr).toContain('  and 50 more\n');
  });

  test('that deletes says of each conversation what it holds and what is wrong with it', async () => {
    const ann = personWith('store');
    const { stderr } = await ann.convo('delete --all --color never', atTerminal('n\n'));
    const asked = stderr.slice(0, stderr.indexOf('[y/N/d]'));
    expect(asked).toMatch(/^ {6}(?:\[[A-Z0-9 ]+\] )?loses \d+ messages?.*, \d+ bytes$/m);
    expect(asked).toMatch(/^ {6}\[FN\d+.*\] loses /m);
    const [, planned] = /^delete: (\d+) changes planned$/m.exec(asked) ?? [];
    expect(asked.match(/^ {6}.*loses /gm)).toHaveLength(Number(planned));
  });

  test('takes away how far it is before it shows the edits, however long the answer took', async () => {
    const ann = personWith('store');
    const asked = atTerminal('d\nn\n');
    let looks = 0;
    const over = { ...asked.over, now: () => Date.UTC(2026, 10, 21, 12) + looks++ * 500 };
    const { stderr } = await ann.convo('migrate --color never', { terminal: 100, over });
    const [, details = ''] = stderr.split('[y/N/d]');
    expect(details).toContain('migrate: reading');
    expect(details.split('\r\u001b[K').filter((line) => line.startsWith('migrate: reading'))).not.toContainEqual(
      expect.stringContaining('\n'),
    );
  });

  test.each(['no\n', '\n', 'yess\n', 'n\ny\n', ''])('asks on a terminal, and %j declines', async (answer) => {
    const ann = personWith('store');
    const before = snapshot(ann.home);
    const { exit, stdout, stderr } = await ann.convo('migrate', atTerminal(answer));
    expect(exit).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain('migrate: 5 changes planned');
    expect(stderr).not.toContain('dry run');
    expect(stderr).toContain('an older build would no longer see 5 conversations: fnord before 0.9.34');
    expect(stderr).toContain('Make these 5 changes? [y/N/d] ');
    expect(stderr).toContain('declined: nothing was changed');
    if (answer === '') expect(stderr).toMatch(/edits\) \n\S*convo:/);
    expect(snapshot(ann.home)).toEqual(before);
    expect(existsSync(join(ann.store, '.convo'))).toBe(false);
  });

  test.each(['y\n', 'YES\n', 'ye', 'y'])('goes on after %j as it was typed, piece by piece', async (answer) => {
    const ann = personWith('store');
    const { exit, stdout } = await ann.convo('migrate', atTerminal(answer));
    if (answer === 'ye') return expect(exit).toBe(2);
    expect(exit).toBe(1);
    expect(stdout).toContain('5 changed, 5 unchanged, 3 refused, 0 failed');
  });

  test('does not ask when there is nothing to do', async () => {
    const ann = personWith('store');
    await ann.convo('archive --all --yes');
    const { exit, stderr } = await ann.convo('archive --all', atTerminal(''));
    expect(exit).toBe(0);
    expect(stderr).toBe('');
  });

  test('does not ask about ids that were named', async () => {
    const ann = personWith('store');
    const { exit, stderr } = await ann.convo('archive d70b draft');
    expect(exit).toBe(0);
    expect(stderr).toBe('');
  });

  test('tells the answer on stdout alone, also after a question', async () => {
    const ann = personWith('store');
    const { document } = await ann.json('delete --project lantern', { ...atTerminal('y\n'), terminal: 80 });
    expect(document).toMatchObject({ command: 'delete', changed: 3, refused: 0 });
  });

  test('stays inside its projects', async () => {
    const ann = personWith('store');
    const before = snapshot(ann.store);
    expect((await ann.convo('delete --project lantern --yes')).exit).toBe(0);
    const outside = ([path]: readonly [string, string]) => !path.startsWith('projects/lantern');
    expect(Object.entries(snapshot(ann.store)).filter(outside)).toEqual(Object.entries(before).filter(outside));
    expect((await ann.convo('delete --project orchrd --yes')).stderr).toContain('Did you mean orchard?');
  });

  test('leaves alone what was changed lately when --older-than is given', async () => {
    const ann = personWith('store');
    const { document } = await ann.json('archive --older-than 300d --yes');
    expect(document.items.map((item: { id: string }) => item.id.slice(0, 4)).sort()).toEqual([
      '08fe',
      '0d3e',
      '60ce',
      'ae95',
      'd70b',
    ]);
    expect(document).toMatchObject({ changed: 4, unchanged: 1 });
  });

  test('takes what list shows for the same --older-than, at the very second too', async () => {
    const ann = personWith('store');
    const { document: all } = await ann.json('list --json');
    const times = all.conversations.map(({ updatedAt }: { updatedAt: number }) => updatedAt).sort();
    const at = times[Math.floor(times.length / 2)];
    const counts: number[] = [];
    for (const second of [at - 1, at]) {
      const time = new Date(second * 1000).toISOString().replace('.000', '');
      const { document: listed } = await ann.json(`list --older-than ${time}`);
      const { document: planned } = await ann.json(`archive --older-than ${time} --dry-run --allow-empty`);
      const ids = (each: { id: string }) => each.id;
      // An archived one is looked at too, and stays.
      const items = planned.items.filter(({ state }: { state: string }) => state !== 'unchanged');
      expect(items.map(ids).sort()).toEqual(listed.conversations.map(ids).sort());
      counts.push(items.length);
    }
    expect(counts[1]).toBeGreaterThan(counts[0] ?? 0);
  });

  test('exits 2 in an empty store, unless that is allowed', async () => {
    const ann = personWith('store');
    for (const verb of BULK) {
      const empty = await ann.convo(`${verb} --project empty --yes`);
      expect(empty.exit).toBe(2);
      expect(empty.stderr).toContain('there is no conversation of the project empty');
      const { exit, document } = await ann.json(`${verb} --project empty --yes --allow-empty`);
      expect(exit).toBe(0);
      expect(document).toMatchObject({ command: verb.split(' ')[0], run: null, changed: 0, items: [] });
    }
    expect(existsSync(join(ann.store, '.convo'))).toBe(false);
  });
});

test('undo and redo name the run before they ask about it', async () => {
  const ann = personWith('store');
  for (let n = 0; n < 11; n++) await ann.convo('fork 3f0c');
  expect((await ann.convo('archive --all --yes')).exit).toBe(0);
  for (const verb of ['undo', 'redo']) {
    const written: string[] = [];
    const screen = {
      isTTY: true,
      columns: 80,
      on: () => undefined,
      write: (chunk: string | Uint8Array, done: () => void) => {
        written.push(Buffer.from(chunk).toString());
        done();
      },
    };
    const { stdin } = atTerminal('n\n').over;
    expect((await ann.convo(verb, { over: { stdin, stdout: screen, stderr: screen } })).exit).toBe(2);
    expect(written.join('')).toMatch(/^run \d+: archive[\s\S]*\nMake these \d+ changes\? \[y\/N\]/);
    await ann.convo('undo --yes');
  }
});

/** Someone sits there and types this, a key at a time, then goes away. */
function atTerminal(answer: string) {
  const keys = (async function* () {
    yield* answer;
  })();
  return { terminal: 100, over: { stdin: Object.assign(keys, { isTTY: true }) } };
}

/** Calls to the disk of one `migrate` of this many conversations. */
async function callsOfMigrate(conversations: number): Promise<Record<string, number>> {
  const ann = personWith('store');
  const folder = join(ann.store, 'projects/many/conversations');
  fs.mkdirSync(folder, { recursive: true });
  for (let n = 0; n < conversations; n++)
    fs.writeFileSync(join(folder, `${nameOf(n)}.json`), `${1_700_000_000 + n}:{"messages":[]}`);
  const spies = CALLS.map((name) => [name, vi.spyOn(fs, name)] as const);
  try {
    expect((await ann.convo('migrate --project many --yes')).exit).toBe(0);
    return Object.fromEntries(spies.map(([name, spy]) => [name, spy.mock.calls.length]));
  } finally {
    for (const [, spy] of spies) spy.mockRestore();
  }
}

/** At most so many for a conversation: with every look at its file, its lock and the folders above that safety asks for. */
const MOST = {
  lstatSync: 18,
  openSync: 5,
  fstatSync: 2,
  // One of them answers that the file ends.
  readSync: 6,
  writeSync: 1,
  fsync: 1,
  linkSync: 3,
  renameSync: 2,
} as const;
const CALLS = Object.keys(MOST) as (keyof typeof MOST)[];

function nameOf(n: number): string {
  return `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
}

test.each(CALLS)('a migrate makes so many calls of %s a conversation at most', async (name) => {
  counted ??= countedMigrates();
  const { few, many } = await counted;
  expect(Math.ceil(((many[name] ?? 0) - (few[name] ?? 0)) / 40)).toBeLessThanOrEqual(MOST[name]);
});

let counted: ReturnType<typeof countedMigrates> | undefined;

async function countedMigrates() {
  return { few: await callsOfMigrate(20), many: await callsOfMigrate(60) };
}
