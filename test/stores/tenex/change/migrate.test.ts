import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ask } from '../../ask.ts';
import { adapterOf } from '../adapter.ts';
import { fileCases, fixtureStore } from '../fixture-store.ts';
import { carried, changesOf, codesIn, saidOf } from './carried.ts';
import { conversation, decide, event, filesOf, idOf, indexOf, projectOf } from './project.ts';

const ID = idOf('one');
const PATH = `${ID}.json`;
const EVENT = JSON.stringify(event(1_754_000_000, 'ann', 'first'));

/** A conversation with this history and these members. */
const file = (members = '', history = EVENT, phase = '"phase":"chat",') =>
  `{"id":"${ID}","title":"T",${phase}"history":[${history}],"metadata":{}${members}}`;

/** What a migration makes of a file, or why it makes nothing. */
function migrate(text: string, more: Parameters<typeof carried>[2] = {}) {
  const project = projectOf({ [PATH]: text });
  const outcome = carried(project, 'migrate', more).outcomes.get(ID);
  expect(changesOf(decide(project, ask('migrate', more)))).toEqual([]);
  if (outcome?.state !== 'changed') expect(filesOf(project)[PATH]).toBe(text);
  const loaded = adapterOf(project).load(ID);
  return { text: filesOf(project)[PATH], said: saidOf(outcome), loaded, outcome };
}

const idOfEvent = (fields: readonly unknown[]) => createHash('sha256').update(JSON.stringify(fields)).digest('hex');

describe('event objects of June 2025', () => {
  const pubkey = idOf('ann');
  const tags = [
    ['title', 'T'],
    ['p', pubkey, ''],
  ];
  const content = 'a "quote", a \\, a tab\t, \u2028 and 🙂';
  const id = idOfEvent([0, pubkey, 1_750_000_000, 11, tags, content]);
  const sig = id + id;
  const object = { id, kind: 11, content, tags, pubkey, created_at: 1_750_000_000, sig };
  const text = JSON.stringify(JSON.stringify([0, pubkey, 1_750_000_000, 11, tags, content, sig, id]));

  test('become the texts that TENEX would have written, however the objects are written', () => {
    expect(migrate(file('', JSON.stringify(object))).text).toBe(file('', text));
    expect(migrate(file('', JSON.stringify(object, null, 2))).text).toBe(file('', text));
    const { text: after, loaded } = migrate(
      file('', JSON.stringify({ ...object, content: 'é' }).replace('é', '\\u00e9')),
    );
    expect(after).toContain('é');
    expect(loaded?.events).toHaveLength(1);
  });

  test('keep their ids, and the ids are those of their content', () => {
    const { loaded, outcome } = migrate(file('', `${JSON.stringify(object)},${EVENT}`));
    expect(loaded?.events[0]).toMatchObject({ id, pubkey, content, createdAt: 1_750_000_000 });
    expect(loaded?.events).toHaveLength(2);
    expect(outcome).toMatchObject({ before: { messages: 2 }, after: { messages: 2 } });
  });

  test('keep every digit of their numbers', () => {
    const digits = JSON.stringify(object).replace('1750000000', '17500000009007199254740993');
    expect(migrate(file('', digits)).text).toContain(',17500000009007199254740993,11,');
  });

  test('may be unsigned, and then say that TENEX drops their id', () => {
    const { text: after, said } = migrate(file('', JSON.stringify({ ...object, sig: undefined })));
    expect(after).toContain(`,null,\\"${id}\\"]"`);
    expect(said).toContain('1 of them unsigned: TENEX drops the id of such an event when it loads it');
  });

  test('lose keys that an event has no place for with --lossy only', () => {
    const more = JSON.stringify({ ...object, relay: 'wss://x' });
    expect(migrate(file('', more)).said).toBe(
      'refused: has events with relay, which their new form has no place for: needs --lossy',
    );
    const lossy = migrate(file('', more), { lossy: true });
    expect(lossy.text).toBe(file('', text));
    expect(lossy.said).toContain('leaves out relay of its events');
  });

  test.each([
    ['pubkey', { pubkey: undefined }],
    ['created_at', { created_at: '1' }],
    ['kind', { kind: null }],
    ['tags', { tags: [['a', 1]] }],
    ['content', { content: {} }],
    ['sig', { sig: 1 }],
    ['id', { id: 1 }],
  ])('without a usable %s are left alone', (key, wrong) => {
    const { said } = migrate(file('', JSON.stringify({ ...object, ...wrong })));
    expect(said).toBe(`refused: has an event, 0, that has no ${key} that an event can have`);
  });
});

