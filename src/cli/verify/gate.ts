import { Failure } from '../../model/failure.ts';
import {
  type Code,
  type Finding,
  findingCount,
  isCode,
  type PlacedFinding,
  ruleOf,
  type VerifySummary,
} from '../../model/finding.ts';
import { SEVERITIES, type Severity } from '../../model/rules/row.ts';
import type { Outputs } from '../../ops/outputs.ts';
import type { ReadContext } from '../../ops/reading.ts';
import type { SealComparison } from '../../ops/seal/differences.ts';
import type { ReadSeal } from '../../ops/seal/read-seal.ts';
import { withSelection } from '../../ops/survey/survey-options.ts';
import type { GateRecord } from '../../report/reporters/reporter.ts';
import { countText, printable } from '../../report/text.ts';
import type { Job } from '../command.ts';
import { gateSettings, severitiesIn } from '../config/config.ts';
import type { GateSettings } from '../config/schema.ts';
import { flag, toggle } from '../flag.ts';
import type { Selection } from '../scope.ts';
import type { FailOn, SeverityChoice } from '../values/fail-on.ts';
import type { NarrowedKinds } from './narrowed-kinds.ts';
import type { BaselineInUse, BaselineOptions } from './open-baseline.ts';

export interface Gate {
  isFault(finding: PlacedFinding): boolean;
  add(finding: PlacedFinding): void;
  /** True if a finding so far fails the gate; the number of warnings decides at the end. */
  hasFailed(): boolean;
  rejects(summary: VerifySummary): boolean;
  readonly record: GateRecord;
}

export interface GateOptions {
  readonly failOn: FailOn | undefined;
  readonly maxWarnings: number | undefined;
  readonly exitZero: boolean;
}

/** The shards' common gate, or the requested one. Throws Failure `usage` if shards differ in a part that is not requested. */
export function commonGate(records: readonly GateRecord[], { failOn, maxWarnings, exitZero }: GateOptions): Gate {
  const [first = DEFAULT_GATE, ...others] = records;
  const differ = (members: readonly (keyof GateRecord)[]) =>
    others.some((other) => JSON.stringify(other, [...members]) !== JSON.stringify(first, [...members]));
  if (failOn === undefined && differ(['level', 'codes']))
    throw new Failure('usage', 'the shards were verified with different gates', 'Say what fails with --fail-on.');
  if (maxWarnings === undefined && differ(['maxWarnings']))
    throw new Failure(
      'usage',
      'the shards were verified with different limits',
      'Say how many warnings may be with --max-warnings.',
    );
  return gateOf({
    failOn: failOn ?? failOnOf(first),
    maxWarnings: maxWarnings ?? first.maxWarnings ?? undefined,
    exitZero,
  });
}

/** `exitZero`: findings never fail; unjudged files still do. */
export function gateOf(options: GateOptions): Gate {
  const { failOn = failOnOf(DEFAULT_GATE), maxWarnings = Number.POSITIVE_INFINITY, exitZero } = options;
  const levels: readonly string[] =
    failOn.level === null ? [] : SEVERITIES.slice(0, SEVERITIES.indexOf(failOn.level) + 1);
  const isFault = ({ severity, code }: PlacedFinding): boolean => levels.includes(severity) || failOn.codes.has(code);
  let failed = false;
  return {
    isFault,
    record: {
      level: failOn.level,
      codes: [...failOn.codes].sort(),
      maxWarnings: Number.isFinite(maxWarnings) ? maxWarnings : null,
    },
    add: (finding) => {
      failed ||= isFault(finding);
    },
    hasFailed: () => failed && !exitZero,
    rejects: ({ warnings }) => !exitZero && (failed || warnings > maxWarnings),
  };
}

const DEFAULT_GATE: GateRecord = { level: 'error', codes: [], maxWarnings: null };

function failOnOf({ level, codes }: GateRecord): FailOn {
  return { level, codes: new Set(codes.filter(isCode)) };
}

export const BASELINE = {
  baseline: flag('--baseline <file>', 'findings in this file are known: they are counted, not reported'),
  updateBaseline: toggle('--update-baseline', 'write what is found now to the --baseline file'),
  pruneBaseline: toggle('--prune-baseline', 'drop from the --baseline file what was not found again'),
};

/** The baseline, loaded on demand; undefined without one. Throws Failure `usage`. */
export async function baselineOf(
  job: Job,
  reading: ReadContext,
  outputs: Outputs,
  options: BaselineOptions,
): Promise<BaselineInUse | undefined> {
  const { baseline: file, ...rest } = options;
  if (file !== undefined)
    return (await import('./open-baseline.ts')).openBaseline(job, reading, outputs, { ...rest, file });
  if (options.updateBaseline || options.pruneBaseline)
    throw new Failure('usage', 'there is no baseline to write', 'Name it with --baseline FILE.');
  return undefined;
}

interface AgainstOptions {
  readonly against: string | undefined;
  readonly quick: boolean;
  readonly kinds: NarrowedKinds | null;
}

