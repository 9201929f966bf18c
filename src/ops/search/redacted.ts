import type { Answering, Answers } from '../find.ts';
import type { GrepMatch, Grepped } from '../grep.ts';
import { redactedConversation } from '../secrets/redacted.ts';
import { redactedCoverage } from '../secrets/redacted-coverage.ts';
import type { Redactor } from '../secrets/redactor.ts';

/** The matches of a search in which secrets are covered, with the rest of each conversation redacted too; as they are for null. */
export function redactedMatches(found: Grepped, redact: Redactor | null): Grepped {
  if (redact === null) return found;
  const { matches, others, coverage } = found;
  return {
    others,
    matches: matches.map((match) => redactedMatch(match, redact)),
    coverage: redactedCoverage(coverage, redact),
  };
}

function redactedMatch({ conversation, result }: GrepMatch, redact: Redactor): GrepMatch {
  const lines = result.lines.map((line) => ({
    ...line,
    ...(line.name === undefined ? {} : { name: redact(line.name) }),
    before: redact(line.before),
    match: redact(line.match),
    after: redact(line.after),
  }));
  return { conversation: redactedConversation(conversation, redact), result: { ...result, lines } };
}

export function redactedAnswers(found: Answers, redact: Redactor | null): Answers {
  if (redact === null) return found;
  const { answers, others, coverage } = found;
  return {
    others,
    answers: answers.map((each) => redactedAnswer(each, redact)),
    coverage: redactedCoverage(coverage, redact),
  };
}

function redactedAnswer({ conversation, turn, score }: Answering, redact: Redactor): Answering {
  return {
    conversation: redactedConversation(conversation, redact),
    turn: { ...turn, text: redact(turn.text) },
    score,
  };
}
