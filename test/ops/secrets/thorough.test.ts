import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holdsText } from '../../../src/ops/secrets/base64.ts';
import { secretFinder } from '../../../src/ops/secrets/find-secrets.ts';
import { runs } from '../../support/sampling.ts';
import { plantedSecrets } from './planted.ts';

const planted = [...plantedSecrets(13).values()];
const WORDS = ['key', 'token', 'auth', 'curl', 'linear', 'sk', 'ey', 's.', 'the', 'api', 'discord', 'a3-', 'q~'];
const SIGNS = [' = ', ': ', '=', '"', '\\', '\n', '\t', '/', '-H ', '-u ', '%5F', '\\u005f', '…', '(', ',', '.', ' '];

/** Text in which words of rules, signs, runs of letters and secrets are mixed. */
const piece = fc.oneof(
  fc.constantFrom(...WORDS),
  fc.constantFrom(...SIGNS),
  fc.stringMatching(/^[A-Za-z0-9]{1,40}$/),
  fc.constantFrom(...planted),
);
const mixed = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));

/** The ways in which a text is dressed before it gets into a line of JSON. */
const dressed = fc.tuple(mixed, fc.array(fc.nat(3), { maxLength: 3 })).map(([text, ways]) =>
  ways.reduce((given, way) => {
    if (way === 0) return JSON.stringify({ said: given });
    if (way === 1) return JSON.stringify(given).replaceAll('_', '\\u005f');
    if (way === 2) return `see ${Buffer.from(given).toString('base64')} here`;
    return `data\n${Buffer.from(given.repeat(3)).toString('base64').replace(/.{64}/g, '$&\n')}\n`;
  }, text),
);

test('a finder finds all that a thorough one finds, and nothing else', async () => {
  const [find, thorough] = [await secretFinder(), await secretFinder({ thorough: true })];
  fc.assert(
    fc.property(dressed, (text) => {
      expect(find(text)).toEqual(thorough(text));
    }),
    runs(1200),
  );
});

test('a line that is not worth looking into holds no text with a secret', async () => {
  const [find, thorough] = [await secretFinder(), await secretFinder({ thorough: true })];
  fc.assert(
    fc.property(dressed, (text) => {
      const line = JSON.stringify({ type: 'user', message: { content: [{ text }] } });
      if (!find.mayHold(line)) expect([...thorough(text), ...thorough(line)]).toEqual([]);
    }),
    runs(1200),
  );
});

test('base64 with 16 readable characters in a row is never passed over', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 40 }),
      fc.stringMatching(/^[\t\n -~]{16,30}$/),
      fc.nat(3),
      (bytes, text, skip) => {
        const run = 'A'.repeat(skip) + Buffer.concat([bytes, Buffer.from(text), bytes]).toString('base64');
        expect(holdsText(run.replaceAll('=', ''))).toBe(true);
      },
    ),
  );
});
