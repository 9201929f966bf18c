import type { RedactedToo } from '../../model/secret.ts';
import { type SecretFinder, secretFinder } from './find-secrets.ts';
import { type KnownNames, personalFilter } from './personal.ts';

/** Puts `[secret 3: github-pat]` in the place of secrets: the same number for the same secret in all of a run. */
export interface Redactor {
  (text: string): string;
  /** Learns of names by the path of a store, a file or a folder. */
  meet(path: string): void;
  /** Whether something may have to be replaced in a text, or in one that it holds as JSON. */
  mayChange(text: string): boolean;
  /** How many secrets were replaced, by rule. */
  readonly counts: ReadonlyMap<string, number>;
}

/** What is left out beside secrets, and the names that are known beforehand. */
export interface RedactorOptions {
  readonly also?: readonly RedactedToo[];
  readonly names?: KnownNames;
}

/** A redactor of one run. */
export async function redactorOf({ also = [], names = NOBODY }: RedactorOptions = {}): Promise<Redactor> {
  const find = await secretFinder();
  const counts = new Map<string, number>();
  const numbers = new Map<string, number>();
  const note = (rule: string, value: string): number => {
    counts.set(rule, (counts.get(rule) ?? 0) + 1);
    const number = numbers.get(value) ?? numbers.size + 1;
    numbers.set(value, number);
    return number;
  };
  const personal = personalFilter(also, names, note);
  const redact = (text: string): string => {
    const whole = withoutCutEnd(text);
    return personal(withoutSecrets(whole, find, (rule, value) => `[secret ${note(rule, value)}: ${rule}]`));
  };
  const mayChange = (text: string): boolean =>
    CUTS.some((cut) => text.includes(cut)) || personal.mayChange(text) || find.mayHold(text);
  return Object.assign(redact, { counts, meet: personal.meet, mayChange });
}

const NOBODY: KnownNames = { users: [], hosts: [] };

/** A text may be cut where one of these is, also behind an escape. */
const CUTS = ['…', '\\u2026'];

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