/** The seal to compare with; undefined for none. Throws Failure `usage`, also for one with conversations of other kinds. */
export async function sealGiven(
  { disk }: ReadContext,
  outputs: Outputs,
  { against, quick, kinds }: AgainstOptions,
): Promise<ReadSeal | undefined> {
  if (against === undefined) {
    if (quick) throw new Failure('usage', 'there is no seal to compare with', 'Name it with --against FILE.');
    return undefined;
  }
  const seal = (await import('../../ops/seal/read-seal.ts')).readSeal(disk, outputs.reads(against));
  const other = seal.conversations.find(({ kind }) => kinds?.kinds.includes(kind) === false);
  if (other !== undefined) throw new Failure('usage', `the seal is of ${other.kind} too`, kinds?.wider ?? null);
  return seal;
}

/** The selection of the only projects that a seal covers. Throws Failure `usage` if others are asked for. */
export async function sealedSelection(job: Job, selection: Selection, { projects }: ReadSeal): Promise<Selection> {
  const [first] = projects;
  if (first === undefined) return selection;
  const projectsOfUser = selection.survey.select.projects;
  if (projectsOfUser.length > 0 && !projectsOfUser.some((name) => projects.includes(name)))
    throw new Failure('usage', `the seal is of the project ${first} alone`, 'Leave out --project.');
  if (projectsOfUser.length === 0)
    await job.err.line(`convo: the seal is of the project ${printable(first)} alone: nothing else is verified`);
  return { ...selection, survey: withSelection(selection.survey, { projects }) };
}

/** Compares with the seal; undefined without one. */
export async function comparisonWith(
  reading: ReadContext,
  seal: ReadSeal | undefined,
  quick: boolean,
): Promise<SealComparison | undefined> {
  return seal && (await import('../../ops/seal/differences.ts')).compareWithSeal(reading, seal, quick);
}

interface FilterOptions extends GateOptions {
  readonly only: readonly Code[];
  readonly ignore: readonly Code[];
  readonly severity: readonly SeverityChoice[];
}

/** Which findings count, and how: by the command line first, then by config files. */
export interface FindingFilter extends GateOptions {
  readonly severities: ReadonlyMap<Code, Severity>;
  readonly files: readonly string[];
  /** True if findings of a severity are listed; all are counted. */
  lists(severity: Severity): boolean;
  /** False for an ignored finding, which it counts: call it once per finding. */
  admits(finding: Pick<Finding, 'code' | 'count'>): boolean;
  /** Number of findings ignored by config files; undefined without any. */
  ignored(): number | undefined;
  lines(): string[];
}

/** Throws Failure `usage` for a misfitting config file. */
export async function findingFilter(
  job: Job,
  { only, ignore, severity, ...flags }: FilterOptions,
): Promise<FindingFilter> {
  const settings = await gateSettings(job);
  const files = settings.map((each) => ({ settings: each, ignored: 0, graded: 0 }));
  const first = <T>(values: readonly (T | undefined)[]): T | undefined => values.find((value) => value !== undefined);
  const typed = new Map(
    severity.flatMap(({ code, severity: level }) => (code === null ? [] : [[code, level] as const])),
  );
  const levels = severity.flatMap(({ code, severity: level }) => (code === null ? [level] : []));
  const severities = new Map([...severitiesIn(settings), ...typed]);
  return {
    failOn: first([flags.failOn, ...files.map(({ settings }) => settings.failOn)]),
    maxWarnings: first([flags.maxWarnings, ...files.map(({ settings }) => settings.maxWarnings)]),
    lists: (level) => levels.length === 0 || levels.includes(level),
    exitZero: flags.exitZero || job.settings?.exitZero === true,
    severities,
    files: files.map(({ settings }) => settings.path),
    admits: (finding) => {
      const { code } = finding;
      // Otherwise an ignored unjudged file would let an unread store pass.
      const stays = ruleOf(code).unjudged === true;
      if (!stays && (ignore.includes(code) || (only.length > 0 && !only.includes(code)))) return false;
      const leaver = files.find(({ settings }) => !stays && settings.ignore.includes(code));
      const grader = typed.has(code) ? undefined : files.find(({ settings }) => settings.severities.has(code));
      if (leaver !== undefined) leaver.ignored += findingCount(finding);
      else if (grader !== undefined) grader.graded += findingCount(finding);
      return leaver === undefined;
    },
    ignored: () => (files.length === 0 ? undefined : files.reduce((sum, { ignored }) => sum + ignored, 0)),
    lines: () => files.flatMap(lineOf),
  };
}

function lineOf(file: {
  readonly settings: GateSettings;
  readonly ignored: number;
  readonly graded: number;
}): string[] {
  const { settings, ignored, graded } = file;
  const did = [
    ...(ignored > 0 ? [`left out ${countText(ignored, 'finding')}`] : []),
    ...(graded > 0 ? [`changed the severity of ${countText(graded, 'finding')}`] : []),
    ...(settings.failOn !== undefined || settings.maxWarnings !== undefined ? ['decided what fails'] : []),
  ];
  return did.length === 0 ? [] : [`convo: ${printable(settings.path)} ${did.join(', ')} (--no-config leaves it out)`];
}
