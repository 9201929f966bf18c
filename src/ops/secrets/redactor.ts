import { digestOf } from '../../io/disk/digest.ts';
import { addToCount } from '../../model/collections.ts';
import type { KnownSecret, RedactedToo } from '../../model/secret.ts';
import { withoutPartialEnd } from './cut-words.ts';
import { type SecretFinder, secretFinder } from './find-secrets.ts';
import { type FoundSecret, type KnownSecrets, knownSecrets, type MarkSearch, replaced } from './known-secrets.ts';
import { type KnownNames, personalFilter } from './personal.ts';

export interface TextFilter {
  (text: string): string;
  /** A path of a store, a file or a folder gives away names, and secrets that are names. */
  learnPath(path: string): void;
  /** True if it may change a text, or one in JSON within it. */
  mayChange(text: string): boolean;
  /** For texts that are counted already, or not shown. */
  uncounted<T>(work: () => T): T;
}

/** Replaces secrets by words like `[secret 3: github-pat]`, which are equal for equal secrets throughout a run. */
export interface Redactor extends TextFilter {
  readonly counts: ReadonlyMap<string, number>;
  /**
   * Returns texts unchanged and learns their secrets. Call it first for everything to redact: a secret revealed in one
   * text is then replaced in all.
   */
  readonly learner: TextFilter & {
    readonly marks: MarkSearch;
    marked(text: string): void;
    found(): number;
  };
  readonly known: KnownSecrets;
  /** The secrets in a text; a text that was learnt is only searched for secrets of others. */
  secretsIn(text: string): readonly FoundSecret[];
  /** Adds secrets that were learnt elsewhere about a conversation. */
  know(learnt: readonly KnownSecret[]): void;
  /** Marks places in lines; lines without a mark do not change. */
  readonly marks: MarkSearch;
  /** Marks in lines in which no rule found anything. */
  readonly otherMarks: MarkSearch;
  /** Lines in which a rule found something, by the hash of the bytes of a file that was learnt from. */
  readonly learnt: Map<string, readonly SecretLine[]>;
}

export interface SecretLine {
  readonly from: number;
  readonly to: number;
}

export interface RedactorOptions {
  readonly also?: readonly RedactedToo[];
  readonly names?: KnownNames;
  readonly known?: KnownSecrets;
}

export async function redactorOf(options: RedactorOptions = {}): Promise<Redactor> {
  return redactorWith(await secretFinder(), options);
}

export function redactorWith(
  byRules: SecretFinder,
  { also = [], names = NO_NAMES, known = knownSecrets() }: RedactorOptions = {},
): Redactor {
  const find = byRules.knowing(known);
  const findKnown = byRules.ofKnown(known);
  const clear = textSet();
  const counter = ruleCounter();
  const { counts, uncounted } = counter;
  const wordOf = numbering();
  const note = (rule: string, value: string) => {
    const word = wordOf(rule, value);
    counter.add(word.rule);
    return word;
  };
  const personal = personalFilter(also, names, {
    home: () => counter.add('home'),
    word: (rule, value) => `[${rule} ${note(rule, value).number}]`,
  });
  const secretsIn = (text: string): readonly FoundSecret[] => (clear.has(text) ? findKnown : find)(text);
  const clean = (text: string): string =>
    replaced(text, secretsIn(text), ({ rule, value }) => secretWord(note(rule, value)));
  const redact = (text: string): string => personal(clean(withoutPartialEnd(text)));
  const { know, take, found, learn } = learning(byRules, { clear, known, wordOf });
  const mayChange = (text: string): boolean => CUT.test(text) || personal.mayChange(text) || find.mayHold(text);
  const otherMarks = otherMarksOf(known, also.length > 0);
  const marks: MarkSearch = (lines, mark) => {
    byRules.marks(lines, mark);
    otherMarks(lines, mark);
  };
  const learnPath = (path: string): void => {
    personal.learnPath(path);
    take(byRules(path));
  };
  const learner = Object.assign(learn, {
    learnPath,
    mayChange: byRules.mayHold,
    marks: byRules.marks,
    marked: (text: string) => take(byRules.marked(text)),
    found,
    uncounted,
  });
  return Object.assign(redact, {
    learnPath,
    mayChange,
    uncounted,
    marks,
    otherMarks,
    counts,
    learner,
    known,
    know,
    learnt: new Map(),
    secretsIn,
  });
}

interface Learning {
  readonly clear: TextSet;
  readonly known: KnownSecrets;
  readonly wordOf: ReturnType<typeof numbering>;
}

function learning(byRules: SecretFinder, { clear, known, wordOf }: Learning) {
  let found = 0;
  const know = (secrets: readonly KnownSecret[]): void => {
    for (const { rule, value } of secrets) {
      wordOf(rule, value);
      known.add({ rule, value });
    }
  };
  const take = (secrets: readonly FoundSecret[]): void => {
    found += secrets.length;
    know(secrets);
  };
  const learn = (text: string): string => {
    const secrets = byRules(text);
    if (secrets.length === 0) clear.add(text);
    take(secrets);
    return text;
  };
  return { know, take, learn, found: () => found };
}

interface TextSet {
  add(text: string): void;
  has(text: string): boolean;
}

/** Digests of long texts in which no rule finds anything, so that they are not searched again. */
function textSet(): TextSet {
  const digests = new Set<string>();
  const keyOf = (text: string) => digestOf(Buffer.from(text, 'utf16le'));
  return {
    add: (text) => {
      if (text.length >= MIN_REMEMBERED_LENGTH && digests.size < MAX_REMEMBERED) digests.add(keyOf(text));
    },
    has: (text) => text.length >= MIN_REMEMBERED_LENGTH && digests.size > 0 && digests.has(keyOf(text)),
  };
}

/** A shorter text is searched as fast as it is digested. */
const MIN_REMEMBERED_LENGTH = 100;
/** Up to 50 MB. */
const MAX_REMEMBERED = 400_000;

function numbering() {
  const words = new Map<string, { readonly rule: string; readonly number: number }>();
  return (rule: string, value: string) => {
    const word = words.get(value) ?? { rule, number: words.size + 1 };
    words.set(value, word);
    return word;
  };
}

/** Counts the uses of each rule, except in `uncounted`. */
function ruleCounter() {
  const counts = new Map<string, number>();
  let isCounting = true;
  return {
    counts,
    add: (rule: string): void => {
      if (isCounting) addToCount(counts, rule, 1);
    },
    uncounted: <T>(work: () => T): T => {
      const before = isCounting;
      isCounting = false;
      try {
        return work();
      } finally {
        isCounting = before;
      }
    },
  };
}

function otherMarksOf(known: KnownSecrets, isPersonal: boolean): MarkSearch {
  return (lines, mark) => {
    known.near(lines, (at) => {
      mark(at);
      return false;
    });
    for (const pattern of [EACH_CUT, ...(isPersonal ? [ANY_LINE] : [])])
      for (const { index } of lines.matchAll(pattern)) mark(index);
  };
}

function secretWord({ rule, number }: { readonly rule: string; readonly number: number }): string {
  return `[secret ${number}: ${rule}]`;
}

const NO_NAMES: KnownNames = { users: [], hosts: [] };

/** The end of a text that may be cut, also in JSON, and behind an escape. */
const CUT = /…(?:["\\]|$)|\\u2026/;
const EACH_CUT = /…(?:["\\\r\n]|$)|\\u2026/g;
const ANY_LINE = /^./gm;
