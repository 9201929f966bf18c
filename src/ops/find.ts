import { addAll } from '../model/add-all.ts';
import type { Conversation, View } from '../model/conversation.ts';
import { Failure } from '../model/failure.ts';
import type { FoundTurn, FoundTurns } from '../model/find.ts';
import type { Covered } from '../model/unsearched.ts';
import { mayHold } from '../stores/engine/byte-filter.ts';
import { toRead } from '../stores/on-demand.ts';
import type { Reading } from './reading.ts';
import { type Finder, finderFor, findInUnit } from './search/find-unit.ts';
import { stemsOf } from './search/stems.ts';
import { Coverage, readWords, type WordLooks } from './survey/coverage.ts';
import { locateView } from './survey/locate.ts';
import { type SurveyOptions, surveyInLists } from './survey/survey.ts';
import type { EventOf } from './survey/survey-event.ts';

/** A question, and where its answer is looked for. */
export interface FindOptions extends SurveyOptions {
  readonly question: string;
  readonly redact?: boolean;
  readonly states: readonly View['state'][];
  /** The best ones that are answered. */
  readonly most: number;
}

/** A conversation that answers a question, with the turn that matches best. */
export interface Answering {
  readonly conversation: Conversation;
  readonly turn: FoundTurn;
  readonly score: number;
}

/** The best answers, and how much was looked into. */
export interface Answers {
  readonly answers: readonly Answering[];
  readonly coverage: Covered;
}

/** The conversations in which the words of a question stand, in any order and form: rare words count most, near ones more than far ones. */
export async function find({ disk, kinds, sites }: Reading, options: FindOptions): Promise<Answers> {
  const query = { stems: stemsOf(options.question), redact: options.redact === true };
  const finder = await finderFor(query);
  if (finder === null || query.stems.length === 0)
    throw new Failure('usage', 'there is no word to look for', 'Name a few WORDS.');
  const { states, most } = options;
  const found: Found[] = [];
  const coverage = new Coverage(options.now);
  const asked = { ...options, fromThreads: { find: { query, states } }, fleeting: true };
  const looks = looksWith(finder, states);
  for await (const events of surveyInLists(disk, toRead(kinds), sites, asked))
    for (const event of events) addAll(found, readWords(event, kinds, looks, coverage) ?? []);
  return { answers: ranked(found, query.stems.length).slice(0, most), coverage };
}

interface Found {
  readonly conversation: Conversation;
  readonly turns: FoundTurns;
}

/** The results of a unit, here or in a thread. */
function looksWith(finder: Finder, states: FindOptions['states']): WordLooks<Found[]> {
  return {
    answered: (event) => (event.answer.turns ?? []).map(({ view, found }) => placed(event, view, found)),
    passes: ({ parts }) => !mayHold(finder.filter, parts),
    document: (event, document) =>
      findInUnit(finder, document, states).map(({ view, found }) => placed(event, view, found)),
  };
}

function placed({ site, scope }: EventOf<'document' | 'answered'>, view: View, turns: FoundTurns): Found {
  return { conversation: locateView(site, scope, view, false), turns };
}

/** How soon a word that is there often counts for no more, and how much long turns lose: the usual constants of BM25. */
const K = 1.2;
const B = 0.75;

function ranked(found: readonly Found[], stems: number): Answering[] {
  const sum = (of: (turns: FoundTurns) => number) => found.reduce((all, { turns }) => all + of(turns), 0);
  const count = Math.max(
    1,
    sum((turns) => turns.count),
  );
  const mean = Math.max(1, sum((turns) => turns.words) / count);
  const rarity = Array.from({ length: stems }, (_, n) => {
    const has = sum((turns) => turns.in[n] ?? 0);
    return Math.log(1 + (count - has + 0.5) / (has + 0.5));
  });
  const scoreOf = ({ times, length, span }: FoundTurn) => {
    const words = times.reduce((all, each, n) => {
      const weight = (each * (K + 1)) / (each + K * (1 - B + (B * length) / mean));
      return all + (rarity[n] ?? 0) * weight;
    }, 0);
    const different = times.filter((each) => each > 0).length;
    // All words beside each other count half as much again.
    return words * (1 + (span > 0 ? (0.5 * different) / Math.max(different, span) : 0)) * (different / stems);
  };
  return found
    .flatMap(({ conversation, turns }) => {
      const [turn, ...others] = turns.turns
        .map((each) => ({ turn: each, score: scoreOf(each) }))
        .sort((a, b) => b.score - a.score);
      const rest = others.reduce((all, { score }) => all + score, 0);
      return turn === undefined ? [] : [{ conversation, turn: turn.turn, score: turn.score + rest / 10 }];
    })
    .sort((a, b) => b.score - a.score);
}
