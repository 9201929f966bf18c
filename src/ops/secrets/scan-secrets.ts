import { addAll } from '../../model/collections.ts';
import type { Message } from '../../model/conversation.ts';
import { Failure } from '../../model/failure.ts';
import type { Covered } from '../../model/finding.ts';
import type { DepthQuery, PlacedSecret, ReadDepth, SecretsOf } from '../../model/secret.ts';
import type { ReadContext } from '../reading.ts';
import { lostPrompts } from '../search/lost-prompts.ts';
import { type ShownConversation, showEach } from '../show.ts';
import { Coverage } from '../survey/coverage.ts';
import { locatePath } from '../survey/locate.ts';
import { type ReadUnit, versionOf } from '../survey/open-scope.ts';
import { surveyAnswers } from '../survey/survey.ts';
import { oneProgress, type SurveyOptions, type SurveySelection } from '../survey/survey-event.ts';
import { type SecretFinder, secretFinder } from './find-secrets.ts';
import { type FoundSecret, knownSecrets } from './known-secrets.ts';
import { dropIds } from './learn.ts';
import { readDepthFor } from './read-depth.ts';
import { messageTexts, redactedConversation, redactedCoverage } from './redacted.ts';
import { type Redactor, redactorOf } from './redactor.ts';

export interface SecretScan {
  readonly found: readonly SecretsOf[];
  /** Different ones: one may be in several places. */
  readonly secrets: number;
  readonly coverage: Covered;
  /** Conversations whose files are gone, and whose prompts were searched. */
  readonly lost: number;
  /** Why others could not be searched, where no finding says that. */
  readonly unread: readonly string[];
}

/** Scans messages, calls, results and companions. A bare secret counts wherever another place reveals it. */
export async function scanSecrets(reading: ReadContext, options: SurveyOptions): Promise<SecretScan> {
  const byRules = await secretFinder();
  const known = knownSecrets();
  const redact = await redactorOf({ known });
  const learnt: DepthQuery['known'][number][] = [];
  const met = (secret: FoundSecret): void => {
    known.add(secret);
    learnt.push(secret);
  };
  const scan = await scanWith(byRules, redact, { reading, options, known: [], met });
  await dropIds(reading, options, known);
  if (known.isEmpty) return scan;
  return scanWith(byRules.knowing(known), redact, { reading, options, known: learnt, met: () => {} });
}

/** Finds out in threads, where there are some, which units have to be opened; `rest` are the options of the survey behind that. */
async function depthsFirst(find: SecretFinder, { reading, options, known }: Omit<ScanOptions, 'met'>) {
  const inThreads = isEverything(options) && (options.jobs ?? null) !== null;
  if (!inThreads) return { ...markingUndamaged((unit) => readDepthFor(unit, find)), rest: options };
  const progress = oneProgress(options.progress, 2);
  const depthOf = await readDepths(reading, { ...options, progress: progress(0) }, { known });
  const rest = { ...options, progress: progress(1) };
  return { ...markingUndamaged((unit) => depthOf(unit) ?? readDepthFor(unit, find)), rest };
}

function isEverything({ wants = null, filter = null, projects = null }: SurveySelection): boolean {
  return wants === null && filter === null && (projects ?? []).length === 0;
}

/** The depths of units, which threads find out; a unit that has changed meanwhile is looked at again. */
async function readDepths(
  reading: ReadContext,
  options: SurveyOptions,
  secrets: DepthQuery,
): Promise<(unit: ReadUnit) => ReadDepth | undefined> {
  const depths = new Map<string, ReadDepth>();
  for await (const events of surveyAnswers(reading, options, { want: { secrets } }))
    for (const event of events)
      if (event.type === 'answered' && event.answer.readDepth !== undefined) {
        const { of, depth } = event.answer.readDepth;
        depths.set(`${event.site.root}\0${of}`, depth);
      }
  return ({ site, parts }) => depths.get(`${site.root}\0${versionOf(parts)}`);
}