describe('transitions of June 2025', () => {
  const old = (more = '') => `,"phaseTransitions":[{"from":"chat","to":"review","context" : "c","timestamp":1${more}}]`;

  test('call their context a message, and have no agent', () => {
    const { text, said } = migrate(file(old()));
    expect(text).toBe(
      file(
        ',"phaseTransitions":[{"from":"chat","to":"verification","message" : "c","timestamp":1,"agentPubkey":"","agentName":""}]',
      ),
    );
    expect(said).toContain('nothing records which agent made 1 of them: its name and key are empty');
  });

  test('keep the agent that they name', () => {
    expect(migrate(file(old(',"agentPubkey":"k","agentName":"n"'))).said).not.toContain('nothing records');
  });
});

describe('agent contexts of July 2025', () => {
  const contexts = (session = '') =>
    `,"agentContexts":{"planner":{"agentSlug":"planner","messages":[{"role":"user","content":"hi"}]${session}},"dev":{}}`;

  test('stay, with a state at the start of the history beside each', () => {
    const { text, loaded, said } = migrate(file(contexts(',"claudeSessionId":"s-1"')));
    expect(text).toContain(contexts(',"claudeSessionId":"s-1"'));
    expect(loaded?.agentStates).toEqual({
      planner: { lastProcessedMessageIndex: 0, claudeSessionId: 's-1' },
      dev: { lastProcessedMessageIndex: 0 },
    });
    expect(said).toContain('how far an agent had read is not recorded');
    expect(said).toContain('keeps agentContexts');
  });

  test('leave states that are there alone', () => {
    const states = ',"agentStates":{"dev":{"lastProcessedMessageIndex":1}}';
    expect(migrate(file(contexts() + states)).loaded?.agentStates).toEqual({
      dev: { lastProcessedMessageIndex: 1 },
      planner: { lastProcessedMessageIndex: 0 },
    });
  });
});

describe('later eras', () => {
  test('get the phase that is named, and keep what TENEX does not know', () => {
    const todos = ',"agentTodos":{"k":[{"id":"t","position":1e0}]},"blockedAgents":["k"]';
    const { text, said } = migrate(file(todos, EVENT, ''), { phase: 'PLAN' });
    expect(text).toBe(file(`${todos},"phase":"plan"`, EVENT, ''));
    expect(said).toBe('changed TX105: gets the phase plan');
  });

  test('are refused without a phase, and with one that is none', () => {
    const reason =
      'refused: has no phase, and TENEX of August 2025 wants one of chat, brainstorm, plan, execute, verification, chores, reflection: name it with --phase PHASE';
    expect(migrate(file('', EVENT, '')).said).toBe(reason);
    expect(migrate(file('', EVENT, ''), { phase: 'review' }).said).toBe(reason);
  });

  test('have free phases replaced, each of which is told', () => {
    const transition =
      '{"from":"chat","to":"Security Audit","message":"m","timestamp":1,"agentPubkey":"k","agentName":"n"}';
    const text = file(`,"phaseTransitions":[${transition}]`, EVENT, '"phase":"Security Audit",');
    expect(migrate(text).said).toMatch(/^refused: has the phase "Security Audit", and TENEX/);
    const { text: after, said } = migrate(text, { phase: 'chores' });
    expect(after).toBe(text.replaceAll('Security Audit', 'chores'));
    expect(said).toBe('changed TX104: the phase "Security Audit" becomes chores in 2 places');
  });

  test('have capitals lowered, and their session ids by phase kept', () => {
    const states = ',"agentStates":{"a":{"lastProcessedMessageIndex":0,"claudeSessionsByPhase":{"PLAN":"s"}}}';
    expect(migrate(file(states, EVENT, '"phase":"PLAN",')).text).toBe(file(states, EVENT, '"phase":"plan",'));
  });

  test('without a history cannot come back', () => {
    expect(migrate('{"messages":[{"content":"x"}],"metadata":{}}', { phase: 'chat', lossy: true }).said).toBe(
      'refused: holds the messages of a later TENEX, which kept no signatures and no tags: the events that they were cannot be made again',
    );
  });
});

