import { nearest } from '../../model/nearest.ts';
import { realDisk } from '../../ops/reading.ts';
import type { Zod } from '../command.ts';

/** A format of any kind of store. */
export const format = (z: Zod) =>
  z.string().check(z.refine((text) => formats().includes(text), { error: ({ input }) => unknown(String(input)) }));

function formats(): string[] {
  return realDisk().kinds.flatMap((kind) => kind.formats);
}

function unknown(text: string): string {
  const near = nearest(text, formats());
  return near.length === 0
    ? `takes one of ${formats().join(', ')}`
    : `takes a known format (did you mean ${near.join(', ')}?)`;
}
