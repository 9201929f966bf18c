import { pointerStep } from '../../../../codecs/json/pointer.ts';
import { isObject } from '../../../../codecs/json/value.ts';
import { atValue, type Trouble } from '../../../trouble.ts';
import type { Summaries, Summary } from '../../decode/summaries.ts';
import { placesIn, savedFileTroubles, strangeEntries, strangeObject, strangeRoot } from './json-companion.ts';
import type { Known } from './known.ts';

/** What is wrong with `summaries.json`; `known` null when the log cannot be read. */
export function* summariesTroubles({ file, list, entries }: Summaries, known: Known | null): Generator<Trouble> {
  yield* savedFileTroubles(file);
  if (file.error !== null) return;
  const strange = strangeRoot(file) ?? (list === null ? null : strangeObject(list, '/summaries', 'summaries'));
  if (strange !== null) yield strange;
  if (strange !== null || !isObject(list)) return;
  yield* strangeEntries(placesIn(list, '/summaries'));
  if (known !== null) for (const entry of entries) yield* beyond(entry, known);
}

function* beyond({ name, key }: Summary, { questions }: Known): Generator<Trouble> {
  const number = /^[1-9]\d{0,8}$/.test(name) ? Number(name) : null;
  // A revert leaves one for the last question.
  if (number !== null && number <= questions) return;
  const detail = `has a summary of question ${name.slice(0, 20)} of ${questions}`;
  yield atValue('RA260', key, `/summaries${pointerStep(name)}`, 'reads', detail);
}
