import { describe, expect, test } from 'vitest';
import { applyEdits } from '../../../src/codecs/edit.ts';
import type { Code } from '../../../src/model/finding.ts';
import { bytesSource } from '../../../src/model/part.ts';
import { decidePi } from '../../../src/stores/pi/change/decide.ts';
import { judgePi } from '../../../src/stores/pi/checks/judge.ts';
import { beginPi } from '../../../src/stores/pi/index.ts';
import { parsedName, piHomes, projectName, sessionName } from '../../../src/stores/pi/layout/layout.ts';
import type { SessionRecord } from '../../../src/stores/pi/read/record.ts';
import { chainOf } from '../../../src/stores/pi/read/session.ts';
import { ask } from '../ask.ts';
import { filePart } from '../open-site.ts';

const ID = '019cec1a-7a05-7000-8000-000000000001';
const HEADER = { type: 'session', version: 3, id: ID, timestamp: '2026-03-14T09:26:53.589Z', cwd: '/tmp' };

const record = (id: string, parentId: string | null, more: object) => ({
  ...{ type: 'message', id, parentId, timestamp: '2026-03-14T09:27:00.000Z' },
  ...more,
});
const said = (id: string, parentId: string | null, role: string, content: unknown, more: object = {}) =>
  record(id, parentId, { message: { role, content, timestamp: 1_773_480_420_000, ...more } });
const user = (id: string, parentId: string | null, text: string) =>
  said(id, parentId, 'user', [{ type: 'text', text }]);
const linesOf = (...records: readonly object[]) =>
  Buffer.from([HEADER, ...records].map((each) => `${JSON.stringify(each)}\n`).join(''));

/** A session with these bytes, and what a heal makes of them. */
function opened(bytes: Buffer) {
  const site = { kind: 'pi', root: '/srv/.pi/agent', shape: 'home', scope: null, file: null } as const;
  const scope = beginPi({ name: '--tmp--', site, shared: [], now: 2_000_000_000, signatures: false });
  const path = `sessions/--tmp--/2026-03-14T09-26-53-589Z_${ID}.jsonl`;
  const part = { ...filePart(path, null, { role: 'session', size: bytes.length }), source: bytesSource(bytes) };
  const document = scope.open({ id: ID, parts: [part] });
  const messages = [...document.transcript(path).messages];
  return {
    codes: judgePi(document)
      .flatMap((found) => [found, ...(found.consequences ?? [])])
      .map(({ code }) => code),
    readable: document.conversations[0]?.readable,
    hidden: document.conversations[0]?.hidden,
    sent: messages.filter(({ hidden }) => !hidden).map(({ text, callId }) => text ?? callId),
    notSent: messages.filter(({ hidden }) => hidden).map(({ text, callId }) => text ?? callId),
    heal: (only: readonly Code[] | null = null, lossy = false) =>
      decidePi(document, ask('heal', { lossy, only })).outcome,
  };
}

test.each([true, 1, 'no', {}, []])('a command is kept from the model by %j', (excludeFromContext) => {
  const ran = { role: 'bashExecution', command: 'ls', output: 'pear', exitCode: 0, excludeFromContext };
  const { sent, notSent } = opened(linesOf(user('a', null, 'Hello'), record('b', 'a', { message: ran })));
  expect([sent.length, notSent.length]).toEqual([1, 1]);
});

test.each([false, 0, '', null, undefined])('a command is not kept from the model by %j', (excludeFromContext) => {
  const ran = { role: 'bashExecution', command: 'ls', output: 'pear', exitCode: 0, excludeFromContext };
  const { sent } = opened(linesOf(user('a', null, 'Hello'), record('b', 'a', { message: ran })));
  expect(sent.length).toBe(2);
});

