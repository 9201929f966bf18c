import { storeView } from '../../io/disk/store-view.ts';
import type { ReadDisk } from '../../io/disk.ts';
import type { Conversation, Message, View } from '../../model/conversation.ts';
import { Failure } from '../../model/failure.ts';
import { once } from '../../model/once.ts';
import { isUnreadable, type Part, totalSize } from '../../model/part.ts';
import { isOfConversation } from '../../model/path.ts';
import type { PlacedSecret } from '../../model/secret.ts';
import { isOpaqueFile } from '../../stores/engine/search/byte-filter.ts';
import { type LineFile, sourceOfText } from '../reading.ts';
import type { ShownConversation, ShownUnit } from '../show.ts';
import { locatePath, locateView } from '../survey/locate.ts';
import { collectAll, type FileSecret, type LinesOf, SecretIndex, secretsInFile } from './file-secrets.ts';
import type { SecretFinder } from './find-secrets.ts';
import type { FoundSecret } from './known-secrets.ts';
import { messageTexts } from './redacted.ts';
import { unescaped } from './views.ts';

type Searched = Pick<ShownConversation, 'conversation' | 'transcript' | 'hasEarlier' | 'subagents'>;

export interface SearchedParts {
  readonly conversation: Conversation;
  readonly all: readonly LocatedSecret[];
  readonly failures: readonly Failure[];
}

interface UnitSearch {
  readonly disk: ReadDisk;
  readonly isWhole: boolean;
  /** False for a unit that is opened only for its damage. */
  readonly isMarked: boolean;
  readonly linesOf: LinesOf;
}

const NONE = { all: [], failure: null } as const;

/** Messages are searched only where the bytes have a secret. A secret outside messages is reported by its line. */
export function searchedUnit(unit: ShownUnit, find: SecretFinder, search: UnitSearch): SearchedParts[] {
  const { isWhole, isMarked } = search;
  const inFiles = isMarked ? collectAll(secretsInFiles(unit, find, search)) : NONE;
  const lines = once(() => linesBySecret(inFiles.all));
  const isClear = !isMarked || (isWhole && inFiles.all.length === 0 && areBytesAll(unit, find));
  const said = Array.from(unit.conversations(), (shown) => {
    const { all, failures } = isClear ? whyUnsearched(shown) : searchedTexts(shown, find, isWhole);
    return { conversation: shown.conversation, all: all.map((each) => withLine(each, lines)), failures };
  });
  const inMessages = new SecretIndex<FoundSecret>();
  for (const { all } of said) for (const [, secret] of all) inMessages.add(unescaped(secret.value), secret);
  const inBytesAlone = inFiles.all.filter(({ secret }) => !inMessages.has(unescaped(secret.value)));
  if (inBytesAlone.length === 0 && inFiles.failure === null) return said;
  const failures = inFiles.failure === null ? [] : [inFiles.failure];
  return withBytesAlone(said.length === 0 ? [unreadable(unit)] : said, inBytesAlone, failures);
}

function withBytesAlone(
  [first, ...others]: readonly SearchedParts[],
  inBytesAlone: readonly FileSecret[],
  failures: readonly Failure[],
): SearchedParts[] {
  if (first === undefined) return [];
  const ofOther = inBytesAlone.map(
    ({ path }) => others.find(({ conversation }) => isOfConversation(path, conversation.path)) ?? first,
  );
  return [first, ...others].map((each) => ({
    ...each,
    all: [...each.all, ...inBytesAlone.filter((_, n) => ofOther[n] === each).map(locatedInFile)],
    failures: each === first ? [...each.failures, ...failures] : each.failures,
  }));
}

export function locatedInFile({ path, line, where, secret }: FileSecret): LocatedSecret {
  return [{ index: null, where, rule: secret.rule, length: secret.value.length, file: path, line }, secret];
}

/** A place without a number, such as a title, with the line that has it. */
function withLine([placed, secret]: LocatedSecret, lines: () => SecretIndex<NumberedSecret>): LocatedSecret {
  if (placed.index !== null) return [placed, secret];
  const same = [...lines().allOf(unescaped(secret.value))].sort((a, b) => a.number - b.number);
  const own = same.find(({ where }) => where.toLowerCase().includes(placed.where));
  const at = own ?? same[0];
  const line = at === undefined ? {} : { file: at.path, line: at.line };
  return [{ ...placed, ...line, ...(own === undefined && { isRepeated: true }) }, secret];
}

/** `number`: its place among all. */
type NumberedSecret = FileSecret & { readonly number: number };

/** The first of each value in each member. */
function linesBySecret(inFiles: readonly FileSecret[]): SecretIndex<NumberedSecret> {
  const index = new SecretIndex<NumberedSecret>();
  const known = new Set<string>();
  for (const [number, each] of inFiles.entries()) {
    const value = unescaped(each.secret.value);
    const key = `${each.where}\0${value}`;
    if (!known.has(key)) index.add(value, { ...each, number });
    known.add(key);
  }
  return index;
}

