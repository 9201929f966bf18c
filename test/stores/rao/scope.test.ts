import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { Part } from '../../../src/model/part.ts';
import { unchanged, unitChange } from '../../../src/stores/decision.ts';
import { decidingScope } from '../../../src/stores/define-kind.ts';
import type { DecidingScope, Unit } from '../../../src/stores/kind.ts';
import type { BaseFacts } from '../../../src/stores/rao/checks/facts.ts';
import { judgeRao } from '../../../src/stores/rao/checks/unit-findings.ts';
import { beginRao, rao } from '../../../src/stores/rao/index.ts';
import { raoOrder } from '../../../src/stores/rao/list/view.ts';
import { ask } from '../ask.ts';
import { filePart, openSite } from '../open-site.ts';
import { BASE, type Files, partsOf } from './open-folder.ts';

const STORE = fileURLToPath(new URL('../../../fixtures/rao/store', import.meta.url));

function names(text: string, role = 'names'): Part {
  return filePart('conversation_names.csv', Buffer.from(text), { role });
}

function session(shared: readonly Part[] = []): DecidingScope {
  const scope = { name: '', site: BASE, shared, now: 1_800_000_000, signatures: false };
  return decidingScope(beginRao(scope), judgeRao, null);
}

function unit(id: string, files: Files = { 'conversation_log.json': '[]' }, above?: string): Unit {
  return { id, parts: partsOf(files, id, above) };
}

function titleOf(text: string, id = '2'): string | null | undefined {
  return session([names(text)]).open(unit(id)).conversations[0]?.title;
}

test('a base is listed by number, each with its name, count, format and size', () => {
  const { documents } = openSite(rao, STORE);
  const views = (documents.get('') ?? []).flatMap(({ conversations }) => conversations).sort(raoOrder);
  expect(
    views.map(({ id, state, format, readable, messages, title }) => [id, state, format, readable, messages, title]),
  ).toEqual([
    ['1', 'active', 'rao', true, 20, 'Normals, "quoted"'],
    ['2', 'active', 'rao', true, 12, 'fig, "dot" \'n more'],
    ['3', 'active', 'rao', true, 6, 'Old shapes'],
    ['4', 'active', 'rao', true, 6, 'Ids as text'],
    ['5', 'active', 'rao', false, null, 'Torn'],
    ['6', 'active', 'rao', true, 2, 'Files, two\nlines'],
    ['7', 'archived', 'rao', true, 2, 'Factors'],
    ['8', 'active', 'erdos', true, 4, 'Residuals'],
    ['9', 'active', 'rao', true, 0, 'New conversation'],
  ]);
});

describe('the name of a conversation', () => {
  test.each([
    ['is that of its row', '"conversation_id","name"\n2,"a ""b"", c"\n', 'a "b", c'],
    ['is trimmed', '"conversation_id","name"\n2,"  a "\n', 'a'],
    ["is Rao's default without a row", '"conversation_id","name"\n7,"a"\n', 'New conversation'],
    ['is the first of two', '"conversation_id","name"\n2,"a"\n2,"b"\n', 'a'],
    ['is what R makes of numbers', '"conversation_id","name"\n2,"007"\n', '7'],
    ['is the default where R has none', '"conversation_id","name"\n2,"NA"\n', 'New conversation'],
    ['is the default in a table that R cannot read', '', 'New conversation'],
  ])('%s', (_, text, title) => expect(titleOf(text)).toBe(title));

  test('of an archived one is in the table of the archive', () => {
    const opened = session([
      names('"conversation_id","name"\n2,"now"\n'),
      names('"conversation_id","name"\n2,"then"\n', 'archive-names'),
    ]);
    const both = {
      id: '2',
      parts: [...unit('2').parts, ...unit('2', { 'conversation_log.json': '[]' }, 'conversations/archive').parts],
    };
    expect(opened.open(both).conversations.map(({ state, title }) => [state, title])).toEqual([
      ['active', 'now'],
      ['archived', 'then'],
    ]);
  });
});

