import { lastActiveFirst, type View, type WithSubagents } from '../../model/conversation.ts';
import { Failure } from '../../model/failure.ts';
import { KIND_TABLE, programsWith } from '../../model/kinds.ts';
import { withSubagents } from '../../ops/show.ts';
import { Coverage } from '../../ops/survey/coverage.ts';
import { withRun } from '../../ops/survey/survey-options.ts';
import { subagentLines, subagentsJson } from '../../report/agents.ts';
import { findingJson, jsonStream } from '../../report/json-text.ts';
import { countText, numberText, wrap } from '../../report/text.ts';
import { type Job, rerun } from '../command.ts';
import { type Exit, exitOf } from '../exit.ts';
import { withCwd } from '../history.ts';
import { reportUnread } from '../job-commentary.ts';
import { progressLine } from '../progress.ts';
import { reportUnjudged } from '../report-gaps.ts';
import { readingOf } from '../scope.ts';
import { isConcealed, type ListFlags, refuseOthers, states, viewFilter } from './choice.ts';

const ALLOWED_FLAGS: readonly (keyof ListFlags)[] = [
  'agents',
  'title',
  'since',
  'until',
  'olderThan',
  'active',
  'archived',
  'all',
  'limit',
];

/** Lists subagents, newest first. */
export async function listAgents(job: Job, flags: ListFlags): Promise<Exit> {
  refuseOthers(flags, '--agents', ALLOWED_FLAGS);
  const { reading, survey, unreadablePaths } = await readingOf(job);
  const kinds = new Set(reading.sites.map(({ kind }) => kind));
  if (kinds.size > 0 && ![...kinds].some((kind) => KIND_TABLE[kind].subagents))
    throw new Failure(
      'usage',
      `--agents is for ${programsWith('subagents')}: ${[...kinds].join(', ')} stores no subagents`,
    );
  const line = progressLine(job);
  const coverage = new Coverage(survey.run.now);
  const found: WithSubagents[] = [];
  const shownStates = states(flags);
  const isWanted = viewFilter(flags, survey.run.now);
  const wanted = (view: View) => shownStates.includes(view.state) && isWanted(view);
  const surveyOptions = withRun({ ...survey, wanted }, { progress: line.show });
  for await (const each of withSubagents(reading, surveyOptions, coverage)) found.push(each);
  await line.clear();
  found.sort((a, b) => lastActiveFirst(a.conversation, b.conversation));
  await print(job, found.slice(0, flags.limit), found.length, coverage);
  await reportUnread(job, unreadablePaths);
  return exitOf({ unreadableCount: unreadablePaths.length + coverage.unjudged.length });
}

async function print(job: Job, rows: readonly WithSubagents[], all: number, { unjudged }: Coverage): Promise<void> {
  const { out, paint, clock, options } = job;
  if (options.json) {
    const stream = jsonStream('list', 'conversations');
    await out.write(stream.open());
    for (const each of withCwd(job, rows)) await out.write(stream.item(subagentsJson(each)));
    const hidden = rows.filter(({ conversation }) => isConcealed(conversation, conversation)).length;
    await out.write(stream.close({ findings: unjudged.map(findingJson), hidden }));
    return;
  }
  for (const each of rows) await out.lines(subagentLines(each, { paint, width: out.width, clock }));
  await out.lines(wrap(totalText(rows.length, all, rerun(options)), 0, { width: out.width, hang: 2 }));
  await out.flush();
  await reportUnjudged(job, unjudged);
}

function totalText(listed: number, all: number, commandPrefix: string): string {
  if (all === 0) return 'no conversation has subagents';
  const some = listed < all ? ` (${numberText(listed)} shown)` : '';
  const total = `${countText(all, 'conversation has', 'conversations have')} subagents${some}`;
  return `${total}: \`${commandPrefix} show ID --agent AGENT\` reads one`;
}
