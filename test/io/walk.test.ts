import fs from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nodeDisk, type ReadDisk } from '../../src/io/disk.ts';
import { walk } from '../../src/io/walk.ts';
import type { Place } from '../../src/model/part.ts';
import { asNobody, fifo, tree } from '../support/real-tree.ts';
import { failingDisk } from './support/failing-disk.ts';
import { place } from './support/notes-place.ts';

/** Every entry as `path type`, every finding as `CODE path`, in the order of the walk. */
function told(root: string, disk: ReadDisk = nodeDisk(), wants?: (scope: string) => boolean): string[] {
  const route = wants === undefined ? { root, place } : { root, place, wants };
  return [...walk(disk, route)].flat().map((walked) => {
    if (walked.type === 'finding') return `${walked.finding.code} ${walked.finding.path}`;
    const { path, type, target } = walked.entry;
    return type === target ? `${path} ${type}` : `${path} ${type} to ${target}`;
  });
}

test('the files of a folder come before its folders, all sorted by their bytes', () => {
  const root = tree({
    'b/2.note': '',
    'b/10.note': '',
    'b/old/1.note': '',
    'a/x.note': '',
    'a/index': '',
    settings: '',
  });
  expect(told(root)).toEqual([
    'settings file',
    'a/index file',
    'a/x.note file',
    'b/10.note file',
    'b/2.note file',
    'b/old/1.note file',
  ]);
});

test('a folder that the kind calls foreign is neither reported nor walked', () => {
  const root = tree({ 'tmp/deep/x.note': '', 'a/readme.txt': '' });
  fs.symlinkSync('/nowhere', join(root, 'a/readme.link'));
  expect(told(root)).toEqual([]);
});

test('a name from disk is never taken as a pattern', () => {
  const root = tree({ 'scratch [2025]/*.note': '', 'scratch [2025]/x.note': '', '{a,b}/?.note': '' });
  expect(told(root)).toEqual(['scratch [2025]/*.note file', 'scratch [2025]/x.note file', '{a,b}/?.note file']);
});

test('scopes that are not wanted are not even listed', () => {
  const listed: string[] = [];
  const root = tree({ 'a/1.note': '', 'b/2.note': '' });
  const disk = failingDisk((call, path) => {
    if (call === 'list') listed.push(path.slice(root.length));
    return null;
  });
  expect(told(root, disk, (scope) => scope === 'b')).toEqual(['b/2.note file']);
  expect(listed).toEqual(['', '/b']);
});

test('a folder that is a part of a unit is told, and walked into where the kind says so', () => {
  const root = tree({ 'a/box/1.note': '', 'a/box/in/2.note': '' });
  fs.symlinkSync('box', join(root, 'a/tied'));
  const boxed = (path: string): Place => {
    const part = { type: 'part', scope: 'a', id: 'box', role: 'any', load: 'name' } as const;
    if (path === 'a') return { type: 'folder' };
    return path.endsWith('.note') ? part : { ...part, inside: true };
  };
  const entries = [...walk(nodeDisk(), { root, place: boxed })]
    .flat()
    .map((walked) => (walked.type === 'entry' ? `${walked.entry.path} ${walked.entry.type}` : walked.finding.code));
  expect(entries).toEqual([
    'a/box folder',
    'a/tied link',
    'a/box/1.note file',
    'a/box/in folder',
    'a/box/in/2.note file',
  ]);
});

test('a folder that a whole scope shares is walked into as well, where the kind says so', () => {
  const root = tree({ 'a/1.note': '', 'a/in/2.note': '' });
  const shelf: Place = { type: 'shared', scope: 'a', role: 'shelf', load: 'name', inside: true };
  const part: Place = { type: 'part', scope: 'a', id: 'n', role: 'any', load: 'name' };
  const route = {
    root,
    place: (path: string) => (path.endsWith('.note') ? part : path === 'a' ? shelf : ({ type: 'foreign' } as const)),
  };
  const paths = [...walk(nodeDisk(), route)].flat().map((walked) => (walked.type === 'entry' ? walked.entry.path : ''));
  expect(paths).toEqual(['a', 'a/1.note']);
});

test('a shared folder that is a link to one inside is walked as well; one that holds it, or lies outside, stays unseen', () => {
  const elsewhere = tree({ '2.note': '' });
  const root = tree({ 'other/1.note': '' });
  fs.symlinkSync('other', join(root, 'in'));
  fs.symlinkSync('.', join(root, 'round'));
  fs.symlinkSync(elsewhere, join(root, 'out'));
  const shelf: Place = { type: 'shared', scope: 'a', role: 'shelf', load: 'name', inside: true };
  const part: Place = { type: 'part', scope: 'a', id: 'n', role: 'any', load: 'name' };
  const route = { root, place: (path: string): Place => (path.endsWith('.note') ? part : shelf) };
  const walked = [...walk(nodeDisk(), route)]
    .flat()
    .map((each) =>
      each.type === 'entry' ? each.entry.path : `${each.finding.code} ${each.finding.path} ${each.hides}`,
    );
  expect(walked).toEqual([
    'in',
    'other',
    'ST005 out true',
    'out',
    'ST006 round false',
    'round',
    'in/1.note',
    'other/1.note',
  ]);
});

