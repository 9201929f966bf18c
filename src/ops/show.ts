import { windowsOf } from '../io/disk/file-source.ts';
import { sentence, withPlaceholders } from '../model/command.ts';
import {
  type Conversation,
  type Subagent,
  shownOf,
  type Transcript,
  type View,
  type WithSubagents,
} from '../model/conversation.ts';
import { Failure } from '../model/failure.ts';
import {
  changedFinding,
  countedFinding,
  type Finding,
  type Gap,
  isLoss,
  isRefused,
  type PlacedFinding,
  ruleOf,
} from '../model/finding.ts';
import { KIND_TABLE, programsWith } from '../model/kinds.ts';
import { bytesSource, type Part, partFinder, type Source, sourceOfPart } from '../model/part.ts';
import { isAtOrBelow, isFileOfRecords } from '../model/path.ts';
import { SHOW, VERIFY } from '../model/rules/row.ts';
import type { TokenCount } from '../model/stats.ts';
import { boundedList } from '../stores/file-finding.ts';
import type { Document, TranscriptOptions } from '../stores/kind.ts';
import { kindOfSite, type LineFile, mainPart, type ReadContext, shownLines, textFiles } from './reading.ts';
import type { StoredId } from './resolve-ids.ts';
import { wordsAt, wordsBesideRecords } from './search/torn-lines.ts';
import { withReachNow } from './sent-now.ts';
import { addUnread, type Coverage } from './survey/coverage.ts';
import { type FileText, fileTextOf, judgeUnit, otherJudge } from './survey/judge-unit.ts';
import { fingerprints, locateFinding, locateView } from './survey/locate.ts';
import { type ReadableDocument, readableDocument } from './survey/readable.ts';
import { survey } from './survey/survey.ts';
import { type DocumentsOptions, EVERY_DOCUMENT, type EventOf, type SurveyEvent } from './survey/survey-event.ts';
import { isIdWanted, type SurveyOptions, withSelection } from './survey/survey-options.ts';
import { countedAnswers } from './survey/unit-tally.ts';
import { KeySet, TokenTally } from './token-tally.ts';

export interface ShownConversation {
  readonly conversation: Conversation;
  /** The transcript, as far as readable. Throws Failure if nothing is. */
  transcript(options?: TranscriptOptions): Transcript;
  readonly source: Source | null;
  /** Lines, inflated if compressed; null like `source`. */
  readonly lines: Source | null;
  files(): Iterable<LineFile>;
  /** True for the file that `show ID` shows, if several have one id. */
  readonly isShown: boolean;
  /** True if a file of its own has an earlier version. */
  readonly hasEarlier: boolean;
  /** Tokens by model and month; empty if the file has none. */
  tokens(): readonly TokenCount[];
  readonly findings: readonly PlacedFinding[];
  /** Parts that stay unreadable even after a heal. */
  readonly gaps: readonly Gap[];
  subagents(): readonly string[];
  subagentThreads(): readonly string[];
}

/** Selects a file of an id: by its path below the root, or by the number of later versions. */
export interface Version {
  readonly path: string | null;
  readonly earlier: number;
}

/** Reads a conversation. If an active and an archived one share the id, reads the active one. */
export async function show(
  reading: ReadContext,
  storedId: StoredId,
  options: SurveyOptions,
  version: Version = NEWEST,
): Promise<ShownConversation> {
  const { disk, kinds } = reading;
  const surveyFindings: PlacedFinding[] = [];
  const all = boundedList<Finding>(countedFinding);
  let found: EventOf<'document'> | null = null;
  const ofConversation = withSelection(options, { projects: [storedId.scope], hasId: (id) => id === storedId.id });
  for await (const event of survey({ disk, kinds, sites: [storedId.site] }, ofConversation)) {
    if (event.type === 'finding' && event.finding.id === storedId.id && all.admits(event.finding))
      surveyFindings.push(locateFinding(event.site, event.scope, event.finding));
    // A copy, because the survey releases a large document.
    if (event.type === 'document' && event.document.id === storedId.id && event.document.conversations.length > 0)
      found ??= { ...event };
  }
  for (const finding of all.rest()) surveyFindings.push(locateFinding(storedId.site, storedId.scope, finding));
  // Findings on the whole scope come last, and may concern this conversation.
  const view = found === null ? undefined : viewOf(found.document, version);
  if (found !== null && view !== undefined)
    return shownConversation(disk, found, readableDocument(kindOfSite(kinds, found.site), found), view, surveyFindings);
  throw notShown(storedId, { found, surveyFindings });
}