test('a message of a hook is sent from the versions that the program rewrites alone', () => {
  const hook = said('b', 'a', 'hookMessage', 'It rains.', { customType: 'weather' });
  const inVersion = (version: unknown) =>
    opened(
      Buffer.from(
        [{ ...HEADER, version }, user('a', null, 'Hello'), hook].map((each) => `${JSON.stringify(each)}\n`).join(''),
      ),
    );
  for (const version of [2, '2']) expect(inVersion(version).sent).toContain('It rains.');
  for (const version of [3, 99, 'three']) {
    const { sent, codes } = inVersion(version);
    expect(sent).toEqual(['Hello']);
    expect(codes).toContain('PI204');
  }
});

test('a message of an extension without a content ends the program, and a heal gives it an empty list', () => {
  const bare = record('b', 'a', { message: { role: 'custom', customType: 'weather', display: true } });
  const bytes = linesOf(user('a', null, 'Hello'), bare);
  const { codes, readable, heal } = opened(bytes);
  expect([codes, readable]).toEqual([['PI205'], false]);
  const outcome = heal();
  expect(outcome).toMatchObject({ state: 'changed', codes: ['PI205'] });
  expect(opened(linesOf(user('a', null, 'Hello'), said('b', 'a', 'custom', []))).readable).toBe(true);
});

describe('the parent of a record', () => {
  const link = (uuid: string, parent: string | null, at = 0): SessionRecord => ({
    ...{ uuid, parent, at, line: at, length: 1, isLinked: true, type: 'message', role: null, effect: null, texts: 0 },
    ...{ calls: [], target: '', fault: null, edited: null },
  });
  const uuids = (of: Iterable<SessionRecord>) => [...of].map(({ uuid }) => uuid);

  test('is followed from the last one up, past a branch', () => {
    const { chain, offChain } = chainOf(
      [link('a', null), link('b', 'a'), link('c', 'a'), link('d', 'c')],
      false,
      false,
    );
    expect([uuids(chain), uuids(offChain)]).toEqual([['a', 'c', 'd'], ['b']]);
  });

  test('ends where a parent is nowhere, and of two with one id the later counts', () => {
    const { chain, orphans } = chainOf(
      [link('a', null), link('b', 'x'), link('b', 'a', 1), link('c', 'b')],
      false,
      false,
    );
    expect([uuids(chain), uuids(orphans)]).toEqual([['a', 'b', 'c'], ['b']]);
  });

  test('ends in a ring, which its first record closes', () => {
    const ring = [link('a', 'c', 1), link('b', 'a', 2), link('c', 'b', 3), link('d', 'd', 4), link('e', 'c', 5)];
    const { chain, closing, orphans } = chainOf(ring, false, false);
    expect([uuids(chain), uuids(closing), uuids(orphans)]).toEqual([
      ['a', 'b', 'c', 'e'],
      ['a', 'd'],
      ['a', 'd'],
    ]);
  });

  test('is the one before it where records have no links', () => {
    expect(uuids(chainOf([link('', null), link('', null)], false, true).chain)).toEqual(['', '']);
  });
});

