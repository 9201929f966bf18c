import type { Conversation, Message, Section, Transcript } from '../model/conversation.ts';
import { conversationJson } from './conversation-json.ts';
import { type Json, jsonText, Verbatim } from './json-text.ts';

/** The show document of the JSON contract; hidden messages and tags only with `all`, companions where they are asked for. */
export function showJson(
  conversation: Conversation,
  transcript: Transcript,
  companions: readonly Section[] | null,
  all: boolean,
): string {
  const { messages, metadata, memory, tasks, sections = [] } = transcript;
  return jsonText({
    schema: 1,
    command: 'show',
    conversation: {
      ...conversationJson(conversation),
      metadata: new Verbatim(metadata),
      memory: new Verbatim(memory),
      tasks: new Verbatim(tasks),
      messages: messages.filter(({ hidden }) => all || !hidden).map((message) => messageJson(message, all)),
      ...sectionsJson(sections),
      ...(companions === null ? {} : { companions: sectionsJson(companions) }),
    },
  });
}

function messageJson({ tags, ...message }: Message, all: boolean): Json {
  const shown = tags?.filter(({ hidden }) => all || !hidden).map(({ values }) => values);
  return { ...message, ...(shown === undefined ? {} : { tags: shown }) };
}

function sectionsJson(sections: readonly Section[]): { readonly [key: string]: Json } {
  return Object.fromEntries(sections.map(({ key, value }) => [key, new Verbatim(value)]));
}
