import { bytesText, clipTo, columnsOf, countText, numberText } from '../report/text.ts';
import { spanText } from '../report/time.ts';
import type { Job } from './command.ts';

interface Progress {
  readonly files: number;
  readonly bytes: number;
  /** All files, once they are found. */
  readonly of?: number;
  /** Part of the work that is done, from 0 to 1. */
  readonly share?: number | null;
}

/** Progress on stderr; terminals only, after the first second. */
export interface ProgressLine {
  /** Shows the line at once, because a question follows. */
  begin(): unknown;
  show(progress: Progress): void;
  deciding(): void;
  /** Finished changes of one root; `of` null if unknown. */
  made(done: number, of: number | null): void;
  tidied(done: number, of: number): void;
  clear(): Promise<void>;
}

const FIRST_SHOWN_MS = 1000;
const INTERVAL_MS = 200;
const IN_FLIGHT = 64;

/** Phases: reading, deciding, writing, tidying. Without a command it is `convo` itself. */
export function progressLine(job: Job): ProgressLine {
  const { env, options } = job;
  const command = job.command || 'convo';
  const screen = screenOf(job);
  const start = env.now();
  const reading = rateEstimate(start);
  let writing = rateEstimate(start);
  let tidying = rateEstimate(start);
  let making: { readonly of: number | null; done: number } = { of: null, done: 0 };
  // A dumb terminal cannot rewrite a line.
  const isVisible = env.stderr.isTTY === true && env.vars['TERM'] !== 'dumb' && !options.quiet;
  const isDue = dueSince(start, job, isVisible);
  job.onInterrupt(() => {
    const { of, done } = making;
    const rest = Math.min(IN_FLIGHT, (of ?? Number.POSITIVE_INFINITY) - done);
    if (!isVisible || done === 0 || rest === 0) return;
    screen.say(`${command}: stopping, finishing ${countText(rest, 'change')} in flight (Ctrl-C again stops at once)`);
    void screen.keep();
  });
  return {
    begin: () => isVisible && screen.say(`${command}: reading ...`),
    show: ({ files, bytes, of = 0, share = null }) => {
      if (!isDue(false)) return;
      const { rate, timeLeft } = reading(env.now(), files, of);
      const count = of > files ? `${numberText(files)} of ${countText(of, 'file')}` : countText(files, 'file');
      screen.draw(`${command}: reading`, share, [count, timeLeft], [bytesText(bytes), rate]);
    },
    deciding: () => {
      if (isDue(true)) screen.say(`${command}: deciding`);
    },
    made: (done, of) => {
      // Another root, or the first one: a question may have waited until now.
      if (making.of !== of || done <= making.done) writing = rateEstimate(env.now());
      making = { of, done };
      const isLast = done === of;
      if (!isDue(isLast)) return;
      if (isLast) return screen.say(`${command}: tidying up after ${countText(done, 'change')}`);
      const { rate, timeLeft } = writing(env.now(), done, of ?? 0);
      const all = of === null ? countText(done, 'change') : `${numberText(done)} of ${countText(of, 'change')}`;
      screen.draw(`${command}: writing`, of === null ? null : done / of, [all, timeLeft], [rate]);
    },
    tidied: (done, of) => {
      if (done === 1) tidying = rateEstimate(env.now());
      if (!isDue(false)) return;
      const { rate, timeLeft } = tidying(env.now(), done, of);
      const facts = [`${numberText(done)} of ${countText(of, 'lock')} dropped`, timeLeft] as const;
      screen.draw(`${command}: tidying`, done / of, facts, [rate]);
    },
    clear: screen.clear,
  };
}

/** Returns a test whether to draw a line: at most one in `INTERVAL_MS` milliseconds, or with `now`; none in the first second. */
function dueSince(start: number, { env }: Job, isVisible: boolean): (now: boolean) => boolean {
  let next = start + FIRST_SHOWN_MS;
  return (now) => {
    if (!isVisible) return false;
    const time = env.now();
    if (time < start + FIRST_SHOWN_MS || (!now && time < next)) return false;
    next = time + INTERVAL_MS;
    return true;
  };
}

