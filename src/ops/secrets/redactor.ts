import type { RedactedToo } from '../../model/secret.ts';
import { type SecretFinder, secretFinder } from './find-secrets.ts';

/** Puts `[secret 3: github-pat]` in the place of secrets: the same number for the same secret in all of a run. */
export interface Redactor {
  (text: string): string;
  /** Whether something may have to be replaced in a text, or in one that it holds as JSON. */
  mayChange(text: string): boolean;
  /** How many secrets were replaced, by rule. */
  readonly counts: ReadonlyMap<string, number>;
}

/** A redactor of one run. */
export async function redactorOf(also: readonly RedactedToo[]): Promise<Redactor> {
  const find = await secretFinder();
  const counts = new Map<string, number>();
  const numbers = new Map<string, number>();
  const note = (rule: string, value: string): number => {
    counts.set(rule, (counts.get(rule) ?? 0) + 1);
    const number = numbers.get(value) ?? numbers.size + 1;
    numbers.set(value, number);
    return number;
  };
  const redact = (text: string): string => {
    const whole = withoutCutEnd(text);
    const plain = withoutSecrets(whole, find, (rule, value) => `[secret ${note(rule, value)}: ${rule}]`);
    const roomy = also.includes('home') ? plain.replace(HOME, '~') : plain;
    return also.includes('mail') ? roomy.replace(MAIL, (mail) => `[mail ${note('mail', mail)}]`) : roomy;
  };
  const mayChange = (text: string): boolean =>
    CUTS.some((cut) => text.includes(cut)) || (also.length > 0 && PERSONAL.test(text)) || find.mayHold(text);
  return Object.assign(redact, { counts, mayChange });
}

/** Also as Claude Code names the folder of a project: `-home-ann-quay`. */
const HOME =
  /(?:\/home|\/Users)\/[^\s/"'`:;,<>|\\]+|(?<![^\s/"'`])-(?:home|Users)-[^\s/"'`:;,<>|\\-]+|[A-Za-z]:\\Users\\[^\s\\"'`:;,<>|]+/g;
const MAIL = /[A-Za-z\d._%+-]{1,64}@[A-Za-z\d-]{1,63}(?:\.[A-Za-z\d-]{1,63}){1,8}/g;

/** A text may be cut where one of these is, also behind an escape. */
const CUTS = ['…', '\\u2026'];
/** Part of each home folder and mail address, or an escape that may hide it. */
const PERSONAL = /home|users|@|\\(?:u00|\/)|%/i;

/** Characters of the last word of a text that are looked at. */
const LAST = 300;

/** A word of letters alone, as prose has it. */
const PLAIN_WORD = /^[("'\u2018\u201c]?\p{Lu}?[\p{Ll}\p{Lo}\p{M}]*…$/u;

/** Titles are cut: a last word that is cut may be the first half of a secret, which no rule knows. */
function withoutCutEnd(text: string): string {
  if (!text.endsWith('…')) return text;
  const end = /\S*$/.exec(text.slice(-LAST))?.[0] ?? '';
  return PLAIN_WORD.test(end) ? text : `${text.slice(0, text.length - end.length)}…`;
}

function withoutSecrets(text: string, find: SecretFinder, word: (rule: string, value: string) => string): string {
  let at = 0;
  let result = '';
  for (const { rule, start, end, value } of find(text)) {
    result += text.slice(at, start) + word(rule, value);
    at = end;
  }
  return at === 0 ? text : result + text.slice(at);
}
