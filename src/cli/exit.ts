import type { ChangeReport, EarlyStop } from '../model/change-report.ts';
import type { FailureCode } from '../model/failure.ts';
import type { PlacedGap } from '../model/finding.ts';

export const EXIT = { done: 0, findings: 1, usage: 2, incomplete: 3, refused: 4, interrupted: 130 } as const;

export type Exit = (typeof EXIT)[keyof typeof EXIT];

const PRECEDENCE: readonly Exit[] = [EXIT.interrupted, EXIT.usage, EXIT.incomplete, EXIT.refused, EXIT.findings];

export function worstExit(exits: readonly Exit[]): Exit {
  return PRECEDENCE.find((exit) => exits.includes(exit)) ?? EXIT.done;
}

const FAILURES = {
  usage: EXIT.usage,
  'no-match': EXIT.usage,
  failed: EXIT.incomplete,
  refused: EXIT.refused,
  interrupted: EXIT.interrupted,
} as const satisfies Record<FailureCode, Exit>;

export function exitOfFailure(code: FailureCode): Exit {
  return FAILURES[code];
}

export const EXIT_HELP: readonly (readonly [exit: Exit, meaning: string])[] = [
  [EXIT.done, 'done'],
  [
    EXIT.findings,
    'findings at or above --fail-on; items that were refused because of their content; after a heal also errors that stay, with --only findings of these codes',
  ],
  [
    EXIT.usage,
    'usage, declined, or no conversation in scope (an empty store too, for verify also one of several that are given with --root, unless --allow-empty)',
  ],
  [
    EXIT.incomplete,
    'something could not be read or judged, or a step failed; a search that found something exits with 0 all the same',
  ],
  [EXIT.refused, 'refused for safety: lock held, raced or changed file, cut run, stale plan'],
  [EXIT.interrupted, 'interrupted'],
];

export const EXIT_ORDER =
  'When several apply: 130, then 2, 3, 4, 1. A dry run exits as the run would; saving a plan (--plan-out) exits 0 whatever it leaves out, and so does `apply` where all that is in the plan was done: `convo verify` says what is left.';

export const EXIT_LINE =
  'Exit codes: 0 done, 1 findings or refused items, 2 usage or nothing in scope, 3 not judged or failed, 4 refused for safety, 130 interrupted; see `convo help exit-codes`.';

interface ExitFacts {
  readonly change?: ChangeReport;
  readonly isInterrupted?: boolean;
  readonly unreadableCount?: number;
  readonly gaps?: readonly PlacedGap[];
  readonly isEmpty?: boolean;
  readonly hasFindings?: boolean;
}

export function exitOf({
  change,
  isInterrupted,
  unreadableCount = 0,
  gaps = [],
  isEmpty,
  hasFindings,
}: ExitFacts): Exit {
  const exits: Exit[] = change === undefined ? [] : exitsOfChange(change);
  if (isInterrupted) exits.push(EXIT.interrupted);
  if (isEmpty) exits.push(EXIT.usage);
  if (unreadableCount > 0 || gaps.some(isIncomplete)) exits.push(EXIT.incomplete);
  if (hasFindings) exits.push(EXIT.findings);
  return worstExit(exits);
}

/** True for a gap that makes the answer incomplete: not for single records, or files that may still be written. */
export function isIncomplete({ extent, isYoung }: PlacedGap): boolean {
  return extent !== 'record' && !isYoung;
}

function exitsOfChange({ plan, refused, failed, unsafe, stopped, stays, items }: ChangeReport): Exit[] {
  const exits: Exit[] = [];
  if (stopped !== null) exits.push(EXIT_OF_STOP[stopped.by]);
  if (failed > 0) exits.push(EXIT.incomplete);
  if (unsafe && plan === null) exits.push(EXIT.refused);
  const isLeft = refused > 0 || stays !== undefined || items.some((item) => item.stays !== undefined);
  if (isLeft && plan === null) exits.push(EXIT.findings);
  return exits;
}

const EXIT_OF_STOP = {
  interrupted: EXIT.interrupted,
  declined: EXIT.usage,
  failed: EXIT.incomplete,
  refused: EXIT.refused,
} as const satisfies Record<EarlyStop['by'], Exit>;
