import fs from 'node:fs';
import { freemem } from 'node:os';

/** What Linux says of the limit of a container (cgroup v2). */
const LIMIT = '/sys/fs/cgroup/memory.max';
const USED = '/sys/fs/cgroup/memory.stat';

/** Bytes that are free on the machine, and within the limit of a container where there is one. */
export function memoryLeft(free = freemem, textOf = readText): number {
  const limit = Number(textOf(LIMIT) ?? Number.NaN);
  const used = Number(/^anon (\d+)$/m.exec(textOf(USED) ?? '')?.[1] ?? Number.NaN);
  return Number.isFinite(limit - used) ? Math.min(free(), Math.max(limit - used, 0)) : free();
}

function readText(path: string): string | null {
  try {
    return fs.readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
