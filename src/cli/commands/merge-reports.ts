import { COUNTED_AS, findingCount, type PlacedFinding, type VerifySummary } from '../../model/finding.ts';
import { type Blobs, readBlobs } from '../../ops/blobs.ts';
import { type ReadContext, realDisk } from '../../ops/reading.ts';
import { notAccepted } from '../../ops/verify.ts';
import { printable } from '../../report/text.ts';
import { command, type Job, VERSION } from '../command.ts';
import { EXIT, type Exit, exitOf, worstExit } from '../exit.ts';
import { flag, flagMany, toggle, toggleOff } from '../flag.ts';
import { outputsFor, REPLACE } from '../outputs.ts';
import { failOn as failOnValue, warningCount } from '../values/fail-on.ts';
import { BASELINE, baselineOf, commonGate, type Gate } from '../verify/gate.ts';
import type { NarrowedKinds } from '../verify/narrowed-kinds.ts';
import type { BaselineInUse } from '../verify/open-baseline.ts';
import { EACH_FLAG, type ReportWriter, reportOption, reportWriter } from '../verify/report-writers.ts';

export const mergeReportsCommand = command({
  operands: 'DIR',
  about:
    'Joins what `convo verify --shard I/N --report blob=FILE` wrote, from everywhere below DIR, into any report, with one verdict ' +
    'and one exit code. The gate is that of the shards, unless it is given here. A shard of which there is no whole blob exits 3.',
  examples: [
    ['convo merge-reports blobs', 'the verdict of all shards'],
    ['convo merge-reports blobs --report sarif=convo.sarif', 'one SARIF file of all of them'],
    ['convo merge-reports blobs --fail-on warning', 'another gate than that of the shards'],
    ['convo merge-reports blobs --baseline known.json', 'known findings pass, and a store that shrank fails'],
  ],
  flags: {
    report: flagMany('--report <format[=file]>', 'as in `convo verify`', reportOption),
    failOn: flag('--fail-on <what>', 'exit 1 from this severity on, or for these codes', failOnValue),
    maxWarnings: flag('--max-warnings <n>', 'exit 1 for more warnings than this in all shards', warningCount),
    exitZero: toggle('--exit-zero', 'exit 0 whatever was found; a missing shard still exits 3'),
    ...BASELINE,
    ...REPLACE,
    annotations: toggleOff('--no-annotations', 'no annotations where a GitHub workflow runs'),
    all: EACH_FLAG,
  },
  run: async (job, [folder = ''], flags) => {
    const { disk, kinds } = realDisk();
    const blobs = readBlobs(disk, { cwd: job.env.cwd, folder, version: VERSION });
    const gate = commonGate(
      blobs.all.map(({ head }) => head.gate),
      flags,
    );
    const reading: ReadContext = { disk, kinds, sites: [] };
    const outputs = outputsFor(job, reading, flags);
    for (const { path } of blobs.all) outputs.reads(path);
    const scope = { covers: coversOf(blobs), kinds: narrowedIn(blobs) };
    const baseline = await baselineOf(job, reading, outputs, { ...flags, ...scope });
    const writer = await reportWriter(job, reading, outputs, {
      ...flags,
      reports: flags.report,
      ids: [],
      gate,
      from: blobs.all[0]?.head,
    });
    try {
      const exit = await mergeBlobs(blobs, { gate, baseline, writer });
      await reportMissing(job, blobs);
      return exit;
    } catch (error) {
      writer.abandon();
      throw error;
    }
  },
});

interface MergeContext {
  readonly gate: Gate;
  readonly baseline: BaselineInUse | undefined;
  readonly writer: ReportWriter;
}

async function mergeBlobs(blobs: Blobs, { gate, baseline, writer }: MergeContext): Promise<Exit> {
  const counts = mergedCounts(blobs.summary);
  const add = async (finding: PlacedFinding) => {
    gate.add(finding);
    await writer.add(finding);
  };
  for (const finding of allOf(blobs)) {
    const { accepted, remaining } = notAccepted(finding, baseline?.accepts);
    counts.without(finding, accepted);
    for (const each of remaining) {
      counts.more(each);
      await add(each);
    }
  }
  for (const finding of (await baseline?.end({
    stores: blobs.stores,
    sites: blobs.sites,
    unjudged: blobs.summary.unjudged,
    known: counts.summary().known ?? 0,
  })) ?? []) {
    counts.more(finding);
    await add(finding);
  }
  const summary = baseline === undefined ? blobs.summary : counts.summary();
  const exit = exitOfAll(blobs, gate, summary);
  await writer.end({ summary, stores: blobs.stores, interrupted: isInterrupted(blobs) }, exit);
  return exit;
}

function* allOf(blobs: Blobs): Generator<PlacedFinding> {
  for (const blob of blobs.all) yield* blobs.findings(blob);
}

function narrowedIn({ all }: Blobs): NarrowedKinds | null {
  const each = all.flatMap(({ head }) => (head.kinds === undefined ? [] : [head.kinds]));
  return each.length < all.length ? null : { kinds: each.flat(), wider: 'Verify its stores in the shards too.' };
}

/** Blobs omit findings accepted by shards' baselines, and missing shards. */
function coversOf(blobs: Blobs): 'all' | 'conversations' | 'part' {
  if (blobs.missing.length > 0 || isInterrupted(blobs)) return 'part';
  return blobs.summary.known === undefined ? 'all' : 'conversations';
}

function isInterrupted({ all }: Blobs): boolean {
  return all.some(({ end }) => end?.interrupted === true);
}

function mergedCounts(summary: VerifySummary) {
  const more = { errors: 0, warnings: 0, infos: 0, known: summary.known ?? 0 };
  return {
    /** Takes a finding out of the counts of the shards. `accepted`: number of those that it represents in the baseline. */
    without: (finding: PlacedFinding, accepted: number) => {
      more[COUNTED_AS[finding.severity]] -= findingCount(finding);
      more.known += accepted;
    },
    more: (finding: PlacedFinding) => {
      more[COUNTED_AS[finding.severity]] += findingCount(finding);
    },
    summary: (): VerifySummary => ({
      ...summary,
      errors: summary.errors + more.errors,
      warnings: summary.warnings + more.warnings,
      infos: summary.infos + more.infos,
      known: more.known,
    }),
  };
}

function exitOfAll({ all, missing }: Blobs, gate: Gate, summary: VerifySummary): Exit {
  const ofShards = all.flatMap(({ end }) => (end === null || end.exit === EXIT.findings ? [] : [end.exit]));
  return worstExit([...ofShards, exitOf({ unreadableCount: missing.length, hasFindings: gate.rejects(summary) })]);
}

async function reportMissing({ err }: Job, { all, missing }: Blobs): Promise<void> {
  for (const index of missing) {
    const truncated = all.find(({ head }) => head.shard.index === index);
    const of = all[0]?.head.shard.of ?? 0;
    const why = truncated === undefined ? 'there is no blob of it' : `${printable(truncated.path)} is not whole`;
    await err.line(`convo: the shard ${index} of ${of} is missing: ${why}`);
  }
}
