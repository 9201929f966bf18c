import { orNull } from '../../io/disk/error-code.ts';
import { allBytes, WINDOW } from '../../io/disk/file-source.ts';
import { addTo } from '../../model/collections.ts';
import { Failure } from '../../model/failure.ts';
import { parsedJson } from '../../model/parsed-json.ts';
import { LF, type Part, type Source } from '../../model/part.ts';
import { isFileOfRecords } from '../../model/path.ts';
import type { MarkedLine } from '../../model/secret.ts';
import { isRecord } from '../../stores/engine/search/byte-filter.ts';
import type { LineFile } from '../reading.ts';
import type { SecretFinder } from './find-secrets.ts';
import type { FoundSecret } from './known-secrets.ts';
import { bytesAsText, isJson, MAX_STRING_LENGTH, markedLines, withTextsRedacted } from './redacted-lines.ts';
import { unescaped } from './views.ts';

/** A secret in the bytes of a file. `line` counts from 1; `where`: path of members to it in the JSON of its line, like `toolUseResult.stderr`. */
export interface FileSecret {
  readonly path: string;
  readonly line: number;
  readonly where: string;
  readonly secret: FoundSecret;
}

/** Secrets of lines, each once per line; `marked`: the marked lines. Throws Failure `failed` for a file too large for a text. */
export function secretsInFile(
  file: LineFile,
  marked: readonly MarkedLine[],
  find: SecretFinder,
): Generator<FileSecret> {
  return isFileOfRecords(file.path) ? secretsInLines(file, marked, find) : secretsInDocument(file, marked, find);
}

function* secretsInLines(
  { path, source }: LineFile,
  marked: readonly MarkedLine[],
  find: SecretFinder,
): Generator<FileSecret> {
  const lineAt = lineCounter(source);
  for (const { from, to, marks } of marked) {
    const bytes = source.slice(from, to - from);
    const text = bytesAsText(bytes).toString('utf8');
    const isMarked = marksIn(bytes, text, marks);
    for (const { secret, written } of isRecord(bytes) ? secretsInJson(text, find, isMarked) : secretsInText(text, find))
      yield { path, line: lineAt(from), where: membersTo(text, written), secret };
  }
}

function* secretsInDocument(file: LineFile, marked: readonly MarkedLine[], find: SecretFinder): Generator<FileSecret> {
  const text = marked.length > 0 ? wholeText(file) : '';
  for (const { secret, written } of isJson(text) ? secretsInJson(text, find) : secretsInText(text, find))
    yield { path: file.path, line: lineOf(text, written), where: membersTo(text, written), secret };
}

function wholeText({ path, source }: LineFile): string {
  if (source.size > MAX_STRING_LENGTH)
    throw new Failure('failed', `${path} has ${source.size} bytes, which is too long to be searched as one text`);
  return Buffer.from(allBytes(source)).toString('utf8');
}

interface WrittenSecret {
  readonly secret: FoundSecret;
  readonly written: string;
}

function secretsInText(text: string, find: SecretFinder): WrittenSecret[] {
  return find(text).map((secret) => ({ secret, written: text.slice(secret.start, secret.end) }));
}

/** Searches marked texts of JSON, and the rest without long texts: `"password":"..."` is a secret only with its key. */
function secretsInJson(json: string, find: SecretFinder, isMarked: HasMark = () => true): Iterable<WrittenSecret> {
  const found = new Map<string, WrittenSecret>();
  // A program may store a tool's answer twice.
  const seen = new Set<string>();
  const searched = (text: string): string => {
    if (!seen.has(text)) for (const each of secretsInText(text, find)) found.set(unescaped(each.secret.value), each);
    seen.add(text);
    return text.length > MAX_VALUE_LENGTH ? '' : text;
  };
  const unread = (from: number, to: number): string | null => {
    if (isMarked(from, to)) return null;
    return to - from > MAX_VALUE_LENGTH ? '""' : json.slice(from, to);
  };
  const outline = withTextsRedacted(json, Object.assign(searched, { mayChange: find.mayHold, unread }));
  const known = new SecretIndex<WrittenSecret>();
  for (const [value, each] of found) known.add(value, each);
  for (const each of secretsInText(outline, find)) {
    const value = unescaped(each.secret.value);
    if (known.has(value)) continue;
    found.set(value, each);
    known.add(value, each);
  }
  return found.values();
}

/** True if a mark is between two places. Ask for ascending places only. */
type HasMark = (from: number, to: number) => boolean;

function marksIn(bytes: Uint8Array, text: string, marks: readonly number[]): HasMark {
  const places = text.length === bytes.length ? marks : placesInText(bytes, marks);
  let next = 0;
  return (from, to) => {
    while ((places[next] ?? to) < from) next++;
    return (places[next] ?? to) < to;
  };
}

