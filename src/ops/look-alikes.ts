import { addToCount } from '../model/collections.ts';
import { type Conversation, MAX_COMPARED_BYTES, type Message } from '../model/conversation.ts';
import { Failure } from '../model/failure.ts';
import { isNameOfCopy } from '../model/ids.ts';
import { contentKey } from './diff.ts';
import { listAll } from './list.ts';
import type { ReadContext } from './reading.ts';
import { type ShownConversation, showEach } from './show.ts';
import { type SurveyOptions, withSelection } from './survey/survey-options.ts';

export interface LookAlike {
  readonly conversation: Conversation;
  /** Number of messages that both have. */
  readonly shared: number;
}

/**
 * Conversations of one kind that begin with the question of this one, and share more than half of the messages of the
 * shorter of both; most alike first. Reads as many as fit in `MAX_COMPARED_BYTES`.
 */
export async function lookAlikes(
  { sites, ...context }: ReadContext,
  survey: SurveyOptions,
  { conversation, transcript }: ShownConversation,
): Promise<LookAlike[]> {
  const reading = { ...context, sites: sites.filter(({ kind }) => kind === conversation.kind) };
  const likely = await likelyOnes(reading, survey, conversation);
  if (likely.length === 0) return [];
  const paths = new Set(likely.map(({ path }) => path));
  const ids = new Set(likely.map(({ id }) => id));
  const own = countsOf(transcript().messages);
  const found: LookAlike[] = [];
  for await (const shown of showEach(reading, withSelection(survey, { hasId: (id) => ids.has(id) }))) {
    if (!paths.has(shown.conversation.path)) continue;
    const other = readCounts(shown);
    const shared = [...other].reduce((sum, [key, count]) => sum + Math.min(count, own.get(key) ?? 0), 0);
    if (2 * shared > Math.min(sizeOf(own), sizeOf(other))) found.push({ conversation: shown.conversation, shared });
  }
  return found.sort((a, b) => b.shared - a.shared);
}

async function likelyOnes(reading: ReadContext, survey: SurveyOptions, own: Conversation): Promise<Conversation[]> {
  const question = own.asked ?? own.title;
  if (question === null) return [];
  const all = await listAll(reading, survey, {
    wanted: (view) => (view.asked ?? view.title) === question && view.id !== own.id && !isNameOfCopy(view.id),
  });
  let bytes = 0;
  return all.filter((each) => {
    bytes += each.bytes;
    return bytes <= MAX_COMPARED_BYTES;
  });
}

function readCounts(shown: ShownConversation): Map<string, number> {
  try {
    return countsOf(shown.transcript().messages);
  } catch (error) {
    if (error instanceof Failure) return new Map();
    throw error;
  }
}

function countsOf(messages: Iterable<Message>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const message of messages) if (!message.hidden) addToCount(counts, contentKey(message), 1);
  return counts;
}

function sizeOf(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}
