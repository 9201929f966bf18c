import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse as parseJunit } from 'junit2json';
import { expect, test } from 'vitest';
import { personWith } from './person.ts';

test('heal writes every report that is asked for, beside its text', async () => {
  const ann = personWith('store');
  const files = ['json', 'ndjson', 'junit', 'github', 'markdown'].map(
    (format) => `--report ${format}=${join(ann.home, format)}`,
  );
  const healed = await ann.convo(`heal --yes ${files.join(' ')}`);
  expect(healed.stdout).not.toBe('');
  const read = (format: string) => readFileSync(join(ann.home, format), 'utf8');
  const document = JSON.parse(read('json'));
  const { changed, refused, failed, stays, items } = document;
  // One line for what was refused, one for what concerns no single conversation.
  const left = refused + failed + stays.length;
  expect(changed).toBeGreaterThan(0);
  expect(refused).toBeGreaterThan(0);
  const lines = read('ndjson')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.slice(0, -1)).toEqual(items);
  expect(lines.at(-1)).toMatchObject({ command: 'heal', changed, refused, failed, exit: healed.exit });
  const { testsuite } = (await parseJunit(read('junit'))) as { testsuite: { tests: number; failures: number }[] };
  expect(testsuite.map(({ tests, failures }) => [Number(tests), Number(failures)])).toEqual([
    [items.length + stays.length + 1, left],
  ]);
  expect(read('github').trimEnd().split('\n')).toHaveLength(left);
  expect(read('github')).toMatch(/^::warning file=\.fnord\/projects\/[^:]+,title=convo heal%3A refused::/m);
  expect(read('markdown')).toContain(`**${changed} changed`);
  expect(read('markdown')).toContain(`convo undo ${document.run}`);
  expect(read('markdown')).not.toMatch(/: \|$/m);
});

test('a report on stdout takes the place of the text, and two of them are a usage error', async () => {
  const ann = personWith('store');
  expect((await ann.convo('migrate --dry-run --report markdown')).stdout).toMatch(/^## convo migrate \(dry run\)/);
  for (const words of ['--report json --report junit', '--json --report junit', '--report sarif'])
    expect((await ann.convo(`heal --dry-run ${words}`)).exit, words).toBe(2);
});

test('a report that cannot be opened stops the command before anything is changed', async () => {
  const ann = personWith('store');
  expect((await ann.convo('heal --yes --report json=no/such/folder')).exit).toBe(3);
  expect((await ann.convo('heal --yes --report json=.fnord/report.json')).exit).toBe(4);
  for (const words of ['--yes --report json=r --report junit=./r', '--plan-out r --report json=r'])
    expect(await ann.convo(`heal ${words}`)).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('named for two'),
    });
  expect(JSON.parse((await ann.convo('runs --json')).stdout).runs).toEqual([]);
});

test('a full disk is an error, though the change was made, and an older report stays when nothing was', async () => {
  const ann = personWith('store');
  writeFileSync(join(ann.home, 'r.json'), 'older');
  expect((await ann.convo('heal nosuch --report json=r.json')).exit).toBe(2);
  expect(readFileSync(join(ann.home, 'r.json'), 'utf8')).toBe('older');
  expect(readdirSync(ann.home).filter((name) => name.startsWith('.r.json'))).toEqual([]);
  expect((await ann.convo('heal --yes --report json=/dev/full')).exit).toBe(3);
  expect(JSON.parse((await ann.convo('runs --json')).stdout).runs).toHaveLength(1);
});
