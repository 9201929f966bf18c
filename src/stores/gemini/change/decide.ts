import { type Edit, editedSource } from '../../../codecs/edit.ts';
import { scan, wholeValue } from '../../../codecs/json/scan.ts';
import { isString, member, members, quote, root, spanOf, textOf } from '../../../codecs/json/value.ts';
import { lines } from '../../../codecs/lines/lines.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import { addCounts, NO_COUNTS } from '../../../model/change-report.ts';
import { isDeletedSoon } from '../../../model/conversation.ts';
import { once } from '../../../model/once.ts';
import type { Part } from '../../../model/part.ts';
import { baseName, folderOf, join, rebasedPath } from '../../../model/path.ts';
import type { Step } from '../../../model/plan.ts';
import {
  type AskFor,
  isRefusal,
  NOT_READABLE,
  type NotChanged,
  type Refusal,
  refused,
  type SharedChange,
  throughLink,
  type UnitChange,
  unchanged,
  unitChange,
} from '../../decision.ts';
import { putBackLines } from '../../engine/change/put-back.ts';
import { recordNamed, retitled } from '../../engine/change/session-verbs.ts';
import { inTheWay } from '../../engine/change/shelving.ts';
import { copiedTo, moved, removed, withEdits } from '../../engine/change/steps.ts';
import { decideBy, withCheckpoints } from '../../engine/change/verbs.ts';
import { appendedAll, replacing } from '../../engine/range-edits.ts';
import { rewrittenPart } from '../../engine/session-files.ts';
import type { Verbs } from '../../kind.ts';
import { countOf } from '../../words.ts';
import type { GeminiDocument, GeminiScope } from '../document.ts';
import { ARCHIVE, CHATS, registeredFolders, sessionName, TMP } from '../layout/layout.ts';
import { daysUntilFirstOld, deletionReason, pathsBeyondCount } from '../read/retention.ts';
import { openSession, type SessionFile } from '../read/session.ts';
import { geminiCounts, recordPointer } from '../read/transcript.ts';
import { healGemini } from './heal.ts';

const OLDER = refused({
  reason: 'is one JSON document of an older version: the program itself makes lines of it when it goes on',
});

function forkGemini(document: GeminiDocument, { newId, at, now }: AskFor<'fork'>): UnitChange | NotChanged {
  const file = shownFile(document);
  if (file?.source == null || !file.read().isReadable) return NOT_READABLE;
  if (file.read().isDocument) return OLDER;
  const rewind = at === null ? [] : rewoundTo(document, file, at);
  return isRefusal(rewind) ? rewind : forkChange(file, file.source, rewind, { id: newId(), now });
}

function forkChange(
  file: SessionFile,
  source: Source,
  rewind: readonly object[],
  { id, now }: { readonly id: string; readonly now: number },
): UnitChange | NotChanged {
  const time = new Date(now * 1000).toISOString();
  const edits = [...ownIds(source, id), appendedAll(source, [...rewind, { $set: { lastUpdated: time } }])];
  const fork = openSession(rewrittenPart(file, editedSource(source, edits)));
  if (rewind.length > 0 && !fork.read().hasContent)
    return refused({ reason: 'has no question before that message: the program deletes such a file' });
  const before = geminiCounts(file);
  return unitChange({
    path: file.part.path,
    steps: [copiedTo(file.part, join(folderOf(file.part.path), sessionName(time, id)), edits)],
    before,
    after: addCounts(before, geminiCounts(fork)),
    notes: rewind.length === 0 ? [] : ['what comes from that message on is kept in the fork as taken back'],
    newId: id.slice(0, 8),
  });
}

/** The record by which the program goes back to a message. */
function rewoundTo(document: GeminiDocument, { part, read: readOf }: SessionFile, at: string): object[] | Refusal {
  const [read, { messages }] = [readOf(), document.transcript(part.path)];
  const record = recordNamed(at, {
    messages,
    records: [...read.live, ...read.gone],
    pointerOf: recordPointer,
    idOf: ({ id }) => id,
  });
  if (isRefusal(record)) return record;
  if (record.id === null || !read.live.includes(record)) return refused({ reason: 'does not go on from that message' });
  return [{ $rewindTo: record.id }];
}

