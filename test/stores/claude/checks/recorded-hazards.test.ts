import { describe, expect, test } from 'vitest';
import { type Code, ruleOf } from '../../../../src/model/finding.ts';
import type { Part } from '../../../../src/model/part.ts';
import { onePerCode, onlyHarmful } from '../../../../src/stores/claude/checks/harm.ts';
import { openFile } from '../../../../src/stores/claude/session-file.ts';
import { type RecordedCase, recordedCases } from '../../../judge/cases.ts';

/** What is found in single records of a recorded session. */
function foundIn({ session, bytes }: RecordedCase): Code[] {
  const source = { size: bytes.length, slice: (at: number, length: number) => bytes.subarray(at, at + length) };
  const part = { path: `${session}.jsonl`, type: 'file', size: bytes.length, source } as unknown as Part;
  const file = openFile(part, { id: session, role: 'session' });
  const found = onePerCode(onlyHarmful(file, file.facts().spotted));
  return found.flatMap(({ code, at }) => (at === null ? [] : [code]));
}

/** What the program did with each of these is beside it, in answer.json. */
const DAMAGE: Readonly<Record<string, readonly Code[]>> = {
  'answer-null': ['CL104'],
  'call-in-question': ['CL434'],
  'call-input-null': ['CL422'],
  'call-input-string': ['CL422'],
  'call-and-result-without-type': ['CL109'],
  'call-name-number': ['CL432'],
  'call-without-name': ['CL432'],
  'compact-keeps-what-is-not-read': ['CL109'],
  'compact-summary-content-number': ['CL109'],
  'compact-summary-uuid-missing': ['CL105'],
  'content-null': ['CL104'],
  'content-number': ['CL109'],
  'content-object': ['CL109'],
  'doubled-key': ['CL017'],
  'ends-without-uuid-behind-old-branch': ['CL105'],
  'ends-without-uuid-or-time': ['CL105'],
  'doubled-key-message': ['CL023'],
  'empty-content-list': ['CL421'],
  'first-question-blank-beside-attachments': ['CL414'],
  'first-question-empty-beside-attachments': ['CL414'],
  'first-question-empty-beside-system': ['CL425'],
  'image-bad-base64': ['CL419'],
  'image-empty': ['CL419'],
  'image-no-type': ['CL419'],
  'image-wrong-type': ['CL419'],
  'lone-surrogate': ['CL420'],
  'message-missing-question': ['CL104'],
  'message-null': ['CL104'],
  'nameless-call-in-question': ['CL434', 'CL426'],
  'noted-end-is-marked': ['CL103'],
  'question-blank': ['CL425'],
  'question-empty': ['CL425'],
  'question-empty-text-block': ['CL414'],
  'thinking-empty-signature': ['CL416'],
  'thinking-in-question': ['CL429'],
  'failed-result-holds-null': ['CL431'],
  'thinking-no-signature': ['CL416'],
  'damaged-record-is-repeated-whole': ['CL430'],
  'torn-record-of-another-branch': ['CL430'],
  'two-without-uuid': ['CL105'],
  'type-case': ['CL110'],
  'type-missing': ['CL110'],
  'unknown-block-type': ['CL427'],
  'uuid-missing': ['CL105'],
  'uuid-missing-all': ['CL105'],
  'uuid-number': ['CL105'],
};

describe.each(recordedCases('claude'))('$name', (recorded) => {
  const group = recorded.name.split('/')[0];
  const found = foundIn(recorded);

  test('is found to be what the program made of it', () => {
    if (group === 'damage') expect(found).toEqual(DAMAGE[recorded.name.slice(7)] ?? []);
    else expect(found).toEqual([]);
  });
});

/** Of two messages in one record (CL023) the other one is sent: as many blocks. */
const errors = recordedCases('claude').filter((recorded) => {
  const found = foundIn(recorded);
  return found.some((code) => ruleOf(code).severity === 'error') && !found.includes('CL023');
});

test('records that are errors by themselves are among what was recorded', () => {
  expect(errors.length).toBeGreaterThan(5);
});

test.each(errors)(
  '$name: the program did not go on, or sent less, where a record is an error by itself',
  (recorded) => {
    expect(recorded.answer.exit === 1 || isLess(recorded)).toBe(true);
  },
);

function isLess({ answer }: RecordedCase): boolean {
  return (answer.sent ?? []).flatMap(([, blocks]) => blocks).length < 15;
}

test('a blank question is sent with what is beside it: another of the user, a result, what the program attached to the first', () => {
  const [sound] = recordedCases('claude', 'damage').filter(({ name }) => name === 'damage/sound');
  const blank = (text: string) => {
    const bytes = Buffer.from((sound?.bytes ?? '').toString().replaceAll(`"content":"${text}"`, '"content":" "'));
    return foundIn({ ...(sound as RecordedCase), bytes });
  };
  expect(blank('Second question')).toEqual(['CL425']);
  expect(blank('First question')).toEqual(['CL414']);
});
