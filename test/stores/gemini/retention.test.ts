import { expect, test } from 'vitest';
import { bytesSource } from '../../../src/model/part.ts';
import { pathsBeyondCount, retentionOf } from '../../../src/stores/gemini/read/retention.ts';
import { openSession } from '../../../src/stores/gemini/read/session.ts';
import { filePart } from '../open-site.ts';

const of = (sessionRetention: unknown) =>
  retentionOf({ bytes: Buffer.from(JSON.stringify({ general: { sessionRetention } })) });

/** As it stands in the settings, such as `${NAME:-3d}`. */
const variable = (inner: string) => `$\{${inner}}`;

/** As Gemini CLI 0.61.0 took them. */
test.each([
  [{}, { days: 30, max: null }],
  [{ maxAge: '10d' }, { days: 10, max: null }],
  [
    { enabled: true, maxAge: '3w' },
    { days: 21, max: null },
  ],
  [
    { enabled: true, maxAge: '2m' },
    { days: 60, max: null },
  ],
  [
    { enabled: true, maxAge: '36500d' },
    { days: 36500, max: null },
  ],
  [
    { enabled: true, maxCount: 2 },
    { days: 30, max: 2 },
  ],
  [
    { enabled: true, maxAge: '24h' },
    { days: 1, max: null },
  ],
  [
    { enabled: 'off', maxCount: '2' },
    { days: 30, max: 2 },
  ],
  [
    { enabled: 1, maxCount: true },
    { days: 30, max: 1 },
  ],
  [{ maxCount: 'few' }, { days: 30, max: null }],
  [{ maxAge: variable('KEEP_FOR:-3d') }, { days: 3, max: null }],
  [{ maxAge: variable('N.o:-3') + variable('UNIT:-w') + variable('END:-') }, { days: 21, max: null }],
  [{ maxCount: variable('N:-2') }, { days: 30, max: 2 }],
  [{ enabled: variable('KEEP:-true') }, { days: 30, max: null }],
])('keeps sessions by %j', (settings, kept) => {
  expect(of(settings)).toEqual(kept);
});

test.each([
  [{ enabled: false }],
  [{ enabled: 'false' }],
  [{ enabled: 'FALSE' }],
  [{ enabled: '' }],
  [{ enabled: 0 }],
  [{ enabled: null }],
  [true],
  [{ enabled: true, maxAge: 'often' }],
  [{ enabled: true, maxAge: '12h' }],
  [{ enabled: true, maxAge: '3d', minRetention: '7d' }],
  [{ enabled: true, maxAge: 10 }],
  [{ enabled: true, maxAge: '0d' }],
  [{ enabled: true, maxCount: 0 }],
  [{ enabled: true, maxCount: '0' }],
  [{ enabled: true, maxCount: null }],
  [{ enabled: variable('KEEP:-false') }],
  [{ enabled: variable('KEEP:-') }],
  [{ maxAge: '3d', minRetention: variable('LEAST:-4d') }],
  [{ maxAge: variable('KEEP_FOR-3d') }],
  [{ maxAge: variable(`KEEP_FOR:-${variable('OTHER:-3d')}`) }],
])('deletes nothing by %j', (settings) => {
  expect(of(settings)).toBeNull();
});

test('reads settings with comments, and no text for one', () => {
  const settings = '{ // mine\n "general": {"sessionRetention": {"maxAge": /* not 30d */ "2d"}}, "x": "\\"// 1d" }';
  expect(retentionOf({ bytes: Buffer.from(settings) })).toEqual({ days: 2, max: null });
});

test.each([
  ...[['{"general": null}'], ['{"general": []}']],
  // The program ends at these before it deletes.
  ...[['{'], ['[]'], [''], ['{"ui": {},}'], ['\ufeff{}']],
])('deletes nothing where %j is all there is', (text) => {
  expect(retentionOf({ bytes: Buffer.from(text) })).toBeNull();
});

test('goes by the default without settings, and with some of other things', () => {
  expect(retentionOf({ bytes: Buffer.from('{"ui": {}}') })).toEqual({ days: 30, max: null });
  expect(retentionOf(undefined)).toEqual({ days: 30, max: null });
});

/** A session that began and was changed at these days of May 2026; `changed` null for one that does not say. */
function session(id: string, began: number, changed: number | null, header: object = {}) {
  const timeOf = (day: number) => `2026-05-${String(day).padStart(2, '0')}T09:30:00.000Z`;
  const times = { startTime: timeOf(began), ...(changed === null ? {} : { lastUpdated: timeOf(changed) }) };
  const records = [
    { sessionId: `${id}-1`, projectHash: 'ab', ...times, ...header },
    { id: 'q', type: 'user', content: 'Prune the quince' },
  ];
  const bytes = Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  return { name: `session-${timeOf(began).slice(0, 10)}T09-30-${id}.jsonl`, source: bytesSource(bytes) };
}

const FOLDER = 'tmp/orchard/chats';

function beyond(max: number | null, files: readonly ReturnType<typeof session>[], arriving?: (typeof files)[number]) {
  const sources = new Map(files.map(({ name, source }) => [`${FOLDER}/${name}`, source]));
  const scope = {
    name: 'orchard',
    namesAt: (path: string) => (path === FOLDER ? files.map(({ name }) => name) : []),
    sourceAt: (path: string) => sources.get(path) ?? null,
  };
  const arrived = (arriving === undefined ? [] : [arriving]).map(({ name, source }) =>
    openSession({ ...filePart(`archive/orchard/${name}`, null, { role: 'archived', size: source.size }), source }),
  );
  const paths = pathsBeyondCount(scope, max === null ? null : { days: 30, max }, arrived);
  return [...paths].map((path) => path.slice(-14, -6)).sort();
}

const [FIRST, SECOND, THIRD] = [
  session('11111111', 1, 9),
  session('22222222', 8, 3),
  session('33333333', 5, 5),
] as const;

/** As Gemini CLI 0.61.0 deleted them. */
test('of too many sessions those go that were changed first, wherever they began', () => {
  expect(beyond(2, [FIRST, SECOND, THIRD])).toEqual(['22222222']);
  expect(beyond(1, [FIRST, SECOND, THIRD])).toEqual(['22222222', '33333333']);
  expect(beyond(1.5, [FIRST, SECOND, THIRD])).toEqual(['22222222']);
  expect(beyond(3, [FIRST, SECOND, THIRD])).toEqual([]);
  expect(beyond(null, [FIRST, SECOND, THIRD])).toEqual([]);
});

test('a session without the time of its last change counts as changed now, and each file of one session counts', () => {
  expect(beyond(2, [session('44444444', 1, null), FIRST, THIRD])).toEqual(['33333333']);
  expect(beyond(2, [FIRST, THIRD, session('11111111', 2, 4)])).toEqual(['11111111']);
});

test('files that go anyway do not count, nor a copy that was set aside', () => {
  const subagent = session('44444444', 9, 9, { kind: 'subagent' });
  const unreadable = session('55555555', 9, 9, { projectHash: '' });
  const aside = { ...FIRST, name: `${FIRST.name}.0123456789abcdef` };
  expect(beyond(2, [subagent, unreadable, aside, FIRST, THIRD])).toEqual([]);
});

test('a session that is put back counts with the others', () => {
  expect(beyond(2, [FIRST, THIRD], SECOND)).toEqual(['22222222']);
  expect(beyond(2, [FIRST, SECOND], THIRD)).toEqual(['22222222']);
});
