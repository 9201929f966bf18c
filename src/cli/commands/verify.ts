import { MAX_COMPARED_BYTES } from '../../model/conversation.ts';
import { Failure } from '../../model/failure.ts';
import { isNameOfCopy } from '../../model/ids.ts';
import { isDamage, SEVERITIES } from '../../model/rules/row.ts';
import type { ReadContext } from '../../ops/reading.ts';
import { listStoredIds } from '../../ops/resolve-ids.ts';
import type { SealComparison } from '../../ops/seal/differences.ts';
import type { Redactor } from '../../ops/secrets/redactor.ts';
import { withRun, withSelection } from '../../ops/survey/survey-options.ts';
import type { UnitFilter } from '../../ops/survey/unit-filter.ts';
import { type Verified, type VerifyOptions, verify } from '../../ops/verify.ts';
import { printable } from '../../report/text.ts';
import { command, JOBS_FLAG, type Job, threadsOf } from '../command.ts';
import { type Exit, exitOf } from '../exit.ts';
import { flag, flagList, flagMany, toggle, toggleOff, type Values } from '../flag.ts';
import { printTraces, reportUnread } from '../job-commentary.ts';
import { needlessCopyLines } from '../needless-copies.ts';
import { noConversationsFailure } from '../no-conversations.ts';
import { outputsFor, REPLACE } from '../outputs.ts';
import { choosePart, PART, refusePart, reportNothingChosen, shardHere } from '../part.ts';
import { type ProgressLine, progressLine } from '../progress.ts';
import { learntRedactor, reportRedacted } from '../redact.ts';
import { atPaths, narrowedSelection, readingOf, type Selection } from '../scope.ts';
import {
  failOn as failOnValue,
  findingCode,
  type SeverityChoice,
  severityAsked,
  warningCount,
} from '../values/fail-on.ts';
import { REDACT } from '../values/redact.ts';
import {
  BASELINE,
  baselineOf,
  comparisonWith,
  type FindingFilter,
  findingFilter,
  type Gate,
  gateOf,
  sealedSelection,
  sealGiven,
} from '../verify/gate.ts';
import { narrowedKinds } from '../verify/narrowed-kinds.ts';
import type { BaselineInUse } from '../verify/open-baseline.ts';
import { EACH_FLAG, type ReportWriter, reportOption, reportWriter } from '../verify/report-writers.ts';

const FORMATS =
  'a report beside or instead of the text: text, concise, json, ndjson, sarif, junit, github, gitlab, markdown or prometheus, or ' +
  'blob, which `convo merge-reports` joins with others; ' +
  'to stdout, or to a file; may be given several times';

const EXCERPT_BYTES = 128;

const FLAGS = {
  failOn: flag(
    '--fail-on <what>',
    'exit 1 from this severity on (error, the default, warning or info) or for these codes: warning, FN201,FN202',
    failOnValue,
  ),
  maxWarnings: flag('--max-warnings <n>', 'exit 1 for more warnings than this', warningCount),
  severity: flagList(
    '--severity <what>',
    'list only findings of these severities, error,warning, though all are counted; or another severity for a code, FN201=info, whose finding is still as severe as what follows from it',
    severityAsked,
  ),
  exitZero: toggle('--exit-zero', 'exit 0 whatever is found; what cannot be judged still exits 3'),
  only: flagList(
    '--only <code>',
    'only findings of these codes: FN201,FN202; what cannot be judged is reported all the same',
    findingCode,
  ),
  ignore: flagList(
    '--ignore <code>',
    'no findings of these codes, unless they say that something cannot be judged: FN201,FN202; what followed from one is reported by its own code',
    findingCode,
  ),
  report: flagMany('--report <format[=file]>', FORMATS, reportOption),
  annotations: toggleOff('--no-annotations', 'no annotations where a GitHub workflow runs'),
  ...BASELINE,
  ...REPLACE,
  against: flag('--against <file>', 'compare with a manifest that `convo seal` wrote'),
  quick: toggle('--quick', 'with --against: compare counts and bytes only, without a hash of any file'),
  ...PART,
  all: EACH_FLAG,
  signatures: toggle('--signatures', 'check signatures too, in kinds of stores that have them'),
  jobs: JOBS_FLAG,
  ...REDACT,
} as const;

type VerifyFlags = Values<typeof FLAGS>;

