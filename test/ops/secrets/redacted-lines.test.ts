import { describe, expect, test } from 'vitest';
import { bytesSource } from '../../../src/model/part.ts';
import { redactedLines } from '../../../src/ops/secrets/redacted-lines.ts';
import { redactorOf } from '../../../src/ops/secrets/redactor.ts';
import { plantedSecrets } from './planted.ts';

const planted = plantedSecrets(9);
const [token = '', keyed = ''] = ['github-pat', 'generic-api-key'].map((rule) => planted.get(rule));
/** As a person may choose it: no rule knows it without its key. */
const letters = ['qXbR', 'tzUv', 'WmPo', 'Lk'].join('');
const word = /"(.*)"/.exec(keyed)?.[1] ?? '';

async function redacted(bytes: Buffer): Promise<Buffer> {
  const redact = await redactorOf();
  return Buffer.concat(
    Array.from(redactedLines({ path: 'a.jsonl', source: bytesSource(bytes) }, redact), (each) => Buffer.from(each)),
  );
}

describe('lines that are redacted', () => {
  test.each([
    ['a byte-order mark, and ends of lines of Windows', Buffer.from('\ufeff{"a":1}\r\n{"b":"\\u0041\\/"}')],
    ['bytes that are no UTF-8', Buffer.from('{"a":"\xff\xfe"}\n', 'latin1')],
    ['numbers beyond a double', Buffer.from('{"n":9007199254740993,"x":1.0}\n\n')],
    ['nothing', Buffer.alloc(0)],
  ])('keep %s, byte by byte', async (_, bytes) => {
    expect(await redacted(bytes)).toEqual(bytes);
  });

  test.each([
    ['in a text', JSON.stringify({ said: `use ${token}, please` }), token],
    ['behind escapes', JSON.stringify({ said: token }).replace('_', '\\u005f'), token.slice(4)],
    ['in JSON in a text', JSON.stringify({ said: JSON.stringify({ deep: token }) }), token],
    ['as a key', JSON.stringify({ [token]: 1 }), token],
    ['that is one by its key', JSON.stringify({ input: { api_key: word } }), word],
    ['that is one by its key, in JSON in a text', JSON.stringify({ input: JSON.stringify({ api_key: word }) }), word],
  ])('lose a secret %s, and stay JSON', async (_, line, secret) => {
    const [first = '', second] = String(await redacted(Buffer.from(`${line}\n{"n": 1.0}`))).split('\n');
    expect(first).not.toContain(secret);
    expect(first).toContain('[secret 1: ');
    expect(JSON.parse(first)).toBeTypeOf('object');
    expect(second).toBe('{"n": 1.0}');
  });

  test.each([
    [
      'a password below its section',
      ['[database]', 'host = db', `password = ${letters}`, 'port = 5432'],
      'plain-password',
    ],
    [
      'a short password below its section',
      ['[database]', `password = ${letters.slice(0, 6).toLowerCase()}`, 'port = 5432'],
      'config-password',
    ],
    ['a key of several lines', (planted.get('private-key') ?? '').split('\n'), 'private-key'],
  ])('lose %s in the lines of a patch, and stay a list', async (_, settings, rule) => {
    const lines = settings.map((each) => `+${each}`);
    const line = JSON.stringify({
      toolUseResult: { structuredPatch: [{ lines: [' # settings', ...lines, '-old'] }], b: 1 },
    });
    const clean = String(await redacted(Buffer.from(line)));
    for (const each of lines.slice(1, -1).filter((text) => /[A-Za-z]{14}/.test(text)))
      expect(clean).not.toContain(each);
    expect(clean.toLowerCase()).not.toContain(letters.slice(0, 6).toLowerCase());
    expect(clean).toContain(`[secret 1: ${rule}]`);
    const { toolUseResult } = JSON.parse(clean);
    expect(toolUseResult).toMatchObject({ structuredPatch: [{ lines: expect.any(Array) }], b: 1 });
    expect(toolUseResult.structuredPatch[0].lines).toHaveLength(lines.length + 2);
  });

  // Looks like a key of Anthropic.
  const half = `sk-ant-api03-${'AbCdEfGhI'}`;

  test.each([
    ['end', `{"said":"a key: ${half}`, '{"said":"a key: …'],
    [
      'end, before an end of a line of Windows',
      `{"said":"a key: ${half}\r\n{"n": 1.0}\r\n`,
      '{"said":"a key: …\r\n{"n": 1.0}\r\n',
    ],
    ['beginning', `{"n": 1.0}\n${half} is it"}\n`, '{"n": 1.0}\n… is it"}\n'],
    ['middle', `{"said":"a key: ${half}{"n": 1.0}\n`, '{"said":"a key: …"n": 1.0}\n'],
    ['end, and another secret', `{"said":"use ${token} and ${half}`, '{"said":"use [secret 1: github-pat] and …'],
  ])('lose half a secret at the %s of a damaged line', async (_, line, clean) => {
    expect(String(await redacted(Buffer.from(line)))).toBe(clean);
  });

  test('keep a damaged line whose cut words are those of a sentence', async () => {
    const bytes = Buffer.from('{"said":"Caf\\u00e9 and \\/ qui\n{"n": 1.0}\n{"said":"one"} x\n');
    expect(await redacted(bytes)).toEqual(bytes);
  });

  test('lose a secret in a line that is torn', async () => {
    expect(String(await redacted(Buffer.from(`{"said":"use ${token} pl`)))).toBe(
      '{"said":"use [secret 1: github-pat] pl',
    );
  });
});
