import type { Conversation } from '../model/conversation.ts';
import { idWord } from '../model/id-word.ts';
import { resumeLine } from '../model/resume-line.ts';
import { sortTime } from '../model/sort-time.ts';
import type { Covered } from '../model/unsearched.ts';
import { cutTo } from './columns.ts';
import type { GrepScreen } from './grep.ts';
import { conversationJson, documentJson, missedJson } from './json-text.ts';
import { firstLine, printable } from './printable.ts';
import { shortTimeOf } from './time.ts';

/** A conversation that may answer a question, and its turn that matches best. */
export interface Answer {
  readonly conversation: Conversation;
  readonly turn: { readonly index: number; readonly text: string };
  readonly score: number;
}

/** One answer on a terminal: its title, what `show` takes, and the text. */
export function* answerBlock({ conversation, turn }: Answer, { paint, width, clock }: GrepScreen): Generator<string> {
  const { title, kind, project, cwd } = conversation;
  const time = sortTime(conversation);
  yield paint.strong(cutTo(title === null ? '(no title)' : firstLine(title) || '(no title)', width));
  const when = time === null ? 'time unknown' : shortTimeOf(time, clock);
  yield paint.faint(
    cutTo(`${placeOf({ conversation, turn })} · ${when} · ${printable(cwd ?? project ?? kind)}`, width),
  );
  yield cutTo(`  ${printable(turn.text)}`, width);
}

/** The way on from the answer that matches best. */
export function answerEnding({ conversation, turn }: Answer, commandPrefix: string): string[] {
  const resume = resumeLine(conversation);
  return [
    `\`${commandPrefix} show ${placeOf({ conversation, turn })}\` shows the first there; with --open you choose`,
    ...(resume === null ? [] : [`\`${printable(resume)}\` goes on with it`]),
  ];
}

/** For a pipe: what `show` takes, and the text. */
export function answerLine({ conversation, turn }: Answer): string {
  return `${placeOf({ conversation, turn })}: ${printable(turn.text)}`;
}

/** The operand of `show` for the turn that matches best. */
function placeOf({ conversation, turn }: Pick<Answer, 'conversation' | 'turn'>): string {
  return `${printable(idWord(conversation))}:${turn.index}`;
}

/** Answers as a document of the JSON contract. */
export function findJson(answers: readonly Answer[], searched: Covered): string {
  return documentJson('find', {
    answers: answers.map(({ conversation, turn: { index, text }, score }) => ({
      conversation: conversationJson(conversation),
      index,
      text,
      score: Math.round(score * 1000) / 1000,
    })),
    searched: searched.conversations,
    findings: missedJson(searched),
  });
}
