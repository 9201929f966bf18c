import type { Trouble } from '../../../trouble.ts';
import type { Decoded } from '../../decode/decoded.ts';
import { countFacts, type EventCounts } from '../../decode/events/event-counts.ts';
import { eventTroubles, factsOf } from './event-troubles.ts';
import { faultsOf } from './faults.ts';
import { refusals } from './refusals.ts';
import { remarksOn } from './remarks.ts';

/** What a file is judged by beside its bytes. */
export interface JudgeAsk {
  /** The id that it is named for. */
  readonly id: string;
  /** Whole Unix seconds. */
  readonly now: number;
  readonly signatures: boolean;
}

/** What is wrong with one conversation file, and what the index is to say of it. */
export interface Judgement {
  readonly troubles: readonly Trouble[];
  readonly counts: EventCounts;
}

const known = new WeakMap<Decoded, Judgement>();

/** Judges a file once, however often it is asked about: the events are gone through in one pass for all that they tell. */
export function judge(document: Decoded, ask: JudgeAsk): Judgement {
  const judged = known.get(document) ?? judgementOf(document, ask);
  known.set(document, judged);
  return judged;
}

function judgementOf(document: Decoded, ask: JudgeAsk): Judgement {
  const facts = factsOf(document);
  const counts = countFacts(facts);
  const verdict = document.verdict();
  const troubles = [...faultsOf(document)];
  if (document.whole) {
    if (verdict.stage === 'schema') troubles.push(...refusals(document, verdict.issues));
    // Of a history that is refused nothing is dropped.
    const events = verdict.stage === 'ok' ? counts.events : facts.length;
    troubles.push(...remarksOn(document, { events, now: ask.now }));
    troubles.push(...eventTroubles(facts, document, ask));
  }
  return { troubles, counts };
}
