import { yieldEvery } from '../model/yielding.ts';
import { GLOBAL, type Job, type Roots } from './command.ts';
import { flagsOf, loadUserSettings, withPager } from './config/config.ts';
import type { Env } from './env.ts';
import type { Exit } from './exit.ts';
import { valuesOf } from './flag.ts';
import { jobCommentary } from './job-commentary.ts';
import { type Output, paintFor, ReaderGone } from './output.ts';
import type { Call } from './program.ts';

export async function perform(call: Call, processEnv: Env, out: Output, runCommand: Job['runCommand']): Promise<Exit> {
  const settings = await loadUserSettings(processEnv, call.globals['config'] !== false);
  const env = settings === null ? processEnv : withPager(processEnv, settings);
  const { root: paths, ...values } = await valuesOf(GLOBAL, {
    ...(settings === null ? {} : flagsOf(settings, env)),
    ...call.globals,
  });
  const roots: Roots = { from: call.globals['root'] === undefined ? 'settings' : 'words', paths };
  const options = { ...values, roots };
  const err = jobCommentary(env, options.quiet, call.globals);
  let interrupted = false;
  const listeners: (() => void)[] = [];
  env.onInterrupt(() => {
    interrupted = true;
    for (const then of listeners) then();
  });
  const job = {
    command: call.name,
    env,
    options,
    settings,
    out,
    err,
    paint: paintFor(options.color, env.stdout, env.vars),
    clock: { now: Math.floor(env.now() / 1000), zone: env.vars['TZ'] || null, utc: options.utc },
    interrupted: () => interrupted,
    onInterrupt: (then: () => void) => {
      if (interrupted) then();
      else listeners.push(then);
    },
    yieldNow: yieldEvery(env.now, () => new Promise((done) => setImmediate(done))),
    runCommand,
  };
  try {
    const exit = await call.command.run(job, call.operands, call.flags);
    if (out.isPartlySent()) await flushed(out, exit);
    return exit;
  } finally {
    await err.flush();
  }
}

/** Flushes the answer, so that commentary does not come in its middle. If the reader left, the exit code stays. */
async function flushed(out: Output, exit: Exit): Promise<void> {
  await out.flush().catch((error: unknown) => {
    if (error instanceof ReaderGone) error.exit = exit;
    throw error;
  });
}