/** Gives a session a title as the program does: a summary, in a record of its own. */
function renameGemini(document: GeminiDocument, { title }: AskFor<'rename'>): UnitChange | NotChanged {
  const file = shownFile(document);
  if (file?.source == null || !file.read().isReadable) return NOT_READABLE;
  if (file.read().isDocument) return OLDER;
  return retitled(file, { title, before: geminiCounts(file) }, (summary) => ({ $set: { summary } }));
}

function shownFile({ files, conversations }: GeminiDocument): SessionFile | undefined {
  const index = files.findIndex((file, n) => !file.isArchived && conversations[n]?.hidden === null);
  return files[Math.max(index, 0)];
}

function ownIds(source: Source, id: string): Edit[] {
  const edits: Edit[] = [];
  for (const { at, bytes } of lines(source, { ends: 'lf' })) {
    if (bytes === null || !Buffer.from(bytes).includes('"sessionId"')) continue;
    const value = wholeValue(bytes);
    const found = member(member(value, '$set', 'last') ?? value, 'sessionId', 'last');
    if (!isString(found) || isString(member(value, 'id'))) continue;
    const { start, end } = spanOf(found);
    edits.push(replacing(at + start, end - start, quote(id)));
  }
  return edits;
}

/**
 * Writes the new folders of projects into the registry and the marks, by which the program finds their sessions. The registry belongs to
 * all projects and a run writes each file once: it is written with its own scope.
 */
function rehomeGemini(scope: GeminiScope, { moved }: AskFor<'rehome'>): SharedChange | NotChanged {
  const whole = scope.shared.find(({ role }) => role === 'registry');
  if (whole !== undefined) return rehomeRegistry(whole, moved);
  const to = scope.folder === null ? null : rebasedPath(scope.folder, moved);
  if (scope.folder === null || to === null || to === scope.folder) return unchanged();
  const registry = scope.common?.find(({ role }) => role === 'registry');
  const known = registeredFolders(registry);
  if (known === null) return refused({ path: registry?.path ?? '', codes: ['GM306'], reason: 'is not whole JSON' });
  const marks = scope.shared.filter(({ role, bytes }) => role.endsWith('mark') && bytes !== null);
  const [first] = marks;
  if (first === undefined) return unchanged();
  if ([...known].some(([slug, folder]) => folder === to && slug !== scope.name))
    return refused({ path: first.path, reason: `stays as it is: ${to} is another project`, unsafe: true });
  const steps = marks.map((mark) => withEdits(mark, [replacing(0, mark.size, to)]));
  return rehomeChange(steps, [`${scope.folder} is now ${to}`]);
}

/** Keeps the entry of a moved folder whose new place already has one, and says so. */
function rehomeRegistry(registry: Part, moved: AskFor<'rehome'>['moved']): SharedChange | NotChanged {
  if (registry.bytes === null || registeredFolders(registry) === null) return unchanged();
  const entries = members(member(root(scan(registry.bytes)), 'projects', 'last')).filter(({ value }) =>
    isString(value),
  );
  const listed = new Set(entries.map(({ key }) => textOf(key)));
  const edits: Edit[] = [];
  const [notes, colliding]: [string[], string[]] = [[], []];
  for (const { key } of entries) {
    const folder = textOf(key);
    const to = rebasedPath(folder, moved);
    if (to === null || to === folder) continue;
    if (listed.has(to)) {
      colliding.push(`names ${to} already, so ${folder} stays as it is`);
      continue;
    }
    const { start, end } = spanOf(key);
    edits.push(replacing(start, end - start, quote(to)));
    notes.push(`${folder} is now ${to}`);
  }
  if (edits.length > 0)
    return rehomeChange([withEdits(registry, edits)], [...notes, ...colliding.map((each) => `it ${each}`)]);
  if (colliding.length === 0) return unchanged();
  return refused({ path: registry.path, reason: colliding.join('; '), unsafe: true });
}

function rehomeChange(steps: readonly PutStep[], notes: readonly string[]): SharedChange {
  return { state: 'changed', path: steps[0]?.path ?? '', first: steps, last: [], codes: [], notes };
}

type PutStep = ReturnType<typeof withEdits>;

/** Moves all files of the same eight characters where the program does not look. */
function archiveGemini(document: GeminiDocument): UnitChange | NotChanged {
  return movedTo(document, false, 'is archived already', ({ name }) => join(ARCHIVE, name));
}

