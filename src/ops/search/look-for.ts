import type { Conversation, View } from '../../model/conversation.ts';
import type { Covered } from '../../model/unsearched.ts';
import type { Reading } from '../reading.ts';
import type { DocumentAnswer, Want } from '../survey/answer-unit.ts';
import { Coverage } from '../survey/coverage.ts';
import { locateView } from '../survey/locate.ts';
import { type SurveyOptions, surveyAnswers } from '../survey/survey.ts';

export interface LookOptions extends SurveyOptions {
  /** Conversations in other states are only counted. */
  readonly states: readonly View['state'][];
}

/** Conversations in which something was found, and how much was looked into. */
export interface LookedFor<T> {
  readonly found: readonly { readonly conversation: Conversation; readonly in: T }[];
  /** Number of matching conversations in other states. */
  readonly others: number;
  readonly coverage: Covered;
}

/** Looks for words in all conversations; `foundIn` takes the matches from the answer about a unit. */
export async function lookFor<T extends { readonly view: View }>(
  reading: Reading,
  options: LookOptions,
  want: Want,
  foundIn: (answer: DocumentAnswer) => readonly T[] | undefined,
): Promise<LookedFor<T>> {
  const all: LookedFor<T>['found'][number][] = [];
  const coverage = new Coverage(options.now);
  for await (const events of surveyAnswers(reading, options, { want }))
    for (const event of events) {
      coverage.take(event);
      if (event.type !== 'answered') continue;
      for (const each of foundIn(event.answer) ?? [])
        all.push({ conversation: locateView(event.site, event.scope, each.view, false), in: each });
    }
  const found = all.filter(({ conversation }) => options.states.includes(conversation.state));
  return { found, others: all.length - found.length, coverage };
}
