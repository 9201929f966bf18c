import { addAll } from '../../model/collections.ts';
import type { Conversation } from '../../model/conversation.ts';
import type { Covered } from '../../model/finding.ts';
import type { DepthQuery, PlacedSecret, ReadDepth, SecretsOf, UnitDepth } from '../../model/secret.ts';
import type { ReadContext } from '../reading.ts';
import { lostPrompts } from '../search/lost-prompts.ts';
import { type ShownUnit, showUnits } from '../show.ts';
import { Coverage } from '../survey/coverage.ts';
import { locatePath } from '../survey/locate.ts';
import { type ReadUnit, versionOf } from '../survey/open-scope.ts';
import { surveyAnswers } from '../survey/survey.ts';
import type { SurveyEvent } from '../survey/survey-event.ts';
import {
  isIdWanted,
  oneProgress,
  type SurveyOptions,
  type SurveySelection,
  wantsAllScopes,
  withRun,
} from '../survey/survey-options.ts';
import { type LinesOf, linesOnce, SecretIndex } from './file-secrets.ts';
import { type SecretFinder, secretFinder } from './find-secrets.ts';
import { type FoundSecret, knownSecrets } from './known-secrets.ts';
import { dropAllIds } from './learn.ts';
import { readDepthFor } from './read-depth.ts';
import { redactedConversation, redactedCoverage } from './redacted.ts';
import { type Redactor, redactorOf } from './redactor.ts';
import { entriesOfKinds, type SharedSecret, SharedSecrets } from './shared-secrets.ts';
import { locatedInFile, type SearchedParts, searchedTexts, searchedUnit } from './unit-secrets.ts';
import { unescaped } from './views.ts';

/** `secrets` counts different ones: one may be in several places. */
export interface SecretScan {
  readonly found: readonly SecretsOf[];
  readonly secrets: number;
  readonly coverage: Covered;
  /** Conversations whose files are gone, and whose prompts were searched. */
  readonly lost: number;
  /** Why others could not be searched, where no finding says that. */
  readonly unread: readonly string[];
}

/** Scans messages, calls, results, companions, and whatever else is in the files. A bare secret counts wherever another place reveals it. */
export async function scanSecrets(reading: ReadContext, options: SurveyOptions): Promise<SecretScan> {
  const byRules = await secretFinder();
  const known = knownSecrets();
  const redact = await redactorOf({ known });
  const learnt: DepthQuery['known'][number][] = [];
  const onFound = (secret: FoundSecret): void => {
    known.add(secret);
    learnt.push(secret);
  };
  const rules = new Map<string, string>();
  const scan = await scanWith(byRules, redact, { reading, options, known: [], rules, onFound });
  await dropAllIds(reading, options, known);
  if (known.isEmpty) return scan;
  return scanWith(byRules.knowing(known), redact, { reading, options, known: learnt, rules, onFound: () => {} });
}

/** Finds out in threads, where there are some, which units have to be opened; `rest` are the options of the survey behind that. */
async function depthsFirst(
  find: SecretFinder,
  { reading, options, known: secrets }: Pick<ScanOptions, 'reading' | 'options' | 'known'>,
  linesOf: LinesOf,
) {
  const inThreads = isEverything(options.select) && options.run.jobs !== null;
  if (!inThreads) return { ...markingUndamaged((unit) => readDepthFor(unit, find, linesOf)), rest: options };
  const progress = oneProgress(options.run.progress, 2);
  const depthOf = await readDepths(reading, withRun(options, { progress: progress(0) }), { known: secrets });
  const rest = withRun(options, { progress: progress(1) });
  const known = (unit: ReadUnit): ReadDepth | undefined => {
    const { depth, lines } = depthOf(unit) ?? {};
    for (const part of unit.parts) {
      const all = lines?.get(part.path);
      if (all !== undefined) linesOf.know(part, all);
    }
    return depth;
  };
  return { ...markingUndamaged((unit) => known(unit) ?? readDepthFor(unit, find, linesOf)), rest };
}

function isEverything(select: SurveySelection): boolean {
  return select.hasId === null && select.filter === null && wantsAllScopes(select);
}

/** Returns depths of units, which threads determine; a unit that changed meanwhile is read again. */
async function readDepths(
  reading: ReadContext,
  options: SurveyOptions,
  query: DepthQuery,
): Promise<(unit: ReadUnit) => UnitDepth | undefined> {
  const depths = new Map<string, UnitDepth>();
  for await (const events of surveyAnswers(reading, options, { want: { type: 'secrets', query } }))
    for (const event of events)
      if (event.type === 'answered' && event.answer.readDepth !== undefined) {
        const { of, ...depth } = event.answer.readDepth;
        depths.set(`${event.site.root}\0${of}`, depth);
      }
  return ({ site, parts }) => depths.get(`${site.root}\0${versionOf(parts)}`);
}

interface ScanOptions {
  readonly reading: ReadContext;
  readonly options: SurveyOptions;
  /** Ids that `find` knows. */
  readonly known: DepthQuery['known'];
  /** By secret: the first rule that found it, which names it everywhere, as in redacted texts. */
  readonly rules: Map<string, string>;
  onFound(secret: FoundSecret): void;
}

