/** Characters of the last word of a text that are looked at. */
const LAST_WORD_LENGTH = 300;

/** A word of letters alone, as in prose. */
const PLAIN_WORD = /^[("'\u2018\u201c]?\p{Lu}?[\p{Ll}\p{Lo}\p{M}]*…$/u;

/** Titles are cut: a last word that is cut may be the first half of a secret, which no rule knows. */
export function withoutCutEnd(text: string): string {
  if (!text.endsWith('…')) return text;
  const end = /\S*$/.exec(text.slice(-LAST_WORD_LENGTH))?.[0] ?? '';
  return PLAIN_WORD.test(end) ? text : `${text.slice(0, text.length - end.length)}…`;
}

/** A first word, and the rest of a private key whose lines follow it. */
const CUT_BEGIN = /^…(?:[\w+/=\s]*-----END [A-Z ]*PRIVATE KEY-----|\S*(?:\s+[\w+/=]{40,}(?!\S))*)/;

/** The first word of a text without its beginning may be the second half of a secret. */
export function withoutCutBegin(text: string): string {
  return text.replace(CUT_BEGIN, '…');
}
