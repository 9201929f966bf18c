import type { ReadDisk } from '../../io/disk.ts';
import { compareText } from '../../model/collections.ts';
import type { Finding } from '../../model/finding.ts';
import { LARGE_FILE, type Part, totalSize } from '../../model/part.ts';
import type { Kind, Session, Site } from '../../stores/kind.ts';
import { type AskedUnits, surveyInThreads } from '../threads/in-threads.ts';
import {
  type AnsweringScope,
  type AskedUnit,
  answerAbsent,
  answerUnit,
  purposeOf,
  type UnitAnswer,
} from './answer-unit.ts';
import { unreadFinding } from './judge-unit.ts';
import { loadEntries, type OpenedUnit, openScope, openUnit, type PlainScope, settling } from './open-scope.ts';
import { type Asked, eventsOf, type SurveyContext, type SurveyEvent, type SurveyOptions } from './survey-event.ts';
import { countFiles, type Gathered } from './walk-site.ts';

/** A scope and its selected part, whose files `files` counts. */
export interface Chosen extends Gathered {
  /** Findings on the whole scope are wanted: all units are opened. */
  readonly whole: boolean;
  readonly ids: Pick<ReadonlySet<string>, 'has' | 'size'>;
}

/**
 * Opens a scope: shared files, units by id, then findings on the whole. Events come in lists, one a unit opened here:
 * the next unit may be read into its memory.
 */
export async function* surveyScope(
  disk: ReadDisk,
  kind: Kind,
  site: Site,
  gathered: Chosen,
  context: SurveyContext,
): AsyncGenerator<readonly SurveyEvent[]> {
  const { name, whole } = gathered;
  const { asked, workers } = context;
  const shared = await loadEntries(disk, site, gathered.shared);
  const common = name === '' ? shared.parts : (await loadEntries(disk, site, context.common)).parts;
  const plain = plainScope(site, gathered, { shared: shared.parts, common }, context);
  const units = unitsOf(gathered, context);
  const inThreads =
    workers === null || units.all.length < 2
      ? null
      : surveyInThreads(workers, { kind, site, scope: plain }, units, context);
  const open = (parts: readonly Part[]) =>
    openScope(disk, kind, { ...plain, shared: parts }, asked === null ? 'words' : purposeOf(asked.want, asked.see));
  const session = await open(shared.parts);
  // A scope that began early waits here for its turn.
  yield whole ? shared.findings.map((finding) => ({ type: 'finding', site, scope: name, finding, bytes: null })) : [];
  if (whole) await context.step(countFiles(gathered.shared), totalSize(shared.parts));
  const scope = { disk, site, name, session };
  const answering = asked === null ? null : answeringIn(scope, kind, asked, context);
  if (answering === null) yield* surveyUnits(units, documentLook(scope, context.options), context);
  else if (inThreads === null) yield* surveyUnits(units, answerLook(answering), context);
  else yield* inThreads(answering);
  if (whole) yield* surveyRest(scope, answering, gathered.units, shared.parts, context);
  yield [{ type: 'seen', site, scope: name, session, shared: shared.parts, reopen: open }];
}

type OpenScope = Pick<AnsweringScope, 'disk' | 'site' | 'name' | 'session'>;

function answeringIn(
  scope: OpenScope,
  kind: Kind,
  { want, decide = () => null, see }: Asked,
  { words, buffer }: Pick<SurveyContext, 'words' | 'buffer'>,
): AnsweringScope {
  const change = want.change === undefined ? null : { decide, settling: settling(scope.disk, kind, scope.site) };
  return { ...scope, kind, want, words, change, buffer, see };
}

function plainScope(
  site: Site,
  { name, units, roles, hidden }: Gathered,
  parts: Pick<PlainScope, 'shared' | 'common'>,
  { options: { now, signatures = false, alive }, scopes }: SurveyContext,
): PlainScope {
  return {
    ...{ name, site, ...parts, now, signatures, units, roles, hidden },
    ...(scopes === null ? {} : { scopes }),
    ...(alive === undefined ? {} : { alive }),
  };
}

async function* surveyUnits(
  { all, unitOf }: AskedUnits,
  lookAt: LookAt,
  context: SurveyContext,
): AsyncGenerator<readonly SurveyEvent[]> {
  let settled: SurveyEvent[] = [];
  let left = 0;
  for (const each of all) {
    const looked = lookAt(unitOf(each));
    const { events, files, bytes } = looked instanceof Promise ? await looked : looked;
    if (settled.length < TOGETHER && events[0]?.type === 'settled') {
      settled.push(events[0]);
      left += files;
      continue;
    }
    yield [...settled, ...events];
    if (bytes > LARGE_FILE) for (const event of events) release(event);
    await context.step(left + files, bytes);
    [settled, left] = [[], 0];
  }
  yield settled;
  await context.step(left, 0);
}

