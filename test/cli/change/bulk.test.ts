import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { personWith } from './person.ts';
import { snapshot } from './snapshot.ts';

const BULK = ['heal', 'migrate', 'archive', 'restore', 'delete'];

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

  test.each(['no\n', '\n', 'yess\n', 'n\ny\n', ''])('asks on a terminal, and %j declines', async (answer) => {
    const ann = personWith('store');
    const before = snapshot(ann.home);
    const { exit, stdout, stderr } = await ann.convo('migrate', atTerminal(answer));
    expect(exit).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain('would migrate');
    expect(stderr).toContain('an older build would no longer see 5 conversations: fnord before 0.9.34');
    expect(stderr).toContain('Go on with 5 changes? [y/N] ');
    expect(stderr).toContain('declined: nothing was changed');
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
    await ann.convo('archive --yes');
    const { exit, stderr } = await ann.convo('archive', atTerminal(''));
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

  test('exits 2 in an empty store, unless that is allowed', async () => {
    const ann = personWith('store');
    for (const verb of BULK) {
      const empty = await ann.convo(`${verb} --project empty --yes`);
      expect(empty.exit).toBe(2);
      expect(empty.stderr).toContain('there is no conversation of the project empty');
      const { exit, document } = await ann.json(`${verb} --project empty --yes --allow-empty`);
      expect(exit).toBe(0);
      expect(document).toMatchObject({ command: verb, run: null, changed: 0, items: [] });
    }
    expect(existsSync(join(ann.store, '.convo'))).toBe(false);
  });
});

/** Someone sits there and types this, a key at a time, then goes away. */
function atTerminal(answer: string) {
  const keys = (async function* () {
    yield* answer;
  })();
  return { terminal: 100, over: { stdin: Object.assign(keys, { isTTY: true }) } };
}
