import { spawnSync } from 'node:child_process';

/** What one whole process took. */
export interface Took {
  readonly seconds: number;
  /** Peak resident memory. */
  readonly megabytes: number;
  readonly output: string;
}

/** On its way out the process tells its peak memory, in KiB, on descriptor 3; its threads, which load this too, do not. */
const TELL =
  `import{writeSync}from'node:fs';import{isMainThread}from'node:worker_threads';` +
  `if(isMainThread)process.on('exit',()=>writeSync(3,String(process.resourceUsage().maxRSS)))`;

/** Runs node with these arguments and measures it from outside; throws when it exits with another code than `expect`. */
export function nodeProcess(args: readonly string[], expect: readonly number[] = [0]): Took {
  const start = process.hrtime.bigint();
  const child = spawnSync(process.execPath, ['--import', `data:text/javascript,${encodeURIComponent(TELL)}`, ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    maxBuffer: 1 << 28,
    encoding: 'utf8',
  });
  const seconds = Number(process.hrtime.bigint() - start) / 1e9;
  if (child.status === null || !expect.includes(child.status))
    throw new Error(`node ${args.join(' ')} exited ${child.status}: ${child.stderr}`);
  return { seconds, megabytes: Number(child.output[3]) / 1024, output: child.stdout };
}

/** The middle of some numbers. */
export function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? 0;
}
