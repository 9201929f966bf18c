import { basename, extname } from 'node:path';
import { addAll } from '../model/collections.ts';
import { cmd, type NextCommand, sentence, withPlaceholders } from '../model/command.ts';
import { type Conversation, isDeletedSoon, shownOf, type View } from '../model/conversation.ts';
import { Failure } from '../model/failure.ts';
import { type Code, countedFinding, type Finding, isLoss, onlyFolder, type PlacedFinding } from '../model/finding.ts';
import { isNameOfCopy, originalOf } from '../model/ids.ts';
import type { LostConversation } from '../model/lost.ts';
import { FILE_GONE, type ListReason } from '../model/reason.ts';
import { HEAL, isHeal, LOSSY, REHOME, VERIFY } from '../model/rules/row.ts';
import { boundedList } from '../stores/file-finding.ts';
import type { Site } from '../stores/kind.ts';
import { lostConversation, NO_FILE } from './lost.ts';
import type { ReadContext } from './reading.ts';
import type { StoredId } from './resolve-ids.ts';
import { judgedBy, refuseUnread, withPredecessors } from './show.ts';
import {
  type JudgedFinding,
  judgeUnit,
  otherJudge,
  sharedJudge,
  unreadFinding,
  withQuestion,
} from './survey/judge-unit.ts';
import {
  type Fingerprints,
  fingerprints,
  locateFinding,
  locatePath,
  locateView,
  plainView,
  projectOfScope,
} from './survey/locate.ts';
import { survey } from './survey/survey.ts';
import { EVERY_DOCUMENT, type EventOf } from './survey/survey-event.ts';
import { type SurveyOptions, withSelection } from './survey/survey-options.ts';

export interface WhyResult {
  readonly conversation: Conversation;
  /** The first reason that keeps the conversation out of the list; null if it is listed. */
  readonly hidden: string | null;
  /** Reasons, those that hide it first; empty if it is listed as it is on disk. */
  readonly reasons: readonly WhyReason[];
  /** Other active conversations with its id in its place. */
  readonly namesakes?: readonly Pick<Conversation, 'path' | 'hidden'>[];
}

export interface WhyReason {
  readonly reason: string;
  readonly message: string;
  readonly next: NextCommand | null;
  readonly hides: boolean;
  readonly findings: readonly PlacedFinding[];
}

/** `paths` are absolute. `isOne`: only one place has the id. */
interface MeantConversation {
  readonly paths: readonly string[];
  readonly isOne: boolean;
}

/** Explains the conversation in one of these files, or else the one that the list has under the id. */
export async function why(
  reading: ReadContext,
  storedId: StoredId,
  options: SurveyOptions,
  { paths, isOne }: MeantConversation,
): Promise<WhyResult> {
  const { site, id } = storedId;
  const scope = await readScope(reading, storedId, options, paths);
  const listed = scope.conversation ?? conversationWithoutFile(storedId);
  const mine = scope.found.filter((each) => isAbout(each, listed, scope.otherPaths));
  const placed = mine.map((each) => each.placed);
  const own = mine.flatMap((each) => (each.id === null ? [] : each.placed));
  if (!listed.readable) refuseUnread(listed.path, placed);
  const conversation = judgedBy(listed, placed);
  const known = await reading.kinds.find(({ name }) => name === site.kind)?.reasons?.();
  const rows = Object.entries(known ?? {});
  const nextForTaken = takenName(id, scope.otherPaths);
  const isItsFile = (path: string) => locatePath(site, path) === conversation.path;
  const word = isOne || !storedId.paths.some(isItsFile) ? scope.word : conversation.path;
  const meant = { ...conversation, id: word };
  const claimed = new Set(rows.flatMap(([, { codes }]) => codes));
  const reasons = rows.flatMap(([reason, row]) => {
    const isShown = row.rest === true ? isUnclaimed(claimed) : ({ code }: FoundFinding) => row.codes.includes(code);
    const shows = (row.isOfAll === true ? scope.found : mine).filter(isShown);
    if (shows.length === 0 && !isSaid(reason, row, scope.conversation)) return [];
    const findings = shows.map(({ placed }) => placed);
    const due = isOfList(row) && findings.length === 0 ? own : findings;
    const next = nextForTaken(row) ?? nextFor(row, meant, due);
    return [{ reason, message: row.message, next, hides: row.hides, findings }];
  });
  const sorted = [...reasons.filter(({ hides }) => hides), ...reasons.filter(({ hides }) => !hides)];
  const [first] = sorted;
  const hidden = first?.hides === true ? first.reason : null;
  // A reason that is true for a whole project, such as its missing folder, does not make this a conversation.
  if (scope.conversation === null && hidden === null)
    throw new Failure(
      'no-match',
      `${id} has no conversation file`,
      sentence`${withPlaceholders(VERIFY, { ID: id })} says what is there.`,
    );
  return { conversation, hidden, reasons: sorted, namesakes: scope.namesakes };
}

