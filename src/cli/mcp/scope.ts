import { addAll } from '../../model/add-all.ts';
import type { Conversation, View } from '../../model/conversation.ts';
import { Failure } from '../../model/failure.ts';
import { sortTime } from '../../model/sort-time.ts';
import { list } from '../../ops/list.ts';
import type { Reading } from '../../ops/reading.ts';
import type { SurveyOptions } from '../../ops/survey/survey.ts';
import type { Job } from '../job.ts';
import { readingOf } from '../scope.ts';

/** The conversations that a client may see: decided on the command line, never by a call. */
export interface Scope {
  /** A folder, whose project and worktrees are meant; null for every project. */
  readonly folder: string | null;
  /** Unix seconds: nothing that changed last before then; null for no limit. */
  readonly since: number | null;
}

/** One call of a client. */
export interface Call {
  readonly job: Job;
  readonly scope: Scope;
  /** The conversation that asks, where the client says which it is. */
  readonly asking: string | null;
  readonly aborted: () => boolean;
  /** Milliseconds since 1970, at which an answer is given of all that was looked at. */
  readonly deadline: number;
}

/** Conversations in scope, the one that changed last first, and how they are read. */
export interface Candidates {
  readonly conversations: readonly Conversation[];
  readonly reading: Reading;
  readonly survey: SurveyOptions;
}

/** Which conversations a call is about. */
interface Choice {
  readonly states: readonly View['state'][];
  readonly since?: number | null;
  readonly until?: number | null;
}

/** The stores in scope, and how they are surveyed for a call. Throws Failure where there are none. */
export async function readingFor({ job, scope, aborted }: Call): Promise<Pick<Candidates, 'reading' | 'survey'>> {
  const { options } = job;
  const project = options.project.length > 0 || scope.folder === null ? options.project : [scope.folder];
  const within = { ...job, options: { ...options, project }, interrupted: aborted };
  return readingOf(within);
}

/** The conversations that a call may be about: never the one that asks; those of the last minute last, they may be asking too. */
export async function candidates(call: Call, { states, since = null, until = null }: Choice): Promise<Candidates> {
  const { reading, survey } = await readingFor(call);
  const from = Math.max(since ?? 0, call.scope.since ?? 0);
  const found: Conversation[] = [];
  const wanted = (view: View): boolean => {
    const time = sortTime(view) ?? 0;
    return states.includes(view.state) && view.id !== call.asking && time >= from && time <= (until ?? time);
  };
  const tell = async (conversations: readonly Conversation[]): Promise<void> => addAll(found, conversations);
  await list(reading, { ...survey, wanted, tell, states, sharing: false });
  const rank = (each: Conversation): number => (isWritten(each, survey.now) ? 0 : (sortTime(each) ?? 0));
  return { conversations: found.sort((a, b) => rank(b) - rank(a)), reading, survey };
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
  { job, aborted, deadline }: Call,
  { conversations, survey }: Candidates,
  look: (survey: SurveyOptions) => Promise<T>,
): Promise<Reached<T>> {
  const results: T[] = [];
  const isLate = (): boolean => job.env.now() > deadline;
  let at = 0;
  for (let room = SLICE; at < conversations.length && !isLate(); room *= 2) {
    const slice = sliceOf(conversations, at, room);
    const ids = new Set(slice.map(({ id }) => id));
    const asked = { ...survey, wants: (id: string) => ids.has(id), interrupted: () => aborted() || isLate() };
    const result = await unlessLate(look(asked), aborted);
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
async function unlessLate<T>(work: Promise<T>, aborted: () => boolean): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Failure && error.code === 'interrupted' && !aborted()) return null;
    throw error;
  }
}
