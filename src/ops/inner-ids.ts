import { addTo } from '../model/collections.ts';
import type { Conversation } from '../model/conversation.ts';
import { KIND_TABLE } from '../model/kinds.ts';
import { list } from './list.ts';
import type { ReadContext } from './reading.ts';
import { EVERYTHING, type SurveyOptions } from './survey/survey-options.ts';

/** Ids of files by the id in their first record, where that is another. */
export async function innerIds(
  reading: ReadContext,
  { run }: Pick<SurveyOptions, 'run'>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, string[]>();
  const sites = reading.sites.filter(({ kind }) => KIND_TABLE[kind].innerIds);
  if (sites.length === 0) return found;
  const report = async (conversations: readonly Conversation[]) => {
    for (const { id, resumeId } of conversations) if (resumeId != null) addTo(found, resumeId, id);
  };
  await list({ ...reading, sites }, { select: EVERYTHING, run, wanted: () => true, sharing: false, report });
  return found;
}