test('a root that is a link is walked', () => {
  const root = tree({ 'real/a/1.note': '' });
  fs.symlinkSync('real', join(root, 'linked'));
  expect(told(join(root, 'linked'))).toEqual(['a/1.note file']);
});

test('a link to a file inside the store is followed', () => {
  const root = tree({ 'a/1.note': '', 'a/old/': '' });
  fs.symlinkSync('../1.note', join(root, 'a/old/2.note'));
  expect(told(root)).toEqual(['a/1.note file', 'a/old/2.note link to file']);
});

test('a link to a folder inside the store is walked under its own name', () => {
  const root = tree({ 'a/1.note': '' });
  fs.symlinkSync('a', join(root, 'b'));
  expect(told(root)).toEqual(['a/1.note file', 'b/1.note file']);
});

test('a link inside a linked root is inside when its target is', () => {
  const root = tree({ 'real/a/1.note': '', 'real/a/old/': '' });
  fs.symlinkSync(join(root, 'real/a/1.note'), join(root, 'real/a/old/2.note'));
  fs.symlinkSync('real', join(root, 'linked'));
  expect(told(join(root, 'linked'))).toEqual(['a/1.note file', 'a/old/2.note link to file']);
});

test('a folder is not walked inside itself', () => {
  const root = tree({ 'a/1.note': '' });
  fs.symlinkSync('..', join(root, 'a/old'));
  fs.symlinkSync('.', join(root, 'b'));
  expect(told(root)).toEqual(['ST006 b', 'a/1.note file', 'ST006 a/old']);
});

test('a link that leads out of the store is told, with what lies under its name, and not followed', () => {
  const elsewhere = tree({ '1.note': '', 'folder/2.note': '' });
  const root = tree({ 'a/': '' });
  fs.symlinkSync(join(elsewhere, '1.note'), join(root, 'a/1.note'));
  fs.symlinkSync(join(elsewhere, 'folder'), join(root, 'b'));
  expect(told(root)).toEqual(['ST005 b', 'ST005 a/1.note', 'a/1.note link']);
});

test('a folder that its kind follows is walked outside the store too, and once where it has two names', () => {
  const elsewhere = tree({ 'far/1.note': '', 'round/': '' });
  const root = tree({ 'here/1.note': '' });
  for (const name of ['a', 'b']) fs.symlinkSync(join(elsewhere, 'far'), join(root, name));
  fs.symlinkSync('here', join(root, 'c'));
  fs.symlinkSync('2.note', join(elsewhere, 'far/3.note'));
  fs.writeFileSync(join(elsewhere, 'far/2.note'), '');
  fs.symlinkSync(join(root, 'here/1.note'), join(elsewhere, 'far/4.note'));
  fs.symlinkSync(root, join(elsewhere, 'far/up'));
  const part: Place = { type: 'part', scope: 'a', id: 'n', role: 'any', load: 'name' };
  const route = {
    root,
    place: (path: string): Place => (path.endsWith('.note') ? part : { type: 'folder', follows: true }),
  };
  const walked = [...walk(nodeDisk(), route)]
    .flat()
    .map((each) => (each.type === 'entry' ? each.entry.path : `${each.finding.code} ${each.finding.path}`));
  expect(walked).toEqual(['a/1.note', 'a/2.note', 'a/3.note', 'a/4.note', 'ST006 a/up', 'here/1.note']);
});

test('a neighbour whose name only begins like the root is outside', () => {
  const top = tree({ 'store/a/': '', 'store-2/1.note': '' });
  fs.symlinkSync('../../store-2/1.note', join(top, 'store/a/1.note'));
  expect(told(join(top, 'store'))).toEqual(['ST005 a/1.note', 'a/1.note link']);
});

test('links that lead nowhere or in a circle are told', () => {
  const root = tree({ 'a/': '' });
  fs.symlinkSync('gone', join(root, 'a/1.note'));
  fs.symlinkSync('3.note', join(root, 'a/2.note'));
  fs.symlinkSync('2.note', join(root, 'a/3.note'));
  fs.symlinkSync('gone', join(root, 'b'));
  expect(told(root)).toEqual([
    'ST006 b',
    'ST006 a/1.note',
    'a/1.note link',
    'ST006 a/2.note',
    'a/2.note link',
    'ST006 a/3.note',
    'a/3.note link',
  ]);
});

