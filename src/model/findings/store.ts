import type { Row } from './row.ts';

/** Findings that any store can have. */
export const store = {} as const satisfies Record<`ST${number}`, Row>;
