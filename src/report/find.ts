import type { Conversation } from '../model/conversation.ts';
import { idWord } from '../model/id-word.ts';
import type { Covered } from '../model/unsearched.ts';
import { cutTo } from './columns.ts';
import { type GoneFolder, goOnLines } from './go-on.ts';
import { type GrepScreen, placeLine, wordOf } from './grep.ts';
import { contractJson, conversationJson, missedJson } from './json-text.ts';
import { firstLine, printable } from './printable.ts';

export interface Answer {
  readonly conversation: Conversation;
  readonly turn: { readonly index: number; readonly text: string };
  readonly score: number;
}

/** For a terminal: title, operand of `show`, text. */
export function* answerBlock({ conversation, turn }: Answer, screen: GrepScreen): Generator<string> {
  const { paint, width } = screen;
  const { title } = conversation;
  yield paint.strong(cutTo(title === null ? '(no title)' : firstLine(title) || '(no title)', width));
  yield paint.faint(placeLine(conversation, `${wordOf(conversation, screen)}:${turn.index}`, screen));
  yield cutTo(`  ${printable(turn.text)}`, width);
}

/** Next command for the best answer. */
export function answerEnding(
  { conversation, turn }: Answer,
  commandPrefix: string,
  gone: GoneFolder | null,
  width: number,
): string[] {
  return [
    `\`${commandPrefix} show ${placeOf({ conversation, turn })}\` shows the first there; with --open you choose`,
    ...goOnLines(conversation, gone, width),
  ];
}

/** For a pipe: operand of `show`, text. */
export function answerLine({ conversation, turn }: Answer): string {
  return `${placeOf({ conversation, turn })}: ${printable(turn.text)}`;
}

function placeOf({ conversation, turn }: Pick<Answer, 'conversation' | 'turn'>): string {
  return `${printable(idWord(conversation))}:${turn.index}`;
}

export function findJson(answers: readonly Answer[], searched: Covered): string {
  return contractJson('find', {
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
