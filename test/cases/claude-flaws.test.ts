import { readdirSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { row } from '../../src/model/findings.ts';
import { CASES, openCase } from '../stores/claude/open-case.ts';

/** The codes that stand for each flaw of a recorded case. */
const CODES: Readonly<Record<string, readonly string[]>> = {
  '': [],
  'not-utf8': ['CL002'],
  bom: ['CL010'],
  // From the reader's list alone: the picker of the program has nearly all of them.
  hidden: [],
  'dangling-parent': ['CL201', 'CL202'],
  islands: ['CL203'],
  'content-empty': ['CL421'],
  cycle: ['CL204'],
  'too-deep': ['CL014'],
  'duplicate-key': ['CL017'],
  'duplicate-uuid': ['CL205', 'CL206'],
  'empty-file': ['CL001'],
  'foreign-session-id': ['CL209', 'CL210'],
  'foreign-line': ['CL013'],
  'glued-line': ['CL006'],
  'spliced-line': ['CL005'],
  'image-over-2000px': ['CL418'],
  'image-over-8000px': ['CL417'],
  'image-unreadable': ['CL419'],
  'lone-cr': ['CL011'],
  'lone-surrogate': ['CL420'],
  'message-shape': ['CL104'],
  branches: ['CL208'],
  'no-messages': ['CL106'],
  'project-moved': ['CL310'],
  'nested-project-folder': ['CL306'],
  'no-final-newline': ['CL007'],
  'nul-run': ['CL008', 'CL009'],
  'number-too-long': ['CL015'],
  'number-not-json': ['CL016'],
  'odd-whitespace': ['CL012'],
  'orphan-tool-result': ['CL411'],
  'orphan-tool-use': ['CL410'],
  'result-off-chain': ['CL207'],
  'parent-not-text': ['CL102'],
  'folder-shared-by-paths': ['CL307'],
  'index-stale': ['CL308'],
  'duplicate-id': ['CL305'],
  'sidecar-unreadable': ['CL107'],
  'duplicate-agent-id': ['CL404'],
  'companion-without-session': ['CL401'],
  'text-blank': ['CL414'],
  'thinking-hollow': ['CL415'],
  'thinking-unsigned': ['CL416'],
  'title-out-of-window': ['CL304'],
  'torn-line': ['CL004'],
  'torn-tail': ['CL003'],
  'duplicate-tool-id': ['CL413'],
  'tool-input-not-object': ['CL422'],
  'tool-result-not-next': ['CL412'],
  'flag-not-bool': ['CL103'],
  'type-not-text': ['CL101'],
};

/** Cases that probe something else and hold these on the way: each is what it says. */
const BESIDES: Readonly<Record<string, readonly string[]>> = {
  'first-prompt-skips': ['CL414', 'CL411'],
  names: ['CL209'],
};

const names = readdirSync(CASES).sort();
const opened = new Map<string, Awaited<ReturnType<typeof openCase>>>();
for (const name of names) opened.set(name, await openCase(name));
afterAll(() => {
  for (const { done } of opened.values()) done();
});

describe.each(names)('%s', (name) => {
  const { findings = [], given } = opened.get(name) ?? {};
  const codes = findings.map(({ code }) => code as string);

  test('has a finding for each of its flaws, and nothing above info without one', () => {
    for (const flaw of given?.flaws ?? []) {
      const expected = CODES[flaw];
      expect(expected, flaw).toBeDefined();
      if (expected?.length !== 0)
        expect(
          codes.filter((code) => expected?.includes(code)),
          flaw,
        ).not.toEqual([]);
    }
    const isSound = (given?.flaws ?? []).every((flaw) => flaw === '');
    const loud = findings.filter(({ code }) => row(code).severity !== 'info' && !BESIDES[name]?.includes(code));
    if (isSound) expect(loud.map(({ code, detail }) => `${code} ${detail}`)).toEqual([]);
  });
});
