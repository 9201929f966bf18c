import { addToCount, compareText } from '../../model/collections.ts';
import type { NearQuery } from '../../model/search.ts';
import type { ReadContext } from '../reading.ts';
import { surveyAnswers } from '../survey/survey.ts';
import { type SurveyOptions, withSelection } from '../survey/survey-options.ts';
import { slipsFrom, TOO_MANY } from './near-words.ts';
import { type UnitOnDisk, unitsOnDisk } from './units-on-disk.ts';

/** Bytes of the newest units that are decoded. */
const MAX_BYTES = 16 * 1024 * 1024;

/** For each of the words, the nearest one that was said in the newest units, in lower case; none for those without. */
export async function nearWords(reading: ReadContext, options: SurveyOptions, query: NearQuery): Promise<string[]> {
  if (query.words.length === 0) return [];
  const counts = new Map<string, number>();
  const ids = newestIds(await unitsOnDisk(reading, options));
  const newest = withSelection(options, { hasId: (id) => ids.has(id) });
  for await (const events of surveyAnswers(reading, newest, { want: { type: 'near', query } }))
    for (const event of events)
      for (const word of event.type === 'answered' ? (event.answer.near ?? []) : []) addToCount(counts, word, 1);
  return query.words.flatMap((asked) => nearestOf(asked, counts) ?? []);
}

function newestIds(units: readonly UnitOnDisk[]): ReadonlySet<string> {
  const ids = new Set<string>();
  let sum = 0;
  for (const { id, bytes } of units) {
    if (sum >= MAX_BYTES) break;
    ids.add(id);
    sum += bytes;
  }
  return ids;
}

function nearestOf(searched: string, counts: ReadonlyMap<string, number>): string | undefined {
  const slips = slipsFrom(searched);
  const [best] = Array.from(counts, ([word, count]) => ({ word, count, slips: slips(word) }))
    .filter((each) => each.slips < TOO_MANY)
    .sort((a, b) => a.slips - b.slips || b.count - a.count || compareText(a.word, b.word));
  return best?.word;
}