/** Settled units reported together; nothing of them is held. */
const TOGETHER = 64;

/** Empties a document event: each generator on the way holds it until the next is there. */
function release(event: SurveyEvent): void {
  if (event.type === 'document') Object.assign(event, { document: null, parts: [] });
}

function unitsOf(
  { name, units, ids, whole }: Chosen,
  { options: { wants = null }, elsewhere }: SurveyContext,
): AskedUnits {
  const notesOthers = whole && wants === null;
  return {
    all: [...units.keys()]
      .filter((id) => notesOthers || ids.has(id))
      .sort(compareText)
      .map((id) => ({ id, factsOnly: !ids.has(id) })),
    unitOf: ({ id, factsOnly }) => ({ id, factsOnly, entries: units.get(id) ?? [], elsewhere: elsewhere(name, id) }),
  };
}

/** Events of a unit, and its bytes for progress. */
interface Looked {
  readonly events: readonly SurveyEvent[];
  readonly files: number;
  readonly bytes: number;
}

/** Synchronous unless a file changes. */
type LookAt = (unit: AskedUnit) => Looked | Promise<Looked>;

const NOTED: Looked = { events: [], files: 0, bytes: 0 };

function answerLook(scope: AnsweringScope): LookAt {
  return (unit) => {
    const look = (answer: UnitAnswer): Looked => {
      const events = eventsOf(scope, unit, answer);
      return unit.factsOnly ? NOTED : { events, files: countFiles(unit.entries), bytes: answer.bytes };
    };
    const answer = answerUnit(scope, unit);
    return answer instanceof Promise ? answer.then(look) : look(answer);
  };
}

function documentLook(
  { disk, site, name, session }: OpenScope,
  { known = () => undefined }: Pick<SurveyOptions, 'known'>,
): LookAt {
  return (unit) => {
    const { id, factsOnly, entries } = unit;
    const facts = factsOnly ? undefined : known(name, id);
    if (facts !== undefined) {
      session.addFacts(facts);
      return NOTED;
    }
    const look = ({ document, facts, parts, findings }: OpenedUnit): Looked => {
      if (document !== null) session.addFacts(facts);
      if (factsOnly) return NOTED;
      const events: SurveyEvent[] = [];
      for (const finding of findings) events.push({ type: 'finding', site, scope: name, finding, bytes: null });
      if (document !== null) events.push({ type: 'document', site, scope: name, session, document, parts });
      return { events, files: countFiles(entries), bytes: totalSize(parts) };
    };
    const opened = openUnit(disk, { site, session }, unit, null);
    return opened instanceof Promise ? opened.then(look) : look(opened);
  };
}

function* surveyRest(
  scope: OpenScope,
  answering: AnsweringScope | null,
  units: Gathered['units'],
  shared: readonly Part[],
  { options: { wants = null }, seen }: Pick<SurveyContext, 'options' | 'seen'>,
): Generator<readonly SurveyEvent[]> {
  const { site, name, session } = scope;
  for (const id of session.absent()) {
    // An unselected id on disk is not absent, only unopened.
    if (wants !== null && (units.has(id) || !wants(id))) continue;
    yield absentEvents(scope, answering, id);
  }
  for (const finding of wholeFindings(session, shared)) {
    const isWanted = wants === null || (finding.id !== null && wants(finding.id));
    if (isWanted) yield [{ type: 'finding', site, scope: name, finding, bytes: bytesOf(shared, finding.path) }];
  }
  if (wants === null) seen(session);
}

function absentEvents(
  { site, name, session }: OpenScope,
  answering: AnsweringScope | null,
  id: string,
): readonly SurveyEvent[] {
  if (answering !== null)
    return eventsOf(answering, { id, factsOnly: false, entries: [] }, answerAbsent(answering, id));
  return [{ type: 'document', site, scope: name, session, document: session.open({ id, parts: [] }), parts: [] }];
}

export function* wholeFindings(
  session: Pick<Session, 'findings'>,
  shared: readonly Pick<Part, 'path'>[],
): Generator<Finding> {
  try {
    yield* session.findings();
  } catch (error) {
    yield unreadFinding(null, shared, error);
  }
}

function bytesOf(parts: readonly Part[], path: string): Uint8Array | null {
  return parts.find((part) => part.path === path)?.bytes ?? null;
}
