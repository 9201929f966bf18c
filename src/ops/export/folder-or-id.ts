import { resolve } from 'node:path';
import { statOf } from '../../io/disk/seen-file.ts';
import { type KnownId, knownIds } from '../known-ids.ts';
import { list } from '../list.ts';
import type { Reading } from '../reading.ts';
import type { SurveyOptions } from '../survey/survey.ts';

/** Meanings of a lone word where a folder to write to belongs. */
export type Meant =
  | { readonly type: 'folder' }
  /** Nothing has it, and it is made as ids are. */
  | { readonly type: 'unknown-id' }
  /** Ids that are the word, or begin with it; the title is that of the only one. */
  | { readonly type: 'id'; readonly ids: readonly string[]; readonly title: string | null };

/** As the beginning of a UUID, or of a longer number in hex; a word without a digit is a word. */
const ID = /^(?=.*\d)(?:[0-9a-f]+|[0-9a-f]{8}-[0-9a-f-]*)$/i;

/** A folder only where it exists, or has a separator. */
export async function meantBy(
  word: string,
  { reading, survey, cwd }: { readonly reading: Reading; readonly survey: SurveyOptions; readonly cwd: string },
): Promise<Meant> {
  if (word === '' || word.includes('/') || statOf(reading.disk, resolve(cwd, word)) !== null) return { type: 'folder' };
  const known = (await knownIds(reading, survey)).filter(({ id }) => id.startsWith(word));
  const ids = [...new Set(known.map(({ id }) => id))];
  if (ids.length > 0) return { type: 'id', ids, title: await titleOf(ids, known, { reading, survey }) };
  return { type: ID.test(word) ? 'unknown-id' : 'folder' };
}

async function titleOf(
  [id, ...others]: readonly string[],
  known: readonly KnownId[],
  { reading, survey }: { readonly reading: Reading; readonly survey: SurveyOptions },
): Promise<string | null> {
  if (others.length > 0) return null;
  const sites = new Set(known.map(({ site }) => site));
  const titles: (string | null)[] = [];
  await list(
    { ...reading, sites: [...sites] },
    {
      ...survey,
      wants: (each) => each === id,
      wanted: () => true,
      sharing: false,
      tell: async (conversations) => {
        for (const { title } of conversations) titles.push(title);
      },
    },
  );
  return titles[0] ?? null;
}
