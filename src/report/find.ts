import type { Conversation } from '../model/conversation.ts';
import { idWord } from '../model/id-word.ts';
import type { Covered } from '../model/unsearched.ts';
import { cutTo } from './columns.ts';
import { type GoneFolder, goOnLines } from './go-on.ts';
import { type GrepScreen, placeLine, showWord, wordOf } from './grep.ts';
import { contractJson, conversationJson, missedJson } from './json-text.ts';
import { firstLine, printable } from './printable.ts';

export interface Answer {
  readonly conversation: Conversation;
  readonly turn: { readonly index: number; readonly agent?: string; readonly text: string };
  readonly score: number;
}

/** For a terminal: title, operand of `show`, text. */
export function* answerBlock({ conversation, turn }: Answer, screen: GrepScreen): Generator<string> {
  const { paint, width } = screen;
  const { title } = conversation;
  yield paint.strong(cutTo(title === null ? '(no title)' : firstLine(title) || '(no title)', width));
  yield paint.faint(placeLine(conversation, turnWord(wordOf(conversation, screen), turn), screen));
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
  return turnWord(idWord(conversation), turn);
}

/** Operand of `show` for a turn. */
export function turnWord(id: string, turn: Answer['turn']): string {
  return `${showWord(id, turn)}:${turn.index}`;
}

export function findJson(answers: readonly Answer[], searched: Covered): string {
  return contractJson('find', {
    answers: answers.map(({ conversation, turn: { index, agent, text }, score }) => ({
      conversation: conversationJson(conversation),
      index,
      ...(agent === undefined ? {} : { agent }),
      text,
      score: Math.round(score * 1000) / 1000,
    })),
    searched: searched.conversations,
    findings: missedJson(searched),
  });
}