function notShown(
  { id }: StoredId,
  { found, surveyFindings }: { found: EventOf<'document'> | null; surveyFindings: readonly PlacedFinding[] },
): Failure {
  if (found !== null) {
    const before = found.document.conversations.length - 1;
    const has =
      before === 0 ? 'no earlier version' : before === 1 ? 'one earlier version' : `${before} earlier versions`;
    return new Failure(
      'no-match',
      `${id} has ${has}`,
      sentence`${withPlaceholders(SHOW, { ID: id })} shows the newest; with --all also what was rolled back in it.`,
    );
  }
  const [finding] = surveyFindings;
  if (finding !== undefined) return new Failure('failed', `${finding.path} ${finding.message}`, null);
  return new Failure(
    'no-match',
    `${id} has no conversation file, only what belongs to one`,
    sentence`${withPlaceholders(VERIFY, { ID: id })} says what is there.`,
  );
}

/** Yields each wanted conversation, valid until the next. Adds to `coverage`. */
export async function* showEach(
  reading: ReadContext,
  options: SurveyOptions,
  coverage: Coverage | null = null,
): AsyncGenerator<ShownConversation> {
  for await (const { conversations } of showUnits(reading, options, coverage)) yield* conversations();
}

/** All files of an id, with its conversations; none of these if nothing can be read. */
export interface ShownUnit extends Pick<EventOf<'document'>, 'site' | 'scope' | 'opened' | 'document' | 'parts'> {
  conversations(): Iterable<ShownConversation>;
}

/** `see` gets all events. Units that are not worth opening are not shown. */
interface UnitListing extends Pick<DocumentsOptions, 'isWorthOpening'> {
  see(event: SurveyEvent): void;
}

/** Yields units by id, each valid like those of `showEach`. Of several files of one id, the one that `show ID` shows comes first. */
export async function* showUnits(
  { disk, kinds, sites }: ReadContext,
  options: SurveyOptions,
  coverage: Coverage | null,
  { see, isWorthOpening }: UnitListing = { see: () => {}, isWorthOpening: null },
): AsyncGenerator<ShownUnit> {
  let unread: PlacedFinding[] = [];
  for await (const event of survey({ disk, kinds, sites }, options, { ...EVERY_DOCUMENT, isWorthOpening })) {
    coverage?.takeDocument(event);
    see(event);
    addUnread(unread, event);
    if (event.type !== 'document') continue;
    // Findings of a unit come just before it.
    const surveyFindings = unread.filter(({ id }) => id === event.document.id);
    unread = [];
    if (!isIdWanted(options.select, event.document.id)) continue;
    const shown = viewOf(event.document);
    if (shown === undefined) {
      yield { ...event, conversations: () => [] };
      continue;
    }
    const read = readableDocument(kindOfSite(kinds, event.site), event);
    coverage?.add(event, read);
    yield {
      ...event,
      *conversations() {
        for (const view of [shown, ...event.document.conversations.filter((each) => each !== shown)])
          yield shownConversation(disk, event, read, view, surveyFindings);
      },
    };
    read.release();
  }
}

const NEWEST: Version = { path: null, earlier: 0 };

function viewOf({ conversations }: Document, { path, earlier }: Version = NEWEST): View | undefined {
  const named = path === null ? undefined : conversations.find((view) => view.path === path);
  if (named !== undefined || earlier > 0) return named ?? conversations.find((view) => view.earlier === earlier);
  return shownOf(conversations);
}

function shownConversation(
  disk: ReadContext['disk'],
  { site, scope, document, parts }: EventOf<'document'>,
  { document: healed, parts: readParts, gaps }: Omit<ReadableDocument, 'whole' | 'release'>,
  view: View,
  surveyFindings: readonly PlacedFinding[],
): ShownConversation {
  document.willShow?.(view.path);
  const fingerprinter = fingerprints();
  const partAt = partFinder(parts);
  const textOf = (path: string) => fileTextOf(document, partAt(path), path);
  // All findings are located in the order of `verify`, before the filter: equal fingerprints are numbered in that order.
  const own = Array.from(judgeUnit(document, parts, otherJudge(disk, site)), (finding) => ({
    path: finding.path,
    placed: locateFinding(site, scope, finding, fingerprinter),
  })).filter(({ path }) => isAtOrBelow(path, view.path));
  const torn = () => tornWordsIn(gaps, parts, readParts);
  const findings = [
    ...surveyFindings,
    ...own.map(({ path, placed }) =>
      withHiddenWords(
        withWords(placed, () => textOf(path)),
        torn,
      ),
    ),
  ];
  const { main } = view;
  const located = locateView(site, scope, view);
  const linked = withPredecessors(located, document);
  const conversation = judgedBy(main === undefined ? linked : { ...linked, main }, findings);
  const part = mainPart(view, parts);
  const place = placeIn(healed, document, view);
  return {
    conversation,
    transcript: (options = {}) => {
      if (options.agent != null && !KIND_TABLE[site.kind].subagents)
        throw new Failure('usage', `--agent is for ${programsWith('subagents')}: ${site.kind} stores no subagents`);
      if (part?.source == null && part?.bytes == null) refuseUnread(`${site.root}/${view.main ?? view.path}`, findings);
      const transcript = healed.transcript(place, options);
      if (healed === document) return transcript;
      return withReachNow(transcript, () => document.transcript(view.path, options), conversation.readable);
    },
    isShown: viewOf(document) === view,
    hasEarlier: document.conversations.some(({ earlier = 0 }) => earlier > (view.earlier ?? 0)),
    tokens: () => tokensOf(healed),
    source: sourceOfPart(part),
    lines: shownLines(document, view, parts),
    files: () => textFiles(document, parts),
    findings,
    gaps,
    subagents: () => healed.subagents?.(place) ?? [],
    subagentThreads: () => healed.subagentThreads?.(place) ?? [],
  };
}

