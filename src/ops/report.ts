import { type Conversation, conversationKey, isDeletedSoon } from '../model/conversation.ts';
import { Failure } from '../model/failure.ts';
import { KIND_TABLE } from '../model/kinds.ts';
import { bySeverity } from '../model/rules/row.ts';
import type { CodeFindings, HomeReport } from '../model/stats.ts';
import { list } from './list.ts';
import { FindingsByCode } from './overview.ts';
import type { ReadContext } from './reading.ts';
import { stats } from './stats.ts';
import { isIdWanted, oneProgress, type SurveyOptions, withRun } from './survey/survey-options.ts';
import { verify } from './verify.ts';

/** Results of `stats` and `verify`, and conversations due for deletion. Throws Failure `interrupted`. */
export async function homeReport(reading: ReadContext, options: SurveyOptions): Promise<HomeReport> {
  const progressOf = oneProgress(options.run.progress, 3);
  const { stores } = await stats(reading, withRun(options, { progress: progressOf(0) }));
  const found = new FindingsByCode();
  const { summary, interrupted } = await verify(reading, {
    ...withRun(options, { progress: progressOf(1) }),
    admits: () => true,
    report: async (finding) => found.add(finding),
  });
  if (interrupted) throw new Failure('interrupted', 'interrupted before everything was looked at');
  const findings = found.all().sort(byWeight);
  const roots = reading.sites.map(({ kind, root }) => ({ kind, root }));
  return {
    now: options.run.now,
    roots,
    stores,
    summary,
    findings,
    due: await dueIn(reading, withRun(options, { progress: progressOf(2) })),
  };
}

function byWeight(a: CodeFindings, b: CodeFindings): number {
  return bySeverity(a.first.severity, b.first.severity) || b.count - a.count;
}

async function dueIn(reading: ReadContext, options: SurveyOptions): Promise<Conversation[]> {
  const sites = reading.sites.filter(({ kind }) => KIND_TABLE[kind].deletes !== null);
  const due = new Map<string, Conversation>();
  const common = { ...options, states: ['active'], sharing: false } as const;
  await list(
    { ...reading, sites },
    {
      ...common,
      wanted: (view) => isDeletedSoon(view) && isIdWanted(options.select, view.id),
      report: async (conversations) => {
        for (const each of conversations) {
          const known = due.get(conversationKey(each));
          if (known === undefined || (known.title === null && each.title !== null))
            due.set(conversationKey(each), each);
        }
      },
    },
  );
  return [...due.values()].sort((a, b) => (a.daysLeft ?? 0) - (b.daysLeft ?? 0) || b.bytes - a.bytes);
}
