/** Most characters of a text's last word that are searched. */
const LAST_WORD_LENGTH = 300;

/** A word of letters only, as in prose. */
const PLAIN_WORD = /^[("'\u2018\u201c]?\p{Lu}?[\p{Ll}\p{Lo}\p{M}]*…$/u;

/** A title without a cut last word, which may be the first half of a secret that no rule recognises. */
export function withoutPartialEnd(text: string): string {
  if (!text.endsWith('…')) return text;
  const end = /\S*$/.exec(text.slice(-LAST_WORD_LENGTH))?.[0] ?? '';
  return PLAIN_WORD.test(end) ? text : `${text.slice(0, text.length - end.length)}…`;
}

/** A first word, with the rest of a private key on the next lines. */
const CUT_BEGIN = /^…(?:[\w+/=\s]*-----END [A-Z ]*PRIVATE KEY-----|\S*(?:\s+[\w+/=]{40,}(?!\S))*)/;

/** A text without its first word, which may be the second half of a secret if the beginning is missing. */
export function withoutPartialBegin(text: string): string {
  return text.replace(CUT_BEGIN, '…');
}
