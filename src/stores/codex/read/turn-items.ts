import { isString, textOf, type Value } from '../../../codecs/json/value.ts';
import { lastValue } from '../../engine/text-at.ts';
import {
  changes,
  duration,
  mcpResult,
  memoryCitation,
  output,
  phase,
  reviewOutput,
  reviewTarget,
  textElements,
  webAction,
} from './item-members.ts';
import {
  absentOr,
  anyOf,
  aText,
  bool,
  type IsAccepted,
  integer,
  listOf,
  mapOf,
  object,
  objectWith,
  optionally,
  tagged,
} from './meta.ts';

const THREAD_ID = /^(?:urn:uuid:)?\{?[\da-f]{8}(?:-?[\da-f]{4}){3}-?[\da-f]{12}\}?$/i;
export const threadId: IsAccepted = (value) => isString(value) && THREAD_ID.test(textOf(value));

/** A part of a known type has these members; one of a type of later versions has any. */
function partOf(known: Readonly<Record<string, IsAccepted>>): IsAccepted {
  return (value) => {
    const type = lastValue(value, 'type');
    return isString(type) && (Object.hasOwn(known, textOf(type)) ? known[textOf(type)] : object)?.(value) === true;
  };
}

const located = objectWith({ path: aText });
const named = objectWith({ name: aText, path: aText });
const questionPart = partOf({
  text: objectWith({ text: aText, text_elements: textElements }),
  image: objectWith({ image_url: aText }),
  audio: objectWith({ audio_url: aText }),
  local_image: located,
  local_audio: located,
  skill: named,
  mention: named,
});
const answerPart = partOf({ Text: objectWith({ text: aText }) });
const clientPart = partOf({
  inputText: objectWith({ text: aText }),
  inputImage: objectWith({ imageUrl: aText }),
  inputAudio: objectWith({ audioUrl: aText }),
});

const present: IsAccepted = (value) => value !== null;
const agentState = anyOf(aText, objectWith({ completed: optionally(aText), errored: absentOr(aText) }));
const agentModel = { model: optionally(aText), reasoning_effort: optionally(aText) };

/** Items of turns, by type, with the members without which the program drops them, as 0.171.0 answered. A word of later versions is a text. */
const ITEMS: Readonly<Record<string, IsAccepted>> = {
  UserMessage: objectWith({ id: aText, client_id: optionally(aText), content: listOf(questionPart) }),
  HookPrompt: objectWith({ id: aText, fragments: listOf(objectWith({ text: aText, hookRunId: aText })) }),
  AgentMessage: objectWith({
    id: aText,
    content: listOf(answerPart),
    phase,
    delivery: optionally(aText),
    memory_citation: memoryCitation,
  }),
  Plan: objectWith({ id: aText, text: aText }),
  Reasoning: objectWith({ id: aText, summary_text: listOf(aText), raw_content: absentOr(listOf(aText)) }),
  CommandExecution: objectWith({
    id: aText,
    command: listOf(aText),
    cwd: aText,
    parsed_cmd: listOf(objectWith({ type: aText, cmd: aText })),
    source: aText,
    status: aText,
    process_id: optionally(aText),
    exit_code: optionally(integer),
    aggregated_output: optionally(aText),
    duration: optionally(duration),
  }),
  DynamicToolCall: objectWith({
    id: aText,
    namespace: optionally(aText),
    tool: aText,
    arguments: present,
    status: aText,
    content_items: optionally(listOf(clientPart)),
    success: optionally(bool),
    duration: optionally(duration),
  }),
  CollabAgentToolCall: objectWith({
    id: aText,
    tool: aText,
    status: aText,
    sender_thread_id: threadId,
    receiver_thread_ids: absentOr(listOf(threadId)),
    receiver_agents: absentOr(
      listOf(objectWith({ thread_id: threadId, agent_nickname: optionally(aText), agent_role: optionally(aText) })),
    ),
    prompt: optionally(aText),
    ...agentModel,
    agents_states: absentOr(mapOf(agentState)),
  }),
  SubAgentActivity: objectWith({ id: aText, kind: aText, agent_thread_id: threadId, agent_path: aText, ...agentModel }),
  WebSearch: objectWith({ id: aText, query: aText, action: webAction }),
  ImageView: objectWith({ id: aText, path: aText }),
  ImageGeneration: objectWith({ id: aText }),
  Sleep: objectWith({ id: aText }),
  EnteredReviewMode: objectWith({ id: aText, target: reviewTarget, user_facing_hint: aText }),
  ExitedReviewMode: objectWith({ id: aText, review_output: optionally(reviewOutput) }),
  FileChange: objectWith({
    id: aText,
    changes,
    status: optionally(aText),
    stdout: optionally(aText),
    stderr: optionally(aText),
  }),
  McpToolCall: objectWith({
    id: aText,
    server: aText,
    tool: aText,
    arguments: present,
    status: aText,
    result: optionally(mcpResult),
    error: optionally(objectWith({ message: aText })),
    duration: optionally(duration),
  }),
  ContextCompaction: objectWith({ id: aText }),
  FunctionCallOutput: objectWith({ id: aText, name: aText, namespace: optionally(aText), output }),
  Extension: objectWith({ id: aText }),
};

export const ITEM_TYPES: readonly string[] = Object.keys(ITEMS);

const KNOWN_TYPES: ReadonlySet<string> = new Set(ITEM_TYPES);
const withType = objectWith({ type: aText, id: aText });

function ofNewerType(item: Value | null): boolean {
  return withType(item) && !KNOWN_TYPES.has(textOf(lastValue(item, 'type') as Value));
}

export const turnItem = anyOf(tagged(ITEMS), ofNewerType);
