import { dirname, join } from 'node:path';
import { orNull } from '../io/disk/error-code.ts';
import { statOf } from '../io/disk/stat-of.ts';
import type { ReadDisk } from '../io/disk.ts';
import { type Worktree, worktreesOf } from '../io/worktrees.ts';
import { addAll, addTo, grouped } from '../model/collections.ts';
import type { Checkout, Conversation, SharedWorktrees, TimedFile, View } from '../model/conversation.ts';
import type { PlacedFinding } from '../model/finding.ts';
import { KIND_TABLE } from '../model/kinds.ts';
import type { DecidingScope, EndedScope, Kind, Site } from '../stores/kind.ts';
import type { ReadContext } from './reading.ts';
import { addUnread } from './survey/coverage.ts';
import { locateView } from './survey/locate.ts';
import { surveyAnswers } from './survey/survey.ts';
import type { EventOf, SurveyEvent } from './survey/survey-event.ts';
import { EVERYTHING, type SurveyOptions, withoutProgress, withSelection } from './survey/survey-options.ts';

/** Options for turning units into rows. */
export interface RowsOptions {
  /** Selects among conversations in `states`. */
  readonly wanted: (view: View) => boolean;
  /** Selects by all files of one id, and those that verbs take along; default: every id. */
  readonly wantedTogether?: ((files: readonly TimedFile[]) => boolean) | undefined;
  /** Wanted conversations that are only counted, and reported with `withConcealed`; default: none. */
  readonly concealed?: (view: View, site: Site, scope: string) => boolean;
  readonly withConcealed?: boolean;
  /** Called for each scope with conversations, in the program's order, with sharers if requested; awaited. */
  readonly report: (
    conversations: readonly Conversation[],
    sharing: SharedWorktrees | null,
    of: { readonly site: Site; readonly scope: string },
  ) => Promise<void>;
  /** Called for each id with conversations in other states than `states`. */
  readonly onOtherStates?: (site: Site, id: string, count: number) => void;
  readonly count?: boolean;
  readonly sharing: boolean;
}

export interface ListOptions extends SurveyOptions, RowsOptions {
  /** Without `count`, small files are judged all the same. */
  readonly judgesSmall?: boolean;
  readonly states?: readonly View['state'][];
}

export interface ListResult {
  readonly found: number;
  readonly inOtherStates: number;
  readonly concealed: number;
  readonly unjudged: readonly PlacedFinding[];
}

export async function list({ disk, kinds, sites }: ReadContext, options: ListOptions): Promise<ListResult> {
  const rows = listRows(disk, options);
  const { states = STATES, count: withLarge = false, judgesSmall = false } = options;
  const reading = { disk, kinds: kinds.map(toList), sites };
  const together = options.wantedTogether !== undefined;
  for await (const events of surveyAnswers(reading, options, {
    want: { type: 'views', views: { states, withLarge, judgesSmall, together } },
  }))
    for (const event of events) await rows.take(event);
  return rows.result;
}

/** Makes rows of the events of a survey that wants views. */
export interface ListedRows {
  readonly result: ListResult;
  take(event: SurveyEvent): Promise<void>;
}

export function listRows(disk: ReadDisk, options: RowsOptions): ListedRows {
  const soFar: ListedSoFar = {
    found: 0,
    inOtherStates: 0,
    concealed: 0,
    conversations: [],
    times: new Map(),
    before: new Map(),
    unjudged: [],
  };
  const sharing = options.sharing ? scopeSharing(disk) : null;
  const checkoutOf = checkouts(disk);
  return {
    result: soFar,
    take: async (event) => {
      addUnread(soFar.unjudged, event);
      if (event.type === 'answered') enterUnit(event, options, soFar);
      if (event.type === 'scope-end')
        await reportScope(event, await scopeRows(event, soFar, checkoutOf), options, sharing);
    },
  };
}

/** Every conversation; `more`: a selection. */
export async function listAll(
  reading: ReadContext,
  survey: SurveyOptions,
  more: Partial<Pick<ListOptions, 'wanted' | 'concealed' | 'states' | 'count'>> = {},
): Promise<Conversation[]> {
  const found: Conversation[] = [];
  const report: ListOptions['report'] = async (group) => addAll(found, group);
  await list(reading, { wanted: () => true, ...survey, ...more, sharing: false, report });
  return found;
}

export async function countMessages(
  reading: ReadContext,
  options: SurveyOptions,
  conversations: readonly Conversation[],
): Promise<Conversation[]> {
  const ids = new Set(conversations.map(({ id }) => id));
  const survey = withoutProgress(withSelection(options, { hasId: (id) => ids.has(id) }));
  const counted = await listAll(reading, survey, { count: true });
  const counts = new Map(counted.map(({ path, readable, messages }) => [path, { readable, messages }]));
  return conversations.map((each) => ({ ...each, ...counts.get(each.path) }));
}

async function scopeRows(
  { site, opened }: EventOf<'scope-end'>,
  soFar: ListedSoFar,
  checkoutOf: ReturnType<typeof checkouts>,
): Promise<Conversation[]> {
  const checkout = soFar.conversations.length === 0 ? null : await checkoutOf(site.root);
  const all = inCheckout(checkout, withCameFrom(soFar, ordered(opened, soFar)));
  soFar.conversations = [];
  soFar.times.clear();
  soFar.before.clear();
  return all;
}

function toList(kind: Kind): Kind {
  const { layout, listed } = kind;
  if (listed === undefined) return kind;
  const place: typeof layout.place = (site, path, type) => {
    const found = layout.place(site, path, type);
    return found.type === 'part' && !listed.includes(found.role) ? { ...found, load: 'name' } : found;
  };
  return { ...kind, layout: { ...layout, place } };
}

