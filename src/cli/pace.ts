/** Milliseconds of synchronous work after which a signal is given its chance. */
const BREATH = 50;

/** A function to call between files: now and then it waits for one turn of the event loop. */
export function pace(now: () => number): () => Promise<void> {
  let last = now();
  return async () => {
    if (now() - last < BREATH) return;
    await new Promise((done) => setImmediate(done));
    last = now();
  };
}
