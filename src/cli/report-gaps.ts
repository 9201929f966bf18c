import { commandText, type NextCommand, withPlaceholders } from '../model/command.ts';
import type { Conversation } from '../model/conversation.ts';
import { type Code, isKeptFromModel, type PlacedFinding, type PlacedGap, ruleOf } from '../model/finding.ts';
import { KIND_TABLE, programOf } from '../model/kinds.ts';
import { HEAL, isDamage, isError, LOSSY, MIGRATE, WHY } from '../model/rules/row.ts';
import type { ShownConversation } from '../ops/show.ts';
import { findingLine, helpOf } from '../report/findings/sentence.ts';
import { gapLines } from '../report/gaps.ts';
import { countText } from '../report/text.ts';
import { type Job, rerun } from './command.ts';
import { isIncomplete } from './exit.ts';
import { paintFor } from './output.ts';

type Clean = (text: string) => string;

/** `done`: a participle such as `searched`. `clean` redacts. */
export async function reportGaps(
  job: Job,
  gaps: readonly PlacedGap[],
  done: string,
  clean: Clean | null = null,
  isMissing = isIncomplete,
): Promise<void> {
  // A script needs the exit code; on a terminal nobody looks at it.
  const isMarked = gaps.some(isMissing) && job.env.stdout.isTTY !== true;
  await nameGaps(job, gaps, done, clean, isMarked ? INCOMPLETE : '');
}

export async function nameGaps(
  { out, err, options }: Job,
  gaps: readonly PlacedGap[],
  done: string,
  clean: Clean | null = null,
  ending = '',
): Promise<void> {
  if (gaps.length > 0) await out.flush();
  const lines = gapLines(gaps, done, rerun(options));
  for (const [n, text] of lines.entries())
    await err.line(`${clean === null ? text : clean(text)}${n === lines.length - 1 ? ending : ''}`);
}

const INCOMPLETE = '; so the exit code is 3, and --project or --kind can leave it out';

export async function reportUnjudged(
  { err, paint, env, options }: Job,
  unjudged: readonly PlacedFinding[],
): Promise<void> {
  const naming = { commandPrefix: rerun(options), idOf: (id: string) => id };
  for (const finding of unjudged) {
    await err.line(`not judged: ${findingLine(finding, paint, env.cwd)}`);
    const does = FINDS.get(finding.code);
    if (does !== undefined) await err.line(`  \`${helpOf(finding, naming)}\` ${does}`);
  }
}

/** Ends of sentences on next commands. */
const FINDS: ReadonlyMap<Code, string> = new Map([
  ['ST005', 'lists what is there'],
  ['ST011', 'unpacks it'],
]);

/** Gaps without lines that are no records, which the program ignores and nothing heals: only JSON has them. */
export function reportableGaps(gaps: readonly PlacedGap[]): PlacedGap[] {
  const isPassedOver = ({ finding: { severity, healing, owner }, extent }: PlacedGap) =>
    extent === 'record' && !isDamage({ severity }) && healing === 'manual' && owner === 'drops';
  return gaps.filter((gap) => !isPassedOver(gap));
}

/** Reports conversations found only by prompts, because their files are gone. */
export async function reportLost({ err, options }: Job, found: readonly Conversation[]): Promise<void> {
  const lost = found.filter(({ hidden }) => hidden === 'lost');
  const [first] = lost;
  if (first === undefined) return;
  const them = lost.length === 1 ? 'One of these is' : `${lost.length} of these are`;
  const why = commandText(withPlaceholders(WHY, { ID: first.id }), rerun(options));
  await err.line(`convo: ${them} lost: the file is gone, and only typed prompts are left. \`${why}\` says more.`);
}

/** Reports damage on stderr, so that a pipe gets only the answer. The first `max` errors have a line each; for 0, their codes are named. */
export async function reportDamage(
  job: Job,
  { conversation, findings }: Pick<ShownConversation, 'conversation' | 'findings'>,
  max = Number.POSITIVE_INFINITY,
): Promise<void> {
  const errors = findings.filter(isError);
  if (errors.length === 0) return;
  const { kind, readable } = conversation;
  const deed = KIND_TABLE[kind].appendsOnly ? 'go on with' : 'read';
  const named = max === 0 ? ` (${codesOf(errors)})` : '';
  const head = readable
    ? `convo: the file has errors${named}`
    : `convo: the file is damaged${named}, ${kind} cannot ${deed} it; this is what can be understood`;
  await reportFindings(job, errors, { id: conversation.id, head, max });
}

/** Reports messages that a resume does not send: one line on a terminal, elsewhere one for each of the first `max`. */
export async function reportUnsent(
  job: Job,
  { conversation: { id, kind }, findings }: Pick<ShownConversation, 'conversation' | 'findings'>,
  max: number,
): Promise<void> {
  const unsent = findings.filter(isKeptFromModel);
  if (unsent.length === 0) return;
  const head = `convo: ${programOf(kind)} does not send all of it`;
  if (job.env.stderr.isTTY !== true) return reportFindings(job, unsent, { id, head, max });
  await job.err.line(`${head} (${codesOf(unsent)}): ${wayText(job, unsent, id)}`);
}

interface FindingLines {
  readonly id: string;
  readonly head: string;
  readonly max: number;
}

async function reportFindings(
  job: Job,
  findings: readonly PlacedFinding[],
  { id, head, max }: FindingLines,
): Promise<void> {
  const { err, env, options } = job;
  const colors = paintFor(options.color, env.stderr, env.vars);
  await err.line(head);
  for (const each of findings.slice(0, max)) await err.line(`  ${findingLine(each, colors, env.cwd)}`);
  if (max > 0 && findings.length > max) await err.line(`  and ${countText(findings.length - max, 'more', 'more')}`);
  await err.line(`  ${wayText(job, findings, id)}`);
}

function codesOf(findings: readonly PlacedFinding[]): string {
  return [...new Set(findings.map(({ code }) => code))].join(', ');
}

function wayText({ options }: Job, findings: readonly PlacedFinding[], id: string): string {
  const way = savingCommand(findings);
  if (way === null) return `\`convo explain ${findings[0]?.code}\` says more`;
  return `\`${commandText(withPlaceholders(way, { ID: id }), rerun(options))}\` shows what can be saved`;
}

/** The command that saves a conversation; null if a person must decide. */
function savingCommand(errors: readonly PlacedFinding[]): NextCommand | null {
  if (errors.some(({ healing }) => healing === 'safe')) return HEAL;
  if (errors.some(({ healing }) => healing === 'lossy')) return LOSSY;
  return errors.some(({ code }) => ruleOf(code).healedBy === 'migrate') ? MIGRATE : null;
}
