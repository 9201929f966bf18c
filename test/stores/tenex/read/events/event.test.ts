import { schnorr } from '@noble/curves/secp256k1.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scan } from '../../../../../src/codecs/json/scan.ts';
import { root, type Value } from '../../../../../src/codecs/json/value.ts';
import { decodeTenex } from '../../../../../src/stores/tenex/read/decoded.ts';
import {
  decodeEvent,
  decodeEvents,
  eventIdOf,
  type NostrEvent,
} from '../../../../../src/stores/tenex/read/events/event.ts';
import { countEvents, eventFacts } from '../../../../../src/stores/tenex/read/events/event-facts.ts';
import { SignatureVerifier } from '../../../../../src/stores/tenex/read/events/signatures.ts';
import { anyText } from '../../../../codecs/any-text.ts';
import { runs } from '../../../../support/sampling.ts';
import { fileCases } from '../../fixture-store.ts';

const signatures = new SignatureVerifier(schnorr);

/** The history of a file that holds nothing else. */
function historyOf(source: string | Uint8Array): Value {
  const history = root(scan(Buffer.from(source)));
  if (history === null) throw new Error('holds no history');
  return history;
}

const facts = (...texts: readonly unknown[]) => [...eventFacts(historyOf(JSON.stringify(texts)), { hashed: true })];

describe('an event as the real library reads it', () => {
  const loaded = fileCases().filter(({ expected }) => expected.load === 'ok');

  test.each(loaded)('$name: ids and signatures', ({ bytes, expected }) => {
    const { history } = decodeTenex(bytes);
    const found = history === null ? [] : [...eventFacts(history, { hashed: true })];
    const events = history === null ? [] : decodeEvents(history).map(({ event }) => event);
    const verdicts = found.map(({ loads, id, computedId }, i) => {
      const event = events[i] ?? null;
      if (!loads || event === null || computedId === null) return null;
      return { computedId, idOk: id === computedId, sigOk: signatures.isSigned(event, computedId) };
    });
    expect(verdicts).toEqual(expected.verify);
  });

  test.each(loaded)('$name: counts', ({ bytes, expected }) => {
    const { eventCount, agentCount } = expected.resave?.indexEntryWritten ?? {};
    const counts = decodeTenex(bytes).counts();
    expect([counts.events, counts.agentCount]).toEqual([eventCount, agentCount]);
  });
});

const SIG = 'c'.repeat(128);
const ID = 'd'.repeat(64);

describe('a text', () => {
  test.each(['', ' ', '{', '[0,"a"', 'undefined', '[1,]', 'null', ' null '])('%j is dropped', (text) => {
    expect(decodeEvent(text).event).toBe(null);
    expect(facts(text)).toMatchObject([{ loads: false }]);
  });

  test.each(['{}', '[]', '5', 'true', 'false', '0', '""'])('%j comes out empty', (text) => {
    const empty = { id: '', pubkey: '', tags: [], content: '' };
    expect(decodeEvent(text)).toMatchObject({ event: empty, why: 'no list' });
    expect(facts(text)).toMatchObject([{ loads: true, why: 'no list', pubkey: '', id: '', signed: false }]);
  });

  test.each([
    ['[0,"p",1,11,[],"",null,"x"]', '', undefined],
    [JSON.stringify([0, 'p', 1, 11, [], '', SIG, ID]), ID, SIG],
    [JSON.stringify([0, 'p', 1, 11, [], '', ID, SIG]), ID, SIG],
    [JSON.stringify([0, 'p', 1, 11, [], '', SIG]), '', SIG],
    [JSON.stringify([0, 'p', 1, 11, [], '', ID]), ID, undefined],
    [JSON.stringify([0, 'p', 1, 11, [], '', SIG.slice(1), ID]), '', undefined],
    [JSON.stringify([0, 'p', 1, 11, [], '', null, ID]), '', undefined],
    [JSON.stringify([0, 'p', 1, 11, [], '', ID, SIG.slice(1)]), ID, undefined],
    [JSON.stringify([0, 'p', 1, 11, [], '', SIG, ID, 'more']), ID, SIG],
    ['{"1":"p","2":1,"length":7,"6":"x"}', '', undefined],
  ])('%j has its id and signature told by their lengths', (text, id, sig) => {
    expect(decodeEvent(text).event).toMatchObject({ id });
    expect(decodeEvent(text).event?.sig).toBe(sig);
    expect(facts(text)).toMatchObject([{ id, signed: sig !== undefined }]);
  });

  test('that is text in JSON gives its characters as fields', () => {
    expect(decodeEvent('"abcdefgh"').event).toMatchObject({ pubkey: 'b', created_at: 'c', content: 'f', id: '' });
  });

  test('of a shape that no stack holds has an id that nothing equals', () => {
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    const [event] = facts(`[0,"p",1,11,${deep},"","${SIG}","${ID}"]`);
    expect(event).toMatchObject({ loads: true, id: ID });
    expect(event?.computedId).not.toBe(ID);
  });
});

