import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { row } from '../../../src/model/findings.ts';
import { cutsOf } from './cuts.ts';
import { openBytes } from './open-site.ts';

const CASES = new URL('../../../fixtures/fnord/cases/', import.meta.url);

describe.each(readdirSync(CASES))('a prefix of %s', (name) => {
  const bytes = readFileSync(new URL(`${name}/input.json`, CASES));

  test('is judged without a throw, and is sound only if nothing but white space is gone', () => {
    const text = bytes.toString('latin1').trimEnd();
    for (const length of cutsOf(bytes)) {
      const document = openBytes(bytes.subarray(0, length));
      const findings = [...document.findings()];
      for (const { offset } of findings) expect(offset ?? 0).toBeLessThanOrEqual(length);
      const { metadata, memory, tasks } = document.transcript('one.json');
      for (const { source } of [metadata, memory, tasks]) expect(() => JSON.parse(source)).not.toThrow();
      const [view] = document.conversations;
      if (view?.readable && length < text.length) expect(wholeWhenCut(name)).toBe(true);
      if (!view?.readable) expect(findings.map(({ code }) => row(code).severity)).toContain('error');
    }
  });
});

/** Where a whole document is followed by something else, cutting that off leaves a sound file. */
function wholeWhenCut(name: string): boolean {
  return name === 'v0-two-documents' || name === 'v1-trailing-nuls';
}