describe('the messages that are sent', () => {
  test('is what the last compaction keeps, behind its summary', () => {
    const { sent, notSent } = opened(
      linesOf(
        user('a', null, 'One'),
        user('b', 'a', 'Two'),
        record('c', 'b', { type: 'compaction', summary: 'Sum', firstKeptEntryId: 'b', tokensBefore: 9 }),
        user('d', 'c', 'Three'),
      ),
    );
    expect([sent, notSent]).toEqual([['Sum', 'Two', 'Three'], ['One']]);
  });

  test('is the replacement of a message that was edited, and nothing for one that was hidden', () => {
    const edit = { type: 'context_edit', targetId: 'a', replacement: { role: 'user', content: 'Other' } };
    const { sent, notSent } = opened(
      linesOf(
        user('a', null, 'One'),
        user('b', 'a', 'Two'),
        record('c', 'b', edit),
        record('d', 'c', { ...edit, targetId: 'b', replacement: null }),
      ),
    );
    expect([sent, notSent]).toEqual([['Other'], ['One', 'Two']]);
  });

  test('has commands of a person, and no answer that failed, whose error is shown', () => {
    const failed = { stopReason: 'error', errorMessage: 'out of reach' };
    const { sent, notSent } = opened(
      linesOf(
        said('a', null, 'bashExecution', undefined, { command: 'ls', output: 'pears', exitCode: 1 }),
        said('b', 'a', 'bashExecution', undefined, { command: 'pwd', output: '/', excludeFromContext: true }),
        said('c', 'b', 'assistant', [{ type: 'text', text: 'Half' }], failed),
        said('d', 'c', 'user', 'Then'),
      ),
    );
    expect(sent).toEqual(['Ran `ls`\n```\npears\n```\n\nCommand exited with code 1', 'Then']);
    expect(notSent).toEqual(['Ran `pwd`\n```\n/\n```', 'Half', 'out of reach']);
  });
});

test('a message without its message, and an edit without a replacement, are told, and healed so that the program passes over them', () => {
  const bare = opened(linesOf(user('a', null, 'One'), record('b', 'a', {})));
  expect([bare.codes, bare.readable, bare.heal()]).toEqual([
    ['PI215'],
    false,
    expect.objectContaining({ state: 'changed', codes: ['PI215'] }),
  ]);
  const edit = opened(linesOf(user('a', null, 'One'), record('b', 'a', { type: 'context_edit', targetId: 'a' })));
  expect([edit.codes, edit.heal()]).toEqual([
    ['PI215'],
    expect.objectContaining({ state: 'changed', codes: ['PI215'], after: expect.objectContaining({ messages: 1 }) }),
  ]);
});

const editing = (id: string, parentId: string, targetId: string, more: object) =>
  record(id, parentId, { type: 'context_edit', targetId, ...more });
const text = (words: string) => [{ type: 'text', text: words }];

/** As 1.6.0 goes on with them. */
describe('of an edit', () => {
  test('the content alone is sent, as the message that it edits is', () => {
    const call = { type: 'toolCall', id: 'k', name: 'bash', arguments: {} };
    const { sent, codes, readable } = opened(
      linesOf(
        user('a', null, 'One'),
        said('b', 'a', 'assistant', [...text('Two'), call], { usage: {} }),
        said('c', 'b', 'toolResult', text('Three'), { toolCallId: 'k' }),
        said('d', 'c', 'bashExecution', undefined, { command: 'ls', output: 'pears', exitCode: 0 }),
        editing('e', 'd', 'a', { replacement: { role: 'assistant', content: text('Other') } }),
        editing('f', 'e', 'b', { replacement: { content: [...text('More'), call] } }),
        editing('g', 'f', 'c', { replacement: { content: 'Result' } }),
        editing('h', 'g', 'd', { replacement: 'Not for a command' }),
      ),
    );
    expect([sent, codes, readable]).toEqual([['Other', 'More', 'k', 'Result', 'Ran `ls`\n```\npears\n```'], [], true]);
  });

  test('the last of a message counts, one of none does not, and all are shown', () => {
    const { sent, notSent, codes } = opened(
      linesOf(
        user('a', null, 'One'),
        editing('b', 'a', 'a', { replacement: 'Seven' }),
        editing('c', 'b', 'a', { replacement: { content: 'Eight' } }),
        editing('d', 'c', 'gone', {}),
      ),
    );
    expect([sent, notSent, codes]).toEqual([['Eight'], ['One', 'context_edit\nSeven'], []]);
  });

  test.each(['Seven', 7, [], {}, { content: null }, { content: [null] }, { content: [{ type: 'text' }] }])(
    'a replacement of %j ends the program, and is healed with every edit of that message that would',
    (replacement) => {
      const records = [user('a', null, 'One'), user('z', 'a', 'Two')];
      const edits = [editing('b', 'z', 'a', { replacement }), editing('c', 'b', 'a', { replacement })];
      const session = opened(linesOf(...records, ...edits));
      expect([session.codes, session.readable]).toEqual([['PI215'], false]);
      const after = opened(healed(...records, ...edits));
      expect([after.codes, after.readable, after.sent]).toEqual([[], true, ['One', 'Two']]);
    },
  );
});

