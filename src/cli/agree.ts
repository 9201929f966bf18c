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
  for (const text of changeText({ ...plan, dryRun: true }, { again: rerun(options), paint: colors, asked: true }))
    await note.write(`${text}\n`);
  return askAgreement(job, `Go on with ${countText(plan.changed, 'change')}?`);
}

/** Asks on the terminal; only `y` or `yes` agrees. */
export async function askAgreement({ env, note }: Job, question: string): Promise<boolean> {
  await note.write(`${question} [y/N] `);
  await note.flush();
  return YES.test(await answerFrom(env.stdin[Symbol.asyncIterator]()));
}

/** Asks on the terminal, and again after each wish for details; what no answer comes to is no. */
export async function askTwice({ env, note }: Job, question: string, details: () => Promise<void>): Promise<boolean> {
  const input = env.stdin[Symbol.asyncIterator]();
  for (;;) {
    await note.write(`${question} [y/N/d] (d shows the edits) `);
    await note.flush();
    const answer = await answerFrom(input);
    if (!DETAILS.test(answer)) {
      await input.return?.();
      return YES.test(answer);
    }
    await details();
  }
}

const YES = /^\s*y(es)?\s*$/i;
const DETAILS = /^\s*d(etails)?\s*$/i;

/** One line of input; what follows it on the same piece is dropped. */
async function answerFrom(input: AsyncIterator<string | Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let answer = '';
  while (!answer.includes('\n')) {
    const { done, value } = await input.next();
    if (done === true) break;
    answer += typeof value === 'string' ? value : decoder.decode(value, { stream: true });
  }
  return answer.split('\n')[0] ?? '';
}
