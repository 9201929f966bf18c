import type { KnownSecret } from '../../model/secret.ts';
import { unescaped } from './views.ts';
import { type WordScan, wordScan } from './words-in.ts';

/** A secret in a text: from `start` to `end`, in UTF-16 units. */
export interface FoundSecret extends KnownSecret {
  readonly start: number;
  readonly end: number;
}

export function replaced(text: string, secrets: readonly FoundSecret[], word: (secret: FoundSecret) => string): string {
  let at = 0;
  let result = '';
  for (const secret of secrets) {
    result += text.slice(at, secret.start) + word(secret);
    at = secret.end;
  }
  return at === 0 ? text : result + text.slice(at);
}

export type MarkSearch = (text: string, mark: (at: number) => void) => void;

/** Secrets found somewhere: each counts wherever else it is, even where no rule would find it. */
export interface KnownSecrets {
  add(found: KnownSecret): void;
  in(text: string): readonly FoundSecret[];
  /** Calls `isEnough` with possible places, also in JSON within the text, until that returns true; returns whether it did. */
  near(text: string, isEnough: (at: number) => boolean): boolean;
  readonly isEmpty: boolean;
  /** Secrets, each once, in the order in which they were added. */
  values(): Iterable<KnownSecret>;
  readonly uuids: ReadonlySet<string>;
  /** Removes a UUID that is the id of something, and so a secret only where a rule finds it. */
  drop(uuid: string): void;
}

