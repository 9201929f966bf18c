import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { scan } from '../../../src/codecs/json/scan.ts';
import { FLAG, KIND, type Tape, TOKEN } from '../../../src/codecs/json/tape.ts';
import { runs } from '../../support/sampling.ts';
import { source } from './source.ts';

interface Token {
  readonly kind: number;
  readonly flags: number;
  readonly start: number;
  readonly end: number;
  readonly next: number;
}

function tokens(tape: Tape): Token[] {
  return Array.from({ length: tape.count }, (_, at) => {
    const [head = 0, start = 0, end = 0, next = 0] = tape.words.subarray(at * TOKEN, at * TOKEN + TOKEN);
    return { kind: head & 7, flags: head & ~7, start, end, next };
  });
}

const isContainer = ({ kind }: Token) => kind === KIND.object || kind === KIND.array;

/** Read as Latin-1, each byte is one character, so JSON.parse judges the grammar of bytes and nothing else. */
function isJson(bytes: Buffer): boolean {
  try {
    JSON.parse(bytes.toString('latin1'));
    return true;
  } catch {
    return false;
  }
}

test('a document is sound exactly when JSON.parse takes its bytes', () => {
  const alphabet = [...'[]{},:"\\u0123dDe.+-tfnrulsa \n/', 'true', 'null', '"a":', '[1,', '\x80', '\xe9', '\0', '\x1f'];
  const noise = fc.string({ unit: fc.constantFrom(...alphabet), maxLength: 24 });
  fc.assert(
    fc.property(noise, (text) => {
      const bytes = Buffer.from(text, 'latin1');
      expect(scan(bytes).fault === null).toBe(isJson(bytes));
    }),
    runs(30_000),
  );
});

test('a sound document with one byte changed, put in or taken out is judged as JSON.parse judges it', () => {
  fc.assert(
    fc.property(source(), fc.nat(), fc.integer({ min: 0, max: 255 }), fc.nat(2), (text, where, byte, how) => {
      const bytes = Buffer.from(text);
      const at = where % (bytes.length + 1);
      const after = bytes.subarray(at + (how === 0 ? 0 : 1));
      const changed = Buffer.concat([bytes.subarray(0, at), Buffer.from(how === 2 ? [] : [byte]), after]);
      expect(scan(changed).fault === null).toBe(isJson(changed));
    }),
    runs(10_000),
  );
});

test('any bytes at all are scanned without a throw, and a fault lies inside them', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), fc.nat(8), (bytes, from) => {
      const start = Math.min(from, bytes.length);
      const { fault, end, illFormed } = scan(bytes, start);
      expect(end).toBeGreaterThanOrEqual(start);
      expect(fault?.offset ?? end).toBeGreaterThanOrEqual(end);
      expect(fault?.offset ?? end).toBeLessThanOrEqual(bytes.length);
      expect(illFormed === -1 || illFormed >= start).toBe(true);
    }),
  );
});

test('no byte before a fault is to blame: cut there, a document is only unfinished', () => {
  fc.assert(
    fc.property(source(), fc.nat(), fc.constantFrom(...'[]{},:"\\u0dD8.-etn \n'), (text, where, byte) => {
      const bytes = Buffer.from(text);
      const at = where % (bytes.length + 1);
      const changed = Buffer.concat([bytes.subarray(0, at), Buffer.from(byte), bytes.subarray(at)]);
      const { fault } = scan(changed);
      if (fault === null) return;
      const cut = scan(changed.subarray(0, fault.offset));
      expect(cut.fault === null || cut.fault.offset === fault.offset).toBe(true);
    }),
    runs(5000),
  );
});

