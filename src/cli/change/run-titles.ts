import type { ChangeReport } from '../../model/change-report.ts';
import { conversationKey } from '../../model/conversation.ts';
import { Failure } from '../../model/failure.ts';
import { listAll } from '../../ops/list.ts';
import { realDisk } from '../../ops/reading.ts';
import { findSites } from '../../ops/sites/find-sites.ts';
import { EVERYTHING, silentRun } from '../../ops/survey/survey-options.ts';
import { titleText } from '../../report/list/title.ts';
import type { Job } from '../command.ts';
import { sitesOptions } from '../scope.ts';

/** Adds present titles for people; JSON has none. */
export async function withTitles(job: Job, report: ChangeReport): Promise<ChangeReport> {
  if (job.options.json || report.items.every(({ id }) => id === null)) return report;
  const titles = await titlesOf(job, report).catch((error: unknown) => {
    // After the change a store may be gone, or a signal may have come: the report is still made.
    if (error instanceof Failure) return new Map<string, string>();
    throw error;
  });
  return {
    ...report,
    items: report.items.map((item) => ({ title: titles.get(conversationKey(item)) ?? '', ...item })),
  };
}

async function titlesOf(job: Job, { items }: ChangeReport): Promise<ReadonlyMap<string, string>> {
  const ids = new Set(items.flatMap(({ id }) => id ?? []));
  const { disk, kinds } = realDisk();
  const { sites } = await findSites({ ...sitesOptions(job), onlyHere: true, allowEmpty: true }, disk, kinds);
  const owners = new Set(items.map(({ kind }) => kind));
  const { interrupted, yieldNow, clock } = job;
  const reading = { disk, kinds, sites: sites.filter(({ kind }) => owners.has(kind)) };
  const survey = {
    select: { ...EVERYTHING, hasId: (id: string) => ids.has(id) },
    run: { ...silentRun(clock.now), interrupted, yieldNow },
  };
  const titles = new Map<string, string>();
  // Found by id: lists of Codex and Copilot CLI have a folder as project, and their Changes have none.
  // Of two files of one session, the one that Gemini CLI resumes may be empty.
  for (const each of await listAll(reading, survey))
    for (const key of [each, { ...each, project: null }].map(conversationKey))
      titles.set(key, titles.get(key) || titleText(each));
  return titles;
}