/** True for reasons of the list that a file is unreadable or needs a heal; the next command depends on the findings. */
function isOfList({ unreadable, next }: ListReason): boolean {
  return unreadable === true || (next !== null && isHeal(next));
}

/** Returns `diff` as the next command for a copy beside its original: neither a heal nor a fork puts it in its place. */
function takenName(id: string, otherPaths: ReadonlySet<string>): (row: ListReason) => NextCommand | null {
  const isTaken =
    isNameOfCopy(id) && Array.from(otherPaths).some((path) => basename(path, extname(path)) === originalOf(id));
  return (row) => (isTaken && row.hides && (isOfList(row) || row.codes.length > 0) ? cmd`diff ${id}` : null);
}

/** True for a loss in this conversation that no other reason has. */
function isUnclaimed(claimed: ReadonlySet<Code>): (found: FoundFinding) => boolean {
  return ({ code, id, placed }) => id !== null && isLoss(placed) && !claimed.has(code);
}

/** True if the list itself shows the reason: by a word, or as an archived, unreadable, empty or untitled conversation. */
function isSaid(reason: string, row: ListReason, conversation: Conversation | null): boolean {
  if (conversation === null) return false;
  const { hidden, state, readable, title, bytes } = conversation;
  if (reason === 'at-risk') return isDeletedSoon(conversation);
  if (reason === hidden || (reason === 'archived' && state === 'archived')) return true;
  if (!readable) return row.unreadable === true;
  if (row.noBytes === true) return bytes === 0;
  return row.untitled === true && hidden === null && title === null && bytes > 0;
}

type FoundFinding = Finding & { readonly placed: PlacedFinding };

interface ScopeReading {
  readonly conversation: Conversation | null;
  readonly found: readonly FoundFinding[];
  readonly otherPaths: ReadonlySet<string>;
  readonly namesakes: readonly Conversation[];
  /** The word by which commands find it: its path, if its id means another file. */
  readonly word: string;
}

type OwnReading = Omit<ScopeReading, 'otherPaths'>;

async function readScope(
  { disk, kinds }: ReadContext,
  storedId: StoredId,
  options: SurveyOptions,
  paths: readonly string[],
): Promise<ScopeReading> {
  const { site, scope } = storedId;
  const fingerprinter = fingerprints();
  let own: OwnReading | null = null;
  const found: FoundFinding[] = [];
  const otherPaths = new Set<string>();
  const judgeOther = otherJudge(disk, site);
  const collect = findingCollector(storedId, fingerprinter);
  // Findings about all of a store, such as its settings, belong to the scope without a name.
  const surveyOptions = withSelection(options, { hasId: null, projects: [] });
  for await (const event of survey({ disk, kinds, sites: [site] }, surveyOptions, {
    ...EVERY_DOCUMENT,
    scopes: [scope, ''],
  })) {
    if (event.type === 'finding') addAll(found, collect(event));
    if (event.type !== 'document') continue;
    const mine = mineOf(event, storedId, paths, { fingerprinter, judgeOther });
    for (const { path } of mine === null ? event.parts : []) otherPaths.add(path);
    own ??= mine;
    addAll(found, mine?.found ?? []);
  }
  return { ...(own ?? { conversation: null, namesakes: [], word: storedId.id }), found, otherPaths };
}

/** Collects findings, but of those about other conversations only the first of each code: one is enough. */
function findingCollector(
  { id }: StoredId,
  fingerprinter: Fingerprints,
): (event: EventOf<'finding'>) => FoundFinding[] {
  const judgeShared = sharedJudge();
  const own = boundedList<Finding>(countedFinding);
  const others = boundedList<Finding>(countedFinding);
  return (event) => {
    const { finding, text } = event;
    if (!(finding.id === id ? own : others).admits(finding)) return [];
    return [foundAt(event, judgeShared(finding, text), fingerprinter)];
  };
}

function mineOf(
  event: EventOf<'document'>,
  storedId: StoredId,
  paths: readonly string[],
  judging: Judging,
): OwnReading | null {
  const { scope, document } = event;
  if (scope !== storedId.scope || document.id !== storedId.id) return null;
  try {
    const views = document.conversations;
    const named = views.find(({ path }) => paths.includes(locatePath(storedId.site, path)));
    const first = shownOf(views) ?? null;
    const view = named ?? first;
    const located = (each: View) => locateView(storedId.site, scope, withQuestion(document, plainView(each, true)));
    const others = views.filter((each) => each !== view);
    const isOfOther = ({ path }: Finding) => named !== undefined && others.some((each) => each.path === path);
    return {
      conversation: view === null ? null : withPredecessors(located(view), document),
      found: foundIn(event, judging).filter((each) => !isOfOther(each)),
      namesakes: others.filter(({ state }) => state === 'active').map(located),
      word: view === null || view === first ? storedId.id : locatePath(storedId.site, view.path),
    };
  } catch (error) {
    const finding = unreadFinding(storedId.id, event.parts, error);
    return {
      conversation: null,
      found: [foundAt(event, finding, judging.fingerprinter)],
      namesakes: [],
      word: storedId.id,
    };
  }
}

