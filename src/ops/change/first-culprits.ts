/**
 * Leaves out one conversation after the other, each the first with which those before it make a new error, until there is none.
 * `newWith` says what errors some of them make, and looks at a whole scope for it: of n culprits it is asked about 2n times where they
 * come one after the other, and about log n times for one that is alone.
 */
export async function firstCulprits<T>(
  ids: readonly string[],
  newWith: (some: readonly string[]) => Promise<readonly T[]>,
): Promise<ReadonlyMap<string, readonly T[]>> {
  const refused = new Map<string, readonly T[]>();
  let left = ids;
  // So many at the beginning are known to make none.
  let fine = 0;
  let stride = left.length;
  for (let found = await newWith(left); found.length > 0 && left.length > 0; found = await newWith(left)) {
    let [newErrors, culprits] = [left.length, found];
    // Halves what is between; near the last culprit first, in strides that grow.
    for (; newErrors - fine > 1; stride *= 2) {
      const next = fine + Math.min(stride, (newErrors - fine) >> 1);
      const some = await newWith(left.slice(0, next));
      if (some.length === 0) fine = next;
      else [newErrors, culprits, stride] = [next, some, left.length];
    }
    const culprit = left[newErrors - 1] ?? '';
    refused.set(culprit, culprits);
    left = left.filter((id) => id !== culprit);
    stride = 1;
  }
  return refused;
}
