import { expect, test } from 'vitest';
import type { Code } from '../../../../src/model/finding.ts';
import { bytesSource } from '../../../../src/model/part.ts';
import { isRefusal } from '../../../../src/stores/decision.ts';
import { sendingAll } from '../../../../src/stores/engine/change/unsent.ts';

/** A session that sends all of its records, each an id and a text. */
function sendingOf(...records: readonly (readonly [uuid: string, text: string])[]) {
  const lines = records.map(([uuid, text]) => ({ uuid, line: JSON.stringify({ uuid, message: { text } }) }));
  const source = bytesSource(Buffer.from(lines.map(({ line }) => line).join('\n')));
  let at = 0;
  const sent = lines.map(({ uuid, line: { length } }) => {
    const record = { uuid, at, length };
    at += length + 1;
    return record;
  });
  return { source, sent };
}

const before = sendingOf(['a', 'One'], ['b', 'Two']);

function held(after: ReturnType<typeof sendingOf>, codes: readonly Code[] = ['QW209'], lossy = false) {
  const passed = sendingAll({ draft: [], doc: after, codes, notes: [] }, before, (doc) => doc, { lossy });
  return isRefusal(passed) ? passed.reason : passed.notes;
}

test('a heal after which all is sent stays, under other ids too', () => {
  expect(held(before)).toEqual([]);
  expect(held(sendingOf(['a', 'One'], ['new', 'Two'], ['c', 'Three']))).toEqual([]);
});

test('one after which less is sent needs --lossy, and says how much', () => {
  const lost = '1 record that is sent as the session is, and not once it is healed';
  expect(held(sendingOf(['a', 'One']))).toBe(`has ${lost}: needs --lossy`);
  expect(held(sendingOf(['a', 'One']), ['QW209'], true)).toEqual([lost]);
});

test('one that only loses by its own word says nothing more', () => {
  expect(held(sendingOf(['a', 'One']), ['PI208'], true)).toEqual([]);
});
