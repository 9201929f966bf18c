import { refused } from '../../decided.ts';
import type { Left } from '../../kind.ts';
import type { ClaudeDocument } from '../document.ts';
import { runningOf } from '../layout/site-files.ts';

/** Seconds that a program may take between two writes of one line. */
const YOUNG = 60;

/** A program has it open, or has written to it just now and is not done with the line. */
export function isLiving(document: ClaudeDocument): boolean {
  return isOpen(document) || isYoung(document);
}

/** Such a session is not changed: the program would go on from what it has in memory. */
export function refusedAsLiving(document: ClaudeDocument): Left | null {
  if (!isLiving(document)) return null;
  const young = 'was written to within the last minute, and the program may not be done: try again in a minute';
  return refused({
    codes: ['CL403'],
    reason: isOpen(document) ? 'is in use by a running program: end that first' : young,
    unsafe: true,
  });
}

function isOpen({ id, scope: { common = [], alive } }: ClaudeDocument): boolean {
  return runningOf(common).some(({ pid, sessionId }) => sessionId === id && (alive?.(pid) ?? false));
}

// What convo wrote was quiet before, or it would have been refused.
function isYoung({ scope: { now, ownWrite }, active }: ClaudeDocument): boolean {
  if (active === null) return false;
  const { path, mtime } = active.part;
  return Math.abs(now - mtime) < YOUNG && ownWrite?.(path, mtime) !== true;
}
