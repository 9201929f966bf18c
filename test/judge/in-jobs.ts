/** Does the work for each of them, in order, `jobs` at a time. */
export async function inJobs<T>(all: readonly T[], jobs: number, work: (each: T) => Promise<void>): Promise<void> {
  const waiting = all.values();
  const one = async () => {
    for (const each of waiting) await work(each);
  };
  await Promise.all(Array.from({ length: jobs }, one));
}
