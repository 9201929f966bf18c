import { bytesText, countText, numberText } from '../report/numbers.ts';
import { spanText } from '../report/time.ts';
import type { Job } from './job.ts';

/** How far a survey is; `of` are the files found so far. */
interface Progress {
  readonly files: number;
  readonly bytes: number;
  readonly of?: number;
}

/** A line on stderr that says how far a long run is; on a terminal only, and not for the first second. */
export interface ProgressLine {
  show(progress: Progress): void;
  /** So many changes are settled, of as many of a root; null where that is not known. */
  made(done: number, of: number | null): void;
  /** Takes the line away, so that something else can be written there. */
  clear(): Promise<void>;
}

const FIRST = 1000;
const EACH = 200;

/** The progress line of a run that begins now. */
export function progressLine({ env, note, command, options }: Job): ProgressLine {
  const start = env.now();
  const making: { since: number; of: number | null } = { since: 0, of: null };
  let next = start + FIRST;
  let shown = false;

  const isDue = (): boolean => {
    const now = env.now();
    if (env.stderr.isTTY !== true || options.quiet || now < next) return false;
    next = now + EACH;
    return true;
  };
  const say = (text: string): void => {
    shown = true;
    void note.write(`\r\u001b[K${command}: ${text}`);
    void note.flush();
  };
  return {
    show: ({ files, bytes, of = 0 }) => {
      if (!isDue()) return;
      const passed = env.now() - start;
      const rate = bytesText(Math.round((bytes * 1000) / passed));
      say(`${countText(files, 'file')}, ${bytesText(bytes)}, ${rate}/s${left(passed, files, of)}`);
    },
    made: (done, of) => {
      // Another root's changes, or the first: a question may have waited for its answer until now.
      if (making.of !== of || done === 1) Object.assign(making, { since: env.now(), of });
      if (!isDue()) return;
      const passed = Math.max(env.now() - making.since, 1);
      const rate = numberText(Math.round((done * 1000) / passed));
      const all = of === null ? countText(done, 'change') : `${numberText(done)} of ${countText(of, 'change')}`;
      say(`${all}, ${rate}/s${left(passed, done, of ?? 0)}`);
    },
    clear: async () => {
      if (!shown) return;
      shown = false;
      await note.write('\r\u001b[K');
      await note.flush();
    },
  };
}

/** What is left at the pace until now. */
function left(passed: number, done: number, of: number): string {
  return done === 0 || of <= done ? '' : `, about ${spanText((passed * (of - done)) / done)} left`;
}