describe('the list of Rao', () => {
  const readable = (id: string) => session().open(unit(id)).conversations[0]?.readable;

  test('a number with zeros before it, and one beyond its integers, are never opened', () => {
    expect(['0', '7', '007', '2147483647', '2147483648', '99999999999'].map(readable)).toEqual([
      true,
      true,
      false,
      true,
      false,
      false,
    ]);
  });

  test('a folder without a log is an empty conversation', () => {
    const [view] = session().open(unit('3', { 'conversation_vars.rds': 'x' })).conversations;
    expect(view).toMatchObject({ readable: true, messages: 0, bytes: 1 });
  });

  test('a link to a folder, which is not looked into, is not said to be readable', () => {
    const parts = unit('3')
      .parts.slice(0, 1)
      .map((part) => ({ ...part, type: 'link' as const }));
    const [view] = session().open({ id: '3', parts }).conversations;
    expect(view).toMatchObject({ readable: false, messages: null });
  });

  test('numbers come in their order, and of one number the shorter name', () => {
    const views = ['10', '9', '007', '7'].flatMap((id) => session().open(unit(id)).conversations);
    expect(views.sort(raoOrder).map(({ id }) => id)).toEqual(['7', '007', '9', '10']);
  });
});

test('the last change is that of the newest file, and the size that of all files', () => {
  const parts = unit('3', {
    'conversation_log.json': '[]',
    plots: null,
    'plots/plots_1.json': '{}',
    'notes.txt': 'abc',
  }).parts.map((part, n) => ({
    ...part,
    mtime: 1_000 + n,
  }));
  const [view] = session().open({ id: '3', parts }).conversations;
  expect(view).toMatchObject({ updatedAt: 1_004, bytes: 7, timestamp: null, createdAt: null });
  expect(view?.main).toBe('conversations/conversation_3/conversation_log.json');
});

test('a folder of Erdos is known by its files, or by its messages', () => {
  const format = (files: Files) => session().open(unit('3', files)).conversations[0]?.format;
  expect(format({ 'conversation_log.json': '[]', 'conversation_vars.json': '{}' })).toBe('erdos');
  expect(format({ 'conversation_log.json': '[]', 'code_links.json': '{}' })).toBe('erdos');
  expect(format({ 'conversation_log.json': '[{"id":1,"conversationId":3}]' })).toBe('erdos');
  expect(format({ 'conversation_log.json': '[{"id":1}]' })).toBe('rao');
});

test('the session remembers folders, and what is changed together', () => {
  let known: (BaseFacts & { readonly decided: unknown }) | null = null;
  const outcome = unitChange({ path: 'p', steps: [], before: NONE, after: NONE, isJoint: true });
  const scope = { name: '', site: BASE, shared: [], now: 1, signatures: false };
  const opened = decidingScope(beginRao(scope), judgeRao, {
    decide: ({ id }) => ({ id, outcome }),
    close: ({ facts }, _ask, decided) => {
      known = { ...facts, decided };
      return unchanged();
    },
  });
  const document = opened.open(unit('3', { 'conversation_log.json': '[{"role":"user"}]', mine: null }));
  opened.addFacts(document.facts());
  opened.addFacts(opened.open(unit('08')).facts());
  const decided = [opened.decide(document, ask('archive'), [])];
  expect(opened.close(ask('archive'), decided, true)).toMatchObject({ state: 'unchanged' });
  expect(known).toMatchObject({
    names: null,
    folders: [
      {
        id: '3',
        number: 3,
        state: 'active',
        messages: 1,
        empty: false,
      },
      { id: '08', number: 8, messages: 0, empty: true },
    ],
    decided: [{ id: '3', outcome }],
  });
});

const NONE = { conversations: 0, messages: 0, toolCalls: 0, tasks: 0, memories: 0, bytes: 0 };

test('a document can only tell of its own folders', () => {
  const document = session().open(unit('3'));
  expect(() => document.transcript('conversations/conversation_4')).toThrow(
    'conversations/conversation_4 is not a folder',
  );
  expect([...document.transcript('conversations/conversation_3').messages]).toEqual([]);
});
