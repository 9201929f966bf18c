interface Waiting<T> {
  readonly item: T;
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * The same call, gathered: what is asked for begins together, once nothing else is left to do, and ends together. While a device
 * writes its journal most other calls would only wait for it, so fsyncs and all the rest had better take turns.
 */
export function gather<T>(call: (item: T) => Promise<void>): (item: T) => Promise<void> {
  let waiting: Waiting<T>[] = [];
  let isArmed = false;
  const flush = async (): Promise<void> => {
    const batch = waiting;
    waiting = [];
    const results = await Promise.allSettled(batch.map(({ item }) => call(item)));
    for (const [n, result] of results.entries()) {
      if (result.status === 'fulfilled') batch[n]?.resolve();
      else batch[n]?.reject(result.reason);
    }
    isArmed = false;
    arm();
  };
  const arm = (): void => {
    if (isArmed || waiting.length === 0) return;
    isArmed = true;
    setImmediate(flush);
  };
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      arm();
    });
}
