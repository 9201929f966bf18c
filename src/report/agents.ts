import { activeTime, type WithSubagents } from '../model/conversation.ts';
import { conversationJson } from './json-text.ts';
import { titleText } from './list/title.ts';
import type { Paint } from './paint.ts';
import { countText, firstLine, printable, wrap } from './text.ts';
import { type Clock, whenText } from './time.ts';

export function subagentsJson({ conversation, subagents }: WithSubagents) {
  return { ...conversationJson(conversation), subagents: subagents.map((each) => ({ ...each })) };
}

export function* subagentLines(
  { conversation, subagents }: WithSubagents,
  { paint, width, clock }: { readonly paint: Paint; readonly width: number; readonly clock: Clock },
): Generator<string> {
  const { id } = conversation;
  const heading = [printable(id), whenText(activeTime(conversation), clock), titleText(conversation)].filter(
    (word) => word !== '',
  );
  yield* wrap(heading.join('  '), 0, { width, hang: 2 }).map(paint.strong);
  for (const { id: agent, asked, messages } of subagents) {
    const line = [printable(agent), countText(messages, 'message'), firstLine(asked ?? '(nothing asked)')];
    yield* wrap(line.join('  '), 2, { width, hang: 4 });
  }
  yield '';
}
