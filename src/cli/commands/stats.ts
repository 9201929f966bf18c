import { Failure } from '../../model/failure.ts';
import type { Covered } from '../../model/finding.ts';
import { type PriceTable, unpricedModels, withCosts } from '../../model/prices.ts';
import { STATS_BY, type StatsGrouping, type StoreStats } from '../../model/stats.ts';
import { daysOf, UTC } from '../../model/time.ts';
import type { Redactor } from '../../ops/secrets/redactor.ts';
import { stats } from '../../ops/stats.ts';
import { withRun } from '../../ops/survey/survey-options.ts';
import { userConfigPath } from '../../ops/user-files.ts';
import { statsJson, statsMarkdown, statsText } from '../../report/stats.ts';
import { statsByText, statsTogetherText } from '../../report/stats-by.ts';
import { rowsTogether } from '../../report/stats-rows.ts';
import { printable } from '../../report/text.ts';
import { command, JOBS_FLAG, type Job, threadsOf } from '../command.ts';
import { gateSettings, severitiesIn } from '../config/config.ts';
import { exitOf } from '../exit.ts';
import { flagList, toggle, wordOf } from '../flag.ts';
import { reportUnread } from '../job-commentary.ts';
import { narrowedToTimes, noneInTime } from '../narrowed-to-times.ts';
import { noConversationsFailure } from '../no-conversations.ts';
import { progressLine } from '../progress.ts';
import { learntRedactor, redactedTwice, reportRedacted } from '../redact.ts';
import { reportableGaps, reportGaps, reportUnjudged } from '../report-gaps.ts';
import { atPaths, narrowedSelection, readingOf } from '../scope.ts';
import { REDACT } from '../values/redact.ts';
import { daysAt, type TimeFlags, timeFlags } from '../values/times.ts';

export const statsCommand = command({
  operands: '[ID...]',
  about:
    'Counts what is in each store: conversations, its projects by size, formats, messages by role and type, tool calls by name, ' +
    'where the bytes go and tokens by model (of programs that note them; an answer counts once, in forks and copies too), growth by month, ' +
    'the largest conversations, and findings by code; at the end, all of it together. --by makes a table, one row a project, or a model of a day; --json has each project apart. ' +
    'It never writes.\n\n' +
    'A table by several has its rows in the order of the first, within that of the second; tools, which have no day and no model, ' +
    'get one each. Days, weeks and months are those of your time zone (TZ), with --utc and in JSON those of UTC. By branch, tokens ' +
    'and messages of Claude Code count where each was written, a conversation and its bytes on its last branch; other programs ' +
    'note one branch a conversation.',
  examples: [
    ['convo stats', 'everything that is here'],
    ['convo stats --project orchard', 'one project'],
    ['convo stats 3f0c', 'one conversation'],
    ['convo stats --by day,model', 'what each model took on each day; a week begins on Monday'],
    ['convo stats --by day --since 7d', 'the last seven days'],
    ['convo stats --by session', 'each conversation, the one with the most tokens first'],
    ['convo stats --markdown', 'as tables for a page'],
    ['convo stats --redact', 'without secrets in titles and names of projects'],
  ],
  flags: {
    by: flagList(
      '--by <what>',
      `a table by ${STATS_BY.slice(0, -1).join(', ')} or ${STATS_BY.at(-1)}; several, joined by commas, make one table`,
      wordOf(STATS_BY),
    ),
    cost: toggle('--cost', 'what the tokens cost, by the prices of models in your config file (`convo` knows none)'),
    markdown: toggle('--markdown', 'as tables in Markdown'),
    ...timeFlags(
      'whole days of that zone, where `list` goes by the second: conversations in which something was said on them, and tokens of these days',
      '',
    ),
    ...REDACT,
    jobs: JOBS_FLAG,
  },
  run: async (typedJob, ids, { markdown, jobs, by: typedBy, cost, redact, redactAlso, ...times }) => {
    const by = [...new Set(typedBy)];
    if (markdown && (typedJob.options.json || by.length > 0))
      throw new Failure('usage', '--markdown cannot be given with --json or --by');
    const prices: PriceTable | null = cost ? (typedJob.settings?.prices ?? new Map()) : null;
    const job = await atPaths(typedJob, ids);
    const named = await narrowedSelection(job, await readingOf(job), { words: ids, min: 1 });
    const selection = await narrowedToTimes(job, named, { olderThan: times.olderThan });
    const line = progressLine(job);
    const { stores, coverage, omittedByTime } = await stats(selection.reading, {
      ...withRun(selection.survey, { progress: line.show, jobs: threadsOf(job, jobs) }),
      ...(await countingFor(job, by, times, named.survey.run.now)),
    });
    await line.clear();
    const counted = prices === null ? stores : withCosts(stores, prices);
    const empty = counted.every(({ conversations }) => conversations === 0);
    const { unjudged, gaps } = coverage;
    const excluded =
      selection.unreadablePaths.length + unjudged.length + (selection.omittedByTime ?? 0) + omittedByTime;
    if (empty && excluded === 0 && !job.options.allowEmpty) throw await noConversationsFailure(job, selection);
    if (empty && omittedByTime > 0) await job.err.line(noneInTime(omittedByTime));
    const redactor = await learntRedactor(job, { redact, redactAlso }, selection.reading, selection.survey);
    const clean = await redactedCounts({ counted, coverage }, redactor);
    requirePrices(job, prices, clean.counted);
    await printStats(job, clean.counted, { markdown, by, coverage: clean.coverage });
    if (cost) await reportNoCost(job, clean.counted, by);
    await reportUnjudged(job, clean.coverage.unjudged);
    await reportGaps(job, reportableGaps(clean.coverage.gaps), 'counted', redactor);
    await reportUnread(job, selection.unreadablePaths);
    await reportRedacted(job, redactor);
    return exitOf({ unreadableCount: unjudged.length + selection.unreadablePaths.length, gaps });
  },
});

