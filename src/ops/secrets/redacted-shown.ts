import type { Transcript } from '../../model/conversation.ts';
import type { ShownConversation } from '../show.ts';
import { type CountedMessage, redactedConversation, redactedFinding, redactedTranscript } from './redacted.ts';
import type { TextFilter } from './redactor.ts';

/** A conversation with every text of it redacted; also its id, which may be the name of a file. */
export function redactedShown(
  shown: ShownConversation,
  redact: TextFilter,
  counts?: CountedMessage,
): ShownConversation {
  const transcripts = new Map<string, Transcript>();
  return {
    ...shown,
    conversation: redactedConversation(shown.conversation, redact),
    transcript: (asked) => {
      const key = JSON.stringify(asked ?? {});
      const transcript = transcripts.get(key) ?? redactedTranscript(shown.transcript(asked), redact, counts);
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
