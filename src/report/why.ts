import { cmd, commandText, type NextCommand } from '../model/command.ts';
import { type Conversation, isResumable } from '../model/conversation.ts';
import type { PlacedFinding } from '../model/finding.ts';
import { KIND_TABLE } from '../model/kinds.ts';
import type { LostConversation } from '../model/lost.ts';
import { arrowLine, type FindingScreen } from './findings/report.ts';
import { findingLine, labelOf, sentenceOf } from './findings/sentence.ts';
import { contractJson, conversationJson, findingJson } from './json-text.ts';
import { titleText } from './list/title.ts';
import { lostJson } from './lost.ts';
import { type GoneFolder, isDeletedAtStart, linkLines, resumeLines } from './resume-lines.ts';
import { printable, wrap } from './text.ts';

interface Answer {
  readonly conversation: Conversation;
  readonly hidden: string | null;
  readonly reasons: readonly {
    readonly reason: string;
    readonly message: string;
    readonly next: NextCommand | null;
    readonly findings: readonly PlacedFinding[];
  }[];
  readonly namesakes?: readonly Pick<Conversation, 'path' | 'hidden'>[];
}

type WhyScreen = FindingScreen & { readonly gone: GoneFolder | null };

export function whyJson(
  { conversation, hidden, reasons }: Answer,
  commandPrefix: string,
  lost: LostConversation | null,
): string {
  return contractJson('why', {
    conversation: conversationJson(conversation),
    hidden,
    reasons: reasons.map(({ reason, message, next, findings }) => ({
      reason,
      message,
      remedy: next && commandText(next, commandPrefix),
      findings: findings.map(findingJson),
    })),
    ...(lost === null ? {} : { lost: lostJson(lost, commandPrefix) }),
  });
}

const MAX_FINDINGS_SHOWN = 3;

export function* whyText(
  { conversation, hidden, reasons, namesakes = [] }: Answer,
  screen: WhyScreen,
): Generator<string> {
  const { paint, width, commandPrefix } = screen;
  const { id } = conversation;
  const title = titleText(conversation);
  const named = title === '' ? '' : `  ${title}`;
  yield* wrap(`${paint.strong(printable(id))}${named}`, 0, { width, hang: 2 });
  yield* wrap(verdictLine(conversation, hidden, reasons), 0, { width });
  for (const { reason, message, next, findings } of reasons) {
    yield '';
    for (const line of wrap(`${reason}: ${message}`, 0, { width, hang: 2 })) yield line;
    for (const finding of findings.slice(0, MAX_FINDINGS_SHOWN)) yield* findingLines(finding, screen);
    if (findings.length > MAX_FINDINGS_SHOWN) yield `  ${findings.length - MAX_FINDINGS_SHOWN} more like these`;
    if (next !== null) yield `  ${paint.accent(printable(commandText(next, commandPrefix)))}`;
  }
  for (const other of namesakes) yield* namesakeLines(other, screen);
  const lines = resumeOrLinkLines(conversation, reasons, screen);
  if (lines.length > 0) yield* ['', ...lines];
}

function namesakeLines(
  { path, hidden = null }: Pick<Conversation, 'path' | 'hidden'>,
  { paint, width, commandPrefix }: WhyScreen,
): string[] {
  const way = paint.accent(printable(commandText(cmd`why ${path}`, commandPrefix)));
  const words = `another file has this id${hidden === null ? '' : `, and is hidden (${hidden})`}:`;
  return ['', ...wrap(words, 0, { width }), `  ${way}`];
}

/** Lines on resuming, without obstacles that a reason names. */
function resumeOrLinkLines(
  conversation: Conversation,
  reasons: Answer['reasons'],
  { gone, commandPrefix, width }: Pick<WhyScreen, 'gone' | 'commandPrefix' | 'width'>,
): string[] {
  const isSaid = reasons.some(({ next }) => next !== null && commandText(next, commandPrefix) === gone?.moved);
  const links = linkLines(conversation, commandPrefix, width);
  return isSaid ? links : [...links, ...resumeLines(conversation, gone, width)];
}

/** Lines of a finding for a terminal; paths are not broken at blanks. */
function findingLines(finding: PlacedFinding, screen: FindingScreen): string[] {
  const { paint, width, cwd } = screen;
  if (width === Number.POSITIVE_INFINITY) return [`  ${findingLine(finding, paint, cwd)}`];
  const what = `${labelOf(finding, paint)}: ${sentenceOf(finding)}`;
  return [...wrap(what, 2, { width, hang: 4 }), arrowLine(finding, screen)];
}

/** Reasons that do not change the listing. */
const UNLISTED: ReadonlySet<string> = new Set(['at-risk', 'damaged', 'project-moved']);

function verdictLine(conversation: Conversation, hidden: string | null, reasons: Answer['reasons']): string {
  const { kind, readable } = conversation;
  if (hidden !== null) return `${kind} does not list it: ${hidden}`;
  // A program that deletes by content reads every file for its list.
  if (!readable && KIND_TABLE[kind].deletes?.by === 'content') return `${kind} cannot read it, and does not list it`;
  // It deletes before it lists.
  if (isDeletedAtStart(conversation)) return `${kind} deletes it at its next start, and does not list it`;
  if (!isResumable(conversation))
    return `${kind} lists it, and cannot ${KIND_TABLE[kind].appendsOnly ? 'go on with' : 'read'} it`;
  if (!reasons.every(({ reason }) => UNLISTED.has(reason))) return `${kind} lists it, and not as it is on disk`;
  const has = (word: string) => reasons.some(({ reason }) => reason === word);
  const lists = has('project-moved') ? `${kind} lists it in its folder alone, which is gone` : `${kind} lists it`;
  return lists + (has('damaged') ? '; it is damaged' : has('project-moved') ? '' : ', as it is on disk');
}
