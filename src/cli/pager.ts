import type { Job } from './command.ts';
import type { Env } from './env.ts';
import { output, ReaderGone } from './output.ts';

/** Prints lines, through the pager on a terminal. `lines` is called up to twice. */
export async function paged(job: Job, lines: () => Iterable<string>): Promise<void> {
  const { env, options, out } = job;
  const command = pagerOf(env, options.pager);
  if (command === null || !(await throughPager(env, command, lines()))) await out.lines(lines());
}

const CANNOT_RUN_CODES: readonly number[] = [126, 127];

async function throughPager(env: Env, command: string, lines: Iterable<string>): Promise<boolean> {
  const pager = env.pager(command);
  const out = output(pager.stream, env.vars);
  try {
    await out.lines(lines);
    await out.flush();
  } catch (error) {
    if (!(error instanceof ReaderGone)) throw error;
  }
  return !CANNOT_RUN_CODES.includes(await pager.close());
}

function pagerOf({ stdin, stdout, vars }: Env, wanted: boolean): string | null {
  const { CONVO_PAGER, PAGER, TERM } = vars;
  if (!wanted || stdout.isTTY !== true || stdin.isTTY !== true || TERM === 'dumb') return null;
  const command = CONVO_PAGER ?? PAGER ?? 'less -FRX';
  return command === '' || command === 'cat' ? null : command;
}
