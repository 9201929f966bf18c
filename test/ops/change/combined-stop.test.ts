import { expect, test } from 'vitest';
import type { EarlyStop } from '../../../src/model/change-report.ts';
import { cmd, sentence, sentenceText } from '../../../src/model/command.ts';
import { combinedStop } from '../../../src/ops/change/run-report.ts';

function stopIn(store: string, cut = false): EarlyStop {
  return { by: 'refused', reason: `${store} was not begun`, hint: sentence`${cmd`heal --lossy`} does it.`, cut };
}

test('stops of several stores say what each needs once', () => {
  const stop = combinedStop([stopIn('one'), stopIn('two', true), stopIn('two')]);
  const texts = [stop?.reason, stop?.hint].map((each) => sentenceText(each ?? ''));
  expect(texts).toEqual(['one was not begun; two was not begun', '`convo heal --lossy` does it.']);
  expect([stop?.by, stop?.cut]).toEqual(['refused', true]);
  expect(combinedStop([])).toBeNull();
});
