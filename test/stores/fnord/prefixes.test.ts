import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ruleOf } from '../../../src/model/finding.ts';
import { oneIn } from '../../support/sampling.ts';
import { cutsOf } from './cuts.ts';
import { openBytes } from './open-site.ts';

const CASES = new URL('../../../fixtures/fnord/cases/', import.meta.url);

describe.each(oneIn(2, readdirSync(CASES)))('a prefix of %s', (name) => {
  const bytes = readFileSync(new URL(`${name}/input.json`, CASES));

  test('is judged without a throw, and is sound only if nothing but white space is gone', () => {
    const text = bytes.toString('latin1').trimEnd();
    const wrong = cutsOf(bytes).filter((length) => {
      const document = openBytes(bytes.subarray(0, length));
      const findings = [...document.findings()];
      const { metadata, memory, tasks } = document.transcript('one.json');
      for (const { source } of [metadata, memory, tasks]) JSON.parse(source);
      const isInside = findings.every(({ offset }) => (offset ?? 0) <= length);
      const isSound = document.conversations[0]?.readable
        ? length >= text.length || wholeWhenCut(name)
        : findings.some(({ code }) => ruleOf(code).severity === 'error');
      return !isInside || !isSound;
    });
    expect(wrong).toEqual([]);
  });
});

/** Where a whole document is followed by something else, cutting that off leaves a sound file. */
function wholeWhenCut(name: string): boolean {
  return name === 'v0-two-documents' || name === 'v1-trailing-nuls';
}