export const verifyCommand = command({
  operands: '[ID...]',
  about:
    'Reads every file of the stores, leftovers and index entries too, and reports what it finds: severity, code, place, what is ' +
    'wrong, and what the program will do with it. On a terminal, findings are grouped by conversation, with the bytes around the ' +
    'place; elsewhere each is one line, `path:line:column: severity CODE message`. Infos about single conversations are only ' +
    'counted, unless --all, --only, --fail-on or an id asks for them. It never writes.',
  examples: [
    ['convo verify', 'everything that is here'],
    ['convo verify --fail-on warning', 'a stricter gate for CI'],
    ['convo verify 3f0c --all', 'each finding of one conversation'],
    ['convo verify --redact', 'for a log that others read: no secret in titles and messages, and no quotes'],
  ],
  flags: FLAGS,
  run: async (typedJob, ids, flags) => {
    const job = await atPaths(typedJob, ids);
    const run = await prepared(job, ids, flags);
    try {
      return await endVerify(job, run, await judgeStores(job, run, flags));
    } catch (error) {
      run.writer.abandon();
      throw error;
    }
  },
});

interface VerifyRun {
  readonly ids: readonly string[];
  /** Reads the selection without the ids; `selection` is narrowed to them. */
  readonly reading: ReadContext;
  readonly selection: Selection;
  readonly part: UnitFilter | null;
  readonly filter: FindingFilter;
  /** `part` if ids, projects, a shard or codes are selected. */
  readonly covers: 'all' | 'part';
  readonly gate: Gate;
  readonly baseline: BaselineInUse | undefined;
  readonly against: SealComparison | undefined;
  readonly line: ProgressLine;
  readonly writer: ReportWriter;
  readonly redactor: Redactor | null;
}

async function prepared(job: Job, ids: readonly string[], flags: VerifyFlags): Promise<VerifyRun> {
  const shard = shardHere(flags.shard, job.env.vars);
  const filter = await findingFilter(job, flags);
  refuseUnlisted(filter, flags.report);
  const found = await readingOf(job);
  const { reading } = found;
  const outputs = outputsFor(job, reading, flags);
  const kinds = narrowedKinds(job, found);
  const seal = await sealGiven(reading, outputs, { ...flags, kinds });
  const whole = seal === undefined ? found : await sealedSelection(job, found, seal);
  const selection = await narrowedSelection(job, whole, { words: ids, min: 1 });
  const part = await choosePart(job, reading, flags, shard);
  const isChosen = part !== null || ids.length > 0;
  const isSome = isChosen || whole.survey.select.projects.length > 0;
  const covers = isSome || flags.only.length + flags.ignore.length > 0 ? 'part' : 'all';
  for (const path of filter.files) outputs.reads(path);
  const baseline = await baselineOf(job, reading, outputs, { ...flags, covers, kinds });
  if (seal !== undefined) refusePart(seal.projects.length > 0 ? isChosen : isSome, '--against');
  const against = await comparisonWith(reading, seal, flags.quick);
  const line = progressLine(job);
  const gate = gateOf(filter);
  const storedIds = await idsOnScreen(job, whole);
  const context = { ids, all: flags.all || flags.severity.some(isInfos), gate, shard, kinds: kinds?.kinds, storedIds };
  const redactor = await learntRedactor(job, flags, selection.reading, selection.survey);
  const writer = await reportWriter(job, reading, outputs, { ...flags, ...context, redactor, reports: flags.report });
  return { redactor, ids, reading, selection, part, covers, filter, gate, baseline, against, line, writer };
}

interface JudgedStores {
  readonly judged: Verified;
  /** Ids with findings; null for findings on no conversation. */
  readonly found: ReadonlySet<string | null>;
}

async function judgeStores(
  job: Job,
  { reading, selection, part, filter, gate, baseline, against, line, writer }: VerifyRun,
  { signatures, jobs }: VerifyFlags,
): Promise<JudgedStores> {
  const survey = part === null ? selection.survey : withSelection(selection.survey, { filter: part });
  const found = new Set<string | null>();
  const judged = await verify(selection.reading, {
    ...withRun(survey, { progress: line.show, jobs: threadsOf(job, jobs) }),
    signatures,
    admits: filter.admits,
    severities: filter.severities,
    accepts: baseline?.accepts,
    see: against?.see,
    after: laterFindings(reading, selection, { baseline, against }),
    excerptBytes: job.env.stdout.isTTY === true && !job.options.json ? EXCERPT_BYTES : 0,
    report: async (finding) => {
      found.add(finding.id);
      gate.add(finding);
      await line.clear();
      if (filter.lists(finding.severity)) await writer.add(finding);
      await printTraces(job, [finding]);
    },
  });
  await line.clear();
  return { judged, found };
}