test('the first unpaired surrogate escape is where the decoded text has it', () => {
  const unit = fc.constantFrom(
    'D7ff',
    'd800',
    'dBfF',
    'dc00',
    'DFFF',
    'e000',
    'd83D',
    'De00',
    'db7F',
    'DBff',
    'Daaa',
    'dcab',
    '00d8',
    'cd80',
    'D983',
  );
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 8 }), fc.nat(3), (units, lead) => {
      const text = `${' '.repeat(lead)}"${units.map((each) => `\\u${each}`).join('')}"`;
      const decoded = String.fromCharCode(...units.map((each) => Number.parseInt(each, 16)));
      const lone = decoded.search(/\p{Surrogate}/u);
      expect(scan(Buffer.from(text)).loneSurrogate).toBe(lone < 0 ? -1 : lead + 1 + 6 * lone);
    }),
    runs(3000),
  );
});

test('spans nest and skip links meet them', () => {
  fc.assert(
    fc.property(source(), (text) => {
      const tape = scan(Buffer.from(text));
      const all = tokens(tape);
      expect(all[0]?.next).toBe(tape.count);
      for (const [at, token] of all.entries()) {
        expect(token.start).toBeLessThan(token.end);
        expect(isContainer(token) || token.next === at + 1).toBe(true);
        const inside = all.slice(at + 1, token.next);
        for (const each of inside) expect(each.start > token.start && each.end < token.end).toBe(true);
        for (const each of all.slice(token.next)) expect(each.start).toBeGreaterThanOrEqual(token.end);
      }
    }),
  );
});

test('every token is spelled as its kind and flags say', () => {
  fc.assert(
    fc.property(source(), (text) => {
      const bytes = Buffer.from(text);
      for (const token of tokens(scan(bytes))) {
        const spelled = bytes.subarray(token.start, token.end);
        const parsed: unknown = JSON.parse(spelled.toString());
        const kinds: Record<number, unknown> = {
          [KIND.object]: Object,
          [KIND.string]: String,
          [KIND.array]: Array,
          [KIND.number]: Number,
        };
        expect(Object(parsed ?? true)).toBeInstanceOf(kinds[token.kind] ?? Boolean);
        const isText = token.kind === KIND.string;
        expect((token.flags & FLAG.wide) !== 0).toBe(isText && spelled.some((byte) => byte > 0x7f));
        expect((token.flags & FLAG.escaped) !== 0).toBe(isText && spelled.includes('\\'));
        expect((token.flags & FLAG.integer) !== 0).toBe(token.kind === KIND.number && /^-?\d+$/.test(String(spelled)));
      }
    }),
  );
});

test('every prefix of a document is faulted and keeps every token that was whole', () => {
  fc.assert(
    fc.property(source(), (text) => {
      const bytes = Buffer.from(`[${text}]`);
      const whole = tokens(scan(bytes));
      for (let length = 0; length < bytes.length; length++) {
        const tape = scan(bytes.subarray(0, length));
        const kept = tokens(tape);
        expect(tape.fault?.offset).toBe(length);
        const open = whole.filter((token) => token.start < length && token.end > length);
        expect(kept).toEqual(
          whole
            .filter((token) => reaches(token, length))
            .map((token) =>
              token.end > length
                ? { ...token, flags: token.flags | FLAG.open, end: tape.end, next: kept.length }
                : token,
            ),
        );
        expect(tape.open).toEqual(open.filter(isContainer).map((token) => whole.indexOf(token)));
      }
    }),
    runs(60),
  );
});

/** A number that touches the cut may have lost digits. */
function reaches(token: Token, length: number): boolean {
  if (isContainer(token)) return token.start < length;
  return token.kind === KIND.number ? token.end < length : token.end <= length;
}

test('a document scans the same wherever it begins', () => {
  fc.assert(
    fc.property(source(), fc.uint8Array({ maxLength: 20 }), (text, before) => {
      const alone = scan(Buffer.from(text));
      const placed = scan(Buffer.concat([before, Buffer.from(text)]), before.length);
      expect(placed.fault).toBeNull();
      const shifted = tokens(alone).map((token) => ({
        ...token,
        start: token.start + before.length,
        end: token.end + before.length,
      }));
      expect(tokens(placed)).toEqual(shifted);
    }),
  );
});