async function scanWith(
  find: SecretFinder,
  redact: Redactor,
  { reading, options, known, rules, onFound }: ScanOptions,
): Promise<SecretScan> {
  const found = new FoundSecrets(redact, rules, onFound);
  const coverage = new Coverage(options.run.now);
  const unread: string[] = [];
  const isWhole = isEverything(options.select);
  const linesOf = linesOnce(find);
  const { isWorthOpening, isUnmarked, rest } = await depthsFirst(find, { reading, options, known }, linesOf);
  const wants = (id: string) => isIdWanted(options.select, id);
  const shared = new SharedSecrets(await entriesOfKinds(reading.kinds), find, { isWhole, wants });
  const see = (event: SurveyEvent) => {
    for (const each of shared.see(event)) found.addShared(each);
  };
  // Inherited lines are not in a fork's bytes: with the fork alone all is read.
  const how = { see, isWorthOpening: isWhole ? isWorthOpening : null };
  for await (const unit of showUnits(reading, rest, coverage, how)) {
    const searched = searchedUnit(unit, find, { disk: reading.disk, isWhole, isMarked: !isUnmarked(unit), linesOf });
    for (const each of searched) {
      found.add(each);
      addAll(unread, unsearchedReasons(each, coverage));
    }
  }
  const lost = await lostPrompts(reading, options, { filter: null });
  for (const { conversation, document } of lost) {
    const shown = { conversation, transcript: () => document.transcript(''), hasEarlier: false, subagents: () => [] };
    found.add({ conversation, ...searchedTexts(shown, find, isWhole) });
  }
  return {
    ...found.all(),
    coverage: redactedCoverage(coverage, redact),
    lost: lost.length,
    unread: unread.map(redact),
  };
}

type SecretWithValue = readonly [placed: PlacedSecret, value: string];

interface ConversationSecrets extends Omit<SecretsOf, 'secrets'> {
  readonly withValues: SecretWithValue[];
  readonly index: SecretIndex<SecretWithValue>;
}

class FoundSecrets {
  readonly #of = new Map<string, ConversationSecrets>();
  readonly #redact: Redactor;
  readonly #rules: Map<string, string>;
  readonly #onFound: (secret: FoundSecret) => void;

  constructor(redact: Redactor, rules: Map<string, string>, onFound: (secret: FoundSecret) => void) {
    this.#redact = redact;
    this.#rules = rules;
    this.#onFound = onFound;
  }

  add({ conversation, all }: Pick<SearchedParts, 'conversation' | 'all'>, isOfNone = false): void {
    const key = keyOf(conversation);
    for (const [placed, secret] of all) {
      this.#onFound(secret);
      const of = this.#of.get(key) ?? {
        conversation,
        isOfNone,
        withValues: [],
        index: new SecretIndex<SecretWithValue>(),
      };
      this.#of.set(key, of);
      const rule = this.#rules.get(secret.value) ?? secret.rule;
      this.#rules.set(secret.value, rule);
      const withValue = [{ ...placed, rule }, secret.value] as const;
      of.withValues.push(withValue);
      of.index.add(unescaped(secret.value), withValue);
    }
  }

  /** Unless the conversation has it elsewhere, as its title. */
  addShared({ conversation, isOfNone, secret }: SharedSecret): void {
    if (this.#of.get(keyOf(conversation))?.index.has(unescaped(secret.secret.value)) === true) return;
    this.add({ conversation, all: [locatedInFile(secret)] }, isOfNone);
  }

  /** Redacted at the end: each secret that is found makes the redactor compile its words anew. */
  all(): Pick<SecretScan, 'found' | 'secrets'> {
    const redact = this.#redact;
    const different = new Set<string>();
    const found = Array.from(this.#of.values(), ({ withValues, conversation, isOfNone }) => {
      const redacted = redactedConversation(conversation, redact);
      const numbers = new Map<string, number>();
      const secrets = withValues.map((each) => {
        const value = wholeOf(each, withValues);
        different.add(value);
        numbers.set(value, numbers.get(value) ?? numbers.size + 1);
        return { ...placeWithout(each[0], redact), number: numbers.get(value) ?? 0 };
      });
      return { conversation: redacted, isOfNone, secrets };
    });
    return { found, secrets: different.size };
  }
}

/** Names of tools, members and files may hold a secret. */
function placeWithout(placed: PlacedSecret, redact: Redactor): PlacedSecret {
  const { where, file } = placed;
  return { ...placed, where: redact(where), ...(file === undefined ? {} : { file: redact(file) }) };
}

/** A title that was cut may have the beginning of a secret: no line of a file has it. */
function wholeOf([{ index, line }, value]: SecretWithValue, all: readonly SecretWithValue[]): string {
  if (index !== null || line !== undefined) return value;
  return all.find(([, whole]) => whole.length > value.length && whole.startsWith(value))?.[1] ?? value;
}

function keyOf({ root, id, path }: Conversation): string {
  return `${root}\0${id}\0${path}`;
}

/** Reasons why it could not be searched, if no finding names them. */
function unsearchedReasons({ conversation: { id }, failures }: SearchedParts, { gaps, unjudged }: Coverage): string[] {
  if ([...gaps.map(({ finding }) => finding), ...unjudged].some((finding) => finding.id === id)) return [];
  return failures.map(({ message }) => `${id}: ${message}`);
}

function markingUndamaged(depthOf: (unit: ReadUnit) => ReadDepth) {
  const unmarked = new Set<string>();
  return {
    isWorthOpening: (unit: ReadUnit): boolean => {
      const depth = depthOf(unit);
      if (depth === 'damage') for (const { path } of unit.parts) unmarked.add(locatePath(unit.site, path));
      return depth !== 'none';
    },
    isUnmarked: ({ site, parts }: ShownUnit): boolean => parts.some(({ path }) => unmarked.has(locatePath(site, path))),
  };
}
