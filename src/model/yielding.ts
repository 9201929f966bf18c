const YIELD_MS = 50;

/** Call the result often: it lets other work of the process run (`pause`) if none did for 50 ms. `now` in milliseconds. */
export function yieldEvery(now: () => number, pause: () => Promise<void>): () => Promise<void> {
  let last = now();
  return async () => {
    if (now() - last < YIELD_MS) return;
    await pause();
    last = now();
  };
}
