import type { ChangeReport } from '../model/change-report.ts';
import { Failure } from '../model/failure.ts';
import { changeText } from '../report/change.ts';
import { countText } from '../report/count.ts';
import { paint } from '../report/paint.ts';
import { wantsColor } from './color.ts';
import type { Job } from './job.ts';
import { rerun } from './rerun.ts';

/** Can a person be asked. */
function canAsk({ env }: Job): boolean {
  return env.stdin.isTTY === true && env.stderr.isTTY === true;
}

/** Refuses what nobody agreed to and nobody can be asked about; `what` is a clause such as `heal would change ...`. */
export function needAgreement(job: Job, what: string): void {
  if (canAsk(job)) return;
  const hint = 'Look first with --dry-run, then agree with --yes; nothing was touched.';
  throw new Failure('usage', `${what}, and there is no terminal to ask on`, hint);
}

/** Shows a bulk change whole on the terminal, and asks. */
export async function agreeTo(job: Job, plan: ChangeReport): Promise<boolean> {
  const { env, note, options } = job;
  const colors = paint(wantsColor(options.color, env.stderr, env.vars));
  for (const text of changeText({ ...plan, dryRun: true }, { again: rerun(options), paint: colors }))
    await note.line(text);
  return askAgreement(job, `Go on with ${countText(plan.changed, 'change')}?`);
}

/** Asks on the terminal; only `y` or `yes` agrees. */
export async function askAgreement({ env, note }: Job, question: string): Promise<boolean> {
  await note.write(`${question} [y/N] `);
  await note.flush();
  const decoder = new TextDecoder();
  let answer = '';
  for await (const chunk of env.stdin) {
    answer += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
    if (answer.includes('\n')) break;
  }
  const [first = ''] = answer.split('\n');
  return /^\s*y(es)?\s*$/i.test(first);
}
