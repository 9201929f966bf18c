import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { bytesSource } from '../../../src/model/part.ts';
import { lossesOf } from '../../../src/stores/claude/checks/losses.ts';
import { beginsWithAnswer } from '../../../src/stores/claude/read/history.ts';
import { openFile } from '../../../src/stores/claude/session-file.ts';
import { oneIn, runs } from '../../support/sampling.ts';
import { lineFiles } from '../fixture-lines.ts';

const files = lineFiles('claude').map(({ bytes }) => bytes);

/** A session is whole, and then its history has every message, and nothing is lost by it. */
function isWhole(bytes: Uint8Array): boolean {
  const source = bytesSource(bytes);
  const times = { mtime: 0, mtimeMs: 0, mode: 0o600, digest: () => '' };
  const part = { path: 's.jsonl', role: 'session', type: 'file', bytes: null, size: bytes.length, source, ...times };
  const file = openFile(part as Parameters<typeof openFile>[0], { id: 's', role: 'session' });
  if (!file.isSentWhole()) return false;
  const records = file.records();
  const messages = Array.from({ length: records.count }, (_, n) => n).filter((n) => records.isMessage(n));
  expect(messages.filter((n) => !file.history().isSent(n))).toEqual([]);
  expect(messages.length).toBeGreaterThan(0);
  expect(file.sentCount()).toBe(file.history().sent.length);
  expect(beginsWithAnswer(records, file.history())).toBe(false);
  expect([...lossesOf(file)]).toEqual([]);
  expect(file.goesOn()).toBe(true);
  return true;
}

test('of the sessions of the fixtures that are whole, the program sends every message', () => {
  expect(oneIn(3, files).filter(isWhole).length).toBeGreaterThan(30);
});

const sessions = files.filter(({ length }) => length > 900 && length < 40_000).map((bytes) => bytes.toString('latin1'));
/** Names of records, answers and calls, and marks. */
const NAMES =
  /(?<="(?:uuid|parentUuid|id|tool_use_id|leafUuid|logicalParentUuid|type|subtype)":)"[^"]*"|(?<="(?:isSidechain|isMeta|parentUuid)":)(?:true|false|null)/g;
const OTHERS = ['null', '""', 'true', 'false', '"x"', '1', '"system"', '"progress"', '"compact_boundary"'];

test('so it is where lines are gone, moved or repeated, and where names are others', () => {
  const change = fc.tuple(fc.nat(3), fc.nat(), fc.nat(), fc.option(fc.constantFrom(...OTHERS), { freq: 3 }));
  let whole = 0;
  fc.assert(
    fc.property(fc.nat(sessions.length - 1), fc.array(change, { maxLength: 4 }), (n, changes) => {
      const text = changes.reduce(changed, sessions[n] as string);
      if (isWhole(Buffer.from(text, 'latin1'))) whole++;
    }),
    runs(24_000),
  );
  expect(whole).toBeGreaterThan(runs(24_000).numRuns / 10);
});

/** One of most lines, or in one of eight another. */
function mostly<T>(max: T, ...others: readonly T[]): fc.Arbitrary<T> {
  return fc.oneof({ weight: 7, arbitrary: fc.constant(max) }, { weight: 1, arbitrary: fc.constantFrom(...others) });
}

/** A line of a small session, in which a question, a call and its result follow each other. */
const LINE = fc.record({
  type: mostly(null, 'user', 'assistant', 'system', 'progress', 'last-prompt'),
  /** How many lines before it its parent is, the record of its uuid, and its call. */
  up: mostly(1, 0, 2, 3, 9),
  same: mostly(0, 1, 2),
  back: mostly(0, 1, 2, 4),
  answer: fc.constantFrom('m0', 'm1', null),
  content: mostly('pair', 'text', 'both'),
  mark: mostly(null, 'isMeta', 'isSidechain', 'isCompactSummary', 'isApiErrorMessage'),
});
type SmallLine = typeof LINE extends fc.Arbitrary<infer T> ? T : never;

function lineOf({ type: given, up, same, back, answer, content, mark }: SmallLine, n: number): unknown {
  const type = given ?? (n % 2 === 0 ? 'user' : 'assistant');
  if (type === 'last-prompt') return { type, lastPrompt: 'x', leafUuid: `u${n - up}`, sessionId: 's' };
  const call = `t${(n + 1 - back) >> 1}`;
  const text = { type: 'text', text: 'a' };
  const pair =
    type === 'user'
      ? { type: 'tool_result', tool_use_id: call, content: 'b' }
      : { type: 'tool_use', id: call, name: 'Read', input: {} };
  const blocks = content === 'text' || n === 0 ? [text] : content === 'both' ? [text, pair] : [pair];
  const message = { ...(type === 'user' || answer === null ? {} : { id: answer }), role: type, content: blocks };
  return {
    parentUuid: up > n ? null : `u${n - up}`,
    ...{ type, uuid: `u${n - same}`, timestamp: `2026-01-02T03:04:${10 + n}.000Z`, sessionId: 's' },
    ...(type === 'user' || type === 'assistant' ? { message } : { subtype: 'compact_boundary', content: 'c' }),
    ...(mark === null ? {} : { [mark]: true }),
  };
}

test('so it is of small sessions of any records, whose names are few', () => {
  let whole = 0;
  fc.assert(
    fc.property(fc.array(LINE, { minLength: 1, maxLength: 9, size: 'max' }), (lines) => {
      const text = lines.map((line, n) => `${JSON.stringify(lineOf(line, n))}\n`).join('');
      if (isWhole(Buffer.from(text))) whole++;
    }),
    runs(60_000),
  );
  expect(whole).toBeGreaterThan(20);
});

type Change = readonly [how: number, at: number, other: number, value: string | null];

function changed(text: string, [how, at, other, value]: Change): string {
  const lines = text.split('\n').filter((line) => line !== '');
  const [from, to] = [at % Math.max(lines.length, 1), other % (lines.length + 1)];
  const line = lines[from] ?? '';
  if (how === 0) return [...lines.slice(0, from), ...lines.slice(from + 1), ''].join('\n');
  if (how === 1) return [...lines.slice(0, to), line, ...lines.slice(to), ''].join('\n');
  const names = [...text.matchAll(NAMES)];
  const [name, instead] = [names[at % Math.max(names.length, 1)], names[other % Math.max(names.length, 1)]];
  if (name === undefined || instead === undefined) return text;
  return text.slice(0, name.index) + (value ?? instead[0]) + text.slice(name.index + name[0].length);
}
