import { Failure } from '../../model/failure.ts';
import { ruleOf } from '../../model/findings.ts';
import { type By, STATS_BY, type StoreStats } from '../../model/stats.ts';
import { stats as count } from '../../ops/stats.ts';
import type { Coverage } from '../../ops/survey/coverage.ts';
import { statsMarkdown, statsText } from '../../report/stats.ts';
import { statsByText } from '../../report/stats-by.ts';
import { statsJson } from '../../report/stats-json.ts';
import { command } from '../command.ts';
import { exitOf } from '../exit.ts';
import { flag, toggle } from '../flag.ts';
import type { Job } from '../job.ts';
import { progressLine } from '../progress.ts';
import { rerun } from '../rerun.ts';
import { nothingInScope, readingOf, tellUnread } from '../scope.ts';

import { tellGaps } from '../tell-gaps.ts';
import { codeNamed } from '../values/finding-code.ts';
import { JOBS_FLAG, threadsOf } from '../values/jobs.ts';
import { wordOf } from '../values/read-by.ts';

export const statsCommand = command({
  operands: '',
  about:
    'Counts what is in the stores, project by project: conversations, formats, messages by role and type, tool calls by name, ' +
    'where the bytes go and tokens by model (of Claude Code, Codex CLI and TENEX; an answer counts once, in forks and copies too), growth by month, ' +
    'the largest conversations, and findings by code; at the end, all of it together. It never writes.',
  examples: [
    ['convo stats', 'everything that is here'],
    ['convo stats --project orchard', 'one project'],
    ['convo stats --by model', 'tokens of each model'],
    ['convo stats --markdown', 'as tables for a page'],
  ],
  flags: {
    by: flag('--by <what>', `one table by ${STATS_BY.join(', ')}`, wordOf(STATS_BY)),
    markdown: toggle('--markdown', 'as tables in Markdown'),
    jobs: JOBS_FLAG,
  },
  run: async (job, _, { markdown, jobs, by }) => {
    if (markdown && (job.options.json || by !== undefined))
      throw new Failure('usage', '--markdown cannot be given with --json or --by');
    const scope = await readingOf(job);
    const line = progressLine(job);
    const { stores: counted, coverage } = await count(scope.reading, {
      ...scope.survey,
      progress: line.show,
      jobs: threadsOf(job, jobs),
    });
    await line.clear();
    const empty = counted.every(({ conversations }) => conversations === 0);
    if (empty && scope.unread.length === 0 && !job.options.allowEmpty) throw await nothingInScope(job, scope);
    await tell(job, counted, { markdown, by, coverage });
    await tellUnread(job, scope.unread);
    const unjudged = counted.reduce((sum, { findings }) => sum + unjudgedIn(findings), 0);
    if (unjudged > 0)
      await job.err.line(
        `convo: ${unjudged} not judged: \`${rerun(job.options)} verify\` names what could not be read`,
      );
    await tellGaps(job, coverage.gaps, 'counted');
    return exitOf({ unread: unjudged + scope.unread.length, gaps: coverage.gaps });
  },
});

interface TellOptions {
  readonly coverage: Coverage;
  readonly markdown: boolean;
  readonly by: By | undefined;
}

async function tell({ out, options, paint }: Job, counted: readonly StoreStats[], how: TellOptions) {
  if (options.json) return out.line(statsJson(counted, how.coverage, how.by));
  if (how.by !== undefined) return out.lines(statsByText(counted, how.by, { paint, width: out.width }));
  await out.lines(how.markdown ? statsMarkdown(counted) : statsText(counted, paint, out.width));
}

function unjudgedIn(findings: Readonly<Record<string, number>>): number {
  return Object.entries(findings).reduce((sum, [word, count]) => {
    const code = codeNamed(word);
    return code !== null && ruleOf(code).unjudged === true ? sum + count : sum;
  }, 0);
}
