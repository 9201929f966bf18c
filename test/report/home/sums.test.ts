import { expect, test } from 'vitest';
import type { Conversation } from '../../../src/model/conversation.ts';
import type { HomeReport } from '../../../src/model/stats.ts';
import { homeText } from '../../../src/report/home/sums.ts';
import { homePage } from '../../../src/report/html/home-page.ts';
import { paint } from '../../../src/report/paint.ts';

const DUE: Conversation = {
  kind: 'claude',
  root: '/r',
  project: '-srv',
  cwd: '/srv',
  id: 'a1b2',
  path: '/r/a1b2.jsonl',
  format: null,
  state: 'active',
  readable: true,
  timestamp: null,
  createdAt: null,
  updatedAt: null,
  title: null,
  asked: 'Who waters the leeks?\nAnd when?',
  messages: 2,
  bytes: 10,
  daysLeft: 3,
};
const REPORT: HomeReport = {
  now: 0,
  roots: [],
  stores: [],
  summary: { stores: 1, conversations: 1, files: 1, bytes: 10, errors: 0, warnings: 0, infos: 0, unjudged: 0 },
  findings: [],
  due: [DUE, { ...DUE, id: 'c3d4', title: 'Onions', asked: null }],
};

test('a conversation without a title that is deleted soon is called by its first question', () => {
  const place = { clock: { now: 0, zone: 'UTC', utc: true }, around: { home: null, cwd: '/' }, commandPrefix: 'convo' };
  const lines = [...homeText(REPORT, { ...place, paint: paint(false), width: 80 })];
  expect(lines).toContain('  a1b2  in 3 days  Who waters the leeks?');
  expect(lines).toContain('  c3d4  in 3 days  Onions');
  const page = [...homePage(REPORT, 'convo')].join('');
  expect(page).toContain('<td>Who waters the leeks?</td>');
  expect(page).toContain('<td>Onions</td>');
});
