/** A word of a command that is filled in later; until then it is printed as `shown`, else by its name. */
export interface Placeholder {
  readonly place: string;
  readonly below?: string;
  readonly label?: string;
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
export const TARGET: Placeholder = { place: 'TARGET' };
export const RUN: Placeholder = { place: 'RUN' };
export const OLD: Placeholder = { place: 'OLD' };
export const DIR: Placeholder = { place: 'DIR' };

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
type PlaceholderWords = Readonly<Record<string, string | readonly string[]>>;

/** Fills placeholders; unknown ones stay. An id that begins with a dash follows `--`, behind all flags. */
export function withPlaceholders({ program, words }: NextCommand, known: PlaceholderWords): NextCommand {
  const isFlag = [known[ID.place] ?? []].flat().some((id) => id.startsWith('-'));
  const at = isFlag ? words.indexOf(ID) : -1;
  const flag = words.findIndex((word, i) => i > at && !isPlaceholder(word));
  const end = flag === -1 ? words.length : flag;
  const sorted = at === -1 ? words : [...words.slice(0, at), ...words.slice(end), '--', ...words.slice(at, end)];
  return { program, words: sorted.flatMap((word) => (isPlaceholder(word) ? wordsFor(word, known) : word)) };
}

function wordsFor(place: Placeholder, known: PlaceholderWords): NextCommand['words'] {
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
  // Two projects would be added up.
  const prefix = words.includes('--project') ? commandPrefix.replace(GIVEN_PROJECT, '') : commandPrefix;
  return [isOurs ? prefix : program, ...words.map(wordText)].join(' ');
}

const GIVEN_PROJECT = / --project (?:\$?'(?:[^'\\]|\\.|'\\'')*'|[^\s']+)/g;

function wordText(word: string | Placeholder): string {
  if (!isPlaceholder(word)) return word;
  const { below, place, label = place } = word;
  return below === undefined ? label : `${label}/${below}`;
}

/**
 * Characters that act on a terminal or hide text: C0, DEL, C1, bidirectional controls, separators, zero-width and tag
 * characters, lone surrogates.
 */
export const UNSEEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that must not get through
  /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|\p{Surrogate}/gu;

/** Quotes a word for bash and zsh if needed. Invisible characters are escaped: safe to print. */
export function quotedWord(word: string): string {
  // zsh takes `=word` for the path of a program.
  if (/^[\w@%+:,./-][\w@%+=:,./~-]*$/.test(word)) return word;
  if (word.search(UNSEEN) < 0) return `'${word.replaceAll("'", "'\\''")}'`;
  return `$'${word.replace(/[\\']/g, '\\$&').replace(UNSEEN, unicodeEscape)}'`;
}

function unicodeEscape(found: string): string {
  return `\\U${(found.codePointAt(0) ?? 0).toString(16).padStart(8, '0')}`;
}

/** A sentence or clause. Its commands become text when printed. */
export type Sentence = string | NextCommand | readonly (string | NextCommand)[];

export function sentence(texts: TemplateStringsArray, ...values: readonly (Sentence | number)[]): Sentence {
  const parts = texts.flatMap((text, i): readonly (string | NextCommand)[] => {
    const value = values[i - 1] ?? '';
    if (typeof value === 'number') return [`${value}${text}`];
    if (typeof value === 'string') return [value, text];
    return 'program' in value ? ['`', value, `\`${text}`] : [...value, text];
  });
  return parts.every((part) => typeof part === 'string') ? parts.join('') : parts.filter((part) => part !== '');
}

export function sentenceText(sentence: Sentence, commandPrefix = 'convo'): string {
  if (typeof sentence === 'string') return sentence;
  if ('program' in sentence) return commandText(sentence, commandPrefix);
  return sentence.map((part) => (typeof part === 'string' ? part : commandText(part, commandPrefix))).join('');
}

export function isNextCommand(sentence: Sentence): sentence is NextCommand {
  return typeof sentence === 'object' && 'program' in sentence;
}
