import type { Message, View } from '../../model/conversation.ts';
import { Failure } from '../../model/failure.ts';
import type { PlacedFinding } from '../../model/finding.ts';
import type { TranscriptOptions } from '../../stores/kind.ts';
import type { ReadContext } from '../reading.ts';
import { type ShownConversation, shownLines } from '../show.ts';
import { addUnread } from '../survey/coverage.ts';
import { locateView } from '../survey/locate.ts';
import { survey } from '../survey/survey.ts';
import type { EventOf, SurveyOptions } from '../survey/survey-event.ts';
import type { KnownSecrets } from './known-secrets.ts';
import { redactedConversation, redactedShown, redactedTranscript } from './redacted.ts';
import { learnLines } from './redacted-lines.ts';
import type { Redactor } from './redactor.ts';

/** `lines`: learns from the lines of files instead of texts. */
export interface LearnOptions extends SurveyOptions {
  readonly lines: boolean;
}

/** A redactor learns the secrets of the whole export first. Returns files that vanished meanwhile: a second look meets none of them. */
export async function learnFrom(
  { disk, kinds, sites }: ReadContext,
  options: LearnOptions,
  redact: Redactor,
): Promise<readonly PlacedFinding[]> {
  const { wants = null, lines } = options;
  const unread: PlacedFinding[] = [];
  for await (const event of survey(disk, kinds, sites, options)) {
    addUnread(unread, event);
    if (event.type === 'document' && (wants?.(event.document.id) ?? true))
      for (const view of event.document.conversations) learnOne(event, view, redact, lines);
  }
  await dropIds({ disk, kinds, sites }, options, redact.known);
  return unread.filter(({ code }) => code === 'ST009');
}

function learnOne(
  { site, scope, document, parts }: EventOf<'document'>,
  view: View,
  redact: Redactor,
  lines: boolean,
): void {
  // Its texts alone: how many messages a large file has is asked of all of it.
  const { path } = redactedConversation(locateView(site, scope, view, false), redact.learner);
  try {
    const source = lines ? shownLines(document, view, parts) : null;
    if (source !== null) learnLines({ path, source }, redact);
    for (const agent of [...(lines ? [] : [null]), ...(document.subagents?.(view.path) ?? [])])
      drain(redactedTranscript(document.transcript(view.path, { agent }), redact.learner).messages);
  } catch (error) {
    // The export itself reports unreadable conversations.
    if (!(error instanceof Failure)) throw error;
  }
}

export function learnShown(found: ShownConversation, asked: TranscriptOptions, { learner, known }: Redactor): void {
  const shown = redactedShown(found, learner);
  const agents = found.subagents().map((agent) => ({ agent }));
  for (const each of [{ companions: true }, asked, ...agents]) drain(shown.transcript(each).messages);
  for (const each of [{ everything: true }, ...agents.map((agent) => ({ ...agent, everything: true }))])
    dropIdsOf(found.conversation.id, () => found.transcript(each).messages, known);
}

function drain(each: Iterable<unknown>): void {
  for (const _ of each);
}

/**
 * Forgets ids of conversations and messages: as a secret an id would be replaced wherever it refers to one. Reads
 * nothing if no secret looks like an id.
 */
export async function dropIds(
  { disk, kinds, sites }: ReadContext,
  options: SurveyOptions,
  known: KnownSecrets,
): Promise<void> {
  if (known.uuids.size === 0) return;
  for await (const event of survey(disk, kinds, sites, options)) {
    if (event.type !== 'document') continue;
    const { document } = event;
    for (const { id, path } of document.conversations)
      for (const agent of [null, ...(document.subagents?.(path) ?? [])])
        dropIdsOf(id, () => document.transcript(path, { agent, everything: true }).messages, known);
  }
}

function dropIdsOf(id: string, messages: () => Iterable<Message>, known: KnownSecrets): void {
  if (known.uuids.size === 0) return;
  known.drop(id);
  try {
    for (const message of messages())
      for (const each of [message.id, message.relatedTo, message.callId]) if (each !== undefined) known.drop(each);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
  }
}
