import { list } from '../ops/list.ts';
import { isIdWanted, withSelection } from '../ops/survey/survey-options.ts';
import { ChosenUnits } from '../ops/survey/unit-filter.ts';
import { countText } from '../report/text.ts';
import type { Job } from './command.ts';
import type { Selection } from './scope.ts';
import { quietTest, type TimeFlags, timeTest } from './values/times.ts';

/** Conversations that `list --all` shows with these flags, and the number that it omits; null without a flag. */
async function chosenInTime({ err }: Job, { reading, survey }: Selection, times: Partial<TimeFlags>) {
  const isInTime = timeTest(times, survey.run.now);
  if (isInTime === null) return null;
  const ids = new Set<string>();
  const filter = new ChosenUnits();
  let inTime = 0;
  const { found } = await list(reading, {
    ...survey,
    wanted: isInTime,
    wantedTogether: quietTest(times, survey.run.now),
    sharing: false,
    report: async (conversations, _, { site, scope }) => {
      inTime += conversations.length;
      for (const { id } of conversations) {
        ids.add(id);
        filter.add(site, scope, id);
      }
    },
  });
  if (inTime === 0 && found > 0) await err.line(noneInTime(found));
  return { ids, filter, omittedByTime: found - inTime };
}

export function noneInTime(inScope: number): string {
  return `convo: of ${countText(inScope, 'conversation')} in scope, none was last active in that time`;
}

export async function narrowedToTimes(job: Job, selection: Selection, times: Partial<TimeFlags>): Promise<Selection> {
  const chosen = await chosenInTime(job, selection, times);
  if (chosen === null) return selection;
  const { survey } = selection;
  const { ids, filter, omittedByTime } = chosen;
  return {
    ...selection,
    omittedByTime,
    survey: withSelection(survey, { filter, hasId: (id) => ids.has(id) && isIdWanted(survey.select, id) }),
  };
}
