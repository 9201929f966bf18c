/** Signs in passwords of generators that rules take for code, markup or the end of a value. */
const SIGN = /[!#$%&()*?[\]^{|}~]/;
/** Those that part the members of a list or the folders of a path too. */
const ALL_SIGNS = /[!#$%&()*,/;?[\]^{|}~]/g;
const RUN = /[!#-&(-;=?-[\]^_a-{|}~]{8,160}/g;
const LETTER = 'x';
const SORTS = [/\d/, /[A-Z]/, /[a-z]/, SIGN];
const MIN_LETTERS = 6;
const MAX_LENGTH = 80;
const MAX_STARTS = 12;

/** Where a value may begin within a run: `ada:`, `password=`, `-p`, `dom/ada:`. */
const STARTS = /(?:^|[=:/,@(|]|(?<=^-)[A-Za-z])(?=[^$=:/,@(|])/g;
/** A parameter of an address behind it, or the signs that end a sentence or code around it. */
const BEHIND = /(?:&[A-Za-z_][\w.-]*=.*|[.,;:)\]}]+)$/;

/** Code, an expression, markup, a placeholder, an address, or a name before a value. */
const NO_PASSWORD = [
  /[$#%]\{|[$%]\(|\{\{|\}\}|\(\)|\[\]|\{\}|\]\(|&&|\|\||=>|->|::|:\/\/|\(\?|\[\^|\.\*|\*\*|\{\d*,?\d*\}/,
  /[A-Za-z_]{3}[=:]|\$[A-Z_]{3}|%[A-Z_]{2,}%|\[[a-zA-Z]-[a-zA-Z]|\[\d+\]|\.[a-z]{2,}[([]/,
  // A call or an element: closed, or of a name that no two digits end.
  /^[A-Za-z_]\w*[([{].*[)\]}]$|^[!#~*&]*(?:[A-Za-z_.]*|[\w.]*(?:[a-z]{3}|[A-Z]{3})[\w.]*[A-Za-z_])\d?[([{](?!\d+[A-Za-z].)/,
  /(?:aes|argon|base|blake|crypt|float|hs|hmac|int|log|md|rs|rsa|sha|utf|uuid|x)[_-]?\d+[([{]/i,
  // A variable, a pointer, a reference, an operator, emphasis.
  /^[^A-Za-z0-9].*[a-z]{4}|^[^A-Za-z0-9!#$%&*?^+~]|^(\W).*\1$/,
];

/**
 * A text of equal length in which passwords of generators (`kT(9vm%Q2x`) have letters for their signs, and where these
 * passwords are. Rules judge them by their surroundings then, as they do a password of letters and digits.
 */
export function signsAsLetters(
  text: string,
  stretches: readonly { readonly from: number; readonly to: number }[],
): {
  readonly lettered: string;
  readonly runs: readonly { readonly at: number; readonly end: number }[];
} {
  const pieces: string[] = [];
  const runs: { at: number; end: number }[] = [];
  let done = 0;
  for (const { from, to } of stretches)
    for (const { 0: run, index } of text.slice(from, to).matchAll(RUN)) {
      const lettered = isOfAllSorts(run) ? letteredRun(run) : null;
      if (lettered === null) continue;
      const at = from + index;
      pieces.push(text.slice(done, at), lettered);
      done = at + run.length;
      runs.push({ at, end: done });
    }
  return { lettered: pieces.join('') + text.slice(done), runs };
}

function letteredRun(run: string): string | null {
  for (const { 0: before, index } of [...run.matchAll(STARTS)].slice(0, MAX_STARTS)) {
    const start = index + before.length;
    const value = run.slice(start).replace(BEHIND, '');
    if (isGenerated(value))
      return (
        run.slice(0, start) + value.replace(isList(value) ? SIGNS : ALL_SIGNS, LETTER) + run.slice(start + value.length)
      );
  }
  return null;
}

function isGenerated(value: string): boolean {
  const bare = value.replace(/[^A-Za-z0-9]/g, '');
  return (
    value.length <= MAX_LENGTH &&
    bare.length >= MIN_LETTERS &&
    bare.length * 2 >= value.length &&
    isOfAllSorts(value) &&
    !NO_PASSWORD.some((each) => each.test(value))
  );
}

function isOfAllSorts(value: string): boolean {
  return SORTS.every((sort) => sort.test(value));
}

/** True where a piece between such signs is a word or a number. */
function isList(value: string): boolean {
  return /(?:^|[,/;])(?:[A-Z]?[a-z]+|[A-Z]+|\d+)?(?:[,/;]|$)/.test(value);
}

const SIGNS = new RegExp(SIGN, 'g');