function isInfos({ code, severity }: SeverityChoice): boolean {
  return code === null && !isDamage({ severity });
}

/** A shard's blob needs all findings, so that the whole can be judged. */
function refuseUnlisted({ lists }: FindingFilter, reports: readonly { readonly format: string }[]): void {
  if (reports.some(({ format }) => format === 'blob') && !SEVERITIES.every(lists))
    throw new Failure('usage', 'a blob has all findings: --severity LEVEL is for other reports');
}

function laterFindings(
  { sites }: ReadContext,
  { unreadablePaths }: Selection,
  { baseline, against }: { readonly baseline: BaselineInUse | undefined; readonly against: SealComparison | undefined },
): VerifyOptions['after'] {
  return async (stores, { unjudged, known }) => {
    const counts = { unjudged: unjudged + unreadablePaths.length, known };
    return [...((await baseline?.end({ stores, sites, ...counts })) ?? []), ...(against?.differences() ?? [])];
  };
}

async function idsOnScreen({ env, options }: Job, { reading, survey }: Selection): Promise<string[]> {
  if (env.stdout.isTTY !== true || options.json) return [];
  return (await listStoredIds(reading, survey)).map(({ id }) => id);
}

async function endVerify(
  job: Job,
  { ids, selection, part, filter, gate, baseline, covers, writer, redactor }: VerifyRun,
  { judged, found }: JudgedStores,
): Promise<Exit> {
  const { unreadablePaths } = selection;
  const verified = withCounts(judged, unreadablePaths.length, filter.ignored());
  const { conversations, unjudged } = verified.summary;
  const isPart = part !== null;
  const choseNone = isPart && judged.units > 0 && conversations === 0;
  const isBare = conversations === 0 && judged.empty.length === selection.reading.sites.length;
  const empty = isBare && unjudged === 0 && !job.options.allowEmpty && !choseNone;
  if (empty && found.size === 0 && !verified.interrupted) throw await noConversationsFailure(job, selection);
  const emptyNamed = emptyRoots(job, selection, ids, judged);
  const exit = exitOf({
    isInterrupted: verified.interrupted,
    unreadableCount: unjudged,
    isEmpty: empty || emptyNamed.length > 0,
    hasFindings: gate.rejects(verified.summary),
  });
  await writer.end(verified, exit);
  const copies = new Set([...found].filter((id) => id !== null).filter(isNameOfCopy));
  const isWhole = covers === 'all' && baseline === undefined && !verified.interrupted;
  const comparesThreads = isWhole && verified.summary.bytes <= MAX_COMPARED_BYTES;
  const needless = await needlessCopyLines(job, selection, { copies, threads: comparesThreads ? () => true : null });
  for (const text of [...filter.lines(), ...needless.map((each) => `convo: ${each}`)]) await job.err.line(text);
  await reportEmpty(job, emptyNamed);
  if (choseNone) await reportNothingChosen(job, judged.units);
  await reportUnread(job, unreadablePaths);
  await reportRedacted(job, redactor);
  return exit;
}

/** Named roots in which a whole verify found nothing; none if only one was named. */
function emptyRoots(
  { options }: Job,
  { named, survey: { select } }: Selection,
  ids: readonly string[],
  { empty, interrupted }: Verified,
) {
  const isPartial = ids.length > 0 || select.projects.length > 0;
  if (options.roots.paths.length < 2 || isPartial || options.allowEmpty || interrupted) return [];
  return named.filter((site) => empty.includes(site));
}

async function reportEmpty({ err }: Job, sites: Selection['named']): Promise<void> {
  for (const { kind, root } of sites)
    await err.line(
      `convo: there is no conversation in the ${kind} store ${printable(root)} (--allow-empty permits that)`,
    );
}

function withCounts({ summary, ...rest }: Verified, unread: number, ignored: number | undefined): Verified {
  const counts = { ...summary, unjudged: summary.unjudged + unread };
  return { ...rest, summary: ignored === undefined ? counts : { ...counts, ignored } };
}
