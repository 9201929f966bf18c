import type { Row } from './row.ts';

/** Findings of fnord stores; facts in docs/formats/fnord.md. */
export const fnord = {} as const satisfies Record<`FN${number}`, Row>;
