import { replaceValue } from '../../../codecs/json/edits.ts';
import { eachElement, isString, member, quote, spanOf, textOf } from '../../../codecs/json/value.ts';
import { refusePath } from '../../../model/check-change.ts';
import { rebasedPath } from '../../../model/path.ts';
import {
  type Ask,
  type AskFor,
  isRefusal,
  type NotChanged,
  type Refusal,
  refused,
  type SharedChange,
  type UnitChange,
  type UnitDecision,
  unchanged,
  unitChange,
} from '../../decision.ts';
import { withEdited } from '../../engine/change/draft.ts';
import { withEdits } from '../../engine/change/steps.ts';
import { decideBy } from '../../engine/change/verbs.ts';
import type { Scope, Verbs } from '../../kind.ts';
import { countOf } from '../../words.ts';
import { passFindings } from '../checks/judge.ts';
import { projectRoots } from '../checks/settings.ts';
import { type DecodedAndJudged, decodeAndJudge } from '../conversation-file.ts';
import type { FnordDocument, FnordScope } from '../document.ts';
import { conversationLock, lockFor } from '../layout/layout.ts';
import type { FnordFinding } from '../read/fnord-finding.ts';
import { isHydrated } from '../read/items.ts';
import { fnordCounts } from '../read/summary.ts';
import { forkFnord } from './fork.ts';
import { healFnord } from './heal.ts';
import { LEGACY_LISTS, toV0, upgradePass } from './passes/legacy.ts';
import {
  editFnordFiles,
  type FileLimits,
  type RepairedFnord,
  refusedFor,
  repairedOf,
  runFnordPasses,
} from './run-passes.ts';
import { archiveFnord, deleteFnord, restoreFnord } from './shelve.ts';

/** Verbs of fnord. Units need nothing from the rest of the project, whose folder only the settings name. */
export const fnordVerbs: Verbs<FnordDocument, Pick<FnordScope, 'scope'>> = {
  decide: decideFnord,
  close: ({ scope }, ask) => (ask.verb === 'rehome' ? rehomeFnord(scope, ask) : unchanged()),
};

/** A unit can be found under an id that is no file name. Such a unit is never written. */
function decideFnord(document: FnordDocument, ask: Ask): UnitDecision {
  const { id } = document;
  if (!id.includes('/') && refusePath(id) === null) return decideNamed(document, ask);
  return { id, outcome: refused({ reason: 'has an id that is not a file name' }) };
}

const decideNamed = decideBy<FnordDocument>({
  heal: healFnord,
  migrate: migrateFnord,
  fork: forkFnord,
  archive: archiveFnord,
  restore: restoreFnord,
  delete: deleteFnord,
  rename: refused({ reason: 'cannot be renamed: fnord shows the first question, and stores no title' }),
  rehome: unchanged(),
  tag: refused({ reason: 'cannot be tagged: fnord stores no tags' }),
});

function rehomeFnord({ shared }: Pick<Scope, 'shared'>, { moved }: AskFor<'rehome'>): SharedChange | NotChanged {
  const part = shared.find(({ role }) => role === 'settings');
  if (part === undefined) return unchanged();
  const roots = projectRoots(part);
  if (roots === null)
    return refused({ codes: ['FN310'], path: part.path, reason: 'cannot be read, so no root in it is rewritten' });
  const edits = roots.flatMap(({ root }) => {
    const to = rebasedPath(textOf(root), moved);
    return to === null || to === textOf(root) ? [] : [replaceValue(root, quote(to))];
  });
  if (edits.length === 0) return unchanged();
  return {
    state: 'changed',
    path: part.path,
    first: [],
    last: [withEdits(part, edits)],
    codes: [],
    locks: [lockFor(part.path)],
    notes: [`${edits.length === 1 ? 'one project has' : `${edits.length} projects have`} another root`],
  };
}

/** Migrates the conversation files of one id to v1 or v0. The timestamp never changes, so no index entry becomes stale. */
export function migrateFnord(document: FnordDocument, ask: AskFor<'migrate'>): UnitChange | NotChanged {
  const { scope, id, active, archived } = document;
  const to = ask.to ?? 'v1';
  if (to !== 'v0' && to !== 'v1') return refused({ reason: `cannot become ${to}: fnord has v0 and v1` });
  if (active === null && archived === null) return unchanged();
  const files = editFnordFiles(document, (read, { part }) => {
    if (to === 'v0') return migrateToV0(read);
    const stamp = { seconds: part.mtime, isFromUser: false };
    return migrateToV1(read, { only: null, lossy: ask.lossy, stamp });
  });
  if (isRefusal(files)) return files;
  const { path, steps, codes, notes, before, after } = files;
  if (path === null) return unchanged(`is ${to} already`);
  const locks = [conversationLock(scope.site, scope.name, id)];
  return unitChange({ path, steps, codes, notes, before, after, locks });
}

