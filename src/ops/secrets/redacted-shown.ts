import type { Transcript } from '../../model/conversation.ts';
import type { TranscriptOptions } from '../../stores/kind.ts';
import type { ShownConversation } from '../show.ts';
import { drain, dropIdsOf, unlessUnreadable } from './learn-unit.ts';
import { type CountedMessage, redactedConversation, redactedFinding, redactedTranscript } from './redacted.ts';
import { learnLines } from './redacted-lines.ts';
import type { Redactor, TextFilter } from './redactor.ts';

export function learnShown(found: ShownConversation, options: TranscriptOptions, redact: Redactor): void {
  const { learner, known } = redact;
  const shown = redactedShown(found, learner);
  for (const file of found.files()) unlessUnreadable(() => learnLines(file, redact));
  const agents = found.subagents().map((agent) => ({ agent }));
  for (const each of [{ companions: true }, options, ...agents]) drain(shown.transcript(each).messages);
  for (const each of [{ everything: true }, ...agents.map((agent) => ({ ...agent, everything: true }))])
    dropIdsOf(found.conversation.id, () => found.transcript(each).messages, known);
}

/** A conversation with all texts redacted, also its id, which may be the name of a file. */
export function redactedShown(
  shown: ShownConversation,
  redact: TextFilter,
  counts?: CountedMessage,
): ShownConversation {
  const transcripts = new Map<string, Transcript>();
  return {
    ...shown,
    conversation: redactedConversation(shown.conversation, redact),
    transcript: (options) => {
      const key = JSON.stringify(options ?? {});
      const transcript = transcripts.get(key) ?? redactedTranscript(shown.transcript(options), redact, counts);
      transcripts.set(key, transcript);
      return transcript;
    },
    tokens: () => shown.tokens().map((each) => ({ ...each, model: redact(each.model) })),
    source: null,
    lines: null,
    files: () => [],
    findings: shown.findings.map((finding) => redactedFinding(finding, redact)),
  };
}
