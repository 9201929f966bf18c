import { knownIds } from '../ops/known-ids.ts';
import { onlyPlace, resolveIds, TO_CHANGE } from '../ops/resolve-ids.ts';
import type { Job } from './job.ts';
import type { Scope } from './reading-of.ts';

/**
 * A scope narrowed to some ids, each of which lies in one place alone: nothing is changed that might not be meant.
 * Throws Failure for an id that is unknown, or means several.
 */
export async function narrowTo({ env }: Job, scope: Scope, words: readonly string[]): Promise<Scope> {
  if (words.length === 0) return scope;
  const known = await knownIds(scope.reading, scope.survey);
  const wanted = new Set(
    resolveIds(words, known, { cwd: env.cwd, least: TO_CHANGE }).map((id) => onlyPlace(id, known).id),
  );
  return { ...scope, survey: { ...scope.survey, wants: (id) => wanted.has(id) } };
}
