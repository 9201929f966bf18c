import type { Conversation, Message, Section, Transcript, WithSource } from '../../model/conversation.ts';
import type { PlacedFinding } from '../../model/finding.ts';
import type { EarlierHeal } from '../../model/run.ts';
import { conversationJson, documentJson, findingsJson, type Json, jsonText, Verbatim } from '../json-text.ts';
import { isoText } from '../time.ts';

interface ShowDocument {
  readonly transcript: Transcript;
  readonly companions: readonly Section[] | null;
  readonly findings: readonly PlacedFinding[];
  readonly healed: readonly EarlierHeal[];
}

/** Show document, streamed. `all`: hidden messages and tags. */
export function* showJson(
  conversation: Conversation,
  { transcript, companions, findings, healed }: ShowDocument,
  all: boolean,
): Generator<string> {
  const { messages, metadata, memory, tasks, sections = [] } = transcript;
  const { main: _, ...listed } = conversation;
  const { messages: __, ...about } = conversationJson(listed);
  const before = {
    ...about,
    metadata: sourceJson(metadata),
    memory: sourceJson(memory),
    tasks: sourceJson(tasks),
  };
  const after = {
    ...sectionsJson(sections),
    ...(companions === null ? {} : { companions: sectionsJson(companions) }),
    ...(healed.length === 0 ? {} : { healed: healed.map(healedJson) }),
    ...findingsJson(findings),
  };
  yield `${documentJson('show', { conversation: before }).slice(0, -2)},"messages":[`;
  let comma = '';
  for (const message of messages) {
    if (message.hidden && !all) continue;
    yield comma + jsonText(messageJson(message, all));
    comma = ',';
  }
  yield `],${jsonText(after).slice(1)}}\n`;
}

function healedJson({ run, number, startedAt, codes, places }: EarlierHeal): Json {
  return { run, number, startedAt, startedAtIso: isoText(startedAt), codes, places };
}

export function messageJson({ tags, pictures, ...message }: Message, all: boolean): Json {
  const shown = tags?.filter(({ hidden }) => all || !hidden).map(({ values }) => values);
  const { time } = message;
  return {
    ...message,
    ...(time === undefined ? {} : { timeIso: isoText(time) }),
    ...(shown === undefined ? {} : { tags: shown }),
    ...(pictures === undefined ? {} : { pictures: pictures.map(({ base64: _, ...picture }) => picture) }),
  };
}

function sectionsJson(sections: readonly Section[]): { readonly [key: string]: Json } {
  return Object.fromEntries(sections.map(({ key, value }) => [key, sourceJson(value)]));
}

/** Verbatim; null where a torn file has no JSON. */
function sourceJson(value: WithSource): Json {
  try {
    JSON.parse(value.source);
  } catch {
    return null;
  }
  return new Verbatim(value);
}
