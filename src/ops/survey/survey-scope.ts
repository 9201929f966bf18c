import type { ReadDisk } from '../../io/disk.ts';
import type { WalkEntry } from '../../io/walk/look-at-name.ts';
import { compareText } from '../../model/compare-text.ts';
import type { Finding } from '../../model/finding.ts';
import { LARGE_FILE, type Part } from '../../model/part.ts';
import type { Kind, Session, Site } from '../../stores/kind.ts';
import { totalSize } from '../../stores/total-size.ts';
import { surveyInThreads } from '../threads/in-threads.ts';
import type { SentUnit } from '../threads/thread-work.ts';
import { countFiles, type Gathered } from './gather.ts';
import {
  loadEntries,
  type OpenedUnit,
  openScope,
  openUnit,
  type PlainScope,
  type Settling,
  settling,
} from './open-scope.ts';
import type { SurveyContext, SurveyEvent, SurveyOptions } from './survey-event.ts';
import { unreadFinding } from './unread-finding.ts';

/** A scope, and what of it is asked for: `files` counts only that. */
export interface Chosen extends Gathered {
  /** Findings about the scope as a whole are asked for: all units are opened. */
  readonly whole: boolean;
  /** The units that are asked for. */
  readonly ids: Pick<ReadonlySet<string>, 'has' | 'size'>;
}

/**
 * Opens one scope: its shared files, its units in the order of their ids, and last what concerns the whole of it. What is met comes
 * in lists: of a unit that is opened here, that of the unit, because the next one may be read into its memory.
 */
export async function* surveyScope(
  disk: ReadDisk,
  kind: Kind,
  site: Site,
  gathered: Chosen,
  context: SurveyContext,
): AsyncGenerator<readonly SurveyEvent[]> {
  const { name: scope, units, whole } = gathered;
  const shared = await loadEntries(disk, site, gathered.shared);
  const common = scope === '' ? shared.parts : (await loadEntries(disk, site, context.common)).parts;
  const plain = plainScope(site, gathered, { shared: shared.parts, common }, context);
  const asked = unitsOf(gathered, context.options);
  const inThreads =
    context.workers === null || asked.length < 2
      ? null
      : surveyInThreads(context.workers, { disk, kind, site, scope: plain }, asked, context);
  const session = await openScope(disk, kind, plain, context.options);
  // Where this scope began before its turn, it goes no further than here.
  yield whole ? shared.findings.map((finding) => ({ type: 'finding', site, scope, finding, bytes: null })) : [];
  if (whole) await context.step(countFiles(gathered.shared), totalSize(shared.parts));
  if (inThreads !== null) yield* inThreads(session);
  else yield* surveyUnits({ disk, site, scope, session, settling: settling(disk, kind, site) }, asked, units, context);
  if (whole) yield* surveyRest({ site, scope, session }, units, shared.parts, context.options.wants ?? null);
  const reopen = (others: readonly Part[]) => openScope(disk, kind, { ...plain, shared: others }, context.options);
  if (whole && (context.options.wants ?? null) === null) context.seen(session);
  yield [{ type: 'seen', site, scope, session, shared: shared.parts, reopen }];
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
  opened: Opened,
  asked: readonly Pick<SentUnit, 'id' | 'factsOnly'>[],
  units: Gathered['units'],
  context: SurveyContext,
): AsyncGenerator<readonly SurveyEvent[]> {
  let settled: SurveyEvent[] = [];
  let left = 0;
  for (const { id, factsOnly } of asked) {
    const looked = lookAtUnit(opened, id, factsOnly, units.get(id) ?? [], context);
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

/** Units without anything to do that are handed up together: nothing of them is held. */
const TOGETHER = 64;

/** Empties what was met: each generator between here and who asked holds it until the next is there. */
function release(event: SurveyEvent): void {
  if (event.type === 'document') Object.assign(event, { document: null, parts: [] });
}

/** The units that are opened, in the order of their ids; some only for what concerns the whole scope. */
function unitsOf({ units, ids, whole }: Chosen, { wants = null }: SurveyOptions): Pick<SentUnit, 'id' | 'factsOnly'>[] {
  const notesOthers = whole && wants === null;
  return [...units.keys()]
    .filter((id) => notesOthers || ids.has(id))
    .sort(compareText)
    .map((id) => ({ id, factsOnly: !ids.has(id) }));
}

interface Opened {
  readonly disk: ReadDisk;
  readonly site: Site;
  readonly scope: string;
  readonly session: Session;
  readonly settling: Settling;
}

/** The events of a unit, and its size for the progress. */
interface Looked {
  readonly events: readonly SurveyEvent[];
  readonly files: number;
  readonly bytes: number;
}

const NOTED: Looked = { events: [], files: 0, bytes: 0 };

/** Looks at a unit, at once where its files hold still. */
function lookAtUnit(
  opened: Opened,
  id: string,
  factsOnly: boolean,
  entries: readonly WalkEntry[],
  { options, elsewhere, buffer }: SurveyContext,
): Looked | Promise<Looked> {
  const { disk, site, scope, session, settling } = opened;
  const ask = factsOnly ? null : (options.ask ?? null);
  if (ask !== null && settling.unread(ask, entries)) return settledUnit(opened, id, entries);
  const known = factsOnly ? undefined : options.known?.(scope, id);
  if (known !== undefined) {
    session.addFacts(known);
    return NOTED;
  }
  const look = ({ document, facts, parts, findings }: OpenedUnit): Looked => {
    if (ask !== null && settling.read(ask, entries, parts)) return settledUnit(opened, id, entries);
    if (document !== null) session.addFacts(facts);
    if (factsOnly) return NOTED;
    const events: SurveyEvent[] = [];
    for (const finding of findings) events.push({ type: 'finding', site, scope, finding, bytes: null });
    if (document !== null) events.push({ type: 'document', site, scope, session, document, parts });
    return { events, files: countFiles(entries), bytes: totalSize(parts) };
  };
  const unit = openUnit(disk, { site, session }, { id, entries, elsewhere: elsewhere(scope, id) }, buffer);
  return unit instanceof Promise ? unit.then(look) : look(unit);
}

function settledUnit({ site, scope }: Opened, id: string, entries: readonly WalkEntry[]): Looked {
  const event: SurveyEvent = { type: 'settled', site, scope, id, path: entries[0]?.path ?? '' };
  return { events: [event], files: countFiles(entries), bytes: 0 };
}

/** Findings that are known only once the last unit was seen. */
function* surveyRest(
  { site, scope, session }: Pick<Opened, 'site' | 'scope' | 'session'>,
  units: Gathered['units'],
  shared: readonly Part[],
  wants: ((id: string) => boolean) | null,
): Generator<readonly SurveyEvent[]> {
  for (const id of session.absent()) {
    // An id that is on disk and was not asked for is not absent, only not opened.
    if (wants !== null && (units.has(id) || !wants(id))) continue;
    yield [{ type: 'document', site, scope, session, document: session.open({ id, parts: [] }), parts: [] }];
  }
  for (const finding of wholeFindings(session, shared)) {
    if (wants !== null && (finding.id === null || !wants(finding.id))) continue;
    yield [{ type: 'finding', site, scope, finding, bytes: bytesOf(shared, finding.path) }];
  }
}

/** The findings about a scope as a whole; where convo fails on it, that is one. */
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
