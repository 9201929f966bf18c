import stringWidth from 'string-width';

/** Characters that show and join with no other one: ASCII, letters and signs of Europe, dashes and quotes, kana, ideographs, Hangul. */
const ALONE = /^[ -~¡-¨ª-¬¯-ɏΆ-ϿЀ-҂Ҋ-ԯ‐-‧✓✗、-〃「-】ぁ-ゖァ-ヺー一-鿿가-힣！-～]*$/;
const ASCII = /^[ -~]*$/;
const WIDE = /[、-】ぁ-ヺー一-鿿가-힣！-～]/g;

/** Columns that a text takes on a terminal: wide characters and pictures take two, combining marks and colours none. */
export function columnsOf(text: string): number {
  if (ASCII.test(text)) return text.length;
  // Where no characters join, counting is enough: the first look at any other text takes longer than most commands.
  return ALONE.test(text) ? text.length + (text.match(WIDE)?.length ?? 0) : stringWidth(text);
}

/** A text with spaces behind it (or before it) up to a number of columns. */
export function padded(text: string, columns: number, side: 'left' | 'right' = 'left'): string {
  const space = ' '.repeat(Math.max(0, columns - columnsOf(text)));
  return side === 'left' ? text + space : space + text;
}

/** A text cut to a number of columns; `…` says that something is missing. */
export function cutTo(text: string, columns: number): string {
  // No character takes more than two, which is known without a look at any.
  if (2 * text.length <= columns || columnsOf(text) <= columns) return text;
  const available = columns - 1;
  if (available < 0) return '';
  const [head] = available === 0 ? [''] : splitAt(text, available, 0);
  return `${head.trimEnd()}…`;
}

/** A text without its beginning, in a number of columns: `…/harbor-api`. */
export function cutStart(text: string, columns: number): string {
  if (columnsOf(text) <= columns) return text;
  const characters = [...graphemesOf(text)].map(({ segment }) => segment);
  let at = characters.length;
  for (let used = 1; at > 0; at--) {
    used += columnsOf(characters[at - 1] ?? '');
    if (used > columns) break;
  }
  const rest = characters.slice(at).join('');
  const slash = rest.indexOf('/');
  if (columns < 1) return '';
  return `…${slash > 0 && slash < rest.length - 1 ? rest.slice(slash) : rest}`;
}

let segmenter: Intl.Segmenter | null = null;

/** Made when it is first needed: Node then loads the tables of all languages, which takes nearly as long as starting it. */
function graphemesOf(text: string): Iterable<Intl.SegmentData> {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return segmenter.segment(text);
}

/** The part of a text that fills a number of columns, cut between the characters that a reader sees, and the rest; at least `least` characters. */
export function splitAt(text: string, columns: number, least = 1): readonly [string, string] {
  let at = 0;
  let used = 0;
  let taken = 0;
  // A column takes at least a part of a character: what is far behind need not be segmented.
  for (const { segment } of graphemesOf(text.slice(0, 64 + 32 * columns))) {
    used += columnsOf(segment);
    if (used > columns && taken >= least) break;
    at += segment.length;
    taken++;
  }
  return [text.slice(0, at), text.slice(at)];
}
