import { addAll } from '../../model/collections.ts';
import { isUnseen, type Message, type Transcript, type View } from '../../model/conversation.ts';
import { Failure, nullOnFailure } from '../../model/failure.ts';
import type { Part } from '../../model/part.ts';
import {
  isInRange,
  isUnlimited,
  type Matcher,
  type SearchLine,
  type SearchQuery,
  type SearchResult,
} from '../../model/search.ts';
import { type ByteFilter, byteFilter } from '../../stores/engine/search/byte-filter.ts';
import type { Document, TranscriptOptions } from '../../stores/kind.ts';
import { mainPart } from '../reading.ts';
import { type Mask, type MaskOf, masks } from '../secrets/mask.ts';
import { coveredText, type FoundText, Lines, readableText, searchLine } from './search-lines.ts';
import { numbersAfter, tornLines, withoutHalfWords, withoutNotation } from './torn-lines.ts';
import { matcherOf } from './words.ts';

export interface Searcher {
  readonly query: SearchQuery;
  readonly match: Matcher;
  readonly maskOf: MaskOf;
  readonly filter: ByteFilter | null;
}

/** A searcher for a query. Throws Failure `usage` for an invalid pattern. */
export async function searcherOf(query: SearchQuery): Promise<Searcher> {
  const match = await matcherOf(query);
  return { query, match, maskOf: await masks(query.redact === true), filter: byteFilter(query) };
}

/** Finds a match; null if a text lacks the pattern, or has it only in covered secrets. */
type FindText = (text: string, covered?: () => string) => FoundText | null;

function textFinder(match: Matcher, { cover }: Mask): FindText {
  return (source, covered = () => cover(source)) => {
    if (source === '' || match(source) === null) return null;
    const text = covered();
    const place = match(text);
    return place === null ? null : { text, ...place };
  };
}

interface ViewSearch {
  readonly query: SearchQuery;
  readonly findText: FindText;
  readonly mask: Mask;
}

interface SearchedFile {
  readonly document: Document;
  readonly view: View;
  /** The files as they are; the document may be the healed one. */
  readonly parts: readonly Part[];
}

const MAX_LINES_HELD = 1000;

export interface SearchedView {
  readonly view: View;
  readonly result: SearchResult;
}

export function searchUnit(searcher: Searcher, document: Document, parts: readonly Part[]): SearchedView[] {
  const { query, match, maskOf } = searcher;
  return document.conversations.flatMap((view) => {
    const mask = maskOf(document, view, parts);
    const result = searchView({ query, mask, findText: textFinder(match, mask) }, { document, view, parts });
    const learnt = mask.learnt();
    if (result === null) return [];
    return [{ view, result: learnt.length === 0 ? result : { ...result, learnt } }];
  });
}

function searchView(search: ViewSearch, { document, view, parts }: SearchedFile): SearchResult | null {
  const { query, findText, mask } = search;
  if (!isInRange(view.updatedAt, { since: query.since, until: null })) return null;
  const names = isOfMessages(query) ? new Map<string, string>() : textsWithout(document, view, findText);
  const { lines, count, inAgents } = searchTranscripts(search, { document, view, names });
  if (count > 0 && query.isFirstEnough) return { lines, count, beside: 0, inAgents };
  const finder = { findText, mask };
  // Sections that repeat messages would count a match twice.
  const sections = count > 0 || isOfMessages(query) ? [] : searchSections(finder, { document, view, names });
  const torn = count > 0 || isOfMessages(query) ? [] : searchTornLines(finder, { document, view, parts });
  const handed = [...namedLines(finder, names), ...sections, ...torn];
  addAll(lines, handed.slice(0, Math.max(0, MAX_LINES_HELD - lines.length)));
  const all = count + handed.length;
  return all === 0 ? null : { lines, count: all, beside: handed.length, inAgents };
}

