import stringWidth from 'string-width';

/** Visible characters that never combine: ASCII, European letters and signs, dashes, quotes, the blocks of bars, kana, ideographs, Hangul. */
const ALONE = /^[ -~¡-¨ª-¬¯-ɏΆ-ϿЀ-҂Ҋ-ԯ‐-‧▀-▟✓✗、-〃「-】ぁ-ゖァ-ヺー一-鿿가-힣！-～]*$/;
const ASCII = /^[ -~]*$/;
const WIDE = /[、-】ぁ-ヺー一-鿿가-힣！-～]/g;

/** Terminal columns: 2 for wide characters and emoji, 0 for combining marks and colours. */
export function columnsOf(text: string): number {
  if (ASCII.test(text)) return text.length;
  // Fast path: the first segmentation in a process takes longer than most commands.
  return ALONE.test(text) ? text.length + (text.match(WIDE)?.length ?? 0) : stringWidth(text);
}

/** `side`: where the text is. */
export function padded(text: string, columns: number, side: 'left' | 'right' = 'left'): string {
  const space = ' '.repeat(Math.max(0, columns - columnsOf(text)));
  return side === 'left' ? text + space : space + text;
}

/** Ends with `…` if cut. */
export function cutTo(text: string, columns: number): string {
  // No character is wider than two columns.
  if (2 * text.length <= columns || columnsOf(text) <= columns) return text;
  const available = columns - 1;
  if (available < 0) return '';
  const [head] = available === 0 ? [''] : splitAt(text, available, 0);
  return `${head.trimEnd()}…`;
}

/** Keeps the end: `…/harbor-api`. */
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

/** Created on demand: Node loads all language data, nearly as slow as its own start. */
function graphemesOf(text: string): Iterable<Intl.SegmentData> {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return segmenter.segment(text);
}

/** Splits at a grapheme boundary, after at least `least` characters. */
export function splitAt(text: string, columns: number, least = 1): readonly [string, string] {
  let at = 0;
  let used = 0;
  let taken = 0;
  // Bounds the segmented text: a column needs few characters.
  for (const { segment } of graphemesOf(text.slice(0, 64 + 32 * columns))) {
    used += columnsOf(segment);
    if (used > columns && taken >= least) break;
    at += segment.length;
    taken++;
  }
  return [text.slice(0, at), text.slice(at)];
}