function placesInText(bytes: Uint8Array, places: readonly number[]): number[] {
  let done = 0;
  let length = 0;
  return places.map((at) => {
    length += bytesAsText(bytes, done, at).toString('utf8').length;
    done = at;
    return length;
  });
}

/** Longer than any secret that only its key reveals. */
const MAX_VALUE_LENGTH = 2000;

/** Returns the number of the line at a place; ask for ascending places only. */
function lineCounter(source: Source): (at: number) => number {
  let line = 1;
  let done = 0;
  return (at) => {
    while (done < at) {
      const bytes = bytesAsText(source.slice(done, Math.min(WINDOW, at - done)));
      for (let end = bytes.indexOf(LF); end >= 0; end = bytes.indexOf(LF, end + 1)) line++;
      done += Math.max(1, bytes.length);
    }
    return line;
  };
}

function lineOf(text: string, written: string): number {
  const at = Math.max(text.indexOf(written), text.indexOf(JSON.stringify(written).slice(1, -1)), 0);
  return text.slice(0, at).split('\n').length;
}

function membersTo(json: string, written: string): string {
  // Null if the JSON is nested too deeply for the stack.
  return orNull(() => namesTo(parsedJson(json), (text) => text.includes(written)))?.join('.') || 'text';
}

/** Names of objects that lead to a text; elements of lists have none. */
function namesTo(json: unknown, isIn: (text: string) => boolean): string[] | null {
  if (typeof json === 'string') return isIn(json) ? [] : null;
  if (Array.isArray(json)) return firstOf(json, (each) => namesTo(each, isIn));
  if (typeof json !== 'object' || json === null) return null;
  return firstOf(Object.entries(json), ([name, inside]) => {
    const names = isIn(name) ? [] : namesTo(inside, isIn);
    return names && [name, ...names];
  });
}

function firstOf<T, U>(all: readonly T[], of: (each: T) => U | null): U | null {
  for (const each of all) {
    const one = of(each);
    if (one !== null) return one;
  }
  return null;
}

/**
 * Things by their secret, of which two readings are one: a rule may include signs around it. So one value is in the
 * other, which is longer by fewer than `MAX_SIGNS`.
 */
export class SecretIndex<T> {
  readonly #byValue = new Map<string, T[]>();
  /** By all that a reading with fewer signs may be. */
  readonly #byCore = new Map<string, T[]>();

  /** The values are without escapes. */
  add(value: string, of: T): void {
    addTo(this.#byValue, value, of);
    for (const core of coresOf(value)) addTo(this.#byCore, core, of);
  }

  has(value: string): boolean {
    if (this.#byValue.has(value) || this.#byCore.has(value)) return true;
    for (const core of coresOf(value)) if (this.#byValue.has(core)) return true;
    return false;
  }

  /** Each once, in no order. */
  allOf(value: string): ReadonlySet<T> {
    const lists = [value, ...coresOf(value)].map((each) => this.#byValue.get(each) ?? []);
    return new Set([...(this.#byCore.get(value) ?? []), ...lists.flat()]);
  }
}

const MAX_SIGNS = 6;

function coresOf(value: string): ReadonlySet<string> {
  const cores = new Set<string>();
  for (let signs = 1; signs < MAX_SIGNS && signs <= value.length; signs++)
    for (let from = 0; from <= signs; from++) cores.add(value.slice(from, value.length - signs + from));
  return cores;
}

/** Marked lines of a part. `know` takes those that a thread found; `known` is null if they were not searched, or the search failed. */
export interface LinesOf {
  (part: Part, file: LineFile): Collected<MarkedLine>;
  know(part: Part, all: readonly MarkedLine[]): void;
  known(part: Part): readonly MarkedLine[] | null;
}

export interface Collected<T> {
  readonly all: readonly T[];
  readonly failure: Failure | null;
}

/** Marked lines of a part, looked for once, whether it is worth opening or opened. */
export function linesOnce({ marks }: SecretFinder): LinesOf {
  const linesByPart = new WeakMap<Part, Collected<MarkedLine>>();
  const linesOf = (part: Part, file: LineFile): Collected<MarkedLine> => {
    const lines = linesByPart.get(part) ?? collectAll(markedLines(marks, file));
    linesByPart.set(part, lines);
    return lines;
  };
  const know: LinesOf['know'] = (part, all) => {
    linesByPart.set(part, { all, failure: null });
  };
  const known: LinesOf['known'] = (part) => {
    const lines = linesByPart.get(part);
    return lines === undefined || lines.failure !== null ? null : lines.all;
  };
  return Object.assign(linesOf, { know, known });
}

export function collectAll<T>(some: Iterable<T>): Collected<T> {
  const all: T[] = [];
  try {
    for (const each of some) all.push(each);
    return { all, failure: null };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { all, failure: error };
  }
}
