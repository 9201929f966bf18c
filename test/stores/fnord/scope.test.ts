import { describe, expect, test } from 'vitest';
import type { View } from '../../../src/model/conversation.ts';
import type { Part } from '../../../src/model/part.ts';
import { fnord } from '../../../src/stores/fnord/index.ts';
import { fnordOrder } from '../../../src/stores/fnord/list/view.ts';
import type { Site, Unit } from '../../../src/stores/kind.ts';
import { beginNow, openNoted } from '../asked.ts';
import { filePart } from './open-site.ts';

const HOME: Site = { kind: 'fnord', root: '/home/me/.fnord', shape: 'home', scope: null, file: null };

function codes(shared: readonly Part[], units: readonly Unit[] = [], name = '', site = HOME): string[] {
  const session = beginNow('fnord', { name, site, shared, now: 1_800_000_000, signatures: false });
  for (const unit of units) openNoted(session, unit, 'fnord');
  return Array.from(session.findings(), ({ code }) => code);
}

const settings = (text: string) => codes([filePart('settings.json', Buffer.from(text), { role: 'settings' })]);
const unit = (id: string, text: string, more: Partial<Part> = {}): Unit => ({
  id,
  parts: [filePart(`projects/p/conversations/${id}.json`, Buffer.from(text), more)],
});

describe('settings', () => {
  test.each([
    ['', ['FN311']],
    [' \n', ['FN311']],
    ['{', ['FN310']],
    ['[]', ['FN310']],
    ['{}', []],
    ['{"projects":{"p":{"root":"/p"}}}', []],
    ['{"projects":{"p":{}}}', ['FN313']],
    ['{"projects":{"p":{"root":null}}}', ['FN313']],
    ['{"projects":{"current":{}}}', ['FN312']],
    ['{"projects":{"current":{"root":"/c"}}}', []],
    ['{"old":{"root":"/o"},"approvals":{},"version":"0.8.30"}', []],
  ])('%j have the findings %j', (text, expected) => {
    expect(settings(text)).toEqual(expected);
  });
});

describe('a project', () => {
  test('in which a file has no usable time cannot be pruned, unless it cannot be listed at all', () => {
    expect(codes([], [unit('a', 'rubbish')], 'p')).toEqual(['FN410']);
    expect(codes([], [unit('a', '5:{"messages":[')], 'p')).toEqual([]);
    expect(codes([], [unit('a', 'rubbish', { role: 'archived' })], 'p')).toEqual([]);
    expect(codes([], [unit('a', 'rubbish')], 'p [2]')).toEqual(['FN318']);
  });

  test.each(['a[b]', 'a{b', '{a}', 'a\\b', '.a*'])('named %s cannot be listed', (name) => {
    expect(codes([], [unit('a', '5:{}')], name)).toEqual(['FN318']);
  });

  test('that others can read says so once', () => {
    const open = { mode: 0o644 };
    expect(codes([], [unit('a', '5:{}', open), unit('b', '5:{}', open), unit('c', '5:{}')], 'p')).toEqual(['FN407']);
    expect(codes([], [unit('a', '5:{}', { mode: 0o600 })], 'p')).toEqual([]);
  });

  test('is judged without the rest when one file was asked for', () => {
    expect(codes([], [unit('a', 'rubbish')], 'p', { ...HOME, file: 'projects/p/conversations/a.json' })).toEqual([]);
  });
});

test('a lock is stale after two minutes, not before', () => {
  const lock = (age: number): Unit => ({
    id: 'a',
    parts: [filePart('a.json.lock', null, { role: 'lock', type: 'folder', mtime: 1_800_000_000 - age })],
  });
  const found = (age: number) => {
    const session = beginNow('fnord', { name: 'p', site: HOME, shared: [], now: 1_800_000_000, signatures: false });
    return Array.from(session.open(lock(age)).findings(), ({ code }) => code);
  };
  expect(found(120)).toEqual([]);
  expect(found(121)).toEqual(['FN403']);
});

test('conversations are sorted by time, those without one as 0, ties by the bytes of the file name', () => {
  const view = (name: string, timestamp: number | null): View => ({
    id: name,
    path: `projects/p/conversations/${name}.json`,
    format: 'v1',
    state: 'active',
    readable: true,
    timestamp,
    createdAt: null,
    updatedAt: timestamp,
    title: null,
    messages: 0,
    bytes: 0,
  });
  const views = [
    view('b', 5),
    view('a', 5),
    view('a-b', 5),
    view('\u{1f600}', 5),
    view('\uffee', 5),
    view('z', null),
    view('y', -5),
  ];
  expect(views.sort(fnordOrder).map(({ id }) => id)).toEqual(['y', 'z', 'a-b', 'a', 'b', '\uffee', '\u{1f600}']);
});

test('the home is where fnord looks for it, and nowhere without one', () => {
  const around = { cwd: '/', platform: 'linux', env: {}, worktrees: [] };
  expect(fnord.layout.homes({ ...around, home: '/home/me' })).toEqual([['/home/me/.fnord']]);
  expect(fnord.layout.homes({ ...around, home: null })).toEqual([]);
});
