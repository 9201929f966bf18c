import { activeTime, type Conversation, searchedStates, type View } from '../../model/conversation.ts';
import { Failure } from '../../model/failure.ts';
import { isYoung } from '../../model/time.ts';
import { listAll } from '../../ops/list.ts';
import { listStoredIds } from '../../ops/resolve-ids.ts';
import type { SearchOptions } from '../../ops/search/search-conversations.ts';
import { type UnitOnDisk, unitsOnDisk } from '../../ops/search/units-on-disk.ts';
import type { Redactor } from '../../ops/secrets/redactor.ts';
import { type SurveyOptions, withRun, withSelection } from '../../ops/survey/survey-options.ts';
import type { Job } from '../command.ts';
import { readingOf, type Selection } from '../scope.ts';
import type { SearchedStores } from '../unknown-id.ts';
import { momentOf, spanAt, type TimeSpan } from '../values/moment.ts';

export interface ToolCall {
  /** The job's projects are the server's scope. It is interrupted when the client gives up. */
  readonly job: Job;
  /** Unix seconds: conversations that last changed earlier are out of scope; null for no limit. */
  readonly since: number | null;
  readonly asking: string | null;
  /** Milliseconds since 1970. When time runs out, a search returns its results so far. */
  readonly started: number;
  readonly within: number;
  /** Null shows secrets. */
  readonly redact: Redactor | null;
}

interface ListFilter {
  readonly archived?: boolean | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

interface ListedConversations extends Pick<Selection, 'reading' | 'survey'> {
  /** By last change, the newest first. */
  readonly conversations: readonly Conversation[];
  readonly states: readonly View['state'][];
  /** Unix seconds of `since`. */
  readonly from: number | null;
  readonly wantsLost: NonNullable<SearchOptions['wantsLost']>;
}

/** Conversations in scope, without the asking one. Those of the last minute come last, since they may be asking too. */
export async function listed(call: ToolCall, { archived, since, until }: ListFilter): Promise<ListedConversations> {
  const { reading, survey } = await readingOf(call.job);
  const states = searchedStates(archived === true);
  const from = spanOf(since, survey.run.now)?.from ?? null;
  const to = spanOf(until, survey.run.now)?.to ?? Number.POSITIVE_INFINITY;
  const earliest = Math.max(from ?? 0, call.since ?? 0);
  const wanted = (view: View): boolean => {
    const time = activeTime(view) ?? 0;
    return states.includes(view.state) && view.id !== call.asking && time >= earliest && time <= to;
  };
  const found = await listAll(reading, survey, { wanted, states });
  const rank = (each: Conversation) => rankOf(activeTime(each) ?? 0, survey.run.now);
  const conversations = found.sort((a, b) => rank(b) - rank(a));
  const wantsLost: ListedConversations['wantsLost'] = ({ id, until }) => id !== call.asking && (until ?? 0) >= earliest;
  return { conversations, states, from, reading, survey, wantsLost };
}

/** Conversations that may be read: the listed ones, and the asking one. */
export async function inScope(call: ToolCall): Promise<Omit<SearchedStores, 'env'>> {
  if (call.since === null) {
    const { reading, survey } = await readingOf(call.job);
    return { reading, survey, storedIds: await listStoredIds(reading, survey) };
  }
  const { conversations, reading, survey: wide } = await listed(call, { archived: true });
  const ids = new Set([...conversations.map(({ id }) => id), call.asking]);
  const survey = withSelection(wide, { hasId: (id) => ids.has(id) });
  const storedIds = (await listStoredIds(reading, survey)).filter(({ id }) => ids.has(id));
  return { reading, survey, storedIds };
}

interface Units extends Omit<ListedConversations, 'conversations'> {
  readonly units: readonly Omit<UnitOnDisk, 'time'>[];
}

/** Like `listed`, but conversations are only read if a time limits the scope. */
export async function unitsFor(call: ToolCall, { archived, since }: ListFilter): Promise<Units> {
  if (since !== undefined || call.since !== null) {
    const { conversations, ...rest } = await listed(call, { archived, since });
    return { ...rest, units: conversations };
  }
  const { reading, survey } = await readingOf(call.job);
  const all = await unitsOnDisk(reading, withSelection(survey, { hasId: (id) => id !== call.asking }));
  const units = all.sort((a, b) => rankOf(b.time, survey.run.now) - rankOf(a.time, survey.run.now));
  const wantsLost: ListedConversations['wantsLost'] = ({ id }) => id !== call.asking;
  return { units, states: searchedStates(archived === true), from: null, reading, survey, wantsLost };
}

function rankOf(time: number, now: number): number {
  return isYoung(time, now) ? 0 : time;
}

function spanOf(text: string | undefined, now: number): TimeSpan | null {
  if (text === undefined) return null;
  const moment = momentOf(text);
  if (moment === null)
    throw new Failure('usage', `${text} is no time`, 'Give 3d, 2w, yesterday, 2026-01-31 or an ISO time.');
  return spanAt(moment, now);
}

export function isWritten(conversation: Conversation, now: number): boolean {
  return isYoung(activeTime(conversation) ?? 0, now);
}

/** Bytes of the first slice; each further one is larger by as much. */
const SLICE = 64 * 1024 * 1024;
const GROWTH = 4;
/** Share of the time for searching; the rest is for decoding matches. */
const SEARCHING = 0.75;

interface PartialResults<T> {
  readonly results: readonly T[];
  readonly unreached: number;
}

/** Searches the newest units first, slice by slice, until time runs out. Lost conversations are searched with the first. */
export async function searchInSlices<T extends { readonly reached: number | null }>(
  call: ToolCall,
  { units, survey, wantsLost }: Pick<Units, 'units' | 'survey' | 'wantsLost'>,
  search: (survey: Pick<SearchOptions, 'isLate' | 'wantsLost'> & SurveyOptions) => Promise<T>,
): Promise<PartialResults<T>> {
  const results: T[] = [];
  const { isLate, interrupted } = stopping(call, SEARCHING);
  let at = 0;
  for (let limit = SLICE; (at < units.length || results.length === 0) && !isLate(); limit *= GROWTH) {
    const slice = sliceOf(units, at, limit);
    const ids = new Set(slice.map(({ id }) => id));
    const ofFirst = results.length === 0 ? wantsLost : () => false;
    const surveyOptions = withSelection(withRun(survey, { interrupted }), { hasId: (id) => ids.has(id) });
    const result = await search({ ...surveyOptions, isLate, wantsLost: ofFirst });
    results.push(result);
    at += result.reached ?? slice.length;
    if (result.reached !== null) break;
  }
  return { results, unreached: units.length - at };
}

export function stopping({ job, started, within }: ToolCall, part = 1) {
  const isLate = (): boolean => job.env.now() >= started + within * part;
  return { isLate, interrupted: () => job.interrupted() || isLate() };
}

function sliceOf(units: Units['units'], at: number, limit: number): Units['units'] {
  let end = at;
  let bytes = 0;
  while (end < units.length && (end === at || bytes < limit)) bytes += units[end++]?.bytes ?? 0;
  return units.slice(at, end);
}