/** How to count: a person reads the days of their zone, and a script those of UTC. */
async function countingFor(job: Job, by: readonly StatsGrouping[], times: Partial<TimeFlags>, now: number) {
  const { clock, options } = job;
  const zone = options.json || clock.utc ? UTC : clock.zone;
  return {
    byBranch: by.includes('branch'),
    bySession: by.includes('session'),
    within: daysAt(times, now, daysOf(zone)),
    zone,
    severities: severitiesIn(await gateSettings(job)),
  };
}

interface ShownCounts {
  readonly counted: readonly StoreStats[];
  readonly coverage: Covered;
}

async function redactedCounts(counts: ShownCounts, redactor: Redactor | null): Promise<ShownCounts> {
  if (redactor === null) return counts;
  const { counted, coverage } = counts;
  const { redactedCoverage, redactedStats } = await import('../../ops/secrets/redacted.ts');
  return {
    counted: redactedTwice(redactor, (redact) => counted.map((each) => redactedStats(each, redact))),
    coverage: redactedCoverage(coverage, redactor),
  };
}

function configPath({ env }: Pick<Job, 'env'>): string {
  return userConfigPath(env.vars) ?? '~/.config/convostore/config.json';
}

/** Throws Failure `usage` if prices are needed and none are known. Its hint lists the models in scope, with members to be filled in. */
function requirePrices({ env }: Job, table: PriceTable | null, stores: readonly StoreStats[]) {
  if (table === null || table.size > 0) return;
  const models = [...new Set(stores.flatMap(({ tokens }) => tokens.map(({ model }) => model)))].sort();
  const blank = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  const named = models.length === 0 ? ['MODEL'] : models;
  const prices = JSON.stringify({ prices: Object.fromEntries(named.map((model) => [model, blank])) });
  throw new Failure(
    'usage',
    '--cost needs prices, and convo knows none: they change',
    `Write them into ${configPath({ env })}, for a million tokens each, with prices for 0: ${prices.replace(/([:,])(?=["{\d])/g, '$1 ')}`,
  );
}

async function reportNoCost({ err, env }: Job, counted: readonly StoreStats[], by: readonly StatsGrouping[]) {
  if (counted.every(({ tokens }) => tokens.length === 0))
    return err.line('convo: no cost: no tokens are noted in these conversations');
  if (by.includes('tool'))
    await err.line('convo: no cost by tool: programs note the tokens of an answer, not of a call');
  const models = unpricedModels(counted);
  const hasCosts = by.length === 0 || by.some((what) => what !== 'tool');
  if (models.length > 0 && hasCosts)
    await err.line(
      `convo: no price, and so not in the cost: ${models.map(printable).join(', ')}; "prices" of ${printable(configPath({ env }))} takes it`,
    );
}

interface StatsTextOptions {
  readonly coverage: Covered;
  readonly markdown: boolean;
  readonly by: readonly StatsGrouping[];
}

async function printStats({ out, options, paint, env }: Job, counted: readonly StoreStats[], how: StatsTextOptions) {
  if (options.json) return out.line(statsJson(counted, how.coverage, how.by));
  const screen = { paint, width: out.width, home: env.vars['HOME'] ?? null };
  const together = rowsTogether(counted, how.by);
  if (together !== null) return out.lines(statsTogetherText(counted, how.by, together, screen));
  for (const [n, what] of how.by.entries()) {
    if (n > 0) await out.line('');
    await out.lines(statsByText(counted, what, screen));
  }
  if (how.by.length > 0) return;
  await out.lines(how.markdown ? statsMarkdown(counted, screen.home) : statsText(counted, screen));
}
