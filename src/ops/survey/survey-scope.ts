import type { ReadDisk } from '../../io/disk.ts';
import { addAll, compareText } from '../../model/collections.ts';
import type { Finding } from '../../model/finding.ts';
import { LARGE_FILE, type Part, totalSize } from '../../model/part.ts';
import { scopeOfRows } from '../../stores/define-kind.ts';
import type { DecidingScope, EndedScope, Kind, ListRows, Site } from '../../stores/kind.ts';
import { surveyInThreads, type UnitRequests } from '../threads/in-threads.ts';
import {
  type AnsweringScope,
  answerAbsent,
  answerByOpening,
  answerRow,
  answerUnit,
  preparedWant,
  soleFile,
  type UnitRequest,
} from './answer-unit.ts';
import { storeTexts, unreadFinding } from './judge-unit.ts';
import {
  loadEntries,
  type OpenedUnit,
  openRows,
  openScope,
  openUnit,
  type PlainScope,
  type Purpose,
  readUnitIn,
} from './open-scope.ts';
import {
  type AnswersOptions,
  type DocumentsOptions,
  documentEvent,
  eventsOf,
  type SurveyContext,
  type SurveyEvent,
} from './survey-event.ts';
import { countFiles, type ScopeEntries } from './walk-site.ts';
import { purposeOf, readsEndsOnly, type UnitAnswer } from './want.ts';

export interface SelectedScope extends ScopeEntries {
  /** True if findings on the whole scope are wanted: then all units are opened. */
  readonly isWhole: boolean;
  readonly ids: Pick<ReadonlySet<string>, 'has' | 'size'>;
}

/**
 * Opens a scope: its shared files, its units by id, then findings on the whole. Each unit opened here has its own list of events, because
 * the next unit may overwrite its memory.
 */
export async function* surveyScope(
  disk: ReadDisk,
  kind: Kind,
  site: Site,
  gathered: SelectedScope,
  context: SurveyContext,
): AsyncGenerator<readonly SurveyEvent[]> {
  const { name, isWhole } = gathered;
  const { answers } = context;
  const shared = await loadEntries(disk, site, gathered.shared);
  const common = name === '' ? shared.parts : (await loadEntries(disk, site, context.common)).parts;
  const plain = plainScope(site, gathered, { shared: shared.parts, common }, context);
  const units = unitsOf(gathered, context);
  const rows = answers !== null && readsEndsOnly(answers.want) ? await openRows(disk, kind, plain) : null;
  const inThreads = threadsIn({ kind, site, scope: plain }, units, context);
  const open = (parts: readonly Part[]) => openScope(disk, kind, { ...plain, shared: parts }, purposeIn(answers));
  const opened = rows === null ? await open(shared.parts) : scopeOfRows(rows);
  // A scope that began early waits at this `yield` for its turn.
  yield isWhole ? shared.findings.map((finding) => ({ type: 'finding', site, scope: name, finding, text: null })) : [];
  if (isWhole) await context.advance(countFiles(gathered.shared), totalSize(shared.parts));
  const scope = { disk, site, name, opened };
  const answering = answers === null ? null : await answeringIn(scope, kind, answers, context);
  if (answering === null) yield* surveyUnits(units, unitDocuments({ ...scope, kind }, context.documents), context);
  else if (inThreads === null)
    yield* surveyUnits(
      units,
      unitAnswers(answering, rows, () => open(shared.parts)),
      context,
    );
  else yield* inThreads(answering);
  if (isWhole && rows === null) yield* surveyRest(scope, answering, gathered.units, shared.parts, context);
  yield [{ type: 'scope-end', site, scope: name, opened, shared: shared.parts, reopen: open }];
}

function threadsIn(shared: Parameters<typeof surveyInThreads>[1], units: UnitRequests, context: SurveyContext) {
  const { workers } = context;
  return workers === null || units.all.length < 2 ? null : surveyInThreads(workers, shared, units, context);
}

function purposeIn(answers: AnswersOptions | null): Purpose {
  return answers === null ? 'words' : purposeOf(answers.want, answers.see);
}

type ScopeOnDisk = Pick<AnsweringScope, 'disk' | 'site' | 'name' | 'opened'>;

