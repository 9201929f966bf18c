import { isUnseen, type Message } from '../../model/conversation.ts';
import { type Finding, ruleOf } from '../../model/finding.ts';
import { parsedJson } from '../../model/parsed-json.ts';
import type { Part } from '../../model/part.ts';
import type { Document } from '../../stores/kind.ts';
import { mainPart } from '../reading.ts';

interface TornLine {
  /** Number of the line, from 1. */
  readonly line: number;
  /** The line for people: without escapes and keys of JSON; a byte that is not UTF-8 is U+FFFD. */
  readonly text: string;
  /** The line as it is in the file. */
  readonly source: string;
}

const MAX_TORN_LINE = 1 << 24;
const WINDOW = 1 << 20;

/** Lines of a JSON lines file that match and are no records: no message has their words. Throws like the source. */
export function* tornLines(
  { path, source = null }: Pick<Part, 'path' | 'source'>,
  matches: (text: string) => boolean,
): Generator<TornLine> {
  if (source === null || !path.endsWith('.jsonl')) return;
  let line = 0;
  for (const each of linesOf(source)) {
    line++;
    if (each === null) continue;
    const text = readable(each);
    if (matches(text) && !isJsonRecord(each)) yield { line, text, source: each };
  }
}

export interface UnitDamage {
  readonly finding: Finding;
  readonly document: Pick<Document, 'conversations'>;
  readonly parts: readonly Part[];
}

/** The file with a torn line, if `tornLines` finds all of them; else null. */
export function fileWithTorn({ finding: { code, path }, document, parts }: UnitDamage): Part | null {
  if (ruleOf(code).isTorn !== true) return null;
  const files = document.conversations.map((view) => mainPart(view, parts));
  return files.find((part) => part?.path === path && isSearchedWhole(part)) ?? null;
}

/** True for a file of JSON lines of which none is too long for `tornLines`. */
function isSearchedWhole({ path, source = null, size }: Pick<Part, 'path' | 'source' | 'size'>): boolean {
  return source !== null && path.endsWith('.jsonl') && size <= MAX_TORN_LINE;
}

/** For each of these ascending lines, the number of the message before which `show` puts it, else of the last one. */
export function numbersAfter(lines: readonly number[], messages: Iterable<Message>): number[] {
  const places = Array.from(messages).flatMap((message) => {
    const [, record] = /^\/(\d+)/.exec(message.at) ?? [];
    const isShown = message.inherited !== true && !isUnseen(message);
    return record === undefined || !isShown ? [] : { line: Number(record) + 1, index: message.index };
  });
  let next = 0;
  return lines.map((line) => {
    while (next < places.length && (places[next]?.line ?? 0) <= line) next++;
    return (places[next] ?? places.at(-1))?.index ?? 0;
  });
}

/** Lines of a file; null for one above `MAX_TORN_LINE`, which no person wrote. */
function* linesOf(source: NonNullable<Part['source']>): Generator<string | null> {
  const decoder = new TextDecoder();
  let line: string | null = '';
  for (let at = 0; at < source.size; at += WINDOW) {
    const window = source.slice(at, Math.min(WINDOW, source.size - at));
    const texts = decoder.decode(window, { stream: at + WINDOW < source.size }).split('\n');
    for (const [n, text] of texts.entries()) {
      if (n > 0) {
        yield line;
        line = '';
      }
      line = line === null || line.length + text.length > MAX_TORN_LINE ? null : line + text;
    }
  }
  if (line !== '') yield line;
}

export function isJsonRecord(text: string): boolean {
  const value = parsedJson(text);
  return typeof value === 'object' && value !== null;
}

const KEY = /"\w{1,64}"\s*:/g;
const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|(.))/g;
const ESCAPED: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** A line without escapes and keys of JSON. */
export function readable(line: string): string {
  return withoutEscapes(line.replace(KEY, ' '));
}

/** A text without escapes of JSON. */
export function withoutEscapes(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(ESCAPE, (_, unit?: string, letter = '') =>
    unit === undefined ? (ESCAPED[letter] ?? letter) : String.fromCharCode(Number.parseInt(unit, 16)),
  );
}