/** Milliseconds before a rate and before an estimate: first files are slow. */
const MIN_RATE_MS = 1000;
const MIN_ESTIMATE_MS = 3000;
/** An estimate from a smaller share of the work waits for `PATIENT_ESTIMATE_MS`, because the rest may be far faster. */
const MIN_SHARE = 0.05;
const PATIENT_ESTIMATE_MS = 15_000;
const SMOOTHING_MS = 2000;

function rateEstimate(
  begun: number,
): (now: number, done: number, of: number) => { readonly rate: string; readonly timeLeft: string } {
  let start = begun;
  let last = { time: start, done: 0 };
  let rate: number | null = null;
  return (now, done, of) => {
    if (done < last.done) {
      rate = null;
      start = now;
      last = { time: now, done };
      return { rate: '', timeLeft: '' };
    }
    // These were made before the phase was timed.
    if (rate === null && now === last.time) {
      last = { time: now, done };
      return { rate: '', timeLeft: '' };
    }
    const span = Math.max(now - last.time, 1);
    const stretch = ((done - last.done) * 1000) / span;
    const newest = 1 - Math.exp(-span / SMOOTHING_MS);
    rate = rate === null ? stretch : newest * stretch + (1 - newest) * rate;
    last = { time: now, done };
    return { rate: rateText(rate, now - start), timeLeft: leftText(rate, now - start, { done, of }) };
  };
}

/** A rate as text; empty while unknown. `ran`: milliseconds. */
function rateText(rate: number, ran: number): string {
  return ran < MIN_RATE_MS || Math.round(rate) === 0 ? '' : `${numberText(Math.round(rate))}/s`;
}

function leftText(rate: number, ran: number, { done, of }: { readonly done: number; readonly of: number }): string {
  const isEarly = ran < (done < of * MIN_SHARE ? PATIENT_ESTIMATE_MS : MIN_ESTIMATE_MS);
  return isEarly || rate === 0 || of <= done ? '' : `${roughly((of - done) / rate)} left`;
}

/** Rounds up, so that the last digit does not flicker. */
function roughly(seconds: number): string {
  const step = seconds < 10 ? 1 : seconds < 60 ? 5 : 15;
  return spanText(Math.ceil(seconds / step) * step * 1000);
}

const BAR_WIDTH = 16;

function screenOf({ env, err }: Pick<Job, 'env' | 'err'>) {
  let hasDrawn = false;
  const say = (text: string): void => {
    hasDrawn = true;
    // One column less: some terminals would wrap.
    void err.write(`\r\u001b[K${clipTo(text, (env.stderr.columns ?? 80) - 1)}`);
    void err.flush();
  };
  return {
    say,
    /** Omits parts if narrow: last of `more` first, then the bar. */
    draw: (
      head: string,
      share: number | null,
      [count, timeLeft]: readonly [string, string],
      more: readonly string[],
    ) => {
      const bar = share === null ? [] : [barOf(share)];
      const lines = more.map((_, i) => [count, ...more.slice(0, more.length - i), timeLeft]);
      const texts = [...lines, [count, timeLeft]].map((facts) => facts.filter((fact) => fact !== '').join(', '));
      const wholes = texts.map((text) => [head, ...bar, text].join('  '));
      say(wholes.find((whole) => columnsOf(whole) < (env.stderr.columns ?? 80)) ?? `${head}  ${texts.at(-1)}`);
    },
    /** Keeps the line; output continues below. */
    keep: async (): Promise<void> => {
      hasDrawn = false;
      await err.write('\n');
      await err.flush();
    },
    clear: async (): Promise<void> => {
      if (!hasDrawn) return;
      hasDrawn = false;
      await err.write('\r\u001b[K');
      await err.flush();
    },
  };
}

function barOf(share: number): string {
  const full = Math.min(BAR_WIDTH, Math.floor(share * BAR_WIDTH));
  return '█'.repeat(full) + '░'.repeat(BAR_WIDTH - full);
}
