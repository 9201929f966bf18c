/** How a stream of work is carried out. */
export interface Flow<T, R> {
  /** At most this many at a time. */
  readonly limit: number;
  /** The bytes that an item takes in memory, and how many there may be at a time; a larger one goes alone. */
  weigh(item: T): number;
  readonly capacity: number;
  /** True when the two must not run side by side. */
  clash(a: T, b: T): boolean;
  /** Asked before each is begun; true ends the stream there. */
  stop(): boolean;
  /** Lets timers and signals in; called between items. */
  breathe(): Promise<void>;
  work(item: T): Promise<R>;
  /** Called in the stream's order. */
  land(item: T, result: R): void;
}

/** Works off a stream, several items at a time where they do not clash; what has been begun is always finished. */
export async function inOrder<T, R>(items: Iterable<T>, flow: Flow<T, R>): Promise<void> {
  const air: { readonly item: T; readonly weight: number; readonly result: Promise<R> }[] = [];
  let load = 0;
  const landOne = async () => {
    const [first] = air;
    if (first === undefined) return;
    const result = await first.result;
    air.shift();
    load -= first.weight;
    flow.land(first.item, result);
  };
  try {
    for (const item of items) {
      const weight = flow.weigh(item);
      const isFull = () => air.length >= flow.limit || (air.length > 0 && load + weight > flow.capacity);
      while (isFull() || air.some((other) => flow.clash(other.item, item))) await landOne();
      await flow.breathe();
      if (flow.stop()) break;
      load += weight;
      air.push({ item, weight, result: flow.work(item) });
    }
    while (air.length > 0) await landOne();
  } finally {
    // Only a stream or a landing that throws leaves any; whoever waits for us gives up the lock next.
    await Promise.allSettled(air.map(({ result }) => result));
  }
}
