import * as z from 'zod/mini';
import { listOf, type valuesOf, yesNo } from './command.ts';
import { GLOBAL_FLAGS } from './global-flags.ts';
import { choice } from './values/choice.ts';
import { text } from './values/text.ts';

/** The global flags with what their values must be. */
export const GLOBAL = {
  root: { ...GLOBAL_FLAGS.root, schema: listOf(text) },
  kind: { ...GLOBAL_FLAGS.kind, schema: z.optional(choice(['fnord', 'tenex', 'rao'])) },
  project: { ...GLOBAL_FLAGS.project, schema: listOf(text) },
  json: { ...GLOBAL_FLAGS.json, schema: yesNo },
  utc: { ...GLOBAL_FLAGS.utc, schema: yesNo },
  color: { ...GLOBAL_FLAGS.color, schema: z.optional(choice(['always', 'never', 'auto'])) },
  allowEmpty: { ...GLOBAL_FLAGS.allowEmpty, schema: yesNo },
  debug: { ...GLOBAL_FLAGS.debug, schema: yesNo },
} as const;

export type Options = ReturnType<typeof valuesOf<typeof GLOBAL>>;
