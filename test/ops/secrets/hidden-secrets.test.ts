import { describe, expect, test } from 'vitest';
import { secretFinder } from '../../../src/ops/secrets/find-secrets.ts';
import { redactedTranscript } from '../../../src/ops/secrets/redacted.ts';
import { redactorOf } from '../../../src/ops/secrets/redactor.ts';
import { isThorough } from '../../support/sampling.ts';
import { plantedSecrets } from './planted.ts';

const planted = plantedSecrets(3);
const [one = '', other = ''] = ['github-pat', 'npm-access-token'].map((rule) => planted.get(rule));
const base64 = (text: string) => Buffer.from(text).toString('base64');
const wrapped = (text: string, width: number) => base64(text).replace(new RegExp(`.{${width}}`, 'g'), '$&\n');
const lines = 'A line of a file of settings, as long as such lines are.\n'.repeat(4);

describe('a secret', () => {
  test.each([
    ['in base64 broken into lines, as the program base64 prints it', wrapped(`${lines}TOKEN=${one}\n${lines}`, 76)],
    ['in base64 broken at 64, as PEM has it', wrapped(`${lines}TOKEN=${one}\n${lines}`, 64)],
    ['in base64 broken into lines, in a string of JSON', JSON.stringify(wrapped(`${lines}TOKEN=${one}\n`, 76))],
    ['in base64 of a text with signs beyond the basic plane', base64(`a 😀 then TOKEN=${one}\n`)],
    ['in base64 beside bytes that are no text', Buffer.from(`\0\x01\xff TOKEN=${one}\n`, 'latin1').toString('base64')],
    ['in the base64 of addresses', Buffer.from(`???>>>~~~ TOKEN=${one}\n`).toString('base64url')],
    ['in base64 with escaped slashes', JSON.stringify(base64(`??? TOKEN=${one} ???\n`)).replaceAll('/', '\\/')],
    ['in base64 behind a path', `data/${base64(`??? TOKEN=${one} ???\n`)}`],
    ['in base64 in base64', base64(base64(`TOKEN=${one}\n`))],
    ['in JSON in base64, with escapes', base64(JSON.stringify({ token: one }).replace('_', '\\u005f'))],
    ['four levels of JSON deep', [1, 2, 3, 4].reduce((text) => JSON.stringify({ text }), one.replace('_', '\\u005f'))],
    ['with the escapes of an address', `https://example.org/?token=${one.replace('_', '%5F')}&x=1`],
  ])('is found %s', async (_, text) => {
    const find = await secretFinder();
    expect(find(text).map(({ rule }) => rule)).toContain('github-pat');
    const redact = await redactorOf();
    const clean = redact(text);
    expect(clean).toContain('[secret 1: github-pat]');
    expect(find(clean)).toEqual([]);
  });

  const settings = ['[client]', 'user=ada', `password=${['qXbR', 'tzUv', 'WmPo', 'Lk'].join('')}`].join('\n');
  test.each([
    ['a text', settings],
    ['a string of JSON', JSON.stringify({ text: settings })],
    ['JSON in JSON', JSON.stringify({ text: JSON.stringify({ text: settings }) })],
    ['a page of HTML', `<pre>${settings}</pre>`],
    ['a fence', `\`\`\`\n${settings}\n\`\`\``],
  ])('is found at the end of settings that are %s', async (_, text) => {
    const redact = await redactorOf();
    expect(redact(text)).toMatch(/password=\[secret 1: config-password\]/);
  });

  test('that overlaps another leaves no rest of it', async () => {
    const text = `api_key = "${one}" ${other}`;
    const redact = await redactorOf();
    const clean = redact(text);
    for (let at = 4; at < one.length - 6; at++) expect(clean).not.toContain(one.slice(at, at + 6));
  });
});

test('a file full of secrets costs in proportion to their number', async () => {
  const find = await secretFinder();
  const many = isThorough ? 20_000 : 5000;
  expect(find(`${one}\n`.repeat(many))).toHaveLength(many);
});

test('a secret that a title cuts leaves nothing of it, and words of prose that are cut stay', async () => {
  const redact = await redactorOf();
  expect(redact(`Please use ${one.slice(0, 18)}…`)).toBe('Please use …');
  expect(redact(`${one.slice(0, 18)}…`)).toBe('…');
  for (const title of ['Why do the tests fail on the busy mach…', 'Wait…', '…', 'Où est l’été “Écl…'])
    expect(redact(title)).toBe(title);
});

test.each([
  ['as it is', '…"', true],
  ['as it is, at the end of the line', '…', true],
  ['as an escape', '\\u2026', true],
  ['inside of a text', '… and', false],
])('a line with the sign of a cut text %s is looked at, %j: %s', async (_, sign, isMarked) => {
  const { otherMarks } = await redactorOf();
  const marks: number[] = [];
  otherMarks(`{"t":"use ${one.slice(0, 18)}${sign}`, (at) => marks.push(at));
  expect(marks.length > 0).toBe(isMarked);
});

test.each([
  [['mail'], 2],
  [[], 0],
] as const)('every line is looked at for %j', async (also, count) => {
  const { otherMarks } = await redactorOf({ also });
  const marks: number[] = [];
  otherMarks('{"a":1}\n{"b":2}\n', (at) => marks.push(at));
  expect(marks).toHaveLength(count);
});

test('a secret that a title cuts leaves nothing of it in the metadata of a conversation either', async () => {
  const firstPrompt = `Please use ${one.slice(0, 18)}…`;
  const source = `{"a":12345678901234567890,"firstPrompt":${JSON.stringify(firstPrompt)}}`;
  const empty = { source: '[]' };
  const transcript = { messages: [], metadata: { source }, memory: empty, tasks: empty };
  const { metadata } = redactedTranscript(transcript, await redactorOf());
  expect(metadata.source).toBe('{"a":12345678901234567890,"firstPrompt":"Please use …"}');
});