interface Judging {
  readonly fingerprinter: Fingerprints;
  readonly judgeOther: ReturnType<typeof otherJudge>;
}

function foundIn(event: EventOf<'document'>, { fingerprinter, judgeOther }: Judging): FoundFinding[] {
  const found = judgeUnit(event.document, event.parts, judgeOther);
  return Array.from(found, (each) => foundAt(event, each, fingerprinter));
}

function foundAt(
  { site, scope }: Pick<EventOf<'document' | 'finding'>, 'site' | 'scope'>,
  finding: JudgedFinding,
  fingerprinter: Fingerprints,
): FoundFinding {
  return { ...finding, placed: locateFinding(site, scope, finding, fingerprinter) };
}

/** A conversation without a file: only a companion, or a name in an index, is there. */
function conversationWithoutFile({ site, scope, id, paths: [path = ''] }: StoredId): Conversation {
  return {
    kind: site.kind,
    root: site.root,
    project: projectOfScope(scope),
    id,
    path: locatePath(site, path),
    title: null,
    timestamp: null,
    createdAt: null,
    updatedAt: null,
    ...NO_FILE,
  };
}

function isAbout(
  { id, path, concerns: only = {} }: Finding,
  conversation: Conversation,
  otherPaths: ReadonlySet<string>,
): boolean {
  if (id !== null) return id === conversation.id;
  if (otherPaths.has(path)) return false;
  const { state, project, cwd = null } = conversation;
  if (only.state !== undefined && only.state !== state) return false;
  if (only.project !== undefined && project !== null && only.project !== project) return false;
  return only.folders === undefined || (cwd !== null && only.folders.includes(cwd));
}

/** The next command for this conversation: a heal that repairs some findings, or else the page that explains them. */
function nextFor(
  row: ListReason,
  { id, path, cwd, goesOnIn }: Pick<Conversation, 'id' | 'path' | 'cwd' | 'goesOnIn'>,
  findings: readonly PlacedFinding[],
): NextCommand | null {
  const { ofSuccessor } = row;
  const [first] = findings;
  const next = first === undefined ? row.next : nextByHealing(row, first, findings);
  const folder = onlyFolder(first) ?? cwd;
  const meant = ofSuccessor === true && next === row.next ? (goesOnIn ?? id) : id;
  if (next === null) return null;
  return withPlaceholders(next, { ID: meant, PATH: first?.path ?? path, ...(folder == null ? {} : { OLD: folder }) });
}

/** The next command of a reason, unless the healing of its findings requires another. */
function nextByHealing(
  { next, unreadable }: ListReason,
  first: PlacedFinding,
  findings: readonly PlacedFinding[],
): NextCommand | null {
  const areAll = (wanted: PlacedFinding['healing']) => findings.every(({ healing }) => healing === wanted);
  if (next === null) return null;
  if (isHeal(next) && areAll('manual')) return first.remedy ?? cmd`explain ${first.code}`;
  if (next === HEAL && findings.every(({ healing }) => healing !== 'safe')) return LOSSY;
  const isHealed = next === REHOME || (next === VERIFY && unreadable === true);
  return isHealed && areAll('safe') ? HEAL : next;
}

export async function placeOfId(
  { disk, kinds, sites }: ReadContext,
  id: string,
  options: SurveyOptions,
): Promise<readonly StoredId[]> {
  const places: StoredId[] = [];
  for (const site of sites) addAll(places, await namedIn({ disk, kinds, sites }, site, id, options));
  return places;
}

async function namedIn(
  { disk, kinds }: ReadContext,
  site: Site,
  id: string,
  options: SurveyOptions,
): Promise<StoredId[]> {
  for await (const event of survey({ disk, kinds, sites: [site] }, withSelection(options, { hasId: null })))
    if (event.type === 'finding' && event.finding.id === id)
      return [{ site, scope: event.scope ?? '', id, paths: [event.finding.path] }];
  return [];
}

export function whyLost(lost: LostConversation) {
  const { message, next, hides } = FILE_GONE;
  const reasons = [{ reason: 'lost', message, next, hides, findings: [] }];
  return { conversation: lostConversation(lost), hidden: 'lost', reasons };
}
