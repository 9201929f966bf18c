import { quotedWord } from './shell-word.ts';

/** A word of a command that is filled in later. Unfilled, its name is printed. */
export interface Placeholder {
  readonly place: string;
  /** A path below the word that is filled in. */
  readonly below?: string;
}

/** A command to type. Words are not quoted yet. */
export interface NextCommand {
  readonly program: string;
  readonly words: readonly (string | Placeholder)[];
}

export const ID: Placeholder = { place: 'ID' };
export const PATH: Placeholder = { place: 'PATH' };
export const NAME: Placeholder = { place: 'NAME' };
export const PHASE: Placeholder = { place: 'PHASE' };
/** Target of a link. */
export const TARGET: Placeholder = { place: 'TARGET' };
export const RUN: Placeholder = { place: 'RUN' };
export const OLD: Placeholder = { place: 'OLD' };

type Value = string | number | Placeholder;

/** A command of convo. Interpolated values are quoted. */
export function cmd(texts: TemplateStringsArray, ...values: readonly Value[]): NextCommand {
  return { program: 'convo', words: wordsOf(texts, values) };
}

export function shell(texts: TemplateStringsArray, ...values: readonly Value[]): NextCommand {
  const [program, ...words] = wordsOf(texts, values);
  return { program: String(program), words };
}

function wordsOf(texts: TemplateStringsArray, values: readonly Value[]): NextCommand['words'] {
  return texts.flatMap((text, i) => [...values.slice(i - 1, i).map(wordOf), ...text.split(' ').filter(Boolean)]);
}

function wordOf(value: Value): string | Placeholder {
  return typeof value === 'object' ? value : quotedWord(String(value));
}

/** Words by placeholder name; an array for a placeholder that takes several. */
type Known = Readonly<Record<string, string | readonly string[]>>;

/** Fills placeholders; unknown ones stay. An id that begins with a dash follows `--`, behind all flags. */
export function filled({ program, words }: NextCommand, known: Known): NextCommand {
  const isFlag = [known[ID.place] ?? []].flat().some((id) => id.startsWith('-'));
  const at = isFlag ? words.indexOf(ID) : -1;
  const flag = words.findIndex((word, i) => i > at && !isPlaceholder(word));
  const end = flag === -1 ? words.length : flag;
  const sorted = at === -1 ? words : [...words.slice(0, at), ...words.slice(end), '--', ...words.slice(at, end)];
  return { program, words: sorted.flatMap((word) => (isPlaceholder(word) ? wordsFor(word, known) : word)) };
}

function wordsFor(place: Placeholder, known: Known): NextCommand['words'] {
  const found = known[place.place];
  if (found === undefined) return [place];
  return [found].flat().map((word) => quotedWord(place.below === undefined ? word : `${word}/${place.below}`));
}

export function isPlaceholder(word: string | Placeholder): word is Placeholder {
  return typeof word !== 'string';
}

/** The text to type. `commandPrefix` is convo's command line up to the verb. */
export function commandText({ program, words }: NextCommand, commandPrefix: string): string {
  const isOurs = program === 'convo' && words[0] !== 'explain';
  return [isOurs ? commandPrefix : program, ...words.map(wordText)].join(' ');
}

function wordText(word: string | Placeholder): string {
  if (!isPlaceholder(word)) return word;
  return word.below === undefined ? word.place : `${word.place}/${word.below}`;
}
