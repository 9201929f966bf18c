import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scan } from '../../src/codecs/json/scan.ts';
import { root, type Value } from '../../src/codecs/json/value.ts';
import { judgeFnord } from '../../src/stores/fnord/checks/judge.ts';
import { decodeFnord } from '../../src/stores/fnord/read/decode.ts';
import { ask, changed, made } from '../stores/fnord/change/asking.ts';
import { openBytes } from '../stores/fnord/open-site.ts';
import { runs } from '../support/sampling.ts';
import { body, seconds } from './fnord-documents.ts';
import { get, type Lossless, lossless } from './lossless.ts';

const RUNS = runs(250);
const bodyOf = (bytes: Uint8Array): Lossless => lossless(decodeFnord(bytes).body as Value);

describe('any v0 document', () => {
  test('is migrated to what fnord would have written, every key and number as it was', () => {
    fc.assert(
      fc.property(body, seconds, (source, time) => {
        const bytes = Buffer.from(`${time}:${source}`);
        expect(judgeFnord(decodeFnord(bytes)).readable).toBe(true);
        const result = made(bytes, openBytes(bytes).change(ask('migrate')));
        expect(entries(bodyOf(result))).toEqual(entries(rewritten(bodyOf(bytes), time)));
      }),
      RUNS,
    );
  });

  test('is migrated once', () => {
    fc.assert(
      fc.property(body, seconds, (source, time) => {
        const bytes = Buffer.from(`${time}:${source}`);
        const result = made(bytes, openBytes(bytes).change(ask('migrate')));
        expect(openBytes(result).change(ask('migrate'))).toMatchObject({ state: 'unchanged' });
      }),
      RUNS,
    );
  });

  test('comes back byte for byte when nothing in it was legacy', () => {
    fc.assert(
      fc.property(body, seconds, (source, time) => {
        const bytes = Buffer.from(`${time}:${source}`);
        const outcome = changed(openBytes(bytes).change(ask('migrate')));
        fc.pre(outcome.change.codes.length === 0 && outcome.notes.length === 0);
        const v1 = made(bytes, outcome);
        expect(made(v1, openBytes(v1).change(ask('migrate', { to: 'v0' }))).toString()).toBe(bytes.toString());
      }),
      RUNS,
    );
  });

  test('keeps the source of whatever is not legacy', () => {
    fc.assert(
      fc.property(body, seconds, (source, time) => {
        const bytes = Buffer.from(`${time}:${source}`);
        const outcome = changed(openBytes(bytes).change(ask('migrate')));
        fc.pre(outcome.change.codes.length === 0 && outcome.notes.length === 0);
        const rest = source.slice(source.indexOf('{') + 1);
        const comma = rest.trim() === '}' ? '' : ',';
        expect(made(bytes, outcome).toString()).toBe(`{"version":1,"timestamp":${time}${comma}${rest}`);
      }),
      RUNS,
    );
  });
});

describe('any document, v0 or v1', () => {
  const either = fc.tuple(body, seconds, fc.boolean()).map(([source, time, old]) => {
    const inside = source.trim().slice(1);
    const comma = /^\s*\}$/.test(inside) ? '' : ',';
    return Buffer.from(old ? `${time}:${source}` : `{"version":1,"timestamp":${time}${comma}${inside}`);
  });

  test('is healed once, and keeps its time', () => {
    fc.assert(
      fc.property(either, (bytes) => {
        const outcome = openBytes(bytes).change(ask('heal'));
        if (outcome.state === 'unchanged') return;
        const result = made(bytes, outcome);
        expect(decodeFnord(result).time.seconds).toBe(decodeFnord(bytes).time.seconds);
        expect(openBytes(result).change(ask('heal'))).toMatchObject({ state: 'unchanged' });
      }),
      RUNS,
    );
  });

  test('is forked with its content, but for its time and the session memories', () => {
    fc.assert(
      fc.property(either, (bytes) => {
        const result = made(bytes, openBytes(bytes).change(ask('fork')));
        const migrated = openBytes(bytes).change(ask('migrate'));
        const before = bodyOf(migrated.state === 'changed' ? made(bytes, migrated) : bytes);
        expect(entries(withoutForkTraces(bodyOf(result)))).toEqual(entries(withoutForkTraces(before)));
        expect(decodeFnord(result).time.seconds).toBe(1_800_000_000);
      }),
      RUNS,
    );
  });

  test('is damaged anywhere and still healed or refused, and never by a fault of ours', () => {
    const damage = fc.array(fc.tuple(fc.double({ min: 0, max: 0.999, noNaN: true }), fc.nat(255)), { maxLength: 3 });
    fc.assert(
      fc.property(either, damage, (bytes, places) => {
        for (const [where, byte] of places) bytes[Math.floor(bytes.length * where)] = byte;
        const outcome = openBytes(bytes).change(ask('heal', { lossy: true }));
        if (outcome.state === 'refused') expect(outcome.reason).not.toContain('fault of convo');
        const after = outcome.state === 'changed' ? made(bytes, outcome) : bytes;
        expect(judgeFnord(decodeFnord(after)).readable).toBe(outcome.state !== 'refused');
      }),
      runs(1200),
    );
  });

  test('is torn anywhere and still healed or refused', () => {
    fc.assert(
      fc.property(either, fc.double({ min: 0, max: 0.999, noNaN: true }), (bytes, where) => {
        const cut = bytes.subarray(0, Math.floor(bytes.length * where));
        const outcome = openBytes(cut).change(ask('heal', { lossy: true }));
        if (outcome.state === 'changed') expect(judgeFnord(decodeFnord(made(cut, outcome))).readable).toBe(true);
        else expect(outcome.state === 'unchanged').toBe(judgeFnord(decodeFnord(cut)).readable);
      }),
      RUNS,
    );
  });
});

