import type { ClaudeDocument } from '../document.ts';
import { runningOf } from '../layout/site-files.ts';

/** Seconds that a program may take between two writes of one line. */
const YOUNG = 60;

/** A program has it open, or has written to it just now and is not done with the line. */
export function isLiving({ id, scope, active }: ClaudeDocument): boolean {
  const { common = [], alive, now } = scope;
  const running = runningOf(common).filter(({ sessionId }) => sessionId === id);
  if (running.some(({ pid }) => alive?.(pid) ?? false)) return true;
  return active !== null && Math.abs(now - active.part.mtime) < YOUNG;
}
