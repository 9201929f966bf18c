import { columnsOf, cutTo } from '../report/columns.ts';
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
  /** Files are read. */
  show(progress: Progress): void;
  /** Everything was read and is being decided, or written down. */
  deciding(): void;
  /** So many changes are settled, of as many of a root; null where that is not known. */
  made(done: number, of: number | null): void;
  /** Takes the line away, so that something else can be written there. */
  clear(): Promise<void>;
}

const FIRST = 1000;
const EACH = 200;
/** Changes that are under way at a time, at most. */
const IN_FLIGHT = 64;

/** The progress line of a run that begins now; its phases are reading, deciding, writing and tidying up. */
export function progressLine(job: Job): ProgressLine {
  const { env, command, options } = job;
  const start = env.now();
  const reading = pace(start);
  let writing = pace(start);
  let making: { readonly of: number | null; done: number } = { of: null, done: 0 };
  let next = start + FIRST;
  const screen = screenOf(job);

  const isDue = (now: boolean): boolean => {
    if (env.stderr.isTTY !== true || options.quiet) return false;
    const time = env.now();
    if (time < start + FIRST || (!now && time < next)) return false;
    next = time + EACH;
    return true;
  };
  job.onInterrupt(() => {
    const { of, done } = making;
    const rest = of === null ? IN_FLIGHT : Math.min(IN_FLIGHT, of - done);
    if (env.stderr.isTTY !== true || options.quiet || done === 0 || rest === 0) return;
    screen.say(`${command}: stopping, finishing ${countText(rest, 'change')} in flight (Ctrl-C again stops at once)`);
    void screen.keep();
  });
  return {
    show: ({ files, bytes, of = 0 }) => {
      if (!isDue(false)) return;
      const { rate, left } = reading(env.now(), files, of);
      const share = of > 0 ? files / of : null;
      const count = of > files ? `${numberText(files)} of ${countText(of, 'file')}` : countText(files, 'file');
      screen.draw(`${command}: reading`, share, [count, bytesText(bytes), `${numberText(rate)}/s`, left]);
    },
    deciding: () => {
      if (isDue(true)) screen.say(`${command}: deciding`);
    },
    made: (done, of) => {
      // Another root's changes, or the first: a question may have waited for its answer until now.
      if (making.of !== of || done <= making.done) writing = pace(env.now());
      making = { of, done };
      const isLast = done === of;
      if (!isDue(isLast)) return;
      if (isLast) return screen.say(`${command}: tidying up after ${countText(done, 'change')}`);
      const { rate, left } = writing(env.now(), done, of ?? 0);
      const all = of === null ? countText(done, 'change') : `${numberText(done)} of ${countText(of, 'change')}`;
      screen.draw(`${command}: writing`, of === null ? null : done / of, [all, `${numberText(rate)}/s`, left]);
    },
    clear: screen.clear,
  };
}

/** Share of the newest stretch in the smoothed rate. */
const NEWEST = 0.3;

/** The smoothed rate of something that began at `start`, and what is left at that rate. */
function pace(
  start: number,
): (now: number, done: number, of: number) => { readonly rate: number; readonly left: string } {
  let last = { time: start, done: 0 };
  let rate: number | null = null;
  return (now, done, of) => {
    const stretch = ((done - last.done) * 1000) / Math.max(now - last.time, 1);
    rate = rate === null ? stretch : NEWEST * stretch + (1 - NEWEST) * rate;
    last = { time: now, done };
    const left = rate === 0 || of <= done ? '' : `about ${spanText(((of - done) * 1000) / rate)} left`;
    return { rate: Math.round(rate), left };
  };
}

/** Cells of the bar. */
const BAR = 20;

/** The one line of a terminal that is written over and over. */
function screenOf({ env, note }: Pick<Job, 'env' | 'note'>) {
  let shown = false;
  const say = (text: string): void => {
    shown = true;
    // One column less: a full line would wrap on some terminals, and could not be taken away.
    void note.write(`\r\u001b[K${cutTo(text, (env.stderr.columns ?? 80) - 1)}`);
    void note.flush();
  };
  return {
    say,
    /** What is known, as far as there is room for it: without the bar first. */
    draw: (head: string, share: number | null, facts: readonly string[]): void => {
      const rest = facts.filter((fact) => fact !== '').join(', ');
      const bar = share === null ? '' : barOf(share);
      const whole = [head, bar, rest].filter((part) => part !== '').join('  ');
      const fits = columnsOf(whole) < (env.stderr.columns ?? 80);
      say(fits ? whole : `${head}  ${rest}`);
    },
    /** The line stays, and what follows goes below it. */
    keep: async (): Promise<void> => {
      shown = false;
      await note.write('\n');
      await note.flush();
    },
    clear: async (): Promise<void> => {
      if (!shown) return;
      shown = false;
      await note.write('\r\u001b[K');
      await note.flush();
    },
  };
}

function barOf(share: number): string {
  const full = Math.min(BAR, Math.floor(share * BAR));
  return '█'.repeat(full) + '░'.repeat(BAR - full);
}