describe('an event read without being made', () => {
  const text = anyText({ maxLength: 30 });
  const event = fc.tuple(
    fc.constant(0),
    fc.oneof(fc.constant('a'.repeat(64)), text),
    fc.oneof(fc.nat(), fc.constantFrom(-1, 1.5, 0, 1e21, 999999999999999)),
    fc.constantFrom(0, 11, 1111, 1934),
    fc.array(fc.array(fc.oneof(text, fc.constantFrom('E', 'e', ID)), { maxLength: 4 }), { maxLength: 5 }),
    text,
    fc.constantFrom(SIG, ID, SIG.slice(1), 'é'.repeat(64)),
    fc.constantFrom(ID, SIG, ''),
  );

  /** The same text in another spelling: escapes that nobody needs, in the text and around it. */
  const spelling = fc.constantFrom(
    (json: string) => JSON.stringify(json),
    (json: string) => JSON.stringify(json).replaceAll('a', '\\u0061'),
    (json: string) => JSON.stringify(json.replaceAll('/', '\\/')),
    (json: string) => JSON.stringify(json.replaceAll('e', '\\u0065')),
    (json: string) => JSON.stringify(json.replaceAll(',', ', ')),
    (json: string) => JSON.stringify(json.slice(0, -1)),
  );

  test('is what it is when it is made', () => {
    fc.assert(
      fc.property(event, spelling, fc.string({ maxLength: 3 }), (fields, spell, pad) => {
        const source = `[${JSON.stringify(pad)},${spell(JSON.stringify(fields))}]`;
        const [, read] = eventFacts(historyOf(source), { hashed: true });
        const made = decodeEvents(historyOf(source))[1]?.event ?? null;
        expect(read?.loads).toBe(made !== null);
        if (made === null) return;
        expect(read).toMatchObject({ id: made.id, pubkey: made.pubkey, createdAt: made.created_at });
        expect(read?.signed).toBe(made.sig !== undefined);
        expect(read?.computedId).toBe(eventIdOf(made));
        expect(read?.root).toBe(rootIn(made));
      }),
      runs(2000),
    );
  });

  function rootIn({ tags }: NostrEvent): unknown {
    const tag: unknown = Array.isArray(tags)
      ? tags.find(([name, value]) => name === 'E' && value !== undefined)
      : undefined;
    return Array.isArray(tag) ? (tag[1] ?? null) : null;
  }

  test('has the id of what the owner reads where bytes are no UTF-8', () => {
    const source = Buffer.from(JSON.stringify([JSON.stringify([0, 'p', 1, 11, [], 'caf_', SIG, ID])]));
    source[source.indexOf('_')] = 0xe9;
    const [read] = eventFacts(historyOf(source), { hashed: true });
    const [made] = decodeEvents(historyOf(source));
    expect(made?.event?.content).toBe('caf\ufffd');
    expect(read?.computedId).toBe(made?.event ? eventIdOf(made.event) : '');
  });
});

test('an author is anybody, two that are no text are two, and the last number is the last time', () => {
  const texts = [
    [0, 'p', 5, 11, [], ''],
    [0, {}, 'soon', 11, [], ''],
    [0, {}, 7, 11, [], ''],
    [0, '', null, 11, [], ''],
    [0, 'p', 6, 11, [], ''],
  ].map((each) => JSON.stringify(each));
  const counts = countEvents(historyOf(JSON.stringify([...texts, 'cut ['])));
  expect(counts).toEqual({ events: 5, agents: ['p', ''], agentCount: 4, first: 5, last: 6 });
});

test('a signature is judged by the key and the content, and rubbish is none', () => {
  const made: NostrEvent = { id: ID, pubkey: 'zz', created_at: 1, kind: 1, tags: [], content: '', sig: SIG };
  expect(signatures.isSigned(made, eventIdOf(made))).toBe(false);
  expect(signatures.isSigned({ ...made, pubkey: 'f'.repeat(64) }, eventIdOf(made))).toBe(false);
  expect(signatures.isSigned({ ...made, sig: {} }, eventIdOf(made))).toBe(false);
});

test('signatures of keys that are met often are judged as the library judges them', () => {
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
  const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'));
  const number = (value: bigint) => value.toString(16).padStart(64, '0');
  const { Fp, Fn } = schnorr.Point;
  const secret = new Uint8Array(32).fill(7);
  const pubkey = hex(schnorr.getPublicKey(secret));
  const good = (id: string) => hex(schnorr.sign(bytes(id), secret, new Uint8Array(32)));
  for (let n = 0n; n < 20n; n++) expect(signatures.isSigned({ sig: good(number(n)), pubkey }, number(n))).toBe(true);
  const odd = [0n, 1n, 5n, Fn.ORDER - 1n, Fn.ORDER, Fp.ORDER - 1n, Fp.ORDER, 2n ** 256n - 1n].map(number);
  const half = fc.option(fc.oneof(fc.constantFrom(...odd), fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }).map(number)), {
    freq: 2,
  });
  const negated = (s: string) => number(Fn.neg(BigInt(`0x${s}`)));
  fc.assert(
    fc.property(half, half, half, half, fc.boolean(), fc.boolean(), (r, s, id, key, isNegated, isUpper) => {
      const sig = good(ID);
      const written = `${r ?? sig.slice(0, 64)}${s ?? (isNegated ? negated(sig.slice(64)) : sig.slice(64))}`;
      const event = { sig: isUpper ? written.toUpperCase() : written, pubkey: key ?? pubkey };
      const expected = schnorr.verify(bytes(written), bytes(id ?? ID), bytes(event.pubkey));
      expect([signatures.isSigned(event, id ?? ID), signatures.isSigned(event, id ?? ID)]).toEqual([
        expected,
        expected,
      ]);
    }),
    runs(40),
  );
});
