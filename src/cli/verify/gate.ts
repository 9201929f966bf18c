import { Failure } from '../../model/failure.ts';
import type { PlacedFinding, VerifySummary } from '../../model/finding.ts';
import type { Code } from '../../model/findings.ts';
import type { GateRecord } from '../../report/reporters/reporter.ts';
import { EXIT, type Exit } from '../exit.ts';
import { type FailOn, LEVELS } from '../values/fail-on.ts';
import { codeNamed } from '../values/finding-code.ts';

/** Decides whether findings make a run fail. */
export interface Gate {
  fails(finding: PlacedFinding): boolean;
  /** To be called with each finding that is reported. */
  count(finding: PlacedFinding): void;
  /** Whether one that was counted makes the run fail. */
  failed(): boolean;
  exit(summary: VerifySummary): Exit;
  /** The gate as plain values. */
  readonly record: GateRecord;
}

/** The flags that decide a gate. */
export interface GateOptions {
  readonly failOn: FailOn | undefined;
  readonly maxWarnings: number | undefined;
  readonly exitZero: boolean;
}

/** The gate of runs that were split, or where they differ the one that is asked for. Throws Failure `usage` where none is. */
export function gateFrom(records: readonly GateRecord[], { failOn, maxWarnings, exitZero }: GateOptions): Gate {
  const [first = NO_GATE, ...others] = records;
  if (failOn === undefined && others.some((other) => JSON.stringify(other) !== JSON.stringify(first)))
    throw new Failure('usage', 'the shards were verified with different gates', 'Say what fails with --fail-on.');
  return gateOf({
    failOn: failOn ?? { level: first.level, codes: new Set(first.codes.filter(isCode)) },
    maxWarnings: maxWarnings ?? first.maxWarnings ?? undefined,
    // The limit of one shard is not that of all of them.
    exitZero,
  });
}

/** The gate of a command line. With `exitZero` findings never fail a run; what could not be judged still does. */
export function gateOf(asked: GateOptions): Gate {
  const { failOn = DEFAULT, maxWarnings = Number.POSITIVE_INFINITY, exitZero } = asked;
  const levels: readonly string[] = failOn.level === null ? [] : LEVELS.slice(0, LEVELS.indexOf(failOn.level) + 1);
  const fails = ({ severity, code }: PlacedFinding): boolean => levels.includes(severity) || failOn.codes.has(code);
  let failed = false;
  return {
    fails,
    record: {
      level: failOn.level,
      codes: [...failOn.codes].sort(),
      maxWarnings: Number.isFinite(maxWarnings) ? maxWarnings : null,
    },
    count: (finding) => {
      failed ||= fails(finding);
    },
    failed: () => failed && !exitZero,
    exit: ({ warnings }) => (!exitZero && (failed || warnings > maxWarnings) ? EXIT.findings : EXIT.done),
  };
}

const DEFAULT: FailOn = { level: 'error', codes: new Set() };
const NO_GATE: GateRecord = { level: 'error', codes: [], maxWarnings: null };

function isCode(text: string): text is Code {
  return codeNamed(text) === text;
}