/** fnord's own rewrite of a v0 body, written down once more: docs/formats/fnord.md, "Rewriting". Further keys stay. */
function rewritten(before: Lossless, time: number): Lossless {
  const after = new Map<string, Lossless>([
    ['version', { lexeme: '1' }],
    ['timestamp', { lexeme: String(time) }],
  ]);
  if (!(before instanceof Map)) return after;
  for (const [key, each] of before) {
    if (key === 'tasks' && each instanceof Map)
      after.set(key, new Map([...each].map(([id, one]) => [id, taskList(one)])));
    else if (key === 'messages' && Array.isArray(each)) after.set(key, each.map(message));
    else after.set(key, each);
  }
  return after;
}

const TABLE: Readonly<Record<string, string>> = {
  planned: 'planning',
  in_progress: 'in-progress',
  'in progress': 'in-progress',
  failed: 'done',
};

function taskList(list: Lossless): Lossless {
  const object = list instanceof Map ? list : new Map<string, Lossless>([['tasks', list]]);
  const status = object.get('status');
  const known = new Map<string, Lossless>([
    ['tasks', object.get('tasks') ?? []],
    ['description', object.get('description') ?? { lexeme: 'null' }],
    ['status', typeof status === 'string' ? finalStatus(status) : literalStatus(status)],
  ]);
  return new Map([...object, ...known]);
}

function finalStatus(status: string): string {
  const lower = [...status].map((character) => (character === 'Σ' ? 'σ' : character.toLowerCase())).join('');
  return TABLE[lower] ?? lower;
}

function literalStatus(status: Lossless | undefined): Lossless {
  const lexeme = typeof status === 'object' && 'lexeme' in status ? status.lexeme : 'null';
  return lexeme === 'null' ? 'planning' : lexeme;
}

function message(each: Lossless): Lossless {
  const calls = get(each, 'tool_calls');
  if (!(each instanceof Map) || !Array.isArray(calls)) return each;
  return new Map([...each, ['tool_calls', calls.map(toolCall)]]);
}

function toolCall(each: Lossless): Lossless {
  const target = get(each, 'function');
  const given = get(target, 'arguments');
  if (!(each instanceof Map) || !(target instanceof Map) || !(given instanceof Map)) return each;
  return new Map([...each, ['function', new Map([...target, ['arguments', { parsed: given }]])]]);
}

/** A comparable form: order of keys counts where fnord keeps it, healed arguments are compared parsed. */
function entries(value: Lossless): unknown {
  if (Array.isArray(value)) return value.map(entries);
  if (typeof value === 'string') return asParsed(value);
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, each]) => [`.${key}`, entries(each)]));
  return 'parsed' in value ? { parsed: entries(value.parsed) } : value;
}

function asParsed(text: string): unknown {
  if (!text.startsWith('{')) return text;
  const tape = scan(Buffer.from(text));
  const top = root(tape);
  return tape.fault === null && top !== null ? { parsed: entries(lossless(top)) } : text;
}

function withoutForkTraces(value: Lossless): Lossless {
  if (!(value instanceof Map)) return value;
  const memory = value.get('memory');
  const out = new Map([...value].filter(([key]) => key !== 'timestamp'));
  if (Array.isArray(memory)) out.set('memory', memory.map(withoutStatus));
  return out;
}

function withoutStatus(memory: Lossless): Lossless {
  const scope = get(memory, 'scope');
  if (!(memory instanceof Map) || typeof scope !== 'string' || scope.toLowerCase() !== 'session') return memory;
  return new Map([...memory].filter(([key]) => key !== 'index_status'));
}
