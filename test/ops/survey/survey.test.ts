import fs from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nodeDisk, type ReadDisk } from '../../../src/io/disk.ts';
import { Failure } from '../../../src/model/failure.ts';
import { LARGE_FILE } from '../../../src/model/part.ts';
import { survey, surveyAnswers } from '../../../src/ops/survey/survey.ts';
import type { EventOf, SurveyEvent } from '../../../src/ops/survey/survey-event.ts';
import {
  everythingAt,
  type Progress,
  type SurveyRun,
  type SurveySelection,
  withRun,
  withSelection,
} from '../../../src/ops/survey/survey-options.ts';
import type { Scope, Site } from '../../../src/stores/kind.ts';
import { failingDisk } from '../../io/support/failing-disk.ts';
import { ask } from '../../stores/ask.ts';
import { fifo, tree } from '../../support/real-tree.ts';
import { notesKind } from '../notes-kind.ts';

function siteAt(root: string): Site {
  return { kind: 'fnord', root, shape: 'home', scope: null, file: null };
}

async function event(
  root: string,
  options: Partial<SurveySelection & SurveyRun> = {},
  disk: ReadDisk = nodeDisk(),
): Promise<SurveyEvent[]> {
  const asked = withRun(withSelection(everythingAt(0), options), options);
  return all(survey({ disk, kinds: [notesKind()], sites: [siteAt(root)] }, asked));
}

/** The events of a survey for a migration that decides nothing, a line each. */
async function migrated(root: string, disk: ReadDisk): Promise<string[]> {
  const reading = { disk, kinds: [notesKind()], sites: [siteAt(root)] };
  const options = { ask: ask('migrate'), quietSince: null, dryRun: false, previewsErrors: false };
  return (await all(surveyAnswers(reading, everythingAt(0), { want: { type: 'change', options } })))
    .flat()
    .flatMap(lineOf);
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const out: T[] = [];
  for await (const item of items) out.push(item);
  return out;
}

/** One line for each event. */
async function told(
  root: string,
  options: Partial<SurveySelection & SurveyRun> = {},
  disk?: ReadDisk,
): Promise<string[]> {
  return (await event(root, options, disk)).flatMap((each) => lineOf(each));
}

function lineOf(each: SurveyEvent): string | string[] {
  if (each.type === 'done') return `done ${each.files} files ${each.bytes} bytes`;
  if (each.type === 'finding') return `${each.finding.code} ${each.finding.path} ${each.finding.detail}`;
  if (each.type === 'skipped') return `skipped ${each.scope} ${each.id} ${each.path}`;
  if (each.type === 'scope-end') return `seen ${each.scope}`;
  if (each.type === 'answered') return `answered ${each.scope} ${each.id}`;
  const parts = each.parts.map(({ path }) => path).join(' ');
  return `document ${each.scope} ${each.document.id}: ${parts}`;
}

test('scopes come by name, ids in order, each with its files from every folder', async () => {
  const root = tree({
    'b/2.note': '1',
    'b/1.note': '22',
    'b/old/2.note': '333',
    'b/2.lock/owner': '',
    'a/9.note': '4444',
  });
  expect(await told(root)).toEqual([
    'document a 9: a/9.note',
    'FN407 a holds 1 of ',
    'seen a',
    'document b 1: b/1.note',
    'document b 2: b/2.lock b/2.note b/old/2.note',
    'FN407 b holds 2 of ',
    'seen b',
    'done 4 files 10 bytes',
  ]);
});

test('shared files are there when a scope is begun, those of the whole site in the scope without a name', async () => {
  const root = tree({ settings: '', 'a/index': '1\n', 'a/1.note': '', 'b/index': '' });
  expect(await told(root)).toEqual([
    'FN407  holds 0 of settings',
    'seen ',
    'document a 1: a/1.note',
    'FN407 a holds 1 of index',
    'seen a',
    'FN407 b holds 0 of index',
    'seen b',
    'done 4 files 2 bytes',
  ]);
});

test('an id that an index names and the disk lacks comes last', async () => {
  const root = tree({ 'a/index': '2\n1\n', 'a/1.note': '' });
  expect((await told(root)).slice(0, 2)).toEqual(['document a 1: a/1.note', 'document a 2: ']);
});

test('only the scopes asked for are opened, and the site itself is none of them', async () => {
  const root = tree({ settings: '', 'a/1.note': '', 'b/2.note': '' });
  expect(await told(root, { projects: ['b'] })).toEqual([
    'document b 2: b/2.note',
    'FN407 b holds 1 of ',
    'seen b',
    'done 1 files 0 bytes',
  ]);
  expect(await told(root, { projects: [] })).toContain('document a 1: a/1.note');
});

