import type { PlacedFinding } from '../../model/finding.ts';
import type { ReadContext } from '../reading.ts';
import { addUnread } from '../survey/coverage.ts';
import { locateView } from '../survey/locate.ts';
import { survey } from '../survey/survey.ts';
import type { EventOf } from '../survey/survey-event.ts';
import { isIdWanted, type SurveyOptions } from '../survey/survey-options.ts';
import type { KnownSecrets } from './known-secrets.ts';
import { dropIds, learnFiles, learnMessages } from './learn-unit.ts';
import { redactedConversation } from './redacted.ts';
import { learnToWrite } from './redacted-lines.ts';
import type { Redactor } from './redactor.ts';

/** Learns the secrets of the whole export for a redactor. Returns files that vanished meanwhile: the second pass does not list them. */
export async function learnFrom(
  reading: ReadContext,
  options: SurveyOptions,
  redact: Redactor,
): Promise<readonly PlacedFinding[]> {
  const unread: PlacedFinding[] = [];
  for await (const event of survey(reading, options)) {
    addUnread(unread, event);
    if (event.type === 'document' && isIdWanted(options.select, event.document.id)) learnDocument(event, redact);
  }
  await dropAllIds(reading, options, redact.known);
  return unread.filter(({ code }) => code === 'ST009');
}

function learnDocument({ site, scope, document, parts }: EventOf<'document'>, redact: Redactor): void {
  for (const [n, view] of document.conversations.entries()) {
    // Only texts of the row: counting messages would read all of a large file.
    redactedConversation(locateView(site, scope, view, 'ends'), redact.learner);
    // Once for all conversations of the unit; after the first title, because secrets are numbered in the order of learning.
    if (n === 0) learnFiles(document, parts, (file) => learnToWrite(file, redact));
    learnMessages(document, view, redact);
  }
}

/** Forgets ids of conversations and messages, which would otherwise be replaced as secrets. Reads nothing if no secret looks like an id. */
export async function dropAllIds(reading: ReadContext, options: SurveyOptions, known: KnownSecrets): Promise<void> {
  if (known.uuids.size === 0) return;
  for await (const event of survey(reading, options)) {
    if (event.type !== 'document') continue;
    for (const view of event.document.conversations) dropIds(event.document, view, known);
  }
}
