import { digestOf } from '../../io/disk/digest.ts';

/** New ids in the form of a UUID v4 that follow from one: that one first, and the same ones each time. */
export function seededIds(seed: string): () => string {
  let made = 0;
  return () => {
    if (made++ === 0) return seed;
    const digest = digestOf(Buffer.from(`${seed} ${made}`));
    return [
      digest.slice(0, 8),
      digest.slice(8, 12),
      `4${digest.slice(13, 16)}`,
      `8${digest.slice(17, 20)}`,
      digest.slice(20, 32),
    ].join('-');
  };
}
