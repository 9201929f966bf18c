import type { WordPlace } from './scene.ts';

/** A scene, of which every other member is looked through for its words. */
interface Worded {
  readonly name: string;
  readonly words?: Readonly<Record<string, WordPlace>>;
}

/** A message as `show --json` has it. */
export interface Shown {
  readonly role: string;
  readonly name?: string;
  readonly text: string | null;
  readonly arguments?: string;
  readonly hidden: boolean;
  readonly inherited?: boolean;
}

const WORD = /(?<![a-z])z[umtp][a-z]{2,}/g;

/** The invented words of a scene. */
export function wordsOf({ name: _, words: __, ...scene }: Worded): string[] {
  return [...new Set(JSON.stringify(scene).replaceAll('\\n', ' ').match(WORD))].sort();
}

const ROLES: Readonly<Record<string, WordPlace>> = { zu: ['user'], zm: ['assistant'], zt: ['tool'], zp: ['system'] };

/** Where a word is to be. */
export function expectedOf({ words = {} }: Worded, word: string): WordPlace {
  const told = words[word];
  return told === undefined ? (ROLES[word.slice(0, 2)] ?? null) : told;
}

/** Where each word is: messages of several threads may show it. */
function placesOf(threads: readonly (readonly Shown[])[]): Map<string, WordPlace> {
  const places = new Map<string, WordPlace>();
  for (const messages of threads)
    for (const message of messages) {
      const { name = '', text, arguments: args = '' } = message;
      const said = `${name} ${text ?? ''} ${args.replaceAll('\\n', ' ')}`;
      for (const word of new Set(said.match(WORD))) places.set(word, placed(places.get(word) ?? null, message));
    }
  return places;
}

function placed(known: WordPlace, { role, hidden, inherited }: Shown): WordPlace {
  if (inherited === true) return known ?? [];
  if (hidden) return known ?? 'hidden';
  return [...(Array.isArray(known) ? known : []), role as 'user'];
}

/** What is otherwise than in the script of a scene, a line each. */
export function wrongWords(
  scene: Worded,
  threads: readonly (readonly Shown[])[],
  found: ReadonlySet<string>,
): string[] {
  const places = placesOf(threads);
  return wordsOf(scene).flatMap((word) => {
    const [expected, is] = [expectedOf(scene, word), places.get(word) ?? null];
    const place =
      JSON.stringify(is) === JSON.stringify(expected) ? [] : [`${word}: ${told(is)} instead of ${told(expected)}`];
    return [...place, ...(expected === null || found.has(word) ? [] : [`${word}: not found by grep`])];
  });
}

/** The words of a Codex scene that a thread has twice by the same speaker: shown, and hidden in a copy of that message. */
export function doubledWords(scene: Worded, threads: readonly (readonly Shown[])[]): string[] {
  const copied = threads.flatMap(copiesIn);
  const doubled = wordsOf(scene).filter((word) => copied.includes(word));
  return doubled.map((word) => `${word}: hidden beside the message that shows it`);
}

function copiesIn(messages: readonly Shown[]): string[] {
  const wordsBy = (isHidden: boolean) =>
    new Set(
      messages
        .filter(({ hidden, inherited }) => hidden === isHidden && inherited !== true)
        .flatMap(({ role, text }) => [...(text?.match(WORD) ?? [])].map((word) => `${role} ${word}`)),
    );
  const shown = wordsBy(false);
  return [...wordsBy(true)].filter((each) => shown.has(each)).map((each) => each.slice(each.indexOf(' ') + 1));
}

function told(place: WordPlace): string {
  return place === null ? 'nowhere' : typeof place === 'string' ? place : `said by ${place.join(', ')}`;
}

/** What `grep --json` answers. */
export interface Matches {
  readonly matches: readonly {
    readonly messages: readonly { readonly before: string; readonly match: string; readonly after: string }[];
  }[];
}

/** A search that any word matches. */
export const ANY_WORD = 'z[umtp][a-z]+';

/** The words of a scene that a search finds: it prints an excerpt of each message, so that what is not in one is searched alone. */
export async function wordsFound(
  scene: Worded,
  matches: Matches['matches'],
  grep: (word: string) => Promise<Matches>,
): Promise<Set<string>> {
  const excerpts = matches.flatMap(({ messages }) =>
    messages.map(({ before, match, after }) => before + match + after),
  );
  const found = new Set(excerpts.join('\n').match(WORD));
  for (const word of wordsOf(scene))
    if (!found.has(word) && expectedOf(scene, word) !== null && (await grep(word)).matches.length > 0) found.add(word);
  return found;
}
