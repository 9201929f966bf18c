import { paint } from '../report/paint.ts';
import { wantsColor } from './color.ts';
import { valuesOf } from './command.ts';
import type { Env } from './env.ts';
import type { Exit } from './exit.ts';
import { GLOBAL } from './options.ts';
import { type Output, output } from './output.ts';
import { pace } from './pace.ts';
import type { Call } from './program.ts';

/** Carries out a parsed command line. */
export async function perform(call: Call, env: Env, out: Output): Promise<Exit> {
  const options = await valuesOf(GLOBAL, call.globals);
  const whole = output(env.stderr, env.vars);
  // Questions are written whatever is asked: they wait for an answer.
  const note = options.quiet ? { ...whole, line: async () => {} } : whole;
  let interrupted = false;
  env.onInterrupt(() => {
    interrupted = true;
  });
  const job = {
    command: call.name,
    env,
    options,
    out,
    note,
    paint: paint(wantsColor(options.color, env.stdout, env.vars)),
    clock: { now: Math.floor(env.now() / 1000), zone: env.vars['TZ'] || null, utc: options.utc },
    interrupted: () => interrupted,
    breathe: pace(env.now),
  };
  try {
    return await call.command.run(job, call.operands, call.flags);
  } finally {
    await note.flush();
  }
}
