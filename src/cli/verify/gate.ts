import type { PlacedFinding, VerifySummary } from '../../model/finding.ts';
import { EXIT, type Exit } from '../exit.ts';
import { type FailOn, LEVELS } from '../values/fail-on.ts';

/** Decides whether findings make a run fail. */
export interface Gate {
  fails(finding: PlacedFinding): boolean;
  /** To be called with each finding that is reported. */
  count(finding: PlacedFinding): void;
  exit(summary: VerifySummary): Exit;
}

/** The gate of a command line. With `exitZero` findings never fail a run; what could not be judged still does. */
export function gateOf(asked: {
  readonly failOn: FailOn | undefined;
  readonly maxWarnings: number | undefined;
  readonly exitZero: boolean;
}): Gate {
  const { failOn = DEFAULT, maxWarnings = Number.POSITIVE_INFINITY, exitZero } = asked;
  const levels: readonly string[] = failOn.level === null ? [] : LEVELS.slice(0, LEVELS.indexOf(failOn.level) + 1);
  const fails = ({ severity, code }: PlacedFinding): boolean => levels.includes(severity) || failOn.codes.has(code);
  let failed = false;
  return {
    fails,
    count: (finding) => {
      failed ||= fails(finding);
    },
    exit: ({ warnings }) => (!exitZero && (failed || warnings > maxWarnings) ? EXIT.findings : EXIT.done),
  };
}

const DEFAULT: FailOn = { level: 'error', codes: new Set() };