/** Edits as fnord's own read would make them; none for a file that is v1 already. */
function migrateToV1(read: DecodedAndJudged, options: FileLimits): RepairedFnord | Refusal {
  const { finding } = read.judgement;
  if (finding !== null) return refusedFor(read.judgement, finding);
  return runFnordPasses(read, [upgradePass], options, (passed) => {
    const { judgement } = passed.doc;
    return judgement.finding === null ? repairedOf(passed) : refusedFor(judgement, judgement.finding);
  });
}

/** Refuses a conversation that v0 cannot carry. */
function migrateToV0({ document, judgement }: DecodedAndJudged): RepairedFnord | Refusal {
  const { body, format, time } = document;
  if (judgement.finding !== null) return refusedFor(judgement, judgement.finding);
  if (format === 'v0') return { edits: [], codes: [], notes: [], after: fnordCounts(document) };
  if (body === null || time.seconds === null) return refused({ reason: 'has no timestamp to put before it' });
  if (time.seconds < 0) return refused({ reason: `has the timestamp ${time.seconds}: v0 has no sign` });
  const { edits, notes } = toV0(body, time.seconds);
  const newer = itemNotes(document);
  return withEdited(document.bytes, edits, (bytes) => {
    const { document: result, judgement: after } = decodeAndJudge(bytes);
    if (after.finding !== null) {
      const { codes } = refusedFor(after, after.finding);
      return refused({ codes, reason: `${after.finding.detail}, which v1 reads and v0 does not` });
    }
    const all = [...notes, ...newer, ...rewriteNotes(after, result)];
    return { edits, codes: [], notes: all, after: fnordCounts(result) };
  });
}

const NEW_ITEMS = ['function_call', 'function_call_output', 'reasoning'];

function itemNotes({ body }: DecodedAndJudged['document']): string[] {
  const messages = member(body, 'messages');
  let typed = 0;
  if (messages !== null) for (const each of eachElement(messages)) if (isNewItem(member(each, 'type'))) typed++;
  if (typed === 0) return [];
  return [`holds ${typed} items of a type that builds before 0.9.34 do not know`];
}

function isNewItem(type: ReturnType<typeof member>): boolean {
  return isString(type) && NEW_ITEMS.includes(textOf(type));
}

/** Notes on a migrated document: some v1 shapes are legacy for the v0 reader, which heals as it reads. */
function rewriteNotes({ rewritten }: DecodedAndJudged['judgement'], document: DecodedAndJudged['document']): string[] {
  if (!rewritten) return [];
  const found = [...passFindings(document)];
  const dropped = found.filter(({ code }) => code === 'FN136' || code === 'FN137');
  const objects = found.filter(({ code }) => code === 'FN112');
  const lists = found.some(({ code }) => LEGACY_LISTS.includes(code));
  return [
    ...(lists
      ? ['is healed and rewritten by the next fnord that reads it, because its task lists lack what v0 expects of them']
      : []),
    ...dropped.map(({ detail }) => `${detail}: that read drops it`),
    ...argumentNotes(objects, document),
  ];
}

/** Notes on messages unknown to fnord: v1 keeps them, but the heal of v0 reads their arguments. */
function argumentNotes(objects: readonly FnordFinding[], document: DecodedAndJudged['document']): string[] {
  if (objects.length === 0) return [];
  const inRaw = countInRaw(objects, document);
  const what = `${countOf(objects.length, 'tool call')} with an object as arguments`;
  const unknownKeys =
    inRaw === 0 ? '' : `; ${inRaw} of them in messages of an unknown role or type, which v1 keeps as they are`;
  return [`has ${what}: the next fnord that reads it turns the object into text and rewrites the file${unknownKeys}`];
}

function countInRaw(objects: readonly FnordFinding[], document: DecodedAndJudged['document']): number {
  const offsetAt = (n: number) => objects[n]?.offset ?? Number.POSITIVE_INFINITY;
  let next = 0;
  let found = 0;
  for (const each of document.items()) {
    if (!isHydrated(each) || each.as !== 'raw') continue;
    const { start, end } = spanOf(each.value);
    while (offsetAt(next) < start) next++;
    const first = next;
    while (offsetAt(next) < end) next++;
    found += next - first;
  }
  return found;
}