/** Searches the conversation and its subagents, as far as the query wants; removes names that a message has. */
function searchTranscripts(
  { query, findText, mask }: ViewSearch,
  { document, view, names }: Pick<SearchedFile, 'document' | 'view'> & { readonly names: Map<string, string> },
) {
  const lines: SearchLine[] = [];
  const inAgents = new Map<string, number>();
  let count = 0;
  for (const { agent, messages } of readableTranscripts(document, view, { asides: true })) {
    const found = new Lines(query.context, MAX_LINES_HELD - lines.length, agent, mask);
    searchMessages({ query, findText, mask }, withoutRepeated(names, messages), found);
    addAll(lines, found.all);
    count += found.count;
    if (agent !== null && found.count > 0) inAgents.set(agent, found.count);
    if (count > 0 && query.isFirstEnough) break;
  }
  return { lines, count, inAgents };
}

function searchTornLines(finder: LineFinder, { document, view, parts }: SearchedFile): SearchLine[] {
  const part = document.mayHide?.() === false ? undefined : mainPart(view, parts);
  if (part === undefined) return [];
  const found = [...tornLines(part, (text) => finder.findText(text, () => text) !== null)];
  if (found.length === 0) return [];
  const lines = found.map(({ line }) => line);
  const numbers = numbersAfter(lines, readableMessages(document, view, { agent: null }));
  return found.flatMap(({ line, text, source }, n) => {
    const covered = () => finder.mask.coverTorn(text, () => withoutNotation(withoutHalfWords(source)));
    return lineIn(text, `damaged line ${line}`, () => numbers[n] ?? 0, finder, covered);
  });
}

/** True for a query that ignores texts beside messages, and damaged lines. */
export function isOfMessages(query: SearchQuery): boolean {
  return query.roles.length > 0 || query.tools.length > 0 || !isUnlimited(query);
}

/** Texts beside messages that match, each with its name. */
function textsWithout(document: Document, view: View, findText: FindText): Map<string, string> {
  const named = [...searchedNames(document, view), ...labelsOf(view)].map((text) => ({ text, name: 'name' }));
  const asides = view.bytes === 0 ? [] : (document.asides?.(view.path) ?? []);
  const found = [...asides, ...named].filter(({ text }) => findText(text) !== null);
  return new Map(found.map(({ text, name }) => [text, name]));
}

/** Removes texts that a message has, even if their program cut one and appended `…`. */
function* withoutRepeated(names: Map<string, string>, messages: Iterable<Message>): Generator<Message> {
  const trimmedNames = new Map(Array.from(names.keys(), (text) => [text, text.replace(/…$/, '').trim()]));
  for (const message of messages) {
    for (const [text, words] of trimmedNames) if (says(message, words) && trimmedNames.delete(text)) names.delete(text);
    yield message;
  }
}

function says({ text, words, arguments: passed }: Message, sought: string): boolean {
  return [text, words, passed].some((each) => each?.includes(sought) === true);
}

type LineFinder = Pick<ViewSearch, 'findText' | 'mask'>;

function lineIn(
  text: string,
  name: string,
  index: () => number,
  { findText, mask }: LineFinder,
  covered?: () => string,
): SearchLine[] {
  const place = findText(text, covered);
  return place === null
    ? []
    : [searchLine({ index: index(), role: null, type: 'text', name, hidden: false }, place, mask)];
}

function namedLines(finder: LineFinder, names: ReadonlyMap<string, string>): SearchLine[] {
  return [...names].flatMap(([text, name]) => lineIn(text, name, () => 0, finder));
}

interface SectionsToSearch {
  readonly document: Document;
  readonly view: View;
  /** Names that match: a line with one of them is not repeated. */
  readonly names: ReadonlyMap<string, string>;
}

function searchSections(finder: LineFinder, { document, view, names }: SectionsToSearch): SearchLine[] {
  const { sections = [], repeated = [] } = transcriptOf(document, view) ?? {};
  const last = () => Math.max(0, (view.messages ?? 1) - 1);
  const hasName = (text: string) => [...names.keys()].some((name) => text.includes(name));
  return sections.flatMap(({ key, title, lines = [] }) =>
    (repeated.includes(key) || key === 'names' ? [] : lines).flatMap((text) =>
      hasName(text) ? [] : lineIn(text, title, last, finder),
    ),
  );
}

export function searchedNames(document: Document, { path, bytes }: View): readonly string[] {
  return bytes === 0 ? [] : [...new Set(document.names?.(path))].reverse();
}

