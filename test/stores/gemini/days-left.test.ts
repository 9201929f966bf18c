import { expect, test } from 'vitest';
import { bytesSource } from '../../../src/model/part.ts';
import { baseName, folderOf } from '../../../src/model/path.ts';
import { beginGemini } from '../../../src/stores/gemini/index.ts';
import { filePart } from '../open-site.ts';

const NOW = Date.parse('2026-05-05T00:00:00Z') / 1000;

/** Days left of each file of one session, by the days since each was changed; a name in `archive` for an archived one. */
function daysLeft(files: Readonly<Record<string, number>>, settings: object = {}) {
  const site = { kind: 'gemini', root: '/srv/.gemini', shape: 'home', scope: null, file: null } as const;
  const parts = Object.entries(files).map(([path, days]) => {
    const lastUpdated = new Date((NOW - days * 86_400) * 1000).toISOString();
    const header = { sessionId: '1a2b3c4d-1', projectHash: 'ab', startTime: lastUpdated, lastUpdated };
    const bytes = Buffer.from(
      `${JSON.stringify(header)}\n${JSON.stringify({ id: 'q', type: 'user', content: 'Prune the quince' })}\n`,
    );
    const role = path.startsWith('archive') ? 'archived' : 'session';
    return { ...filePart(path, null, { role, size: bytes.length }), source: bytesSource(bytes) };
  });
  const bytesOfSettings = Buffer.from(JSON.stringify({ general: { sessionRetention: settings } }));
  const common = [{ ...filePart('settings.json', null, { role: 'settings' }), bytes: bytesOfSettings }];
  const disk = {
    namesAt: (at: string) => parts.filter(({ path }) => folderOf(path) === at).map(({ path }) => baseName(path)),
    sourceAt: (at: string) => parts.find(({ path }) => path === at)?.source ?? null,
  };
  const { open } = beginGemini({ name: 'orchard', site, shared: [], common, now: NOW, signatures: false, ...disk });
  return open({ id: '1a2b3c4d', parts }).conversations.map((view) => view.daysLeft);
}

const FIRST = 'tmp/orchard/chats/session-2026-04-07T09-30-1a2b3c4d.jsonl';
const SECOND = 'tmp/orchard/chats/session-2026-05-04T09-30-1a2b3c4d.jsonl';
const ARCHIVED = 'archive/orchard/session-2026-05-04T09-30-1a2b3c4d.jsonl';

test('all files of a session have the days of the one that is deleted first', () => {
  expect(daysLeft({ [FIRST]: 28, [SECOND]: 1 })).toEqual([2, 2]);
  expect(daysLeft({ [FIRST]: 1, [SECOND]: 28 })).toEqual([2, 2]);
  expect(daysLeft({ [FIRST]: 31, [SECOND]: 1 })).toEqual([0, 0]);
  expect(daysLeft({ [SECOND]: 1 })).toEqual([29]);
});

test('an archived file is not deleted, and has no say in when the others are', () => {
  expect(daysLeft({ [ARCHIVED]: 28, [SECOND]: 1 })).toEqual([undefined, 29]);
});

test('of more files than the settings keep, those that were changed first have no days left, and so have all of their session', () => {
  expect(daysLeft({ [FIRST]: 3, [SECOND]: 1 }, { maxCount: 1 })).toEqual([0, 0]);
  expect(daysLeft({ [FIRST]: 3, [SECOND]: 1 }, { maxCount: 2 })).toEqual([27, 27]);
  expect(daysLeft({ [FIRST]: 3, [SECOND]: 1 }, { maxCount: 1, enabled: false })).toEqual([null, null]);
});
