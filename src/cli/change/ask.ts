import { Failure } from '../../model/failure.ts';
import { fitted } from '../../report/wrap.ts';
import type { Job } from '../job.ts';

/** True for `y` or `yes` alone. `d` shows `details`, if given, and asks again. Reusable. Throws Failure `interrupted`. */
export async function ask(job: Job, question: string, details?: () => Promise<void>): Promise<boolean> {
  const { err } = job;
  const choice = details === undefined ? '[y/N]' : '[y/N/d] (d shows the edits)';
  const isOneLine = question.length + choice.length + 1 < err.width;
  const text = isOneLine ? `${question} ${choice}` : [...fitted(question, err.width), choice].join('\n');
  for (;;) {
    await err.write(`${text} `);
    await err.flush();
    const answer = await answerTo(job);
    if (details === undefined || !DETAILS.test(answer)) return YES.test(answer);
    await details();
  }
}

const YES = /^\s*y(es)?\s*$/i;
const DETAILS = /^\s*d(etails)?\s*$/i;

/** Empty at the end of input; drops the rest of the chunk. Throws Failure `interrupted`. */
async function answerTo({ env: { stdin }, err, onInterrupt }: Job): Promise<string> {
  const input = stdin[Symbol.asyncIterator]();
  let isWaiting = true;
  const interrupted = new Promise<never>((_, fail) => {
    onInterrupt(() => {
      if (!isWaiting) return;
      stdin.destroy?.();
      // The terminal shows ^C after the question.
      void err.write('\n');
      fail(new Failure('interrupted', 'interrupted before anything was changed'));
    });
  });
  const decoder = new TextDecoder();
  let answer = '';
  try {
    while (!answer.includes('\n')) {
      const { done, value } = await Promise.race([input.next(), interrupted]);
      if (done === true) {
        // Without Enter the cursor is still in the question's line.
        await err.write('\n');
        break;
      }
      answer += typeof value === 'string' ? value : decoder.decode(value, { stream: true });
    }
    // Not awaited: it may wait for a chunk forever.
    void input.return?.();
  } finally {
    isWaiting = false;
  }
  return answer.split('\n')[0] ?? '';
}