test('a result whose content is a text is sent without it, and healed', () => {
  const call = { type: 'toolCall', id: 'k', name: 'bash', arguments: {} };
  const records = [
    user('a', null, 'One'),
    said('b', 'a', 'assistant', [call], { usage: {} }),
    said('c', 'b', 'toolResult', 'Words', { toolCallId: 'k' }),
  ];
  const session = opened(linesOf(...records));
  expect([session.codes, session.readable, session.sent, session.notSent]).toEqual([
    ['PI205'],
    true,
    ['One', 'k', ''],
    ['Words'],
  ]);
  const after = opened(healed(...records));
  expect([after.codes, after.sent]).toEqual([[], ['One', 'k', 'Words']]);
});

test.each([
  ['custom_message', 7, false],
  ['custom_message', {}, false],
  ['custom_message', [null], false],
  ['custom_message', null, true],
  ['custom', null, false],
])('a message of an extension, a %s, whose content is %j is taken as the program takes it', (kind, content, is) => {
  const last =
    kind === 'custom' ? said('b', 'a', kind, content) : record('b', 'a', { type: kind, customType: 'note', content });
  const session = opened(linesOf(user('a', null, 'One'), last));
  expect([session.codes, session.readable]).toEqual([is ? [] : ['PI205'], is]);
  const after = opened(is ? linesOf(last) : healed(user('a', null, 'One'), last));
  expect(after.codes.filter((code) => code === 'PI205')).toEqual([]);
});

/** As 1.6.0 goes on with them. */
test.each([
  ['toolResult', [{ type: 'text' }], true],
  ['toolResult', [{ type: 'text', text: null }], true],
  ['toolResult', [null], false],
  ['toolResult', {}, false],
  ['user', [true, { type: 'text', text: 'One' }], true],
  ['user', [{ type: 'text', text: 7 }], true],
  ['user', [{ type: 'text' }], false],
  ['user', [{}], true],
  ['assistant', [7], true],
  ['assistant', ['One'], true],
  ['user', ['', { type: 'text', text: 'One' }], true],
  ['toolResult', [[]], true],
  ['assistant', [{ type: 'text', text: 7 }], false],
  ['assistant', [{ type: 'text', text: null }], false],
])('a content of %s that is %j is taken as the program takes it', (role, content, readable) => {
  const session = opened(
    linesOf(user('a', null, 'One'), said('b', 'a', role, content, { toolCallId: 'c', usage: {} })),
  );
  expect(session.codes.includes('PI205')).toBe(!readable);
  expect(session.readable).toBe(readable);
});

test.each([
  [null, 'unlisted', true, []],
  [[null, { type: 'text', text: 'One' }], 'unlisted', false, [{ type: 'text', text: 'One' }]],
  [7, null, false, [{ type: 'text', text: '7' }]],
  [{ type: 'text', text: 'One' }, null, false, [{ type: 'text', text: 'One' }]],
])('a content that is no list keeps its words in one: %j', (content, hidden, readable, list) => {
  const records = [said('a', null, 'user', content), user('b', 'a', 'Two')];
  const session = opened(linesOf(...records));
  expect([session.codes, session.hidden, session.readable]).toEqual([['PI205'], hidden, readable]);
  expect(healed(...records).toString()).toContain(`"content":${JSON.stringify(list)}`);
});

