import { Failure } from '../model/failure.ts';
import { nearest } from '../model/nearest.ts';
import type { KnownId } from './known-ids.ts';
import { locatePath } from './survey/locate.ts';

/** Candidates that a Failure names. */
const NAMED = 8;

/**
 * The ids that words from a command line mean: themselves, or the only one that begins so.
 * Throws Failure `no-match` for a word that means none, `usage` for one that means several; both name what is near.
 */
export function resolveIds(words: readonly string[], known: readonly KnownId[]): string[] {
  const ids = new Set(known.map(({ id }) => id));
  return words.map((word) => resolveId(word, ids));
}

function resolveId(word: string, ids: ReadonlySet<string>): string {
  if (word === '') throw new Failure('usage', 'an id must not be empty', '`convo list --all` lists them.');
  if (ids.has(word)) return word;
  const begun = [...ids].filter((id) => id.startsWith(word)).sort();
  const [only] = begun;
  if (only === undefined) throw new Failure('no-match', `no conversation has the id ${word}`, suggestion(word, ids));
  if (begun.length === 1) return only;
  const more = begun.length > NAMED ? `\n… and ${begun.length - NAMED} more` : '';
  const candidates = begun.slice(0, NAMED).join('\n');
  throw new Failure(
    'usage',
    `${begun.length} ids begin with ${word}`,
    `Give more of one of them:\n${candidates}${more}`,
  );
}

function suggestion(word: string, ids: ReadonlySet<string>): string {
  const near = nearest(word, ids);
  return near.length === 0 ? '`convo list --all` lists them.' : `Did you mean ${near.join(', ')}?`;
}

/** The one place where an id lies. Throws Failure `usage` when it lies in several, naming them. */
export function onlyPlace(id: string, known: readonly KnownId[]): KnownId {
  const places = known.filter((each) => each.id === id);
  const [only] = places;
  if (only === undefined)
    throw new Failure('no-match', `no conversation has the id ${id}`, '`convo list --all` lists them.');
  if (places.length === 1) return only;
  const named = places
    .map(({ site, scope }) => `${locatePath(site, '')}${scope === '' ? '' : ` (project ${scope})`}`)
    .join('\n');
  throw new Failure(
    'usage',
    `the id ${id} lies in ${places.length} places`,
    `Choose one with --root or --project:\n${named}`,
  );
}
