import type { Message } from '../../model/conversation.ts';
import { Failure } from '../../model/failure.ts';
import type { Reading } from '../reading.ts';
import { type SurveyOptions, survey } from '../survey/survey.ts';
import type { KnownSecrets } from './known-secrets.ts';

/**
 * Forgets ids of conversations and messages: as a secret an id would be replaced wherever it refers to one. Reads
 * nothing if no secret looks like an id.
 */
export async function dropIds(
  { disk, kinds, sites }: Reading,
  options: SurveyOptions,
  known: KnownSecrets,
): Promise<void> {
  if (known.uuids.size === 0) return;
  for await (const event of survey(disk, kinds, sites, options))
    for (const { id, path } of event.type === 'document' ? event.document.conversations : [])
      if (event.type === 'document')
        dropIdsOf(id, () => event.document.transcript(path, { everything: true }).messages, known);
}

export function dropIdsOf(id: string, messages: () => Iterable<Message>, known: KnownSecrets): void {
  if (known.uuids.size === 0) return;
  known.drop(id);
  try {
    for (const message of messages())
      for (const each of [message.id, message.relatedTo, message.callId]) if (each !== undefined) known.drop(each);
  } catch (error) {
    // An unreadable conversation has no ids.
    if (!(error instanceof Failure)) throw error;
  }
}