describe('a migration', () => {
  test('supplies what the first eras did without', () => {
    const { text, loaded } = migrate(`{"phase":"review","history":[${EVENT}]}`);
    expect(text).toBe(
      `{"phase":"verification","history":[${EVENT}],"id":"${ID}","title":"Untitled Conversation","metadata":{}}`,
    );
    expect(loaded).toMatchObject({ id: ID, phase: 'verification' });
  });

  test('leaves what TENEX of August 2025 loads alone', () => {
    expect(migrate(file()).said).toBe('unchanged: is what tenex-e5 loads already');
  });

  test('goes to one format only', () => {
    expect(migrate(file(), { to: 'tenex-e3' }).said).toMatch(/^refused: cannot become tenex-e3/);
    expect(migrate(file('', EVENT, '"phase":"PLAN",'), { to: 'tenex-e5' }).text).toBe(
      file('', EVENT, '"phase":"plan",'),
    );
  });

  test('does not heal what is damaged', () => {
    expect(migrate(file().slice(0, -9)).said).toMatch(/^refused: is torn/);
    expect(migrate(file(',"agentStates":[]')).said).toBe('refused: has a list as agentStates, so TENEX cannot read it');
  });

  test('takes the index entry along', () => {
    const { phase: _, ...entry } = conversation('one', 1).entry;
    const other = conversation('other');
    const { phase: __, ...bad } = other.entry;
    const project = projectOf({
      [PATH]: file('', EVENT, ''),
      [`${other.id}.json`]: other.file,
      'metadata.json': indexOf({ ...entry, id: ID }, { ...bad, eventCount: 7 }),
    });
    carried(project, 'migrate', { phase: 'execute' });
    // The other conversation was not migrated: its entry is only made readable.
    expect(adapterOf(project).list()).toMatchObject([
      { id: ID, title: 'T', phase: 'execute' },
      { id: other.id, phase: 'plan', eventCount: 7 },
    ]);
  });

  test('leaves an index that cannot be read to a heal', () => {
    const project = projectOf({ [PATH]: file('', EVENT, ''), 'metadata.json': '{' });
    expect(carried(project, 'migrate', { phase: 'chat' }).closings).toEqual([]);
  });
});

test('the store of legacy shapes loads whole after a migration, but for the one whose events are gone', () => {
  const project = fixtureStore('legacy-shapes');
  const before = filesOf(project);
  carried(project, 'migrate', { phase: 'chat' });
  const adapter = adapterOf(project);
  const lost = adapter.list().filter(({ id, archived }) => archived !== true && adapter.load(id) === null);
  expect(lost).toHaveLength(1);
  expect(before[`${lost[0]?.id}.json`]).toContain('"messages"');
  expect(filesOf(project)[`${lost[0]?.id}.json`]).toBe(before[`${lost[0]?.id}.json`]);
  expect(codesIn(project).filter((code) => /^TX(103|105|110|303|312)$/.test(code))).toEqual([]);
});

describe.each(fileCases())('the case $name', ({ bytes, expected: { fileId } }) => {
  test('is migrated into what TENEX loads, or left byte for byte, and once', () => {
    const path = `${fileId}.json`;
    const project = projectOf({ [path]: bytes });
    const options = { phase: 'chat' };
    const outcome = carried(project, 'migrate', options).outcomes.get(fileId);
    if (outcome?.state === 'changed') expect(adapterOf(project).load(fileId)).not.toBeNull();
    else expect(filesOf(project)[path]).toBe(Buffer.from(bytes).toString());
    expect(changesOf(decide(project, ask('migrate', options)))).toEqual([]);
  });
});