async function answeringIn(
  scope: ScopeOnDisk,
  kind: Kind,
  { want, decide = () => null, see }: AnswersOptions,
  { words, buffer }: Pick<SurveyContext, 'words' | 'buffer'>,
): Promise<AnsweringScope> {
  return { ...scope, kind, want: await preparedWant(want, { ...scope, kind, words, decide }), buffer, see };
}

function plainScope(
  site: Site,
  { name, units, roles, hasUnreadFolder }: ScopeEntries,
  parts: Pick<PlainScope, 'shared' | 'common'>,
  { run: { now, alive }, answers, scopes }: SurveyContext,
): PlainScope {
  return {
    name,
    site,
    ...parts,
    now,
    signatures: answers?.want.type === 'findings' && answers.want.signatures,
    units,
    roles,
    hasUnreadFolder,
    ...(scopes === null ? {} : { scopes }),
    ...(alive === null ? {} : { alive }),
  };
}

async function* surveyUnits(
  { all, unitOf }: UnitRequests,
  answerOne: AnswerOne,
  context: SurveyContext,
): AsyncGenerator<readonly SurveyEvent[]> {
  const isOfViews = hasViews(context.answers);
  let pending: SurveyEvent[] = [];
  let counts = { files: 0, bytes: 0 };
  for (const each of all) {
    const answered = answerOne(unitOf(each));
    const { events, files, bytes } = answered instanceof Promise ? await answered : answered;
    addAll(pending, events);
    counts.files += files;
    counts.bytes += bytes;
    const isSmall = isOfViews || events[0]?.type === 'skipped';
    if (isSmall && pending.length < MAX_REPORTED_TOGETHER && counts.bytes < LARGE_FILE) continue;
    yield pending;
    if (bytes > LARGE_FILE) releaseDocuments(events);
    await context.advance(counts.files, counts.bytes);
    [pending, counts] = [[], { files: 0, bytes: 0 }];
  }
  yield pending;
  await context.advance(counts.files, counts.bytes);
}

function hasViews(answers: AnswersOptions | null): boolean {
  return answers !== null && 'views' in answers.want;
}

function releaseDocuments(events: readonly SurveyEvent[]): void {
  for (const event of events) if (event.type === 'document') event.release();
}

/** Most skipped units and views that are reported together; nothing of their files is held. */
const MAX_REPORTED_TOGETHER = 64;

function unitsOf(
  { name, units, ids, isWhole }: SelectedScope,
  { select: { hasId }, elsewhere }: SurveyContext,
): UnitRequests {
  const notesOthers = isWhole && hasId === null;
  return {
    all: [...units.keys()]
      .filter((id) => notesOthers || ids.has(id))
      .sort(compareText)
      .map((id) => ({ id, factsOnly: !ids.has(id) })),
    unitOf: ({ id, factsOnly }) => ({ id, factsOnly, entries: units.get(id) ?? [], elsewhere: elsewhere(name, id) }),
  };
}

interface UnitEvents {
  readonly events: readonly SurveyEvent[];
  readonly files: number;
  readonly bytes: number;
}

/** Answers a unit; synchronous unless a file changes. */
type AnswerOne = (unit: UnitRequest) => UnitEvents | Promise<UnitEvents>;

const NO_EVENTS: UnitEvents = { events: [], files: 0, bytes: 0 };

function unitAnswers(scope: AnsweringScope, rows: ListRows | null, open: () => Promise<DecidingScope>): AnswerOne {
  const answer = rows === null ? (unit: UnitRequest) => answerUnit(scope, unit) : rowAnswers(scope, rows, open);
  return (unit) => {
    const unitEvents = (answered: UnitAnswer): UnitEvents => {
      const events = eventsOf(scope, unit, answered);
      return unit.factsOnly ? NO_EVENTS : { events, files: countFiles(unit.entries), bytes: answered.bytes };
    };
    const answered = answer(unit);
    return answered instanceof Promise ? answered.then(unitEvents) : unitEvents(answered);
  };
}

