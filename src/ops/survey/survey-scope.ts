import type { ReadDisk } from '../../io/disk.ts';
import type { WalkEntry } from '../../io/walk/look-at-name.ts';
import type { Part } from '../../model/part.ts';
import type { Kind, Session, Site } from '../../stores/kind.ts';
import { compareText, countFiles, type Gathered } from './gather.ts';
import { surveyInThreads } from './in-threads.ts';
import type { Course, Met } from './met.ts';
import { loadEntries, openScope, openUnit, type PlainScope, type Settling, settling, totalSize } from './open-scope.ts';

/** A scope, and what of it is asked for. */
export interface Chosen extends Gathered {
  /** What concerns the scope as a whole is asked for: all units are opened. */
  readonly whole: boolean;
  /** The units that are asked for. */
  readonly ids: ReadonlySet<string>;
}

/** Opens one scope: its shared files, its units in the order of their ids, and last what concerns the whole of it. */
export async function* surveyScope(
  disk: ReadDisk,
  kind: Kind,
  site: Site,
  gathered: Chosen,
  course: Course,
): AsyncGenerator<Met> {
  const { name: scope, units, hidden, whole } = gathered;
  const { now, signatures = false } = course.options;
  const shared = await loadEntries(disk, site, gathered.shared);
  if (whole) {
    for (const finding of shared.findings) yield { is: 'finding', site, scope, finding, bytes: null };
    await course.step(countFiles(gathered.shared), totalSize(shared.parts));
  }
  const common = scope === '' ? shared.parts : (await loadEntries(disk, site, course.common)).parts;
  const { alive } = course.options;
  const plain = {
    name: scope,
    site,
    shared: shared.parts,
    common,
    now,
    signatures,
    units,
    hidden,
    ...(course.scopes === null ? {} : { scopes: course.scopes }),
    ...(alive === undefined ? {} : { alive }),
  };
  const session = await openScope(disk, kind, plain);
  const opened = { disk, kind, site, scope, session, settling: settling(disk, kind, site) };
  yield* surveyUnits(opened, { ...gathered, plain }, course);
  if (whole) yield* surveyRest(opened, units, shared.parts, course.options.wants ?? null);
  const again = (others: readonly Part[]) => openScope(disk, kind, { ...plain, shared: others });
  yield { is: 'seen', site, scope, session, shared: shared.parts, again };
}

interface Opened {
  readonly disk: ReadDisk;
  readonly kind: Kind;
  readonly site: Site;
  readonly scope: string;
  readonly session: Session;
  readonly settling: Settling;
}

async function* surveyUnits(
  opened: Opened,
  { units, ids, whole, plain }: Chosen & { readonly plain: PlainScope },
  course: Course,
): AsyncGenerator<Met> {
  const notesOthers = whole && (course.options.wants ?? null) === null;
  const all = [...units.keys()].filter((id) => notesOthers || ids.has(id)).sort(compareText);
  if (course.crew !== null && all.length > 1) {
    const { disk, kind, site, session } = opened;
    const asked = all.map((id) => ({ id, noted: !ids.has(id) }));
    return yield* surveyInThreads(course.crew, { disk, kind, site, session, scope: plain }, asked, course);
  }
  for (const id of all) {
    const entries = units.get(id) ?? [];
    if (ids.has(id)) yield* surveyUnit(opened, id, entries, course);
    else await noteUnit(opened, id, entries, course);
  }
}

async function* surveyUnit(
  { disk, site, scope, session, settling }: Opened,
  id: string,
  entries: readonly WalkEntry[],
  course: Course,
): AsyncGenerator<Met> {
  const { ask = null } = course.options;
  const settled: Met = { is: 'settled', site, scope, id, path: entries[0]?.path ?? '' };
  if (ask !== null && settling.unread(ask, entries)) {
    yield settled;
    return course.step(countFiles(entries), 0);
  }
  const known = course.options.known?.(scope, id);
  if (known !== undefined) return session.note(known);
  const opened = { site, session };
  const found = { id, entries, elsewhere: course.elsewhere(scope, id) };
  const unit = openUnit(disk, opened, found, course.room);
  const { document, parts, findings } = unit instanceof Promise ? await unit : unit;
  if (ask !== null && settling.read(ask, entries, parts)) {
    yield settled;
    return course.step(countFiles(entries), 0);
  }
  for (const finding of findings) yield { is: 'finding', site, scope, finding, bytes: null };
  if (document !== null) {
    session.note(document.facts());
    yield { is: 'document', site, scope, session, document, parts };
  }
  await course.step(countFiles(entries), totalSize(parts));
}

/** Opens a unit that is not asked for: what concerns the whole scope may depend on it. */
async function noteUnit(
  { disk, site, scope, session }: Opened,
  id: string,
  entries: readonly WalkEntry[],
  course: Course,
) {
  const found = { id, entries, elsewhere: course.elsewhere(scope, id) };
  const { document } = await openUnit(disk, { site, session }, found, course.room);
  if (document !== null) session.note(document.facts());
  await course.step(0, 0);
}

/** What is known only once the last unit was seen. */
function* surveyRest(
  { site, scope, session }: Opened,
  units: Gathered['units'],
  shared: readonly Part[],
  wants: ((id: string) => boolean) | null,
): Generator<Met> {
  for (const id of session.absent()) {
    // An id that is on disk and was not asked for is not absent, only not opened.
    if (wants !== null && (units.has(id) || !wants(id))) continue;
    yield { is: 'document', site, scope, session, document: session.open({ id, parts: [] }), parts: [] };
  }
  for (const finding of session.findings()) {
    if (wants !== null && (finding.id === null || !wants(finding.id))) continue;
    yield { is: 'finding', site, scope, finding, bytes: bytesOf(shared, finding.path) };
  }
}

function bytesOf(parts: readonly Part[], path: string): Uint8Array | null {
  return parts.find((part) => part.path === path)?.bytes ?? null;
}
