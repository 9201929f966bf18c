import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { scan } from '../../../../src/codecs/json/scan.ts';
import { root } from '../../../../src/codecs/json/value.ts';
import { judgeFnord } from '../../../../src/stores/fnord/checks/judge.ts';
import { decodeFnord } from '../../../../src/stores/fnord/read/decode.ts';
import { plainOf } from '../../../codecs/json/plain.ts';
import { openBytes } from '../open-site.ts';
import { ask, made } from './asking.ts';

const CASES = new URL('../../../../fixtures/fnord/cases/', import.meta.url);

/** What the real program made of a case. */
interface Expected {
  readonly detect: string;
  readonly read: 'ok' | 'corrupt';
  readonly rewritten: boolean;
  readonly after_raw?: string;
  readonly splice?: string | null;
}

const cases = readdirSync(CASES).map((name) => {
  const expected: Expected = JSON.parse(readFileSync(new URL(`${name}/expected.json`, CASES), 'utf8'));
  return { name, expected, bytes: readFileSync(new URL(`${name}/input.json`, CASES)) };
});

const rewritten = cases.filter(({ expected }) => expected.rewritten);

describe.each(rewritten.filter(({ expected }) => expected.read === 'ok'))('$name', ({ name, expected, bytes }) => {
  const healed = made(bytes, openBytes(bytes).change(ask('heal', { lossy: true })));

  test('is healed to what fnord writes, and keeps the keys it would drop', () => {
    expect(withoutExtra(name, plain(healed))).toEqual(plain(Buffer.from(expected.after_raw ?? '')));
    expect(judgeFnord(decodeFnord(healed)).rewritten).toBe(false);
  });

  test('is migrated to the same', () => {
    expect(made(bytes, openBytes(bytes).change(ask('migrate', { lossy: true })))).toEqual(healed);
  });
});

test.each(rewritten.filter(({ expected }) => expected.read === 'corrupt'))(
  '$name, which fnord rewrites and then refuses, is not rewritten unless it can be read afterwards',
  ({ bytes }) => {
    const outcome = openBytes(bytes).change(ask('heal', { lossy: true }));
    if (outcome.state === 'changed') expect(judgeFnord(decodeFnord(made(bytes, outcome))).readable).toBe(true);
    else expect(outcome.state).toBe('refused');
  },
);

describe.each(cases)('$name', ({ expected, bytes }) => {
  test('is migrated iff it is v0 and fnord reads it', () => {
    const outcome = openBytes(bytes).change(ask('migrate', { lossy: true }));
    const state = expected.read === 'corrupt' ? 'refused' : expected.detect === 'v0' ? 'changed' : 'unchanged';
    expect(outcome.state).toBe(state);
    if (outcome.state === 'refused') expect(outcome.codes.length).toBeGreaterThan(0);
  });

  test('is healed, refused or left alone, and what is healed can be read and stays as it is', () => {
    for (const lossy of [false, true]) {
      const outcome = openBytes(bytes).change(ask('heal', { lossy }));
      if (outcome.state === 'unchanged') expect(judgeFnord(decodeFnord(bytes)).readable).toBe(true);
      if (outcome.state !== 'changed') continue;
      const result = made(bytes, outcome);
      expect(judgeFnord(decodeFnord(result)).readable).toBe(true);
      expect(openBytes(result).change(ask('heal', { lossy: true })).state).toBe('unchanged');
    }
  });
});

test.each(cases.filter(({ expected }) => expected.splice === 'same' && !expected.rewritten))(
  '$name is migrated by a splice alone',
  ({ bytes }) => {
    const text = bytes.toString();
    const result = made(bytes, openBytes(bytes).change(ask('migrate'))).toString();
    const at = text.indexOf('{') + 1;
    const own = /^"(?:timestamp|version)":/.test(text.slice(at));
    if (!own) expect(result.endsWith(text.slice(at))).toBe(true);
    expect(result).toMatch(/^\{"version":1,"timestamp":(?:0|[1-9]\d*)[,}]/);
  },
);

function plain(bytes: Uint8Array): unknown {
  const top = root(scan(bytes));
  return top === null ? null : parsedArguments(plainOf(top));
}

/** Arguments are compared decoded, because fnord sorts their keys. */
function parsedArguments(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(parsedArguments);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).map(([key, each]): [string, unknown] => {
    if (key === 'arguments' && typeof each === 'string' && each.startsWith('{')) return [key, plain(Buffer.from(each))];
    return [key, parsedArguments(each)];
  });
  return Object.fromEntries(entries);
}

function withoutExtra(name: string, value: unknown): unknown {
  if (name !== 'v0-heal-extra-keys-dropped') return value;
  expect(JSON.stringify(value)).toContain('"owner":"marlow","created_at":"2025-03-14"');
  return JSON.parse(JSON.stringify(value), (key, each) => (key === 'owner' || key === 'created_at' ? undefined : each));
}
