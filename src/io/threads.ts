import { parentPort, Worker, workerData } from 'node:worker_threads';
import type { Sentence } from '../model/command.ts';
import { Failure, type FailureCode } from '../model/failure.ts';
import { optimiseAsUsual, optimiseLate } from './tuning.ts';

export interface Workers<Task, Answer> {
  readonly size: number;
  all(task: Task): Promise<void>;
  /** Uses the least busy thread. Throws the task's error, or ThreadGone. */
  one(task: Task): Promise<Answer>;
  /** Always uses the same thread. */
  first(task: Task): Promise<Answer>;
  yieldNow(): Promise<void>;
  /** The answer; null if interrupted before it came. */
  wait(answer: Promise<Answer>, interrupted: () => boolean): Promise<Answer | null>;
  end(): Promise<void>;
}

/** Thrown if a thread ended during a task; `at` is its last reported place. */
class ThreadGone extends Error {
  override readonly name = 'ThreadGone';
  readonly at: number;

  constructor(reason: string, at: number) {
    super(reason);
    this.at = at;
  }
}

type TaskMessage<Task> = { readonly n: number; readonly task: Task };
type AnswerMessage<Answer> = { readonly n: number } & ({ readonly answer: Answer } | { readonly error: PlainError });

type QuestionMessage = { readonly asks: number };

/** Threads that run `program`, which calls `serveTasks`; `reply` answers their questions. */
export function workersOf<Task, Answer>(
  program: string,
  size: number,
  reply: (question: number) => boolean,
): Workers<Task, Answer> {
  optimiseAsUsual();
  const threads = Array.from({ length: size }, () => startThread<Task, Answer>(program, reply));
  Promise.all(threads.map(({ online }) => online)).then(optimiseLate);
  const give = (task: Task, to: typeof threads): Promise<Answer> =>
    to.reduce((best, each) => (each.waiting.size < best.waiting.size ? each : best)).give(task);
  return {
    size,
    all: async (task) => {
      await Promise.all(threads.map((each) => each.give(task)));
    },
    one: (task) => give(task, threads),
    first: (task) => give(task, threads.slice(0, 1)),
    yieldNow: () => new Promise((done) => setImmediate(done)),
    wait: unlessInterrupted,
    end: async () => {
      for (const { shared } of threads) Atomics.store(shared, STOP, 1);
      await Promise.all(threads.map((each) => each.end()));
    },
  };
}

/** Megabytes of young generation per thread, which keeps little of a unit. */
const YOUNG_GENERATION_MB = 12;

const INTERRUPT_POLL_MS = 50;

async function unlessInterrupted<T>(answer: Promise<T>, interrupted: () => boolean): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const stopped = new Promise<null>((done) => {
    timer = setInterval(() => interrupted() && done(null), INTERRUPT_POLL_MS);
  });
  try {
    return await Promise.race([answer, stopped]);
  } finally {
    clearInterval(timer);
  }
}

/** Indexes in shared memory: stop flag, place in the task, the reply (0: none). */
const STOP = 0;
const PLACE_SLOT = 1;
const REPLY = 2;
const ANSWER_YES = 1;
const ANSWER_NO = 2;

interface PendingAnswer<Answer> {
  readonly done: (answer: Answer) => void;
  readonly fail: (error: unknown) => void;
}

function startThread<Task, Answer>(program: string, reply: (question: number) => boolean) {
  const shared = new Int32Array(new SharedArrayBuffer(12));
  const waiting = new Map<number, PendingAnswer<Answer>>();
  const worker = new Worker(program, {
    workerData: shared,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
  });
  const online = new Promise((done) => worker.once('online', done));
  let next = 0;
  let gone: ThreadGone | null = null;
  const lose = (reason: string): void => {
    gone ??= new ThreadGone(reason, Atomics.load(shared, PLACE_SLOT));
    for (const { fail } of waiting.values()) fail(gone);
    waiting.clear();
  };
  worker.on('message', (message: AnswerMessage<Answer> | QuestionMessage) => {
    if ('asks' in message) {
      Atomics.store(shared, REPLY, reply(message.asks) ? ANSWER_YES : ANSWER_NO);
      Atomics.notify(shared, REPLY);
      return;
    }
    const request = waiting.get(message.n);
    waiting.delete(message.n);
    if ('answer' in message) request?.done(message.answer);
    else request?.fail(errorFrom(message.error));
  });
  worker.on('error', (error: Error) => lose(error.message));
  worker.on('exit', (code) => lose(`it ended with ${code}`));
  const give = (task: Task): Promise<Answer> => {
    if (gone !== null) return Promise.reject(gone);
    const answer = new Promise<Answer>((done, fail) => waiting.set(next, { done, fail }));
    worker.postMessage({ n: next++, task } satisfies TaskMessage<Task>);
    return answer;
  };
  return { shared, waiting, online, give, end: () => worker.terminate() };
}

/** A thread's side: its place, and whether to stop. */
export interface ThreadPort {
  reportPlace(at: number): void;
  stopped(): boolean;
  /** Asks the main thread; blocks until the reply. */
  ask(question: number): boolean;
}

export function serveTasks<Task, Answer>(work: (task: Task, post: ThreadPort) => Promise<Answer>): void {
  const port = parentPort;
  if (port === null || !(workerData instanceof Int32Array))
    throw new Error('serveTasks() was called outside a worker thread');
  const shared = workerData;
  const post: ThreadPort = {
    reportPlace: (at) => {
      Atomics.store(shared, PLACE_SLOT, at);
    },
    stopped: () => Atomics.load(shared, STOP) === 1,
    ask: (question) => {
      port.postMessage({ asks: question } satisfies QuestionMessage);
      Atomics.wait(shared, REPLY, 0);
      return Atomics.exchange(shared, REPLY, 0) === ANSWER_YES;
    },
  };
  let last = Promise.resolve();
  const carryOut = async ({ n, task }: TaskMessage<Task>): Promise<void> => {
    try {
      port.postMessage({ n, answer: await work(task, post) });
    } catch (error) {
      port.postMessage({ n, error: plainOf(error) });
    }
  };
  port.on('message', (sent: TaskMessage<Task>) => {
    last = last.then(() => carryOut(sent));
  });
}

interface PlainError {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  readonly failure: { readonly code: FailureCode; readonly hint: Sentence | null } | null;
}

function plainOf(error: unknown): PlainError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error), stack: undefined, failure: null };
  const { name, message, stack } = error;
  return { name, message, stack, failure: error instanceof Failure ? { code: error.code, hint: error.hint } : null };
}

function errorFrom({ name, message, stack, failure }: PlainError): Error {
  if (failure !== null) return new Failure(failure.code, message, failure.hint);
  return Object.assign(new Error(message), { name, ...(stack === undefined ? {} : { stack }) });
}
