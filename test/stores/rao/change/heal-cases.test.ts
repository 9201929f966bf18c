import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ruleOf } from '../../../../src/model/finding.ts';
import { filesIn, openFiles } from '../open-folder.ts';
import { again, codesOf, drawn, findingsOf, healed } from './healing.ts';

const CASES = new URL('../../../../fixtures/rao/cases/', import.meta.url);

const cases = readdirSync(CASES).map((name) => {
  const { conversation_index, display } = JSON.parse(readFileSync(new URL(`${name}/expected.json`, CASES), 'utf8'));
  const files = filesIn(new URL(`${name}/input/`, CASES));
  return { name, id: String(conversation_index), files, stops: display?.ok === false };
});

/** Flaws that only a person can mend, or that are none to Rao. */
const LEFT: Readonly<Record<string, readonly string[]>> = {
  'log-string': ['RA009'],
  'missing-log': ['RA016'],
  'vars-xz': ['RA041'],
};

describe.each(cases)('$name', ({ name, id, files, stops }) => {
  const before = codesOf(files, id);
  const lossy = healed(files, { lossy: true }, id);
  const healable = before.filter((code) => ruleOf(code as 'RA001').healing !== 'manual');

  test('is healed of all that can be healed, and of nothing else', () => {
    expect(lossy.state).toBe(name === 'log-string' ? 'refused' : healable.length > 0 ? 'changed' : 'unchanged');
    const after = codesOf(again(lossy), id);
    expect(after.filter((code) => ruleOf(code as 'RA001').healing !== 'manual')).toEqual([]);
    expect(after.filter((code) => !before.includes(code))).toEqual([]);
  });

  const isLeft = name in LEFT && lossy.state !== 'changed';

  if (isLeft)
    test('is left to a person', () => {
      expect(before).toEqual(LEFT[name]);
    });
  else
    test('can be read and drawn to its end afterwards', () => {
      const [folder] = openFiles(again(lossy), id).folders;
      expect(folder?.log().error).toBe(null);
      if (stops) expect(drawn(files, id).at(-1)).toMatch(/^stops/);
      expect(drawn(again(lossy), id).filter((line) => line.startsWith('stops'))).toEqual([]);
    });

  test('is healed once', () => {
    expect(healed(again(lossy), { lossy: true }, id).state).toBe(name === 'log-string' ? 'refused' : 'unchanged');
  });

  test('loses nothing without --lossy', () => {
    const safe = healed(files, {}, id);
    const needs = findingsOf(files, id).some(({ code }) => ruleOf(code).healing === 'lossy');
    if (needs) expect(safe.reason).toMatch(/: needs --lossy$/);
    else expect(safe.files).toEqual(lossy.files);
    if (safe.outcome.state !== 'changed') return;
    expect(safe.outcome.after.messages).toBeGreaterThanOrEqual(safe.outcome.before.messages);
    expect(safe.outcome.after.toolCalls).toBe(safe.outcome.before.toolCalls);
  });

  test('keeps every file that nothing is wrong with as it was', () => {
    const touched = new Set(findingsOf(files, id).map(({ path }) => path.split('/').slice(2).join('/')));
    for (const [file, bytes] of Object.entries(files))
      if (bytes !== null && !touched.has(file)) expect(lossy.files[file]).toBe(Buffer.from(bytes).toString('latin1'));
  });
});