test('a link whose way is closed is unjudged', () => {
  const root = tree({ 'a/1.note': '' });
  fs.symlinkSync('1.note', join(root, 'a/2.note'));
  const disk = failingDisk((call, path) => (call === 'realpath' && path.endsWith('2.note') ? 'EACCES' : null));
  expect(told(root, disk)).toEqual(['a/1.note file', 'ST001 a/2.note', 'a/2.note link']);
});

test('a fifo and a socket in the place of a file are told, never opened', async () => {
  const root = tree({ 'a/': '' });
  fifo(join(root, 'a/1.note'));
  const server = createServer().listen(join(root, 'a/2.note'));
  await new Promise((resolve) => server.once('listening', resolve));
  expect(told(root)).toEqual(['ST003 a/1.note', 'a/1.note other', 'ST003 a/2.note', 'a/2.note other']);
  await new Promise((resolve) => server.close(resolve));
});

test('a fifo in the place of a folder is told', async () => {
  const root = tree({ 'a/': '' });
  fifo(join(root, 'a/old'));
  expect(told(root)).toEqual(['ST003 a/old']);
});

test('a fifo in the place of a leftover is only named', async () => {
  const root = tree({ 'a/': '' });
  fifo(join(root, 'a/1.lock'));
  expect(told(root)).toEqual(['a/1.lock other']);
});

test('a name that is not UTF-8 is told with its bytes', () => {
  const root = tree({ 'a/1.note': '' });
  fs.writeFileSync(Buffer.concat([Buffer.from(`${root}/a/caf`), Buffer.from([0xe9]), Buffer.from('.note')]), '');
  const findings = [...walk(nodeDisk(), { root, place })]
    .flat()
    .flatMap((each) => (each.type === 'finding' ? [each.finding] : []));
  expect(findings).toMatchObject([{ code: 'ST004', path: 'a/caf\uFFFD.note' }]);
  expect(findings[0]?.detail).toContain('caf\\xE9.note');
});

test('a folder that may not be listed is told, and the walk goes on', async () => {
  const root = tree({ 'a/1.note': '', 'b/old/2.note': '', 'b/3.note': '', 'c/4.note': '' });
  fs.chmodSync(root, 0o755);
  fs.chmodSync(join(root, 'a'), 0);
  fs.chmodSync(join(root, 'b/old'), 0o711);
  expect(await asNobody(() => told(root))).toEqual(['ST002 a', 'b/3.note file', 'ST002 b/old', 'c/4.note file']);
});

test('a finding names the scope it lies in', () => {
  const root = tree({ 'a/1.note': '' });
  const disk = failingDisk((call, path) => (call === 'list' && path.endsWith('/a') ? 'EIO' : null));
  const [walked] = [...walk(disk, { root, place })].flat();
  expect(walked).toMatchObject({
    type: 'finding',
    scope: 'a',
    finding: { code: 'ST002', path: 'a' },
    hides: true,
  });
});

test('a root that may not be listed, or is gone, is a finding', () => {
  const root = tree({ 'a/1.note': '' });
  expect(
    told(
      root,
      failingDisk((call, path) => (call === 'list' && path === root ? 'EACCES' : null)),
    ),
  ).toEqual(['ST002 ']);
  expect(told(join(root, 'gone'))).toEqual(['ST009 ']);
});

test('the files of convo are not a part of the store, and its leftovers are reported', () => {
  const root = tree({
    '.convo/a/1.note': '',
    'a/.convo/2.note': '',
    'a/.1.note.convo-20260102T030405Z-00ff-3.1': '',
    'a/.1.note.convo-20260102T030405678Z-00ff-3.1': '',
    'a/.convo-like.note': '',
  });
  expect(told(root)).toEqual([
    'ST402 a/.1.note.convo-20260102T030405678Z-00ff-3.1',
    'ST402 a/.1.note.convo-20260102T030405Z-00ff-3.1',
    'a/.convo-like.note file',
  ]);
});

test('a hundred thousand files cost one listing a folder and no look at a file', () => {
  const names = Array.from({ length: 100_000 }, (_, n) => `${String(n).padStart(6, '0')}.note`);
  const calls = { list: 0, other: 0 };
  const refuse = (): never => {
    calls.other++;
    throw new Error('not to be called');
  };
  const nameOf = (name: string, type: 'file' | 'folder') => ({ name, raw: Buffer.from(name), type });
  const disk: ReadDisk = {
    list: (path) => {
      calls.list++;
      return path === '/s' ? [nameOf('a', 'folder')] : names.map((name) => nameOf(name, 'file'));
    },
    realpath: (path) => path,
    lstat: refuse,
    stat: refuse,
    readlink: refuse,
    read: refuse,
  };
  let count = 0;
  for (const list of walk(disk, { root: '/s', place })) count += list.filter(({ type }) => type === 'entry').length;
  expect({ count, ...calls }).toEqual({ count: 100_000, list: 2, other: 0 });
});
