import { innerIds } from '../ops/inner-ids.ts';
import { isNamedBy, TO_CHANGE } from '../ops/resolve-ids.ts';
import type { SearchedStores } from './unknown-id.ts';

/** The id of the one file whose first record has the typed id, or one that begins so; any other word is unchanged. */
export async function byInnerId(
  word: string,
  { reading, survey, known }: Omit<SearchedStores, 'cwd'>,
): Promise<string> {
  if (word.length < TO_CHANGE || !HEX.test(word) || known.some(({ id }) => isNamedBy(id, word))) return word;
  const inside = await innerIds(reading, survey);
  const [id = word, ...others] = [...inside].flatMap(([inner, ids]) => (isNamedBy(inner, word) ? ids : []));
  return others.length === 0 ? id : word;
}

const HEX = /^[0-9a-f-]+$/i;
