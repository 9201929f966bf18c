import type { ChangeReport } from '../../model/change-report.ts';
import { conversationKey } from '../../model/conversation.ts';
import { list } from '../../ops/list.ts';
import { realDisk } from '../../ops/reading.ts';
import { findSites } from '../../ops/sites/find-sites.ts';
import { EVERYTHING, plainRun } from '../../ops/survey/survey-options.ts';
import { titleText } from '../../report/list/title.ts';
import type { Job } from '../command.ts';
import { sitesOptions } from '../scope.ts';

/** Adds present titles: to a person an id says little. JSON has none. */
export async function withTitles(job: Job, report: ChangeReport): Promise<ChangeReport> {
  const ids = new Set(report.items.flatMap(({ id }) => id ?? []));
  if (job.options.json || ids.size === 0) return report;
  const { disk, kinds } = realDisk();
  const { sites } = await findSites({ ...sitesOptions(job), onlyHere: true, allowEmpty: true }, disk, kinds);
  const owners = new Set(report.items.map(({ kind }) => kind));
  const titles = new Map<string, string>();
  const { interrupted, yieldNow, clock } = job;
  await list(
    { disk, kinds, sites: sites.filter(({ kind }) => owners.has(kind)) },
    {
      select: { ...EVERYTHING, hasId: (id) => ids.has(id) },
      run: { ...plainRun(clock.now), interrupted, yieldNow },
      sharing: false,
      wanted: () => true,
      report: async (conversations) => {
        for (const each of conversations) titles.set(conversationKey(each), titleText(each));
      },
    },
  );
  return {
    ...report,
    items: report.items.map((item) => ({ title: titles.get(conversationKey(item)) ?? '', ...item })),
  };
}
