import fs from 'node:fs';
import { freemem } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { orNull } from './disk/error-code.ts';

/** File with the memory limit of cgroup v2. */
const CGROUP_MEMORY_LIMIT = '/sys/fs/cgroup/memory.max';
const MEMORY_STAT = '/sys/fs/cgroup/memory.stat';

/** Free bytes of the machine, capped by a container's limit. */
export function memoryLeft(free = freemem, textOf = readText): number {
  const limit = Number(textOf(CGROUP_MEMORY_LIMIT) ?? Number.NaN);
  const used = Number(/^anon (\d+)$/m.exec(textOf(MEMORY_STAT) ?? '')?.[1] ?? Number.NaN);
  return Number.isFinite(limit - used) ? Math.min(free(), Math.max(limit - used, 0)) : free();
}

const HEAP_GROWTH_PERCENT = '25';

/** Collects garbage more often. Over 100,000 conversations: a quarter less memory, no more time. */
export function collectMoreOften(): void {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`);
}

/** Stops the young generation from growing, which saves 30 MB beside a large file at no measurable cost. */
export function keepYoungSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}

let collect: (() => void) | null = null;
let isFirst = true;

/**
 * Frees large files that are no longer used: their bytes are outside the engine's heap, so it does not collect them. Does nothing for
 * a process's first large file.
 */
export function freeUnused(): void {
  if (!isFirst) collect ??= collector();
  isFirst = false;
  // Freeing is asynchronous: the second call waits for the first.
  collect?.();
  collect?.();
}

/** The garbage collector, which Node exposes by a flag that can be set at run time. */
function collector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}

function readText(path: string): string | null {
  return orNull(() => fs.readFileSync(path, 'utf8'));
}

/**
 * Delays optimisation, and inlines less: early or large compiled code rarely pays. Two threads use up to a fifth less processor
 * time, one a sixth.
 * Loading the setter takes time: not for short runs. Measured on Node 20 only, the last without `Promise.withResolvers`; other
 * engines reject the flag.
 */
export function optimiseLate(): void {
  setBudgets(400_000, 150);
}

/** Node 20's defaults: budget for profiling, and bytes of code inlined into a function. */
export const USUAL_BUDGET = 66 << 10;
export const USUAL_INLINING = 920;

/** Resets the flags for new threads: with another flag than Node's, an engine recompiles all code. */
export function optimiseAsUsual(): void {
  setBudgets(USUAL_BUDGET, USUAL_INLINING);
}

function setBudgets(interrupt: number, inlined: number): void {
  if ('withResolvers' in Promise) return;
  setFlagsFromString(`--interrupt-budget=${interrupt}`);
  setFlagsFromString(`--max-inlined-bytecode-size-cumulative=${inlined}`);
}
