/** A JavaScript expression equal to one of gitleaks, without an optional lead of a match. */
export interface NativeExpression {
  readonly pattern: RegExp;
  /** Characters of a name that a match may have before it. */
  readonly lead: number;
}

/**
 * An expression of RE2 for JavaScript, which has no flags for a part of one. It is many times quicker where a text is short and repetitions are
 * bounded. The optional lead of a match is omitted: from each character of a long word it would be tried anew.
 */
export function nativeExpression(regex: string): NativeExpression {
  const bare = regex.replaceAll(LEAD, '');
  const folds = [false];
  const pieces: string[] = [];
  for (const [token] of bare.matchAll(TOKEN)) pieces.push(translated(token, folds));
  return { pattern: new RegExp(pieces.join(''), 'dg'), lead: ((regex.length - bare.length) / LEAD.length) * 50 };
}

const LEAD = String.raw`[\w.-]{0,50}?`;

/** The beginning of a group or a flag, a class, an escape, or one character. */
const TOKEN = /\(\?P<\w+>|\(\?-?i[:)]|\(\?:|\[\^?\]?(?:\\.|[^\]\\])*\]|\\x[\da-f]{2}|\\.|[^\\]/gs;

/** Translates a token. The last of `folds` says whether letters of its group are of any case. */
function translated(token: string, folds: boolean[]): string {
  const fold = folds.at(-1) === true;
  const flag = /^\(\?(-?)i([:)])$/.exec(token);
  if (flag !== null) {
    if (flag[2] === ')') folds[folds.length - 1] = flag[1] === '';
    else folds.push(flag[1] === '');
    return flag[2] === ')' ? '' : '(?:';
  }
  if (token === ')') folds.pop();
  if (token[0] === '(') folds.push(fold);
  if (token.startsWith('(?P<')) return token.replace('?P', '?');
  if (token[0] === '[') return classOf(token, fold);
  if (fold && LETTER.test(token)) return `[${swapped(token)}${token}]`;
  return SHORT[token] ?? token;
}

const LETTER = /^[A-Za-z]$/;
const BLANKS = String.raw`\t\n\f\r `;
const SHORT: Readonly<Record<string, string>> = {
  '\\s': `[${BLANKS}]`,
  '\\S': `[^${BLANKS}]`,
  '\\z': '$',
  '.': String.raw`[^\n]`,
};

/** A class of characters; of letters of any case with those of the other case too. */
function classOf(token: string, fold: boolean): string {
  // A bracket that closes is one of the characters where it is the first of them.
  const inside = token
    .slice(1, -1)
    .replaceAll('\\s', BLANKS)
    .replace(/^\^?(?=\])/, '$&\\');
  if (!fold) return `[${inside}]`;
  const others = [...inside.matchAll(RANGE)].flatMap(([, from, to]) =>
    from === undefined ? [] : [swapped(to === undefined ? from : `${from}-${to}`)],
  );
  // First: a dash may be last.
  return inside[0] === '^' ? `[^${others.join('')}${inside.slice(1)}]` : `[${others.join('')}${inside}]`;
}

const RANGE = /\\x[\da-f]{2}|\\.|([A-Za-z])(?:-([A-Za-z]))?/g;

function swapped(letters: string): string {
  return letters.replace(/[A-Za-z]/g, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()));
}
