import { paint } from '../report/paint.ts';
import { fitted } from '../report/wrap.ts';
import { flagsOf, ownSettings, withPager } from './config/config.ts';
import type { Env } from './env.ts';
import type { Exit } from './exit.ts';
import { valuesOf } from './flag.ts';
import type { Job } from './job.ts';
import { GLOBAL } from './options.ts';
import { commentary, type Output, wantsColor } from './output.ts';
import type { Call } from './program.ts';

/** Carries out a parsed command line; `convo` carries out others. */
export async function perform(call: Call, given: Env, out: Output, convo: Job['convo']): Promise<Exit> {
  const own = await ownSettings(given, call.globals['config'] !== false);
  const env = own === null ? given : withPager(given, own);
  const values = await valuesOf(GLOBAL, { ...(own === null ? {} : flagsOf(own, env)), ...call.globals });
  const options = call.globals['root'] === undefined ? { ...values, usual: values.root } : values;
  const whole = commentary(env.stderr, env.vars);
  // Questions are written whatever is asked: they wait for an answer.
  const note = {
    ...whole,
    line: async (text: string) => {
      for (const line of options.quiet ? [] : fitted(text, whole.width)) await whole.line(line);
    },
  };
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
    own,
    out,
    note,
    paint: paint(wantsColor(options.color, env.stdout, env.vars)),
    clock: { now: Math.floor(env.now() / 1000), zone: env.vars['TZ'] || null, utc: options.utc },
    interrupted: () => interrupted,
    onInterrupt: (then: () => void) => {
      if (interrupted) then();
      else listeners.push(then);
    },
    breathe: pace(env.now),
    convo,
  };
  try {
    return await call.command.run(job, call.operands, call.flags);
  } finally {
    await note.flush();
  }
}

/** Milliseconds of synchronous work after which a signal is given its chance. */
const BREATH = 50;

/** A function to call between files: now and then it waits for one turn of the event loop. */
function pace(now: () => number): () => Promise<void> {
  let last = now();
  return async () => {
    if (now() - last < BREATH) return;
    await new Promise((done) => setImmediate(done));
    last = now();
  };
}
