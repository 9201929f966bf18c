import { cmd, sentence, withPlaceholders } from '../model/command.ts';
import type { View } from '../model/conversation.ts';
import { Failure } from '../model/failure.ts';
import { type Code, isCode } from '../model/finding.ts';
import { WHY } from '../model/rules/row.ts';
import { innerIds, listAll } from '../ops/list.ts';
import type { ReadContext } from '../ops/reading.ts';
import { AmbiguousId, isAbsentPath, isNamedBy, isPath, type StoredId, TO_CHANGE } from '../ops/resolve-ids.ts';
import { type SurveyOptions, withoutProgress, withSelection } from '../ops/survey/survey-options.ts';
import { countText, numberText, printable } from '../report/text.ts';
import type { Env } from './env.ts';

export interface SearchedStores {
  readonly reading: ReadContext;
  readonly survey: SurveyOptions;
  readonly storedIds: readonly StoredId[];
  /** Its variables lead to the folders that `keep` noted. */
  readonly env: Pick<Env, 'cwd' | 'vars'>;
}

/**
 * For an ambiguous id: its error with titles. For an unknown one: an error that says whether the word is a deleted or
 * lost id, a missing path, or part of a title.
 */
export async function unknownId(words: readonly string[], at: SearchedStores, error: unknown): Promise<unknown> {
  if (error instanceof AmbiguousId) return error.titled(await titlesOf(error.ids, at));
  if (!(error instanceof Failure) || error.code !== 'no-match') return error;
  const unknown = words.filter((word) => word !== '' && !at.storedIds.some(({ id }) => isNamedBy(id, word)));
  for (const word of unknown) {
    const code = word.toUpperCase();
    if (isCode(code)) return codeFailure(word, code);
    const other =
      (await deletedFailure(word, at)) ??
      (isPath(word) ? absentPathFailure(word, at) : ((await keptFailure(word, at)) ?? (await goneFailure(word, at))));
    if (other !== null) return other;
  }
  return error;
}

async function titlesOf(ids: readonly string[], { reading, survey }: SearchedStores): Promise<Map<string, string>> {
  const { titleText } = await import('../report/list/title.ts');
  const found = await listAll(reading, withSelection(survey, { hasId: (id) => ids.includes(id) }));
  // Of several with one id, the first is named.
  return new Map(found.reverse().map((each) => [each.id, titleText(each, MAX_TITLE_LENGTH)]));
}

function codeFailure(word: string, code: Code): Failure {
  const ways = sentence`It is the code of a finding: ${cmd`verify --only ${code}`} lists those, ${cmd`explain ${code}`} says what it means.`;
  return new Failure('no-match', `no conversation has the id ${word}`, ways);
}

async function deletedFailure(word: string, { reading, env }: SearchedStores): Promise<Failure | null> {
  const { deletedFor } = await import('../ops/deleted.ts');
  const found = deletedFor(word, reading, env.cwd);
  if (found === null) return null;
  const { id, run, otherChanges } = found;
  const more = otherChanges > 0 ? `, and ${countText(otherChanges, 'other change')} of that run` : '';
  return new Failure(
    'no-match',
    `${id} was deleted by run ${run}`,
    sentence`${cmd`undo ${run}`} brings it back${more}.`,
  );
}

async function keptFailure(word: string, { reading, env }: SearchedStores): Promise<Failure | null> {
  if (NO_ID.test(word)) return null;
  const { keptNamed } = await import('../ops/kept.ts');
  const kept = keptNamed(reading, env.vars, word);
  if (kept === null) return null;
  const { id, folder } = kept;
  return new Failure(
    'no-match',
    `the file of ${id} is gone, and a copy of it is in ${folder}`,
    sentence`${cmd`restore ${id} --from ${folder}`} brings it back.`,
  );
}

async function goneFailure(word: string, at: SearchedStores): Promise<Failure | null> {
  if (NO_ID.test(word)) return titledFailure(word, at);
  const { lostIds } = await import('../ops/lost.ts');
  const [id, ...others] = await lostIds(word, at.reading, at.survey);
  if (id === undefined) return null;
  const isOne = others.length === 0;
  const what = isOne
    ? `the file of ${id} is gone`
    : `the files of ${others.length + 1} ids that begin with ${word} are gone`;
  return new Failure(
    'no-match',
    what,
    sentence`${withPlaceholders(WHY, { ID: isOne ? id : word })} says what is left of it.`,
  );
}

function absentPathFailure(word: string, { reading, env }: SearchedStores): Failure | null {
  return isAbsentPath(reading, word, env.cwd)
    ? new Failure('no-match', `there is no file ${word}`, 'Check the path.')
    : null;
}

const MAX_IDS_NAMED = 8;
const MAX_TITLE_LENGTH = 60;
/** Characters that no id has: titles are searched only for such a word, ids in files only for others. */
const NO_ID = /[^0-9a-f-]/i;

async function titledFailure(word: string, { reading, survey }: SearchedStores): Promise<Failure | null> {
  const { titleText } = await import('../report/list/title.ts');
  const wanted = ({ title }: View) => title?.toLowerCase().includes(word.toLowerCase()) === true;
  const found = await listAll(reading, withoutProgress(survey), { wanted });
  if (found.length === 0) return null;
  const lines = found
    .slice(0, MAX_IDS_NAMED)
    .map((each) => `${printable(each.id)}  ${titleText(each, MAX_TITLE_LENGTH)}`);
  const more = found.length > MAX_IDS_NAMED ? [`… and ${numberText(found.length - MAX_IDS_NAMED)} more`] : [];
  const hint = `${found.length === 1 ? 'One has it in its title' : 'These have it in their titles'}:`;
  return new Failure('no-match', `no conversation has the id ${word}`, [hint, ...lines, ...more].join('\n'));
}

/** The id of the only file whose first record has the typed id, or one that begins so. Any other word is returned unchanged. */
export async function byInnerId(
  word: string,
  { reading, survey, storedIds }: Omit<SearchedStores, 'env'>,
): Promise<string> {
  if (word.length < TO_CHANGE || NO_ID.test(word) || storedIds.some(({ id }) => isNamedBy(id, word))) return word;
  const inside = await innerIds(reading, survey);
  const inScope = new Set(storedIds.map(({ id }) => id));
  const named = [...inside].flatMap(([inner, ids]) => (isNamedBy(inner, word) ? ids : []));
  const [id = word, ...others] = named.filter((each) => inScope.has(each));
  return others.length === 0 ? id : word;
}