/** Adds the words of a line that the program passes over and no safe heal restores, or of the torn beginning of a line. */
function withWords(finding: PlacedFinding, textOf: () => FileText | null): PlacedFinding {
  const { code, healing, line, offset, path, owner } = finding;
  const { keepsWords = false, leavesTorn = false } = ruleOf(code);
  const isPassedOver = (isLoss(finding) || owner === 'drops') && healing !== 'safe' && !keepsWords;
  if ((!isPassedOver && !leavesTorn) || line === null || offset === null || !isFileOfRecords(path)) return finding;
  const text = textOf();
  if (text === null) return finding;
  const source = text instanceof Uint8Array ? bytesSource(text) : text;
  const words = leavesTorn ? wordsBesideRecords(source, offset) : wordsAt(source, offset);
  return words.length === 0 ? finding : changedFinding(finding, { words });
}

/** Adds the words of torn lines that are known only once a file hidden as a whole is read, such as a compressed one. */
function withHiddenWords(finding: PlacedFinding, torn: () => readonly string[]): PlacedFinding {
  const words = ruleOf(finding.code).hides === 'all' ? torn() : [];
  return words.length === 0 ? finding : changedFinding(finding, { words });
}

/** Words in damaged lines of the files that `read` has in place of given ones. */
function tornWordsIn(gaps: readonly Gap[], original: readonly Part[], read: readonly Part[]): string[] {
  const sources = new Map(read.flatMap((part) => (original.includes(part) ? [] : [[part.path, part.source ?? null]])));
  return gaps.flatMap(({ finding: { code, path, offset }, extent }) => {
    const source = sources.get(path) ?? null;
    const isTorn = extent === 'record' && ruleOf(code).keepsWords !== true && isFileOfRecords(path);
    return source === null || offset === null || !isTorn ? [] : wordsAt(source, offset);
  });
}

export function withPredecessors(conversation: Conversation, { cameFrom }: Document): Conversation {
  const before = conversation.state === 'active' ? (cameFrom?.() ?? []) : [];
  return before.length === 0 ? conversation : { ...conversation, cameFrom: before };
}

function placeIn(healed: Document, { conversations }: Document, view: View): string {
  const isThere = healed.conversations.some(({ path }) => path === view.path);
  return isThere ? view.path : (healed.conversations[conversations.indexOf(view)]?.path ?? view.path);
}

/** The conversation, marked unreadable if its program refuses a record: a list does not see those between the ends of large files. */
export function judgedBy(conversation: Conversation, findings: readonly PlacedFinding[]): Conversation {
  const isStopped = findings.some((each) => each.path === conversation.path && isRefused(each));
  return isStopped ? { ...conversation, readable: false } : conversation;
}

function tokensOf(document: Document): TokenCount[] {
  const tokens = new TokenTally();
  tokens.add(countedAnswers(document).groups(), new KeySet());
  return tokens.all();
}

export function refuseUnread(path: string, findings: readonly PlacedFinding[]): void {
  const found = findings.find((each) => each.path === path && ruleOf(each.code).unjudged === true);
  if (found === undefined) return;
  throw new Failure('failed', `${path} ${found.message}`, `\`convo explain ${found.code}\` says more.`);
}

/** The bytes of a source in pieces, because a source may exceed the memory. */
export function piecesOf(source: Source): Iterable<Uint8Array> {
  return windowsOf(source);
}

/** Wanted conversations that have subagents. Unreadable parts are added to `coverage`. */
export async function* withSubagents(
  reading: ReadContext,
  options: SurveyOptions & { readonly wanted: (view: View) => boolean },
  coverage: Coverage,
): AsyncGenerator<WithSubagents> {
  const sites = reading.sites.filter(({ kind }) => KIND_TABLE[kind].subagents);
  for await (const shown of showEach({ ...reading, sites }, options, coverage)) {
    const ids = shown.subagents();
    if (ids.length > 0 && options.wanted(shown.conversation))
      yield { conversation: shown.conversation, subagents: ids.map((id) => subagentOf(shown, id)) };
  }
}

function subagentOf({ transcript }: ShownConversation, id: string): Subagent {
  let question: string | null = null;
  let messages = 0;
  for (const { role, type, text } of transcript({ agent: id }).messages) {
    messages++;
    if (question === null && role === 'user' && type === 'text') question = text;
  }
  return { id, asked: question, messages };
}