const STATES: readonly View['state'][] = ['active', 'archived'];

interface ListedSoFar {
  found: number;
  inOtherStates: number;
  concealed: number;
  conversations: Conversation[];
  /** Sort keys of programs that sort by milliseconds. */
  readonly times: Map<Conversation, number>;
  readonly before: Map<string, string[]>;
  readonly unjudged: PlacedFinding[];
}

function withCameFrom({ before }: ListedSoFar, all: Conversation[]): Conversation[] {
  if (before.size === 0) return all;
  return all.map((each) => {
    const cameFrom = each.state === 'active' ? before.get(each.id) : undefined;
    return cameFrom === undefined ? each : { ...each, cameFrom };
  });
}

function inCheckout(checkout: Checkout | null, all: Conversation[]): Conversation[] {
  return checkout === null ? all : all.map((each) => (each.branch === undefined ? { ...each, ...checkout } : each));
}

async function reportScope(
  { site, scope, opened }: EventOf<'scope-end'>,
  conversations: readonly Conversation[],
  options: RowsOptions,
  sharing: ScopeSharing | null,
): Promise<void> {
  sharing?.learn(site, opened);
  if (conversations.length === 0) return;
  const shared = (await sharing?.of(site, scope)) ?? null;
  for (const [folder, group] of byFolder(scope, conversations))
    await options.report(group, folder === null || sharing === null ? shared : { folder, worktrees: [] }, {
      site,
      scope,
    });
}

function byFolder(
  scope: string,
  conversations: readonly Conversation[],
): Iterable<readonly [folder: string | null, group: readonly Conversation[]]> {
  const named = (cwd: string | null = null) => (scope === '' ? cwd : null);
  return grouped(conversations.map((each) => [named(each.cwd), each] as const));
}

function enterUnit(event: EventOf<'answered'>, options: RowsOptions, into: ListedSoFar): void {
  const { conversations, views, otherFiles = [] } = event.answer;
  into.found += conversations;
  if (views === undefined) return;
  const others = conversations - views.length;
  into.inOtherStates += others;
  if (others > 0) options.onOtherStates?.(event.site, event.id, others);
  const isWanted = options.wantedTogether?.([...views, ...otherFiles]) !== false;
  for (const view of views) {
    if (view.goesOnIn != null && view.state === 'active') addTo(into.before, view.goesOnIn, view.id);
    if (isWanted && options.wanted(view)) enterView(event, view, options, into);
  }
}

function enterView(
  { site, scope }: EventOf<'answered'>,
  view: View,
  { concealed, withConcealed = false, count }: RowsOptions,
  into: ListedSoFar,
): void {
  if (concealed?.(view, site, scope)) {
    into.concealed++;
    if (!withConcealed) return;
  }
  const conversation = locateView(site, scope, view, count ? 'whole' : 'ends');
  into.conversations.push(conversation);
  if (view.timestampMs !== undefined) into.times.set(conversation, view.timestampMs);
}

function ordered({ order }: EndedScope, { conversations, times }: ListedSoFar): Conversation[] {
  if (order === undefined) return conversations;
  if (times.size === 0) return conversations.sort(order);
  const keyed = conversations.map((each) => ({ each, key: { ...each, timestampMs: times.get(each) ?? 0 } }));
  return keyed.sort((a, b) => order(a.key, b.key)).map(({ each }) => each);
}

/** Returns a root's working copy; null for none. Asks git once for each. */
function checkouts(disk: ReadDisk): (root: string) => Promise<Checkout | null> {
  const known = new Map<string, Promise<Worktree[]>>();
  return async (root) => {
    const top = topOf(disk, disk.realpath(root));
    if (top === null) return null;
    const all = known.get(top) ?? worktreesOf(top);
    known.set(top, all);
    const mine = (await all).find(({ path }) => path === top);
    return mine === undefined ? null : { worktree: mine.path, branch: mine.branch };
  };
}

/** The nearest folder upward with `.git`, so that git is seldom asked. */
function topOf(disk: ReadDisk, path: string): string | null {
  for (let at = path; ; at = dirname(at)) {
    if (statOf(disk, join(at, '.git')) !== null) return at;
    if (dirname(at) === at) return null;
  }
}

/** Learns the folder of each scope from its sessions, and returns the worktrees that share it. */
interface ScopeSharing {
  learn(site: Site, opened: DecidingScope): void;
  of(site: Site, scope: string): Promise<SharedWorktrees | null>;
}

function scopeSharing(disk: ReadDisk): ScopeSharing {
  const folders = new Map<string, string>();
  return {
    learn: (site, opened) => {
      for (const { scope, path } of opened.folders?.() ?? []) folders.set(keyOf(site, scope), path);
    },
    of: async (site, scope) => {
      const folder = folders.get(keyOf(site, scope));
      if (folder === undefined) return null;
      // The store may be another machine's, and git is slow. A folder's name may be no valid path.
      const isThere = orNull(() => disk.lstat(folder).type) === 'folder';
      const worktrees = isThere ? await worktreesOf(folder) : [];
      return { folder, worktrees: worktrees.map(({ path }) => path).filter((path) => path !== folder) };
    },
  };
}

function keyOf({ root }: Site, scope: string): string {
  return `${root}\0${scope}`;
}

/** Ids of files by the id in their first record, if they differ. */
export async function innerIds(
  reading: ReadContext,
  { run }: Pick<SurveyOptions, 'run'>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, string[]>();
  const sites = reading.sites.filter(({ kind }) => KIND_TABLE[kind].innerIds);
  if (sites.length === 0) return found;
  for (const { id, resumeId } of await listAll({ ...reading, sites }, { select: EVERYTHING, run }))
    if (resumeId != null) addTo(found, resumeId, id);
  return found;
}