/** Branches of nearly every conversation, which tell nothing. */
const TRUNKS: ReadonlySet<string> = new Set(['main', 'master', 'HEAD']);

function labelsOf({ branch, tag }: View): string[] {
  return [branch, tag].filter((each) => each != null).filter((each) => !TRUNKS.has(each));
}

function searchMessages({ query, ...finder }: ViewSearch, messages: Iterable<Message>, found: Lines): void {
  const isSearched = searchedMessages(query);
  for (const message of messages) {
    const isAsked = message.inherited !== true && isSearched(message);
    const [place, more] = isAsked ? placesIn(message, finder) : [];
    if (place !== undefined) {
      found.match({ ...message, ...place.said }, place, more && { message: { ...message, ...more.said }, found: more });
      if (query.isFirstEnough) return;
    } else if (!isUnseen(message)) found.pass(message);
  }
}

/** Matches in the message, and beside it. */
function placesIn(message: Message, finder: LineFinder): FoundText[] {
  return [foundIn(message, finder), foundBeside(message, finder)].filter((each) => each !== null);
}

export function readableTranscripts(document: Document, view: View, options: Pick<TranscriptOptions, 'asides'> = {}) {
  const agents = [null, ...(document.subagents?.(view.path) ?? [])];
  return agents.map((agent) => ({ agent, messages: readableMessages(document, view, { agent, ...options }) }));
}

function* readableMessages(document: Document, view: View, options: TranscriptOptions): Generator<Message> {
  if (options.agent === null && view.bytes === 0) return;
  try {
    yield* document.transcript(view.path, options).messages;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
  }
}

function transcriptOf(document: Document, view: View): Transcript | null {
  return view.bytes === 0 ? null : nullOnFailure(() => document.transcript(view.path, { agent: null }));
}

/** Call it with every message in order: a result does not name its tool. */
function searchedMessages({ roles, tools: wanted, ...range }: SearchQuery): (message: Message) => boolean {
  const tools = new Map<string, string>();
  const names = new Set(wanted.map((name) => name.toLowerCase()));
  const isOfTool = ({ type, name = '', callId = '' }: Message) => {
    if (type === 'tool_call') tools.set(callId, name);
    const tool = type === 'tool_output' ? tools.get(callId) : name;
    return tool !== undefined && namesOfTool(tool.toLowerCase()).some((each) => names.has(each));
  };
  return (message) => {
    if (names.size > 0 && !isOfTool(message)) return false;
    return (
      (roles.length === 0 || (message.role !== null && roles.includes(message.role))) && isInRange(message.time, range)
    );
  };
}

/** Names of a tool, with those of its MCP server (`mcp__github__search`, `github__.search`) and its name there. */
function namesOfTool(name: string): string[] {
  return name.includes('__') ? [name, ...name.split(/__\.?/)] : [name];
}

/** A match in the text, in tool arguments as people type them, or in tool names. Rules for secrets read arguments as written. */
function foundIn(message: Message, { findText, mask }: LineFinder): FoundText | null {
  const { arguments: args, name, type } = message;
  const text = readableText(message);
  const inText = text === null ? null : findText(text, () => coveredText(message, mask) ?? '');
  if (inText !== null) return inText;
  const inArguments = args === undefined ? null : findText(plainText(args), () => plainText(mask.coverArguments(args)));
  if (inArguments !== null) return inArguments;
  return type === 'tool_call' && name !== undefined ? findText(name) : null;
}

/** A match in a text of the screen that neither the result nor its call has. */
function foundBeside(message: Message, { findText }: LineFinder): FoundText | null {
  for (const { name, text, isRepeated } of message.asides?.() ?? []) {
    const found = findText(text);
    if (found !== null && isRepeated?.() !== true)
      return { ...found, said: { role: null, type: 'other', name, text: null } };
  }
  return null;
}

/** Strings and other values of JSON, without escapes, one per line. */
function plainText(source: string): string {
  const lines: string[] = [];
  try {
    JSON.parse(source, (_, value: unknown) => {
      if (value === null || typeof value !== 'object') lines.push(String(value));
      return null;
    });
    return lines.join('\n');
  } catch {
    return source;
  }
}