/** As 1.6.0 goes on with them, and lists them. */
test.each([
  [7, null],
  [{}, null],
  [['One'], null],
  [null, 'unlisted'],
  [[null], 'unlisted'],
])('a content %j beside the conversation does harm to the list alone', (content, hidden) => {
  const session = opened(linesOf(user('a', null, 'One'), said('b', 'a', 'user', content), user('c', 'a', 'Two')));
  expect([session.codes, session.hidden, session.readable]).toEqual([
    hidden === null ? ['PI210'] : ['PI205', 'PI210'],
    hidden,
    true,
  ]);
});

describe('an answer', () => {
  const call = { type: 'toolCall', name: 'bash', arguments: {} };
  const result = { toolCallId: 'call_1', toolName: 'bash', isError: false };
  const answer = (parts: readonly object[], more: object) =>
    opened(
      linesOf(
        user('a', null, 'One'),
        said('b', 'a', 'assistant', parts, { usage: {}, stopReason: 'toolUse', ...more }),
        said('c', 'b', 'toolResult', [{ type: 'text', text: 'Two' }], result),
      ),
    );

  test.each([
    ['without its usage', [{ ...call, id: 'call_1' }], { usage: undefined }],
    ['with null for its usage', [{ ...call, id: 'call_1' }], { usage: null }],
    ['with a call without an id', [call], {}],
    ['with a call whose id is a number', [{ ...call, id: 7 }], {}],
  ])('%s keeps the program from going on, and is healed', (_, parts, more) => {
    const session = answer(parts, more);
    expect([session.codes.includes('PI215'), session.readable, session.hidden]).toEqual([true, false, null]);
    const healed = JSON.stringify(session.heal());
    expect(healed).toContain('PI215');
    expect(session.heal()).toMatchObject({ state: 'changed' });
  });

  test('gets the ids of its own results, and none of those of a later answer', () => {
    const text = [{ type: 'text', text: 'Two' }];
    const asked = (id: string, parent: string) =>
      said(id, parent, 'assistant', [call], { usage: {}, stopReason: 'toolUse' });
    const bytes = healed(
      user('a', null, 'One'),
      asked('b', 'a'),
      said('c', 'b', 'user', 'Three'),
      asked('d', 'c'),
      said('e', 'd', 'toolResult', text, { ...result, toolCallId: 'call_2' }),
    );
    const named = [...bytes.toString().matchAll(/"name":"bash","arguments":\{\},"id":"([^"]*)"/g)].map(([, id]) => id);
    expect(named).toEqual([expect.not.stringMatching('call_2'), 'call_2']);
  });

  test.each(['aborted', 'error'])('that was %s needs neither', (stopReason) => {
    const session = answer([call], { usage: null, stopReason });
    expect([session.codes.includes('PI215'), session.readable]).toEqual([false, true]);
  });
});

test('a ring through a torn record is healed in one run', () => {
  const torn = '{"type":"message","id":"d","parentId":"c","timestamp":"2026-05-04T';
  const [a, b] = [user('a', null, 'One'), user('b', 'e', 'Two')];
  const last = JSON.stringify(user('e', 'd', 'Five'));
  const bytes = Buffer.concat([linesOf(a, b, user('c', 'b', 'Three')), Buffer.from(`${torn}\n${last}\n`)]);
  const outcome = opened(bytes).heal();
  expect(outcome).toMatchObject({ codes: ['PI201', 'PI209'], after: { messages: 4 } });
});

test('a heal after which a compaction takes the place of what is sent needs --lossy', () => {
  const [a, b] = [user('a', null, 'One'), user('b', 'a', 'Two')];
  const compaction = { type: 'compaction', id: 'c', parentId: 'b', summary: 'Sum', firstKeptEntryId: 'b' };
  const session = opened(linesOf(a, b, compaction, user('d', 'c', 'Three'), a));
  expect(session.codes).toEqual(['PI212', 'PI214', 'PI210']);
  expect(session.heal()).toMatchObject({ state: 'refused', needsLossy: true });
});