function unitDocuments(
  { disk, site, name, opened, kind }: ScopeOnDisk & { readonly kind: Pick<Kind, 'listed'> },
  { factsOf, isWorthOpening }: DocumentsOptions,
): AnswerOne {
  const eventsFor = (
    { id, entries }: UnitRequest,
    { document, parts, findings, skipped }: OpenedUnit,
  ): SurveyEvent[] => {
    const events: SurveyEvent[] = [];
    for (const finding of findings) events.push({ type: 'finding', site, scope: name, finding, text: null });
    if (skipped) events.push({ type: 'skipped', site, scope: name, id, path: entries[0]?.path ?? '' });
    if (document !== null) events.push(documentEvent({ site, name, opened }, { document, parts }));
    return events;
  };
  return (unit) => {
    const { id, factsOnly, entries } = unit;
    const facts = factsOnly ? undefined : factsOf(name, id);
    if (facts !== undefined) {
      opened.addFacts(facts);
      return NO_EVENTS;
    }
    const unitEvents = (openedUnit: OpenedUnit): UnitEvents => {
      if (openedUnit.document !== null) opened.addFacts(openedUnit.facts);
      if (factsOnly) return NO_EVENTS;
      return { events: eventsFor(unit, openedUnit), files: countFiles(entries), bytes: totalSize(openedUnit.parts) };
    };
    const worth = factsOnly ? null : isWorthOpening;
    const readUnit = (parts: readonly Part[]) => readUnitIn({ site, opened, kind }, id, parts);
    const openedUnit = openUnit(
      disk,
      { site, opened },
      unit,
      null,
      worth === null ? () => true : (parts) => worth(readUnit(parts)),
    );
    return openedUnit instanceof Promise ? openedUnit.then(unitEvents) : unitEvents(openedUnit);
  };
}

function* surveyRest(
  scope: ScopeOnDisk,
  answering: AnsweringScope | null,
  units: ScopeEntries['units'],
  shared: readonly Part[],
  { select: { hasId }, addSum }: Pick<SurveyContext, 'select' | 'addSum'>,
): Generator<readonly SurveyEvent[]> {
  const { site, name, opened } = scope;
  for (const id of opened.absent()) {
    // An unselected id on disk is not absent, only unopened.
    if (hasId !== null && (units.has(id) || !hasId(id))) continue;
    yield absentEvents(scope, answering, id);
  }
  const textOf = storeTexts(scope.disk, site, shared);
  for (const finding of wholeScopeFindings(opened, shared)) {
    const isWanted = hasId === null || (finding.id !== null && hasId(finding.id));
    if (isWanted) yield [{ type: 'finding', site, scope: name, finding, text: textOf(finding) }];
  }
  if (hasId === null) addSum(opened);
}

function absentEvents(scope: ScopeOnDisk, answering: AnsweringScope | null, id: string): readonly SurveyEvent[] {
  if (answering !== null)
    return eventsOf(answering, { id, factsOnly: false, entries: [] }, answerAbsent(answering, id));
  return [documentEvent(scope, { document: scope.opened.open({ id, parts: [] }), parts: [] })];
}

export function* wholeScopeFindings(
  opened: Pick<EndedScope, 'findings'>,
  shared: readonly Pick<Part, 'path'>[],
): Generator<Finding> {
  try {
    yield* opened.findings();
  } catch (error) {
    yield unreadFinding(null, shared, error);
  }
}

/** Answers units of a list from rows. Opens the scope at the first unit without a row. */
function rowAnswers(
  scope: Omit<AnsweringScope, 'opened'>,
  rows: ListRows,
  open: () => Promise<DecidingScope>,
): (unit: UnitRequest) => UnitAnswer | Promise<UnitAnswer> {
  let opened: DecidingScope | null = null;
  const further = (unit: UnitRequest, part: Part | null, begun: DecidingScope): UnitAnswer | Promise<UnitAnswer> => {
    opened = begun;
    const answer = part === null ? null : answerRow(scope.want, part, () => begun.row?.(unit.id, part));
    return answer ?? answerByOpening({ ...scope, opened: begun }, unit, part);
  };
  return (unit) => {
    if (unit.factsOnly) return { bytes: 0, document: null };
    const part = soleFile(scope, unit);
    const answer = part === null ? null : answerRow(scope.want, part, () => rows.row(unit.id, part));
    if (answer !== null) return answer;
    return opened === null ? open().then((begun) => further(unit, part, begun)) : further(unit, part, opened);
  };
}
