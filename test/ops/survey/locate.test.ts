import { expect, test } from 'vitest';
import type { View } from '../../../src/model/conversation.ts';
import type { Finding } from '../../../src/model/finding.ts';
import { locateFinding, locateView } from '../../../src/ops/survey/locate.ts';
import type { Site } from '../../../src/stores/kind.ts';

const site: Site = { kind: 'fnord', root: '/home/ann/.fnord', shape: 'home', scope: null, file: null };

const finding: Finding = {
  code: 'ST001',
  id: 'x',
  path: 'projects/p/conversations/x.json',
  at: null,
  offset: 3,
  detail: 'cannot be read',
};

test('a finding gets its severity, an absolute path, and the line and column of its place', () => {
  expect(locateFinding(site, 'p', { ...finding, position: { line: 2, column: 2 } })).toEqual({
    code: 'ST001',
    severity: 'error',
    healing: 'manual',
    kind: 'fnord',
    root: '/home/ann/.fnord',
    project: 'p',
    id: 'x',
    path: '/home/ann/.fnord/projects/p/conversations/x.json',
    at: null,
    offset: 3,
    line: 2,
    column: 2,
    owner: 'refuses',
    message: 'cannot be read',
    expected: null,
    actual: null,
    fingerprint: expect.stringMatching(/^[0-9a-f]{32}$/),
  });
});

test('without a place there is no line', () => {
  expect(locateFinding(site, 'p', finding)).toMatchObject({ offset: 3, line: null, column: null });
});

test('a finding about the root itself has the path of the root, and no project', () => {
  expect(locateFinding(site, null, { ...finding, path: '' })).toMatchObject({ path: site.root, project: null });
  expect(locateFinding(site, '', finding).project).toBeNull();
});

test('a view becomes a conversation of its site and project', () => {
  const view: View = {
    id: 'x',
    path: 'projects/p/conversations/x.json',
    format: 'v1',
    state: 'active',
    readable: true,
    timestamp: 1,
    createdAt: null,
    updatedAt: 1,
    get title() {
      return 'hello';
    },
    messages: 2,
    bytes: 3,
  };
  expect(locateView(site, 'p', view)).toEqual({
    ...view,
    hidden: null,
    kind: 'fnord',
    root: site.root,
    project: 'p',
    path: '/home/ann/.fnord/projects/p/conversations/x.json',
  });
});

test('a session whose view says nothing of its branch has all facts of a session', () => {
  const view: View = {
    id: 'a1',
    path: 'projects/p/a1.jsonl',
    format: null,
    state: 'active',
    readable: true,
    timestamp: 1,
    createdAt: null,
    updatedAt: 1,
    title: 'hello',
    messages: 2,
    bytes: 3,
    tag: 'boats',
    goesOnIn: 'b2',
  };
  expect(locateView({ ...site, kind: 'claude' }, 'p', view)).toMatchObject({
    branch: null,
    tag: 'boats',
    cwd: null,
    asked: null,
    daysLeft: null,
    records: null,
    goesOnIn: 'b2',
  });
});