test('a record that closes a ring goes on from the one before it', () => {
  const session = opened(linesOf(user('a', null, 'One'), user('b', 'c', 'Two'), user('c', 'b', 'Three')));
  expect([session.codes, session.readable, session.sent]).toEqual([['PI201', 'PI210'], false, ['Two', 'Three']]);
  expect(session.heal()).toMatchObject({ codes: ['PI201'], after: { messages: 3 } });
});

function healed(...records: readonly object[]): Buffer {
  const bytes = linesOf(...records);
  const outcome = opened(bytes).heal();
  const step = outcome.state === 'changed' ? outcome.steps[0] : undefined;
  if (step?.do !== 'put' || step.content.from !== 'edits') throw new Error(JSON.stringify(outcome));
  return Buffer.from(applyEdits(bytes, step.content.edits));
}

const sentHealed = (...records: readonly object[]) => opened(healed(...records)).sent;

describe('records out of their order', () => {
  const [a, b, c, d] = [user('a', null, 'One'), user('b', 'a', 'Two'), user('c', 'b', 'Three'), user('d', 'c', 'Four')];

  test('are named where the last one has a record of its own before it', () => {
    expect(opened(linesOf(a, b, d, c)).codes).toEqual(['PI209', 'PI210']);
  });

  test('are not named where all of them are sent', () => {
    const { codes, sent } = opened(linesOf(a, c, b, d));
    expect([codes, sent]).toEqual([[], ['One', 'Two', 'Three', 'Four']]);
  });
});

describe('a heal keeps what the program sends', () => {
  const [a, b, c] = [user('a', null, 'One'), user('b', 'a', 'Two'), user('c', 'b', 'Three')];

  test('where the last record is a copy, and another one stands between the two', () => {
    expect(sentHealed(a, b, c, user('x', 'a', 'Aside'), a, b, c)).toEqual(['One', 'Two', 'Three']);
    expect(sentHealed(a, b, c, user('d', 'c', 'Four'), a, b, c)).toEqual(['One', 'Two', 'Three', 'Four']);
  });

  test('where two records have one id, of which it takes the later', () => {
    expect(sentHealed(a, user('b', 'a', 'Other'), c, b, user('d', 'c', 'Four'))).toEqual([
      'One',
      'Two',
      'Three',
      'Four',
    ]);
  });

  test('where a record stands before the one that it goes on from, whose own parent is lost', () => {
    const early = said('b', 'a', 'user', [{ type: 'text', text: 'Two' }]);
    expect(sentHealed(early, user('a', 'lost', 'One'), c)).toEqual(['One', 'Two', 'Three']);
  });

  test('where an id is a number, by which alone it finds the record', () => {
    const numbered = { ...user('', 'a', 'Two'), id: 7 };
    expect(healed(a, numbered, user('c', 'x', 'Three')).toString()).toContain('"id":"c","parentId":7,');
    const digits = linesOf(a, numbered, { ...user('c', 'b', 'Three'), parentId: 8 })
      .toString()
      .replace('"id":7', '"id":9007199254740993')
      .replace('"parentId":8', '"parentId":9007199254740992');
    expect(opened(Buffer.from(digits)).sent).toEqual(['One', 'Two', 'Three']);
  });
});

test('a result belongs directly behind its call', () => {
  const parts = [{ type: 'toolCall', id: 'c1', name: 'ls', arguments: {} }];
  const call = said('b', 'a', 'assistant', parts, { usage: {} });
  const result = (id: string, parent: string) =>
    said(id, parent, 'toolResult', [], { toolCallId: 'c1', toolName: 'ls' });
  expect(opened(linesOf(user('a', null, 'One'), call, result('c', 'b'), user('d', 'c', 'Two'))).codes).toEqual([]);
  const late = opened(linesOf(user('a', null, 'One'), call, user('c', 'b', 'Two'), result('d', 'c')));
  expect(late.codes).toEqual(['PI207', 'PI206']);
  expect(late.heal(null, true)).toMatchObject({ codes: ['PI206', 'PI207'] });
});