interface ScanOptions {
  readonly reading: ReadContext;
  readonly options: SurveyOptions;
  /** Ids that `find` knows. */
  readonly known: DepthQuery['known'];
  met(secret: FoundSecret): void;
}

async function scanWith(
  find: SecretFinder,
  redact: Redactor,
  { reading, options, known, met }: ScanOptions,
): Promise<SecretScan> {
  const found: SecretsOf[] = [];
  const different = new Set<string>();
  const coverage = new Coverage(options.now);
  const unread: string[] = [];
  let lost = 0;
  const isWhole = isEverything(options);
  const { isWorth, isUnmarked, rest } = await depthsFirst(find, { reading, options, known });
  // Inherited lines are not in a fork's bytes: with the fork alone all is read.
  const filtered = isWhole ? { ...rest, isWorth } : options;
  for await (const shown of allShown(reading, filtered, coverage)) {
    if (shown.conversation.hidden === 'lost') lost++;
    // Subagents outlive the file of their session.
    const parts = isUnmarked(shown)
      ? [unlessUnreadable(shown)]
      : [secretsIn(shown, find, isWhole), inSubagents(shown, find)].map((each) => collectAll(each));
    const secrets = parts.flatMap(({ all }) =>
      all.map(([placed, secret]) => {
        met(secret);
        different.add(secret.value);
        // Tool and section names may hold a secret.
        return { ...placed, where: redact(placed.where) };
      }),
    );
    if (secrets.length > 0) found.push({ conversation: redactedConversation(shown.conversation, redact), secrets });
    addAll(unread, unsearchedReasons(shown, parts, coverage).map(redact));
  }
  return { found, secrets: different.size, coverage: redactedCoverage(coverage, redact), lost, unread };
}

/** Why it could not be searched, where no finding says that. */
function unsearchedReasons(shown: Searched, parts: readonly Collected<LocatedSecret>[], { gaps }: Coverage): string[] {
  const { id } = shown.conversation;
  if (gaps.some(({ finding }) => finding.id === id)) return [];
  return parts.flatMap(({ failure }) =>
    failure === null || isGone(shown, failure) ? [] : [`${id}: ${failure.message}`],
  );
}

type Searched = Pick<ShownConversation, 'conversation' | 'transcript' | 'hasEarlier' | 'subagents'>;

async function* allShown(reading: ReadContext, options: SurveyOptions, coverage: Coverage): AsyncGenerator<Searched> {
  yield* showEach(reading, options, coverage);
  for (const { conversation, document } of await lostPrompts(reading, options, { filter: null }))
    yield { conversation, transcript: () => document.transcript(''), hasEarlier: false, subagents: () => [] };
}

function isGone({ subagents }: Searched, { code }: Failure): boolean {
  return code === 'no-match' && subagents().length > 0;
}

interface Collected<T> {
  readonly all: readonly T[];
  readonly failure: Failure | null;
}

function collectAll<T>(some: Iterable<T>): Collected<T> {
  const all: T[] = [];
  try {
    for (const each of some) all.push(each);
    return { all, failure: null };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { all, failure: error };
  }
}

function markingUndamaged(depthOf: (unit: ReadUnit) => ReadDepth) {
  const unmarked = new Set<string>();
  return {
    isWorth: (unit: ReadUnit): boolean => {
      const depth = depthOf(unit);
      if (depth === 'damage') for (const { path } of unit.parts) unmarked.add(locatePath(unit.site, path));
      return depth !== 'none';
    },
    isUnmarked: ({ conversation: { path } }: Searched): boolean => unmarked.delete(path),
  };
}

/** Nothing, or why its texts cannot be searched. */
function unlessUnreadable({ transcript }: Searched): Collected<LocatedSecret> {
  function* first(): Generator<Message> {
    for (const message of transcript().messages) {
      yield message;
      return;
    }
  }
  return { all: [], failure: collectAll(first()).failure };
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
