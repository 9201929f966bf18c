import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { sentenceText } from '../../../../src/model/command.ts';
import type { Message } from '../../../../src/model/conversation.ts';
import { tenex } from '../../../../src/stores/tenex/index.ts';
import { ask } from '../../ask.ts';
import type { Asked, Made, Outcome } from '../../asked.ts';
import { openSite } from '../../open-site.ts';
import { fileCases, fixtureStore } from '../fixture-store.ts';
import { idOf, projectOf } from './project.ts';

const ID = idOf('one');
const WISH = ask('migrate', { to: 'tenex-e12' });

const documentsOf = (project: string): readonly Asked[] => openSite(tenex, project).documents.get('') ?? [];

function conversionOf(files: Readonly<Record<string, string | Uint8Array>>): Outcome | undefined {
  return documentsOf(projectOf(files))
    .find(({ id }) => id === ID)
    ?.change(WISH);
}

function converted(files: Readonly<Record<string, string | Uint8Array>>): Made {
  const conversion = conversionOf(files);
  if (conversion?.state === 'changed') return conversion;
  throw new Error(`not converted: ${JSON.stringify(conversion)}`);
}

const filesOf = ({ steps }: Made) =>
  steps.flatMap((step) =>
    step.do === 'put' && step.content.from === 'bytes' ? [{ path: step.path, bytes: step.content.bytes }] : [],
  );
const textOf = (made: Made): string => Buffer.from(filesOf(made)[0]?.bytes ?? []).toString();
const made = (file: object) => JSON.parse(textOf(converted({ [`${ID}.json`]: JSON.stringify(file) })));
const notes = (file: object) => converted({ [`${ID}.json`]: JSON.stringify(file) }).notes;

const signed = (tags: readonly (readonly string[])[] = [], more: Record<string, unknown> = {}) => {
  const { pubkey = idOf('ann'), at = 1_754_000_000, kind = 11, content = 'first', id = idOf('e') } = more;
  return JSON.stringify([0, pubkey, at, kind, tags, content, idOf('s') + idOf('s'), id]);
};

const conversation = (more: object = {}) => ({
  id: ID,
  title: 'Lamp',
  phase: 'plan',
  history: [signed()],
  metadata: {},
  ...more,
});

