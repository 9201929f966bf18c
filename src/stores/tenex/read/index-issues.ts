import type { Value } from '../../../codecs/json/value.ts';
import { fitsIndex } from '../decode/schema/fits.ts';
import { indexSchema } from '../decode/schema/schema.ts';
import { shapeOf } from '../decode/schema/shape-of.ts';
import type { Issue } from '../decode/verdict.ts';

/** What the owner's schema says against an index; none when it is fine, as nearly all are: then zod is not asked. */
export function indexIssues(top: Value, list: Value | null): readonly Issue[] {
  if (list !== null && fitsIndex(top)) return [];
  return indexSchema.safeParse(shapeOf(top)).error?.issues ?? [];
}