test('only the ids asked for are read, and nothing is said of what was not seen', async () => {
  const root = tree({ 'a/index': '1\n2\n3\n', 'a/1.note': 'bad', 'a/2.note': 'bad' });
  const read: string[] = [];
  const disk = failingDisk((call, path) => {
    if (call === 'read') read.push(path.slice(root.length));
    return null;
  });
  expect(await told(root, { hasId: (id) => id !== '1' }, disk)).toEqual([
    'document a 2: a/2.note',
    'document a 3: ',
    'seen a',
    'done 2 files 9 bytes',
  ]);
  expect(read).toEqual(['/a/index', '/a/2.note']);
});

test('an unreadable file of another id is not reported when some ids are asked for', async () => {
  const root = tree({ 'a/1.note': 'fine', 'a/2.note': 'fine' });
  fs.symlinkSync('/nowhere/at/all', join(root, 'a/3.note'));
  const about = async (id: string) => (await told(root, { hasId: (each) => each === id })).join('\n');
  expect(await about('1')).not.toContain('ST006');
  expect(await about('3')).toContain('ST006');
});

test('findings of a scope about an id asked for are told', async () => {
  const root = tree({ 'a/index': '1\nbad\n' });
  expect(await told(root, { hasId: (id) => id === '1' })).toContain('FN302 a/index is bad');
});

test('a finding with a place in a shared file comes with its text', async () => {
  const found = (await event(tree({ 'a/index': 'bad\n' }))).find(
    (each) => each.type === 'finding' && each.finding.code === 'FN302',
  );
  expect(found?.type === 'finding' && Buffer.from(found.text as Uint8Array).toString()).toBe('bad\n');
});

test('a file that cannot be read is a finding, and its conversation is still told', async () => {
  const root = tree({ 'a/1.note': '', 'a/2.note': '' });
  const disk = failingDisk((call, path) => (call === 'read' && path.endsWith('1.note') ? 'EACCES' : null));
  const events = await event(root, {}, disk);
  expect(events.slice(0, 3).flatMap(lineOf)).toEqual([
    'ST001 a/1.note cannot be read: permission denied',
    'document a 1: a/1.note',
    'document a 2: a/2.note',
  ]);
  const [, first] = events;
  expect(first?.type === 'document' && first.document.conversations).toMatchObject([{ readable: false }]);
});

test('a shared file that cannot be read is a finding of its scope', async () => {
  const root = tree({ 'a/index': '' });
  const disk = failingDisk((call) => (call === 'read' ? 'EIO' : null));
  expect((await event(root, {}, disk))[0]).toMatchObject({
    type: 'finding',
    scope: 'a',
    finding: { code: 'ST001', id: null },
  });
});

test('a scope is begun knowing that a folder of it stays unseen', async () => {
  const begun: (boolean | undefined)[] = [];
  const kind = notesKind();
  const spied = {
    ...kind,
    begin: (scope: Scope, changes: boolean) => {
      begun.push(scope.hasUnreadFolder);
      return kind.begin(scope, changes);
    },
  };
  const root = tree({ 'a/1.note': '', 'a/old/2.note': '', 'b/3.note': '' });
  const disk = failingDisk((call, path) => (call === 'list' && path.endsWith('/a/old') ? 'EACCES' : null));
  await all(survey({ disk, kinds: [spied], sites: [siteAt(root)] }, everythingAt(0)));
  expect(begun).toEqual([true, false]);
});

test('findings of the walk are reported before the documents', async () => {
  const root = tree({ 'a/1.note': '' });
  fifo(join(root, 'a/2.note'));
  fs.symlinkSync('/etc', join(root, 'b'));
  expect((await told(root)).slice(0, 4)).toEqual([
    'ST005 b is a link that leads out of the store',
    'ST003 a/2.note is a named pipe (FIFO), not a file',
    'document a 1: a/1.note',
    'document a 2: a/2.note',
  ]);
});

test('a unit that vanished before it was read is not a document', async () => {
  const root = tree({ 'a/1.note': '' });
  const disk = failingDisk((call, path) => (call === 'lstat' && path.endsWith('1.note') ? 'ENOENT' : null));
  expect(await told(root, {}, disk)).toEqual([
    'ST009 a/1.note vanished while it was looked at',
    'FN407 a holds 0 of ',
    'seen a',
    'done 1 files 0 bytes',
  ]);
});

test('a root that is gone is a finding, not a crash', async () => {
  expect(await told(join(tree(), 'gone'))).toEqual(['ST009  vanished while it was looked at', 'done 0 files 0 bytes']);
});