/** The folder that a conversion writes to, with this one file. */
function written(made: Made): string {
  const folder = mkdtempSync(join(tmpdir(), 'tenex-later-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const { path, bytes } of filesOf(made)) writeFileSync(join(folder, path), bytes);
  return folder;
}

/** What is said, by whom and when. */
const said = ({ text, author = '', time }: Message) => ({ text, author, time });

describe('a message of December 2025', () => {
  test('is what its event says, under its id, to whom it was addressed', () => {
    const tags = [['title', 'T'], ['p', idOf('bob'), ''], ['p'], ['p', idOf('cem')]];
    expect(made(conversation({ history: [signed(tags)] })).messages).toEqual([
      {
        id: `record:${idOf('e')}`,
        pubkey: idOf('ann'),
        content: 'first',
        messageType: 'text',
        eventId: idOf('e'),
        timestamp: 1_754_000_000,
        targetedPubkeys: [idOf('bob'), idOf('cem')],
      },
    ]);
  });

  test('addresses nobody and has no time where its event does not', () => {
    const [message] = made(conversation({ history: [signed([], { at: 'soon' })] })).messages;
    expect(Object.keys(message)).toEqual(['id', 'pubkey', 'content', 'messageType', 'eventId']);
    expect(notes(conversation({ history: [signed([], { at: 'soon' })] }))).toContain(
      '1 event without a time that can be used: now without any',
    );
  });

  test('has the id that its content gives where TENEX keeps none', () => {
    const draft = JSON.stringify([0, idOf('ann'), 1, 11, [], 'draft', null, '']);
    const [message] = made(conversation({ history: [draft] })).messages;
    expect(message.eventId).toMatch(/^[0-9a-f]{64}$/);
    expect(notes(conversation({ history: [draft] }))).toEqual([
      '1 event becomes a message: no kind is kept (11: 1), no signature (0), and of 0 tags only whom they address',
      '1 event not signed to begin with',
      '1 event without an id that TENEX keeps: now with the one that the content gives',
    ]);
  });
});

describe('a file of December 2025', () => {
  test('is what JSON.stringify would write, without a line end, in the order of that TENEX', () => {
    const text = textOf(converted({ [`${ID}.json`]: JSON.stringify(conversation()) }));
    expect(text).toBe(JSON.stringify(JSON.parse(text), null, 2));
    expect(Object.keys(JSON.parse(text))).toEqual([
      'activeRal',
      'nextRalNumber',
      'injections',
      'messages',
      'metadata',
      'agentTodos',
      'todoNudgedAgents',
      'blockedAgents',
      'executionTime',
    ]);
    expect(JSON.parse(text)).toMatchObject({
      activeRal: {},
      nextRalNumber: {},
      injections: [],
      agentTodos: {},
      todoNudgedAgents: [],
      blockedAgents: [],
      executionTime: { totalSeconds: 0, isActive: false, lastUpdated: 1_754_000_000_000 },
    });
  });

  test('keeps all metadata, and has title, phase and last words there', () => {
    const metadata = { branch: 'main', strange: [1, { a: null }], last_user_message: 'bye' };
    expect(made(conversation({ metadata, phaseStartedAt: 5 })).metadata).toEqual({
      ...metadata,
      phase: 'plan',
      phaseStartedAt: 5,
      title: 'Lamp',
      lastUserMessage: 'bye',
    });
    const byAgent = signed([['tool', 'complete']], { pubkey: idOf('dev'), content: 'done', id: idOf('f') });
    const history = [signed(), signed([], { content: 'second', id: idOf('g') }), byAgent];
    expect(made(conversation({ history })).metadata.lastUserMessage).toBe('second');
  });

  test('keeps every digit of what it carries over', () => {
    const source = JSON.stringify(conversation({ metadata: { n: 'N' }, executionTime: 'T' }))
      .replace('"N"', '9007199254740993')
      .replace('"T"', '{"totalSeconds":1.50,"isActive":false,"lastUpdated":1e3}');
    const text = textOf(converted({ [`${ID}.json`]: source }));
    expect(text).toContain('"n": 9007199254740993');
    expect(text).toContain('"totalSeconds": 1.50');
    expect(text).toContain('"lastUpdated": 1e3');
  });

  test('has the todos and blocked agents of the last era before, which needs no phase', () => {
    const { phase: _, ...later } = conversation({ agentTodos: { k: [{ id: 't' }] }, blockedAgents: ['k'] });
    const { metadata, agentTodos, blockedAgents } = made(later);
    expect({ metadata, agentTodos, blockedAgents }).toEqual({
      metadata: { title: 'Lamp', lastUserMessage: 'first' },
      agentTodos: { k: [{ id: 't' }] },
      blockedAgents: ['k'],
    });
  });

  test('is judged without an error where it is written, and listed with title, times and count', () => {
    const folder = written(converted({ [`${ID}.json`]: JSON.stringify(conversation()) }));
    const { documents, findings } = openSite(tenex, folder);
    expect(findings.map(({ code }) => code)).toEqual(['TX114']);
    expect(documents.get('')?.[0]?.conversations[0]).toMatchObject({
      id: ID,
      format: 'tenex-e12',
      readable: true,
      title: 'Lamp',
      messages: 1,
      createdAt: 1_754_000_000,
    });
  });

  test('is copied byte for byte where it has the shape already', () => {
    const text = '{"messages":[{"pubkey":"k","content":"x"}],"metadata":{}}\n';
    const conversion = converted({ [`${ID}.json`]: text });
    expect(textOf(conversion)).toBe(text);
    expect(conversion).toMatchObject({ before: { messages: 1 }, after: { messages: 1 } });
  });
});

describe('losses', () => {
  test('is told by kinds, signatures and tags', () => {
    const history = [
      signed([
        ['p', 'x'],
        ['title', 'T'],
      ]),
      signed([['e', 'x']], { kind: 1111, id: idOf('f') }),
    ];
    expect(notes(conversation({ history }))).toEqual([
      '2 events become messages: no kind is kept (11: 1, 1111: 1), no signature (2), and of 3 tags only whom they address',
    ]);
  });

  test('is told of events that TENEX drops, empties or has twice', () => {
    const file = conversation({ history: [signed(), '{', '{}', signed(), 'null'] });
    expect(notes(file).slice(1)).toEqual([
      '1 event repeats an earlier one: each stays, under the same id, and the importer of 2026 skips it',
      'leaves out 2 events that TENEX drops: /history/1, /history/4',
      'leaves out 1 event that TENEX reads as empty: /history/2',
    ]);
    const conversion = converted({ [`${ID}.json`]: JSON.stringify(file) });
    expect(conversion).toMatchObject({ before: { messages: 3 }, after: { messages: 2 } });
  });

  test('is told of members that have no place', () => {
    const transition = { from: 'chat', to: 'plan', message: 'm', timestamp: 1, agentPubkey: 'k', agentName: 'n' };
    const file = conversation({
      phaseTransitions: [transition],
      orchestratorTurns: [],
      agentStates: { a: { lastProcessedMessageIndex: 0 }, b: { lastProcessedMessageIndex: 0 } },
      strange: 1,
      metadata: { title: 'old', phase: 'old' },
    });
    expect(notes(file).slice(1)).toEqual([
      'leaves out what December 2025 has no place for: phase, phaseTransitions (1), agentStates (2), strange',
      'leaves out the title in its metadata, where that of the conversation is now',
    ]);
  });

  test('reports what event objects of June 2025 had besides', () => {
    const object = { id: idOf('e'), kind: 11, content: 'x', tags: [], pubkey: idOf('ann'), created_at: 5, relay: 'r' };
    expect(notes(conversation({ history: [object] }))).toContain('leaves out relay of its events');
    expect(made(conversation({ history: [object] })).messages).toHaveLength(1);
  });
});

describe('a conversation', () => {
  const file = JSON.stringify(conversation());
  const longer = JSON.stringify(conversation({ history: [signed(), signed([], { id: idOf('f') })] }));

  test('that is archived is written among the others, and that is reported', () => {
    expect(converted({ [`archive/${ID}.json`]: file })).toMatchObject({
      path: `${ID}.json`,
      notes: [expect.stringMatching(/^was archived: /), expect.anything()],
    });
  });

  test('in both places is taken from the copy that holds all events', () => {
    const conversion = converted({ [`${ID}.json`]: file, [`archive/${ID}.json`]: longer });
    expect(JSON.parse(textOf(conversion)).messages).toHaveLength(2);
    expect(conversion.notes[0]).toContain('taken from the archived copy');
  });

  test('in both places that went two ways is refused', () => {
    const other = JSON.stringify(conversation({ history: [signed([], { id: idOf('g') })] }));
    expect(conversionOf({ [`${ID}.json`]: other, [`archive/${ID}.json`]: longer })).toMatchObject({
      state: 'refused',
      codes: ['TX309'],
    });
  });

  test('that calls itself otherwise goes by the name of its file', () => {
    expect(notes(conversation({ id: 'x' }))).toContain('calls itself x: the name of the file counts now');
  });

  test('that TENEX cannot read is refused in the words of a migration', () => {
    expect(conversionOf({ [`${ID}.json`]: file.slice(0, -9) })).toMatchObject({
      state: 'refused',
      codes: ['TX006'],
      reason: expect.stringMatching(/^is torn: .*so TENEX cannot read it$/),
    });
  });
});

test('the clean store says the same, by the same, at the same times, in the same order', () => {
  const documents = documentsOf(fixtureStore('clean'));
  expect(documents.length).toBeGreaterThan(5);
  for (const document of documents) {
    const conversion = document.change(WISH);
    if (conversion?.state !== 'changed') throw new Error(`not converted: ${document.id}`);
    const [later] = openSite(tenex, written(conversion)).documents.get('') ?? [];
    const [before, after] = [document, later].map((each) => {
      const view = each?.conversations[0];
      return Array.from(each?.transcript(view?.path ?? '').messages ?? [], said);
    });
    expect(after).toEqual(before);
    expect(conversion.after.messages).toBe(conversion.before.messages);
  }
});

describe.each(fileCases())('the case $name', ({ bytes, expected: { fileId } }) => {
  test('is converted with every message told or carried, or refused', () => {
    const [document] = documentsOf(projectOf({ [`${fileId}.json`]: bytes }));
    const conversion = document?.change(WISH);
    if (conversion?.state !== 'changed') return expect(conversion?.state).toBe('refused');
    const { messages } = JSON.parse(textOf(conversion));
    expect(messages).toHaveLength(conversion.after.messages);
    const left = conversion.notes.flatMap(
      (note) => /^leaves out (\d+) events? that TENEX reads/.exec(sentenceText(note))?.[1] ?? [],
    );
    expect(conversion.before.messages).toBe(conversion.after.messages + Number(left[0] ?? 0));
  });
});
