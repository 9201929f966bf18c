import type { Job } from './job.ts';

/** PATHs count as further `--root`s. */
export function withPaths(job: Job, paths: readonly string[]): Job {
  if (paths.length === 0) return job;
  const { root, usual = [] } = job.options;
  const typed = root === usual ? [] : root;
  return { ...job, options: { ...job.options, root: [...typed, ...paths] } };
}
