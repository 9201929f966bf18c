import type { Conversation, Transcript } from '../model/conversation.ts';
import { jsonText, Verbatim } from './json-text.ts';

/** The show document of the JSON contract; hidden messages only with `all`. */
export function showJson(conversation: Conversation, transcript: Transcript, all: boolean): string {
  const { messages, metadata, memory, tasks } = transcript;
  return jsonText({
    schema: 1,
    command: 'show',
    conversation: {
      ...conversation,
      metadata: new Verbatim(metadata),
      memory: new Verbatim(memory),
      tasks: new Verbatim(tasks),
      messages: messages.filter(({ hidden }) => all || !hidden).map((message) => ({ ...message })),
    },
  });
}
