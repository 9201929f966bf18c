/** Scripts without spaces between words, or with glued endings, inside a class of an expression with the flag `u`. */
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