export function knownSecrets(): KnownSecrets {
  const all = new Map<string, SearchedSecret>();
  const uuids = new Set<string>();
  let scan: WordScan<SearchedSecret> | null = null;
  const places: WordScan<SearchedSecret> = (text, isEnough) => {
    if (all.size <= MAX_SEARCHED_SINGLY) return [...all.values()].some((known) => fewPlaces(text, known, isEnough));
    scan ??= wordScan(
      Array.from(all.values(), (value) => ({ word: value.core.toLowerCase(), mustFollow: null, value })),
      true,
    );
    return scan(text, (known, at) => text.startsWith(known.core, at) && isEnough(known, at));
  };
  return {
    add: ({ rule, value }) => {
      for (const form of formsOf(value)) {
        const known = all.has(form) || !betraysSecret(form) ? null : knownOf(form, { rule, value });
        if (known === null) continue;
        all.set(form, known);
        if (UUID.test(form)) uuids.add(form);
        scan = null;
      }
    },
    uuids,
    drop: (uuid) => {
      if (uuids.delete(uuid)) all.delete(uuid);
      scan = null;
    },
    in: (text) => {
      const found: FoundSecret[] = [];
      if (all.size > 0)
        places(text, ({ form, before, of }, at) => {
          const start = at - before;
          const end = at - before + form.length;
          // Before the beginning of a text, `startsWith` looks at its beginning.
          if (start >= 0 && text.startsWith(form, start) && isApart(text, form, start))
            found.push({ ...of, start, end });
          return false;
        });
      return found;
    },
    values: () => new Set(Array.from(all.values(), ({ of }) => of)),
    near: (text, isEnough) => all.size > 0 && places(text, (_, at) => isEnough(at)),
    get isEmpty() {
      return all.size === 0;
    },
  };
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Up to this number, separate searches are faster. */
const MAX_SEARCHED_SINGLY = 3;

function fewPlaces(
  text: string,
  known: SearchedSecret,
  isEnough: (value: SearchedSecret, at: number) => boolean,
): boolean {
  for (let at = text.indexOf(known.core); at >= 0; at = text.indexOf(known.core, at + 1))
    if (isEnough(known, at)) return true;
  return false;
}

interface SearchedSecret {
  readonly form: string;
  /** The longest stretch of it that no escape changes, with the number of characters before it. */
  readonly core: string;
  readonly before: number;
  readonly of: KnownSecret;
}

function knownOf(form: string, of: SearchedSecret['of']): SearchedSecret | null {
  let core = { 0: '', index: 0 };
  for (const each of form.matchAll(UNESCAPED)) if (each[0].length > core[0].length) core = each;
  // Secrets of one kind begin alike.
  const skipped = Math.max(0, core[0].length - MAX_SEARCHED_LENGTH);
  if (core[0].length < MIN_SEARCHED_LENGTH) return null;
  return { form, core: core[0].slice(skipped), before: core.index + skipped, of };
}

/** Characters that neither JSON nor an address escapes. */
const UNESCAPED = /[\w.~!*'()=+:;,@$^|?&[\]{}-]+/g;
const MIN_SEARCHED_LENGTH = 3;
const MAX_SEARCHED_LENGTH = 8;

/** Forms of a secret: itself, without escapes, without the end of a sentence, a password without its user name, a line of a key, short base64. */
function formsOf(value: string): readonly string[] {
  const bare = value.replace(/^["'`]+|["'`]+$/g, '');
  const plain = unescaped(bare);
  const decoded = BASE64.test(plain) ? Buffer.from(plain, 'base64').toString('latin1') : plain;
  const password = USER.exec(decoded)?.[1] ?? '';
  const lines = plain.includes('\n')
    ? plain.split(/[^\w+/=-]+/).filter((line) => line.length >= MIN_KEY_LINE_LENGTH)
    : [];
  // A rule cannot tell the end of a sentence from that of a password.
  const all = [bare, plain, plain.replace(SENTENCE_END, ''), password, ...lines];
  return [...all, ...all.flatMap(encoded), ...[plain, password].flatMap(asFolder)];
}

/** As in the name that programs make of a folder's path: `/srv/ghp_x` is in `-srv-ghp-x`. */
function asFolder(text: string): string[] {
  const name = text.replace(/[^A-Za-z\d]/g, '-');
  return name === text || text.length < MIN_LENGTH_WITHIN_WORDS || /\s/.test(text) ? [] : [name];
}

const SENTENCE_END = /[.!?:…]+$/;
const BASE64 = /^[A-Za-z\d+/_-]{8,}={0,2}$/;
/** `ada:...`, as passed to curl. */
const USER = /^[\w.@+-]{1,80}:([ -~]+)$/;
const MIN_KEY_LINE_LENGTH = 32;
/** A longer secret is found in base64 by its text. */
const ENCODED = 18;

function encoded(text: string): string[] {
  if (text === '' || text.length >= ENCODED) return [];
  return [text, `${text}\n`].map((each) => Buffer.from(each).toString('base64'));
}

/** True for a match that is no part of a longer word, as a short secret must be. */
function isApart(text: string, form: string, start: number): boolean {
  if (form.length >= MIN_LENGTH_WITHIN_WORDS) return true;
  return !LETTER.test(text[start - 1] ?? '') && !LETTER.test(text[start + form.length] ?? '');
}

const MIN_LENGTH_WITHIN_WORDS = 16;
const LETTER = /[\p{L}\d]/u;

/** True for a value that differs from ordinary text anywhere: no word, number or blank form. */
export function betraysSecret(value: string): boolean {
  if (value.length < MIN_LENGTH || new Set(value).size < MIN_DIFFERENT_CHARACTERS || PLACEHOLDER.test(value))
    return false;
  if (WORDS.test(value)) return value.length >= MIN_WORDS_LENGTH || isShuffled(value);
  return !NUMBER.test(value) || value.length >= MIN_NUMBER_LENGTH;
}

/** True for letters whose case changes more often than in `camelCaseNames`. */
function isShuffled(value: string): boolean {
  const turns = value.match(/[a-z](?=[A-Z])|[A-Z](?=[a-z])/g) ?? [];
  return value.length >= MIN_SHUFFLED_LENGTH && turns.length * 3 > value.length;
}

const MIN_SHUFFLED_LENGTH = 10;
const MIN_LENGTH = 6;
const MIN_DIFFERENT_CHARACTERS = 5;
const PLACEHOLDER = /^[$<%{[(*]|\$[{(]|\{\{/;
const WORDS = /^[\p{L}_.:/ -]+$/u;
const MIN_WORDS_LENGTH = 16;
const NUMBER = /^[\d_.:/ -]+$/;
const MIN_NUMBER_LENGTH = 12;
