import { Failure } from '../../model/failure.ts';
import { fitted } from '../../report/wrap.ts';
import type { Job } from '../job.ts';

/**
 * Asks on the terminal; true for `y` or `yes` alone. With `details`, `d` shows them, and the question comes again. May be called
 * any number of times. Throws Failure `interrupted` when that comes before the answer.
 */
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

/** One line of input, empty at its end; drops the rest of the piece. Throws Failure `interrupted` when that comes first. */
async function answerTo({ env: { stdin }, err, onInterrupt }: Job): Promise<string> {
  const input = stdin[Symbol.asyncIterator]();
  let isWaiting = true;
  const interrupted = new Promise<never>((_, fail) => {
    onInterrupt(() => {
      if (!isWaiting) return;
      stdin.destroy?.();
      // Below the question: the terminal shows ^C behind it.
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
        // Nobody has pressed Enter: the next line must begin below the question.
        await err.write('\n');
        break;
      }
      answer += typeof value === 'string' ? value : decoder.decode(value, { stream: true });
    }
    // Not awaited: it may wait for a piece that never comes.
    void input.return?.();
  } finally {
    isWaiting = false;
  }
  return answer.split('\n')[0] ?? '';
}
