import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { again, drawn, folder, healed, type Result, text } from '../stores/rao/change/healing.ts';
import { openFiles } from '../stores/rao/open-folder.ts';
import { runs } from '../support/sampling.ts';
import { logOf, type Source, session, words } from './rao-folders.ts';

const RUNS = runs(140);

/** What a person said and read, in the order of the log. */
function said(log: string): unknown[] {
  return JSON.parse(log).map((message: Record<string, unknown>) => message['content'] ?? message['output'] ?? 'call');
}

const ids = (log: string): number[] => JSON.parse(log).map(({ id }: { id: number }) => id);

function isSettled(result: Result): void {
  // A folder of which nothing was left is gone.
  if (result.log === '') return;
  expect(healed(again(result), { lossy: true })).toMatchObject({ state: 'unchanged' });
  expect(openFiles(again(result)).folders[0]?.log().error).toBe(null);
}

/** What goes wrong with a message, and is put right without a loss. */
const FLAWS: readonly ((members: Source) => Source)[] = [
  (members) => members.map(([key, json]) => (key === 'id' ? [key, `"${json}"`] : [key, json])),
  (members) => members.map(([key, json]) => (key === 'related_to' ? [key, '{}'] : [key, json])),
  (members) => members.map(([key, json]) => (key === 'related_to' ? [key, `"${json}"`] : [key, json])),
  (members) => members.map(([key, json]) => (key === 'role' || key === 'type' ? [key, `[ ${json} ]`] : [key, json])),
  (members) => [...members, [members.at(-1)?.[0] ?? 'id', '"never shown"']],
  (members) => [...members, ['procedural', '"true"']],
  (members) => members.filter(([key]) => key !== 'id'),
];

describe('a log with flaws in any of its messages', () => {
  const flawed = fc.tuple(session, fc.array(fc.tuple(fc.nat(), fc.nat(FLAWS.length - 1)), { maxLength: 3 }));

  test('is healed without --lossy, once, and every word stays in its place', () => {
    fc.assert(
      fc.property(flawed, ([messages, flaws]) => {
        const broken = [...messages];
        for (const [at, flaw] of new Map(flaws.map(([place, flaw]) => [place % broken.length, flaw])))
          broken[at] = FLAWS[flaw]?.(broken[at] ?? []) ?? [];
        const result = healed(folder(logOf(broken)));
        expect(result.reason).toBe('');
        expect(said(result.log)).toEqual(said(logOf(messages)));
        if (result.state === 'changed') isSettled(result);
        expect(new Set(ids(result.log)).size).toBe(messages.length);
      }),
      RUNS,
    );
  });

  test('comes back byte for byte where only what surrounds it was wrong', () => {
    fc.assert(
      fc.property(session, fc.boolean(), (messages, isMarked) => {
        const log = logOf(messages);
        const broken = `${isMarked ? '\ufeff' : ''}${log.replace(/\]\n$/, ',\n]\n')}`;
        expect(healed(folder(broken)).log).toBe(log.replace(/\]\n$/, '\n]\n'));
      }),
      RUNS,
    );
  });
});

describe('sessions that each began from 1', () => {
  test('become one log in which every message has an id of its own, and refers to the same message', () => {
    fc.assert(
      fc.property(fc.array(session, { minLength: 2, maxLength: 3 }), (sessions) => {
        const apart = sessions.map((each) => targets(logOf(each)));
        const log = logOf(sessions.flat().map(distinctCalls));
        const result = healed(folder(log));
        expect(result.reason).toBe('');
        expect(said(result.log)).toEqual(said(log));
        expect(ids(result.log)).toEqual([...new Set(ids(result.log))].sort((a, b) => a - b));
        const sizes = sessions.map(({ length }) => length);
        const expected = apart.flatMap((each, i) => {
          const before = sizes.slice(0, i).reduce((a, b) => a + b, 0);
          return each.map((place) => (place === null ? null : place + before));
        });
        expect(targets(result.log)).toEqual(expected);
        isSettled(result);
      }),
      RUNS,
    );
  });
});

