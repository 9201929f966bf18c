import { KINDS } from './kinds.ts';

/** Every reason there is, by kind. */
export const REASONS = Object.fromEntries(
  await Promise.all(KINDS.map(async ({ name, reasons }) => [name, (await reasons?.()) ?? {}] as const)),
);
