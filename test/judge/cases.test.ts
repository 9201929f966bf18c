import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { answerText, recordedCases } from './cases.ts';

describe('the recorded cases of Claude Code', () => {
  const cases = recordedCases('claude');
  const named = (name: string) => cases.find((one) => one.name === name);

  test('all have a session and the answer of the program', () => {
    for (const group of ['damage', 'real', 'written'] as const) expect(recordedCases('claude', group)).not.toEqual([]);
    for (const { name, session, answer } of cases) {
      expect(session, name).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
      expect(Object.keys(answer).sort(), name).toEqual(['added', 'exit', 'first', 'grew', 'refused', 'said', 'sent']);
    }
  });

  test('are written as they would be recorded anew', () => {
    for (const { name, answer } of cases) {
      const text = readFileSync(new URL(`../../fixtures/claude/program/${name}/answer.json`, import.meta.url), 'utf8');
      expect(answerText(answer)).toBe(text);
    }
  });

  test('put a damaged session together from its pieces', () => {
    const sound = named('damage/sound')?.bytes.toString() ?? '';
    const lines = sound.split('\n').slice(0, -1);
    expect(named('damage/crlf')?.bytes.toString()).toBe(lines.map((line) => `${line}\r\n`).join(''));
    expect(named('damage/reversed')?.bytes.toString()).toBe(
      lines
        .reverse()
        .map((line) => `${line}\n`)
        .join(''),
    );
    expect(named('damage/bad-utf8-in-answer')?.bytes.toString('latin1')).not.toBe(sound);
  });

  test('keep the program from going on with written sessions that hold no message, and with one that begins with an answer', () => {
    const stuck = recordedCases('claude', 'written').filter(({ answer }) => answer.exit !== 0);
    const holding = stuck.filter(({ bytes }) => /"type":"(user|assistant)"/.test(bytes.toString()));
    expect(holding.map(({ name }) => name)).toEqual(['written/1.0.35/stream']);
    expect(named('damage/sound')?.answer.exit).toBe(0);
  });
});