function unreadable({ site, scope, document: { id }, parts }: ShownUnit): SearchedParts {
  const view: View = {
    ...{ id, path: parts[0]?.path ?? '', format: null, state: 'active', readable: false, title: null, messages: null },
    ...{ timestamp: null, createdAt: null, updatedAt: null, bytes: totalSize(parts) },
  };
  return { conversation: locateView(site, scope, view), all: [], failures: [] };
}

function* secretsInFiles(unit: ShownUnit, find: SecretFinder, { disk, linesOf }: UnitSearch): Generator<FileSecret> {
  const { sourceAt } = storeView(disk, unit.site.root);
  for (const part of unit.parts) {
    const source = part.type === 'folder' ? null : (sourceOfText(unit.document, part) ?? sourceAt(part.path));
    if (source !== null) yield* secretsInPart(part, { path: locatePath(unit.site, part.path), source }, find, linesOf);
  }
}

function* secretsInPart(part: Part, file: LineFile, find: SecretFinder, linesOf: LinesOf): Generator<FileSecret> {
  try {
    const { all, failure } = linesOf(part, file);
    yield* secretsInFile(file, all, find);
    if (failure !== null) throw failure;
  } catch (error) {
    throw isUnreadable(error) ? new Failure('failed', `${file.path} changed while it was read`, null) : error;
  }
}

/** True if all texts are in the bytes of its files as they are. */
function areBytesAll({ opened, document: { id }, parts }: ShownUnit, find: SecretFinder): boolean {
  if (parts.some((part) => find.mayHold(part.path) || !TEXT_FILE.test(part.path) || isOpaqueFile(part))) return false;
  return (opened.namesFor?.(id) ?? []).every((list) => !list.some((name) => find.mayHold(name)));
}

const TEXT_FILE = /\.(?:jsonl?|txt|ya?ml)$/;

export function searchedTexts(
  shown: Searched,
  find: SecretFinder,
  isWhole: boolean,
): Omit<SearchedParts, 'conversation'> {
  // Subagents may outlive their session's file.
  const parts = [secretsIn(shown, find, isWhole), inSubagents(shown, find)].map((each) => collectAll(each));
  const failures = parts.flatMap(({ failure }) => failure ?? []).filter((failure) => !isGone(shown, failure));
  return { all: parts.flatMap(({ all }) => all), failures };
}

function isGone({ subagents }: Searched, { code }: Failure): boolean {
  return code === 'no-match' && subagents().length > 0;
}

function whyUnsearched(shown: Searched): Omit<SearchedParts, 'conversation'> {
  function* first(): Generator<Message> {
    for (const message of shown.transcript().messages) {
      yield message;
      return;
    }
  }
  const { failure } = collectAll(first());
  return { all: [], failures: failure === null || isGone(shown, failure) ? [] : [failure] };
}

/** With `isWhole`, all that a conversation inherits is searched where it was said. */
function* secretsIn(
  { conversation, transcript, hasEarlier }: Searched,
  find: SecretFinder,
  isWhole: boolean,
): Generator<LocatedSecret> {
  const { id, project, title, cwd = null, branch = null, tag = null } = conversation;
  for (const [where, text] of Object.entries({ id, project, title, cwd, branch, tag }))
    if (text !== null) yield* secretsOf(text, find, { index: null, where });
  const { messages, metadata, memory, tasks, sections = [] } = transcript();
  for (const message of messages) {
    // The earlier version has it too.
    if ((isWhole || hasEarlier) && message.inherited === true) continue;
    yield* saidIn(message, find);
  }
  const beside = {
    metadata,
    memory,
    tasks,
    ...Object.fromEntries(sections.map(({ title: name, value }) => [name, value])),
  };
  for (const [where, { source }] of Object.entries(beside)) yield* secretsOf(source, find, { index: null, where });
}

function* inSubagents({ subagents, transcript }: Searched, find: SecretFinder): Generator<LocatedSecret> {
  for (const agent of subagents())
    for (const message of transcript({ agent }).messages)
      for (const [placed, secret] of saidIn(message, find)) yield [{ ...placed, agent }, secret];
}

function* saidIn(message: Message, find: SecretFinder): Generator<LocatedSecret> {
  for (const [where, text] of textsOf(message)) yield* secretsOf(text, find, { index: message.index, where });
}

function* secretsOf(
  text: string,
  find: SecretFinder,
  place: Pick<PlacedSecret, 'index' | 'where'>,
): Generator<LocatedSecret> {
  for (const secret of find(text)) yield [{ ...place, rule: secret.rule, length: secret.value.length }, secret];
}

type LocatedSecret = readonly [placed: PlacedSecret, secret: FoundSecret];

function textsOf(message: Message): [string, string][] {
  const { role, name, type } = message;
  const who = type === 'tool_call' || type === 'tool_output' ? (name ?? 'tool') : (role ?? type);
  return Array.from(messageTexts(message), (text) => [who, text]);
}
