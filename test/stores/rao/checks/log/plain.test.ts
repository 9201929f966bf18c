import fc from 'fast-check';
import { expect, test } from 'vitest';
import { callFindings } from '../../../../../src/stores/rao/checks/log/calls.ts';
import { knownMessages, logEntriesOf } from '../../../../../src/stores/rao/checks/log/entry.ts';
import { logFindings } from '../../../../../src/stores/rao/checks/log/log-findings.ts';
import { MessageReader, soundLog } from '../../../../../src/stores/rao/checks/log/message-reader.ts';
import { KNOWN_KEYS, raoKeyFindings, shapeFindings } from '../../../../../src/stores/rao/checks/log/shapes.ts';
import { runs } from '../../../../support/sampling.ts';
import { openFiles } from '../../open-folder.ts';

type Message = Record<string, unknown>;

const call = (id: number, name = 'edit_file'): Message => ({
  id,
  role: 'assistant',
  function_call: { name, arguments: '{"filename":"rain.R"}', call_id: `call_${id}`, msg_id: id },
  related_to: 1,
  request_id: 'req_1_2',
});
const output = (id: number): Message => ({
  id,
  type: 'function_call_output',
  call_id: `call_${id - 1}`,
  output: 'Response pending...',
  related_to: id - 1,
});
const SOUND: readonly Message[] = [
  { id: 1, role: 'user', content: 'How much rain?', original_query: true },
  call(2),
  output(3),
  { id: 4, role: 'user', content: 'Response pending...', procedural: true, related_to: 2 },
  call(6, 'run_file'),
  output(7),
  { id: 8, role: 'user', content: [{ type: 'input_text', text: 'A plot' }], related_to: 6, plots_file: 'plots_6.json' },
  { id: 9, role: 'user', content: 'And snow?', original_query: true },
  {
    id: 12,
    role: 'assistant',
    content: 'Little.',
    related_to: 9,
    conversationId: 7,
    timestamp: '2025-08-08T12:00:00Z',
  },
];

const open = (text: string) => {
  const [folder] = openFiles({ 'conversation_log.json': text }, '7').folders;
  if (folder === undefined) throw new Error('no folder');
  return folder.log();
};

/** What the checks of single messages say of a log, and what they know of it. */
const inFull = (text: string) => {
  const log = open(text);
  const entries = logEntriesOf(log);
  const known = knownMessages(log, entries);
  const isMentioned = [...(known?.entries ?? [])].some((entry) => entry.field('conversationId') !== null);
  return { known, isMentioned, findings: [...logFindings(log, entries)] };
};

const VALUES = [
  undefined,
  null,
  true,
  0,
  1,
  2,
  9,
  7,
  1.5,
  3e9,
  '',
  'user',
  'assistant',
  'developer',
  'Response pending...',
];
const MORE = [
  [],
  {},
  [1],
  ['user'],
  [{ type: 'text' }],
  [{ type: [1, 2] }],
  { name: 'edit_file' },
  'call_2',
  call(2)['function_call'],
];
const change = fc.record({
  at: fc.nat(SOUND.length - 1),
  key: fc.constantFrom(...KNOWN_KEYS, 'plot', 'contents'),
  value: fc.constantFrom<unknown>(...VALUES, ...MORE),
});
const inCall = fc.record({
  at: fc.constantFrom(1, 4),
  key: fc.constantFrom('name', 'arguments', 'call_id', 'msg_id', 'more'),
  value: fc.constantFrom<unknown>(...VALUES, ...MORE, '{"filename":["a","b"]}', '{"fil', 'run_file', 'call_6'),
});
const spelling = fc.constantFrom<[string, string]>(
  ['', ''],
  ['"role"', '"r\\u006fle"'],
  ['"id":1,', '"id":1,"id":1,'],
  ['call_6', 'c\\u0061ll_2'],
  ['"id":2,', '5,"id":2,'],
  ['"id":12,', '"id":9,'],
);

test('a log that is plain is one in which no check finds anything, and it knows the same of it', () => {
  let plain = 0;
  fc.assert(
    fc.property(
      fc.array(change, { maxLength: 2 }),
      fc.array(inCall, { maxLength: 1 }),
      fc.nat(4),
      spelling,
      (changes, calls, cut, [from, to]) => {
        const messages = structuredClone(SOUND.slice(0, SOUND.length - cut));
        for (const { at, key, value } of changes) Object.assign(messages[at] ?? {}, { [key]: structuredClone(value) });
        for (const { at, key, value } of calls)
          Object.assign(messages[at]?.['function_call'] ?? {}, { [key]: structuredClone(value) });
        const text = JSON.stringify(messages).replace(from, to);
        const log = open(text);
        const found = soundLog(log, 7);
        if (found === null) return;
        plain++;
        const { known, findings } = inFull(text);
        expect(findings).toEqual([]);
        expect(found.questions).toBe(known?.questions);
        const withPlots = [...(known?.entries ?? [])].filter((entry) => entry.field('plots_file') !== null);
        const named = [...found.entries].filter((entry) => entry.field('plots_file') !== null);
        expect(named.map(({ at }) => at)).toEqual(withPlots.map(({ at }) => at));
        for (let id = 0; id < 14; id++) {
          expect(found.hasId(String(id))).toBe(known?.hasId(String(id)));
          expect(found.isEdit(String(id))).toBe(known?.isEdit(String(id)));
        }
      },
    ),
    { ...runs(12_000), examples: [[[{ at: 0, key: 'related_to', value: 0 }], [], 0, ['', '']]] },
  );
  expect(plain).toBeGreaterThan(runs(12_000).numRuns / 20);
});

test('of a message that is plain, what looks at each alone finds nothing', () => {
  let plain = 0;
  fc.assert(
    fc.property(fc.array(change, { maxLength: 6 }), fc.array(inCall, { maxLength: 2 }), (changes, calls) => {
      const messages = structuredClone(SOUND);
      for (const { at, key, value } of changes) Object.assign(messages[at] ?? {}, { [key]: structuredClone(value) });
      for (const { at, key, value } of calls)
        Object.assign(messages[at]?.['function_call'] ?? {}, { [key]: structuredClone(value) });
      for (const entry of logEntriesOf(open(JSON.stringify(messages))).all) {
        if (!new MessageReader(entry.value.tape).isSurelySound(entry.value.at)) continue;
        plain++;
        const found = [raoKeyFindings, shapeFindings, callFindings].flatMap((findingsOf) => [...findingsOf([entry])]);
        expect(found).toEqual([]);
      }
    }),
    runs(3000),
  );
  expect(plain).toBeGreaterThan(5 * runs(3000).numRuns);
});

test('a log as Rao writes it is plain', () => {
  expect(soundLog(open(JSON.stringify(SOUND)), 7)).not.toBe(null);
});
