import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';

/** Milliseconds between two looks at what a command has written. */
const LOOK = 2;

/** Runs a command and kills it, with what it started, at the first moment at which `isSeen`. False if it ended before. */
export async function killedWhen(
  [program = '', ...words]: readonly string[],
  env: NodeJS.ProcessEnv,
  isSeen: () => boolean,
): Promise<boolean> {
  const child = spawn(program, words, { env, stdio: 'ignore', detached: true });
  const ended = once(child, 'close');
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  while (isRunning() && !isSeen()) await setTimeout(LOOK);
  if (!isRunning() || child.pid === undefined) return false;
  process.kill(-child.pid, 'SIGKILL');
  await ended;
  return true;
}