test('a file that a verb has nothing to do for is skipped by its first bytes alone', async () => {
  const root = tree({
    'a/1.note': `done${'x'.repeat(100_000)}`,
    'a/2.note': 'to do',
    'a/3.note': 'done',
    'a/old/3.note': 'to do',
  });
  const read: string[] = [];
  const real = nodeDisk();
  const disk: ReadDisk = {
    ...real,
    read: (path, length) => {
      if (length === undefined) read.push(path.slice(root.length));
      return real.read(path, length);
    },
  };
  expect(await migrated(root, disk)).toEqual([
    'skipped a 1 a/1.note',
    'answered a 2',
    'answered a 3',
    'FN407 a holds 2 of ',
    'seen a',
    'done 4 files 14 bytes',
  ]);
  expect(read).not.toContain('/a/1.note');
});

test('a file whose head cannot be read is not skipped', async () => {
  const root = tree({ 'a/1.note': 'done' });
  const disk = failingDisk((call) => (call === 'read' ? 'EIO' : null));
  expect((await migrated(root, disk))[0]).toBe('ST001 a/1.note cannot be read: the device reports an error');
});

test('progress counts up to all there is', async () => {
  const root = tree({ settings: '1', 'a/1.note': '22', 'b/2.note': '333' });
  const seen: Progress[] = [];
  await event(root, { progress: (progress) => seen.push(progress) });
  expect(seen.at(-1)).toEqual({ files: 3, bytes: 6, of: 3, share: 1 });
  expect(seen.map(({ files }) => files)).toEqual([...seen.map(({ files }) => files)].sort((a, b) => a - b));
});

test('progress under a filter ends at what was asked for', async () => {
  const root = tree({ settings: '1', 'a/1.note': '22', 'b/2.note': '333', 'b/3.note': '4444' });
  const seen: Progress[] = [];
  await event(root, { projects: ['b'], hasId: (id) => id === '3', progress: (progress) => seen.push(progress) });
  expect(seen.at(-1)).toEqual({ files: 1, bytes: 4, of: 1, share: 1 });
});

test('progress over several sites never goes back, and has the number of files once all are walked', async () => {
  const small = tree({ 'a/1.note': '1' });
  const large = tree({ 'a/1.note': '1', 'a/2.note': '2', 'a/3.note': '3' });
  const seen: Progress[] = [];
  const options = withRun(everythingAt(0), { progress: (progress) => seen.push(progress) });
  for await (const _ of survey(
    { disk: nodeDisk(), kinds: [notesKind()], sites: [siteAt(small), siteAt(large)] },
    options,
  ));
  const told = (of: (progress: Progress) => string) => [...new Set(seen.map(of))];
  expect(told(({ files, of }) => `${files} of ${of}`)).toEqual([
    '0 of 0',
    '1 of 0',
    '1 of 4',
    '2 of 4',
    '3 of 4',
    '4 of 4',
  ]);
  expect(told(({ share }) => (share * 6).toFixed())).toEqual(['0', '3', '4', '5', '6']);
});

test('an interruption ends the survey between two units', async () => {
  const root = tree({ 'a/1.note': '', 'a/2.note': '' });
  const events: string[] = [];
  let stop = false;
  const run = async () => {
    const options = withRun(everythingAt(0), { interrupted: () => stop });
    for await (const each of survey({ disk: nodeDisk(), kinds: [notesKind()], sites: [siteAt(root)] }, options)) {
      events.push(each.type);
      stop = true;
    }
  };
  await expect(run()).rejects.toSatisfy((error) => error instanceof Failure && error.code === 'interrupted');
  expect(events).toEqual(['document']);
});

test('an interruption ends a long walk too', async () => {
  const root = tree(Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`a/${n}.note`, ''])));
  const breaths: number[] = [];
  const run = event(root, { yieldNow: async () => void breaths.push(1), interrupted: () => breaths.length === 1 });
  await expect(run).rejects.toThrow('interrupted');
});

test('a kind that is not there is a failure', async () => {
  const site = { ...siteAt('/'), kind: 'rao' } as const;
  await expect(all(survey({ disk: nodeDisk(), kinds: [notesKind()], sites: [site] }, everythingAt(0)))).rejects.toThrow(
    'rao',
  );
});

test('a large document is held until the next event alone', async () => {
  const root = tree({ 'a/1.note': 'x'.repeat(LARGE_FILE + 1), 'a/2.note': 'small' });
  const documents: EventOf<'document'>[] = [];
  const sizes: number[] = [];
  for await (const each of survey({ disk: nodeDisk(), kinds: [notesKind()], sites: [siteAt(root)] }, everythingAt(0)))
    if (each.type === 'document') {
      documents.push(each);
      sizes.push(each.parts[0]?.size ?? 0);
    }
  expect(sizes).toEqual([LARGE_FILE + 1, 'small'.length]);
  const [large, small] = documents;
  expect(() => large?.document).toThrow('was released');
  expect(small?.document.id).toBe('2');
});
