import { list } from '../ops/list.ts';
import { countText } from '../report/text.ts';
import type { Job } from './command.ts';
import type { Selection } from './scope.ts';
import { type TimeFlags, timeTest } from './values/times.ts';

/** Ids of the conversations that `list --all` has with these flags, and how many it leaves out; null without a flag. */
async function idsInTime(
  { err }: Job,
  { reading, survey }: Selection,
  times: Partial<TimeFlags>,
): Promise<{ readonly ids: ReadonlySet<string>; readonly outside: number } | null> {
  const wanted = timeTest(times, survey.now);
  if (wanted === null) return null;
  const ids = new Set<string>();
  const { found } = await list(reading, {
    ...survey,
    wanted,
    sharing: false,
    report: async (conversations) => {
      for (const { id } of conversations) ids.add(id);
    },
  });
  if (ids.size === 0 && found > 0) await err.line(noneInTime(found));
  return { ids, outside: found - ids.size };
}

export function noneInTime(inScope: number): string {
  return `convo: of ${countText(inScope, 'conversation')} in scope, none was last active in that time`;
}

export async function narrowedToTimes(job: Job, selection: Selection, times: Partial<TimeFlags>): Promise<Selection> {
  const inTime = await idsInTime(job, selection, times);
  if (inTime === null) return selection;
  const { ids, outside } = inTime;
  const { wants } = selection.survey;
  return {
    ...selection,
    outside,
    survey: { ...selection.survey, wants: (id) => ids.has(id) && wants?.(id) !== false },
  };
}