test('a file of the session is placed by its folder, and homes by their variables', () => {
  expect(projectName('/tmp/a:b')).toBe('--tmp-a-b--');
  expect(piHomes({ home: '/home/ada', env: {} })).toEqual([['/home/ada/.pi/agent']]);
  const env = { PI_CODING_AGENT_DIR: '/srv/pi', PI_CODING_AGENT_SESSION_DIR: '/srv/talks' };
  expect(piHomes({ home: '/home/ada', env })).toEqual([['/srv/pi', '/srv/talks']]);
});

test('settings of the agent folder and of the working folder name folders for sessions, which the program reads as it is started', () => {
  const homes = (files: Readonly<Record<string, string>>, env: Readonly<Record<string, string>> = {}) => {
    const read = (path: string) => (files[path] === undefined ? null : Buffer.from(files[path]));
    return piHomes({ home: '/home/ada', cwd: '/srv/app', env, read })[0];
  };
  const [agent, user, project] = [
    '/home/ada/.pi/agent',
    '/home/ada/.pi/agent/settings.json',
    '/srv/app/.pi/settings.json',
  ];
  const named = (sessionDir: unknown) => JSON.stringify({ sessionDir });
  expect(homes({ [user]: named('/srv/talks') })).toEqual([agent, '/srv/talks']);
  expect(homes({ [user]: named('~/talks'), [project]: named('kept') })).toEqual([agent, 'kept', '/home/ada/talks']);
  for (const odd of [named(5), named(''), named(null), '// a note', '', 'null'])
    expect([odd, homes({ [user]: odd })]).toEqual([odd, [agent]]);
  const env = { PI_CODING_AGENT_DIR: '~/pi', PI_CODING_AGENT_SESSION_DIR: '~' };
  expect(homes({ '/home/ada/pi/settings.json': named('~ada'), [user]: named('/no') }, env)).toEqual([
    '/home/ada/pi',
    '/home/ada',
    '~ada',
  ]);
});

test('an id that is a path, or too long for a name, is no name', () => {
  const nameOf = (id: string) => parsedName(sessionName(id, '2026-03-15T09:26:53.589Z'))?.id ?? null;
  expect(['a.b-c_1', 'a'.repeat(200)].map(nameOf)).toEqual(['a.b-c_1', 'a'.repeat(200)]);
  for (const odd of ['..', '.', '../../x', 'a/b', '-rf', '', 'a b', 'a'.repeat(201)]) expect(nameOf(odd)).toBeNull();
});

test('links are mended also where that brings back a result whose call is gone', () => {
  const result = said('b', 'x', 'toolResult', [], { toolCallId: 'c1', toolName: 'ls' });
  const { id: _, ...bare } = user('c', 'b', 'Two');
  const session = opened(linesOf(user('a', null, 'One'), result, bare, user('d', 'c', 'Three')));
  expect(session.codes).toContain('PI208');
  expect(session.heal()).toMatchObject({ state: 'changed', codes: ['PI202', 'PI201'] });
  expect(session.heal(null, true)).toMatchObject({ codes: ['PI202', 'PI201', 'PI208'] });
});

test('a torn beginning gives what can be read of it: a folder with an escape that is none is not of it', () => {
  const [, ...lines] = linesOf(user('a', null, 'One'))
    .toString()
    .split('\n');
  const torn = String.raw`{"type":"session","version":3,"id":"${ID}","cwd":"/a\qb","parentSess`;
  const session = opened(Buffer.from([torn, ...lines].join('\n')));
  expect(session.codes).toEqual(['PI001', 'PI101']);
  const healed = session.heal(null, true);
  expect(healed).toMatchObject({ state: 'changed', codes: ['PI001'], after: { messages: 1 } });
});