/** The place of the message that each is related to. */
function targets(log: string): (number | null)[] {
  const messages: { id: number; related_to?: number }[] = JSON.parse(log);
  return messages.map(({ related_to: to }) => (to === undefined ? null : messages.findIndex(({ id }) => id === to)));
}

/** Call ids are never given twice. */
function distinctCalls(members: Source, place: number): Source {
  return members.map(([key, json]) => [
    key,
    json.replace(/call_(?=\d)/, `call_${place - (key === 'call_id' ? 1 : 0)}_`),
  ]);
}

describe('a log that was damaged anywhere', () => {
  const cut = fc.tuple(session, fc.double({ min: 0, max: 1, noNaN: true }));

  test('by a cut keeps its first messages, or is left', () => {
    fc.assert(
      fc.property(cut, fc.constantFrom('', '\0\0\0', '\n'), ([messages, where], tail) => {
        const bytes = Buffer.from(logOf(messages));
        const torn = Buffer.concat([bytes.subarray(0, Math.floor(where * bytes.length)), Buffer.from(tail)]);
        const result = healed({ 'conversation_log.json': torn }, { lossy: true });
        if (result.state !== 'changed') return;
        if (result.log === '') return;
        const kept = said(result.log);
        expect(kept).toEqual(said(logOf(messages)).slice(0, kept.length));
        isSettled(result);
      }),
      RUNS,
    );
  });

  test('by a changed byte is healed or left, and never by a fault of ours', () => {
    fc.assert(
      fc.property(cut, fc.nat(255), ([messages, where], byte) => {
        const bytes = Buffer.from(logOf(messages));
        bytes[Math.floor(where * (bytes.length - 1))] = byte;
        const result = healed({ 'conversation_log.json': bytes }, { lossy: true });
        expect(result.reason).not.toContain('a fault of convo');
        if (result.state === 'changed') isSettled(result);
        drawn(again(result));
      }),
      RUNS,
    );
  });
});

describe('companions that were damaged anywhere', () => {
  const changes = fc.array(fc.tuple(words, words), { maxLength: 4 }).map((all) =>
    all.map(([file, content], i) => ({
      id: i + 1,
      conversation_id: 1,
      conversation_index: 1,
      file_path: file,
      content,
    })),
  );

  test('keep the first whole changes after a cut', () => {
    fc.assert(
      fc.property(changes, fc.double({ min: 0, max: 1, noNaN: true }), (all, where) => {
        const bytes = Buffer.from(JSON.stringify({ changes: all }, null, 2));
        const torn = bytes.subarray(0, Math.floor(where * bytes.length));
        const log = '[{"id":1,"role":"user","content":"q","original_query":true}]\n';
        const result = healed(folder(log, { 'file_changes.json': torn }), { lossy: true });
        expect(result.log).toBe(log);
        const after = JSON.parse(text(result.files['file_changes.json']));
        expect(after.changes).toEqual(all.slice(0, after.changes.length));
        isSettled(result);
      }),
      RUNS,
    );
  });

  test('of any bytes are healed or left', () => {
    const name = fc.constantFrom(
      'message_buttons.csv',
      'script_history.tsv',
      'images.csv',
      'summaries.json',
      'conversation_vars.rds',
    );
    fc.assert(
      fc.property(name, words, fc.uint8Array({ maxLength: 20 }), (file, some, bytes) => {
        const content = Buffer.concat([Buffer.from(some), bytes]);
        const log = '[{"id":1,"role":"user","content":"q","original_query":true}]\n';
        const result = healed(folder(log, { [file]: content }), { lossy: true });
        expect(result.log).toBe(log);
        expect(result.reason).not.toContain('a fault of convo');
        if (result.state === 'changed') isSettled(result);
      }),
      RUNS,
    );
  });
});
