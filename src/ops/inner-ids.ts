import { addTo } from '../model/collections.ts';
import { KIND_TABLE } from '../model/kinds.ts';
import { listAll } from './list.ts';
import type { ReadContext } from './reading.ts';
import { EVERYTHING, type SurveyOptions } from './survey/survey-options.ts';

/** Ids of files by the id in their first record, if they differ. */
export async function innerIds(
  reading: ReadContext,
  { run }: Pick<SurveyOptions, 'run'>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, string[]>();
  const sites = reading.sites.filter(({ kind }) => KIND_TABLE[kind].innerIds);
  if (sites.length === 0) return found;
  for (const { id, resumeId } of await listAll({ ...reading, sites }, { select: EVERYTHING, run }))
    if (resumeId != null) addTo(found, resumeId, id);
  return found;
}