function restoreGemini(document: GeminiDocument): UnitChange | NotChanged {
  const change = movedTo(document, true, 'is not archived', ({ slug, file }) => join(TMP, slug, CHATS, file));
  const { retention, now } = document.scope;
  if (change.state !== 'changed') return change;
  const restored = document.files.map((file) => ({ ...file, isArchived: false }));
  const beyondCount = once(() => pathsBeyondCount(document.scope, retention, restored));
  const isDue = restored.some((file) => deletionReason(file, { retention, now, beyondCount }) !== null);
  const daysLeft = daysUntilFirstOld(restored, retention, now);
  if (!isDue)
    return daysLeft !== null && isDeletedSoon({ daysLeft }) ? { ...change, notes: [soonNote(daysLeft)] } : change;
  const why = `\`convo verify ${document.id}\` says why, and what prevents that`;
  return { ...change, notes: [`the program deletes it at its next start: ${why}`] };
}

function soonNote(daysLeft: number): string {
  return `the program deletes it in ${countOf(daysLeft, 'day')}: \`convo keep DIR\` copies it`;
}

/** Deletes all files of the same eight characters, as the program does; archived files only where no others are. */
function deleteGemini(document: GeminiDocument): UnitChange | NotChanged {
  const { files } = document;
  const active = files.filter(({ isArchived }) => !isArchived);
  const isArchived = active.length === 0 && (files.length > 0 || companionsOn(document, false).length === 0);
  const gone = isArchived ? files : active;
  const all = [...companionsOn(document, isArchived), ...gone.map(({ part }) => part)];
  if (gone.length === 0)
    return unitChange({ path: all[0]?.path ?? '', steps: all.map(removed), before: NO_COUNTS, after: NO_COUNTS });
  return fileChange(gone, all.map(removed), NO_COUNTS);
}

/** Folders and logs of the archived sessions, or of the active ones. */
function companionsOn({ companions }: GeminiDocument, isArchived: boolean): readonly Part[] {
  return companions.filter(({ role }) => role === (isArchived ? 'archived-companions' : 'companions'));
}

function movedTo(
  document: GeminiDocument,
  isArchived: boolean,
  done: string,
  place: (of: { readonly slug: string; readonly file: string; readonly name: string }) => string,
): UnitChange | NotChanged {
  const { files, scope } = document;
  const mine = files.filter((file) => file.isArchived === isArchived);
  if (mine.length === 0) return unchanged(done);
  if (scope.site.shape !== 'home')
    return refused({ reason: 'is not in a home, so there is no archive beside it', unsafe: true });
  const [from, into] = isArchived ? [ARCHIVE, TMP] : [TMP, ARCHIVE];
  const placeOf = ({ path }: Part) => `${into}${path.slice(from.length)}`;
  const companions = companionsOn(document, isArchived);
  const there = new Set(companions.map(placeOf));
  const obstacle = companionsOn(document, !isArchived).find(({ path }) => there.has(path));
  if (obstacle !== undefined) return inTheWay([], obstacle);
  const beside = companions.map((part) => moved(part, placeOf(part)));
  const steps: Step[] = [];
  for (const { part } of mine) {
    const file = baseName(part.path);
    const to = place({ slug: scope.name, file, name: join(scope.name, file) });
    if (files.some((each) => each.part.path === to)) return inTheWay([], { path: to });
    steps.push(moved(part, to));
  }
  return fileChange(mine, isArchived ? [...steps, ...beside] : [...beside, ...steps], null);
}

function fileChange(
  files: readonly SessionFile[],
  steps: readonly Step[],
  after: typeof NO_COUNTS | null,
): UnitChange | NotChanged {
  const odd = files.find(({ part }) => part.type !== 'file');
  if (odd !== undefined) return throughLink();
  const before = files.map(geminiCounts).reduce(addCounts, NO_COUNTS);
  return unitChange({ path: files[0]?.part.path ?? '', steps, before, after: after ?? before });
}

const decideGemini = decideBy<GeminiDocument>({
  heal: healGemini,
  migrate: unchanged('is made new by the program itself, when it goes on with it'),
  fork: forkGemini,
  archive: archiveGemini,
  restore: restoreGemini,
  delete: deleteGemini,
  rename: renameGemini,
  rehome: unchanged(),
  tag: refused({ reason: 'cannot be tagged: Gemini CLI has no tags' }),
});

export const geminiVerbs: Verbs<GeminiDocument, { readonly opened: GeminiScope }> = {
  decide: withCheckpoints(decideGemini),
  close: ({ opened }, ask) => (ask.verb === 'rehome' ? rehomeGemini(opened, ask) : unchanged()),
  putBack: putBackLines,
};
