import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { elements, isArray, lexemeOf, member, spanOf, type Value } from '../../../../src/codecs/json/value.ts';
import { sentenceText } from '../../../../src/model/command.ts';
import { judgeFnord } from '../../../../src/stores/fnord/checks/judge.ts';
import { decodeFnord } from '../../../../src/stores/fnord/read/decode.ts';
import { isThorough, oneIn } from '../../../support/sampling.ts';
import { cutsOf } from '../cuts.ts';
import { openBytes } from '../open-site.ts';
import { ask, made } from './asking.ts';

const FIXTURES = new URL('../../../../fixtures/fnord/', import.meta.url);
const cases = readdirSync(new URL('cases/', FIXTURES)).map((name) => file(name, `cases/${name}/input.json`));
const store = ['orchard', 'lantern'].flatMap((project) => {
  const folder = `store/projects/${project}/conversations/`;
  const files = readdirSync(new URL(folder, FIXTURES)).filter((name) => name.endsWith('.json'));
  return files.map((name) => file(name, `${folder}${name}`));
});
const readable = ({ bytes }: { bytes: Uint8Array }) => judgeFnord(decodeFnord(bytes)).readable;
/** Files that fnord reads as they lie. */
const sound = [...cases, ...store].filter(readable);

function file(name: string, path: string): { name: string; bytes: Buffer } {
  return { name, bytes: readFileSync(new URL(path, FIXTURES)) };
}

test('there is something to cut', () => {
  expect(sound.length).toBeGreaterThan(60);
});

describe.each(oneIn(2, sound))('$name cut', ({ bytes }) => {
  const original = wholeOf(bytes);

  test('is never called sound, and never loses a whole message', () => {
    const wrong = cutsOf(bytes).map((at) => wrongWith(original, bytes.subarray(0, at), at));
    expect(wrong.filter(Boolean)).toEqual([]);
  });

  test('and filled up with NUL bytes neither', () => {
    const nulls = Buffer.alloc(bytes.length);
    const filled = (at: number) => Buffer.concat([bytes.subarray(0, at), nulls.subarray(at)]);
    const tried = cutsOf(bytes).filter((_, n) => isThorough || n % 48 === 0);
    const wrong = tried.map((at) => wrongWith(original, filled(at), at));
    expect(wrong.filter(Boolean)).toEqual([]);
  });
});

test.each(cases.filter((each) => !readable(each)))('$name, cut anywhere as well, is healed or refused', ({ bytes }) => {
  const wrong: string[] = [];
  for (const at of cutsOf(bytes)) {
    const cut = bytes.subarray(0, at);
    const outcome = openBytes(cut).change(ask('heal', { lossy: true }));
    const after = outcome.state === 'changed' ? made(cut, outcome) : cut;
    if ((outcome.state === 'refused') === judgeFnord(decodeFnord(after)).readable)
      wrong.push(`cut at ${at}: ${outcome.state}`);
  }
  expect(wrong).toEqual([]);
});

/** A sound file, what a heal makes of its messages, and where each of them and the timestamp end. */
interface Whole {
  readonly text: string;
  readonly messages: readonly string[];
  readonly ends: readonly number[];
  readonly seconds: number | null;
  readonly timeEnd: number;
}

function wholeOf(bytes: Uint8Array): Whole {
  const { body, format, time } = decodeFnord(bytes);
  const outcome = openBytes(bytes).change(ask('heal', { lossy: true }));
  const healed = outcome.state === 'changed' ? made(bytes, outcome) : bytes;
  const stamp = body === null || format === 'v0' ? null : member(body, 'timestamp');
  return {
    text: Buffer.from(bytes).toString('latin1').trimEnd(),
    messages: messagesOf(decodeFnord(healed).body).map(lexemeOf),
    ends: messagesOf(body).map((each) => spanOf(each).end),
    seconds: time.seconds,
    timeEnd: stamp === null ? 0 : spanOf(stamp).end,
  };
}

/** What is not as it must be with a file of which only the first `end` bytes are left; null when all is. */
function wrongWith(original: Whole, cut: Uint8Array, end: number): string | null {
  const wrong = (what: string) => `cut at ${end}: ${what}`;
  const outcome = openBytes(cut).change(ask('heal', { lossy: true }));
  if (judgeFnord(decodeFnord(cut)).readable)
    return Buffer.from(cut).toString('latin1').trimEnd() === original.text ? null : wrong('is called sound');
  const left = original.messages.slice(0, original.ends.filter((each) => each <= end).length);
  if (outcome.state === 'unchanged') return wrong('is left alone');
  if (outcome.state === 'refused')
    return left.length === 0 ? null : wrong(`is refused: ${sentenceText(outcome.reason ?? '')}`);
  const result = made(cut, outcome);
  const read = decodeFnord(result);
  if (!judgeFnord(read).readable) return wrong('cannot be read afterwards');
  if (messagesOf(read.body).map(lexemeOf).join() !== left.join()) return wrong('has other messages');
  // The last digits of a timestamp at the cut may be missing, so it does not count there.
  if (read.time.seconds !== (end > original.timeEnd ? original.seconds : MTIME)) return wrong('has another time');
  const again = openBytes(result).change(ask('heal', { lossy: true })).state;
  return again === 'unchanged' ? null : wrong(`is ${again} by a second heal`);
}

/** The time of a file that nobody says otherwise of. */
const MTIME = 1_790_000_000;

function messagesOf(body: Value | null): Value[] {
  const messages = body === null ? null : member(body, 'messages');
  return isArray(messages) ? [...elements(messages)] : [];
}
