/** The scripts that put no spaces between words, or glue endings to them, inside a class of an expression with the flag `u`. */
export const WITHOUT_SPACES = [
  'Han',
  'Hiragana',
  'Katakana',
  'Bopomofo',
  'Hangul',
  'Thai',
  'Lao',
  'Khmer',
  'Myanmar',
  'Tibetan',
]
  .map((script) => `\\p{scx=${script}}`)
  .join('');

/** As RE2 names the letters of these scripts, and the two marks that kana share. */
export const WITHOUT_SPACES_RE2 = WITHOUT_SPACES.replaceAll('scx=', '').concat('\\x{30fc}\\x{ff70}');
