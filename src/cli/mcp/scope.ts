import { addAll } from '../../model/add-all.ts';
import type { Conversation, View } from '../../model/conversation.ts';
import { Failure } from '../../model/failure.ts';
import { sortTime } from '../../model/sort-time.ts';
import { list } from '../../ops/list.ts';
import type { Redactor } from '../../ops/secrets/redactor.ts';
import type { SurveyOptions } from '../../ops/survey/survey.ts';
import type { Job } from '../job.ts';
import { readingOf, type Selection } from '../scope.ts';
import { momentOf, type Span, spanAt } from '../values/moment.ts';

/** One call of a client. */
export interface Call {
  /** Its options have the projects in scope; it is interrupted when the client gives up. */
  readonly job: Job;
  /** Unix seconds: nothing that changed last before then; null for no limit. */
  readonly since: number | null;
  /** The conversation that asks, where the client says which it is. */
  readonly asking: string | null;
  /** Milliseconds since 1970, at which an answer is given of all that was looked at. */
  readonly deadline: number;
  /** Null where secrets stay in. */
  readonly redact: Redactor | null;
}

/** Which conversations a call is about; times as people write them. */
interface Choice {
  readonly archived?: boolean | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

/** Conversations in scope, the one that changed last first, and how they are read. */
export interface Candidates extends Pick<Selection, 'reading' | 'survey'> {
  readonly conversations: readonly Conversation[];
  readonly states: readonly View['state'][];
  /** Unix seconds of `since`; null where none was given. */
  readonly from: number | null;
}

/** The conversations that a call may be about: never the one that asks; those of the last minute last, they may be asking too. */
export async function candidates(call: Call, { archived, since, until }: Choice): Promise<Candidates> {
  const { reading, survey } = await readingOf(call.job);
  const states: View['state'][] = archived === true ? ['active', 'archived'] : ['active'];
  const from = spanOf(since, survey.now)?.from ?? null;
  const to = spanOf(until, survey.now)?.to ?? Number.POSITIVE_INFINITY;
  const earliest = Math.max(from ?? 0, call.since ?? 0);
  const found: Conversation[] = [];
  const wanted = (view: View): boolean => {
    const time = sortTime(view) ?? 0;
    return states.includes(view.state) && view.id !== call.asking && time >= earliest && time <= to;
  };
  const tell = async (conversations: readonly Conversation[]): Promise<void> => addAll(found, conversations);
  await list(reading, { ...survey, wanted, tell, states, sharing: false });
  const rank = (each: Conversation): number => (isWritten(each, survey.now) ? 0 : (sortTime(each) ?? 0));
  const conversations = found.sort((a, b) => rank(b) - rank(a));
  return { conversations, states, from, reading, survey };
}

function spanOf(text: string | undefined, now: number): Span | null {
  if (text === undefined) return null;
  const moment = momentOf(text);
  if (moment === null)
    throw new Failure('usage', `${text} is no time`, 'Give 3d, 2w, yesterday, 2026-01-31 or an ISO time.');
  return spanAt(moment, now);
}

/** Was it written to within the last minute. */
export function isWritten(conversation: Conversation, now: number): boolean {
  return now - (sortTime(conversation) ?? 0) < 60;
}

/** Bytes of the first slice that is searched; each further one is twice as large. */
const SLICE = 64 * 1024 * 1024;

/** How far a search in slices came. */
export interface Reached<T> {
  readonly results: readonly T[];
  /** Conversations that the time did not suffice for. */
  readonly unreached: number;
}

/** Looks into the newest conversations first, slice by slice, until the deadline of the call; a slice is looked into whole, or not. */
export async function inSlices<T>(
  { job, deadline }: Call,
  { conversations, survey }: Candidates,
  look: (survey: SurveyOptions) => Promise<T>,
): Promise<Reached<T>> {
  const results: T[] = [];
  const isLate = (): boolean => job.env.now() > deadline;
  let at = 0;
  for (let room = SLICE; at < conversations.length && !isLate(); room *= 2) {
    const slice = sliceOf(conversations, at, room);
    const ids = new Set(slice.map(({ id }) => id));
    const asked = { ...survey, wants: (id: string) => ids.has(id), interrupted: () => job.interrupted() || isLate() };
    const result = await unlessLate(look(asked), job);
    if (result === null) break;
    results.push(result);
    at += slice.length;
  }
  return { results, unreached: conversations.length - at };
}

/** At least one conversation, and no more than have so many bytes. */
function sliceOf(conversations: readonly Conversation[], at: number, room: number): readonly Conversation[] {
  let [end, bytes] = [at, 0];
  while (end < conversations.length && (end === at || bytes < room)) bytes += conversations[end++]?.bytes ?? 0;
  return conversations.slice(at, end);
}

/** Null where the deadline came before the end; a client that gave up is answered by what was thrown. */
async function unlessLate<T>(work: Promise<T>, { interrupted }: Job): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Failure && error.code === 'interrupted' && !interrupted()) return null;
    throw error;
  }
}
