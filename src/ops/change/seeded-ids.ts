import { printOf } from '../../io/disk/print.ts';

/** New ids in the form of a UUID v4 that follow from one: that one first, and the same ones each time. */
export function seededIds(seed: string): () => string {
  let made = 0;
  return () => {
    if (made++ === 0) return seed;
    const print = printOf(Buffer.from(`${seed} ${made}`));
    return [
      print.slice(0, 8),
      print.slice(8, 12),
      `4${print.slice(13, 16)}`,
      `8${print.slice(17, 20)}`,
      print.slice(20, 32),
    ].join('-');
  };
}
