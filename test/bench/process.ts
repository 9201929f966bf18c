import { spawnSync } from 'node:child_process';

/** What one whole process took. */
export interface Took {
  readonly seconds: number;
  /** What its threads took of processors, all together: little changes it, where other programs share the machine. */
  readonly cpu: number;
  /** Peak resident memory. */
  readonly megabytes: number;
  readonly output: string;
}

/** On its way out the process tells its peak memory, in KiB, and its processor time, in microseconds, on descriptor 3; its threads, which load this too, do not. */
const TELL =
  `import{writeSync}from'node:fs';import{isMainThread}from'node:worker_threads';` +
  `if(isMainThread)process.on('exit',()=>{const{maxRSS,userCPUTime,systemCPUTime}=process.resourceUsage();` +
  `writeSync(3,maxRSS+' '+(userCPUTime+systemCPUTime))})`;

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
  const [kibibytes = 0, micros = 0] = (child.output[3] ?? '').split(' ').map(Number);
  return { seconds, cpu: micros / 1e6, megabytes: kibibytes / 1024, output: child.stdout };
}

/** The middle of some numbers. */
export function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? 0;
}
