import { elements, isString, isText, textOf, type Value } from '../../../codecs/json/value.ts';
import { lastValue } from '../../engine/text-at.ts';
import { wordTable } from '../../words.ts';
import {
  absent,
  absentOr,
  aList,
  anyOf,
  aText,
  bool,
  type IsAccepted,
  integer,
  listOf,
  mapOf,
  number,
  object,
  objectWith,
  oneOf,
  optionally,
  tagged,
  unsigned,
} from './accepted.ts';

const THREAD_ID = /^(?:urn:uuid:)?\{?[\da-f]{8}(?:-?[\da-f]{4}){3}-?[\da-f]{12}\}?$/i;
const threadId: IsAccepted = (value) => isString(value) && THREAD_ID.test(textOf(value));

/** Accepts a part of a known type with these members, and one of a later type with any. */
function partOf(known: Readonly<Record<string, IsAccepted>>): IsAccepted {
  return (value) => {
    const type = lastValue(value, 'type');
    return isString(type) && (Object.hasOwn(known, textOf(type)) ? known[textOf(type)] : object)?.(value) === true;
  };
}

const located = objectWith({ path: aText });
const named = objectWith({ name: aText, path: aText });

const byteRange = objectWith({ start: unsigned, end: unsigned });
const textElements = absentOr(listOf(objectWith({ byte_range: byteRange, placeholder: optionally(aText) })));

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

// Members that items and events need, or else version 0.171.0 drops the whole item.

const part = tagged({
  input_text: objectWith({ text: aText }),
  output_text: objectWith({ text: aText }),
  input_image: objectWith({ image_url: aText, detail: optionally(oneOf('auto', 'low', 'high', 'original')) }),
  input_audio: object,
});
const messageParts = listOf(part);
const output = anyOf(aText, messageParts);

const mcpResult = objectWith({ content: aList, isError: optionally(bool) });

/** Files that a patch adds, deletes or updates, by path. */
const changes = mapOf(
  tagged({
    add: objectWith({ content: aText }),
    delete: objectWith({ content: aText }),
    update: objectWith({ unified_diff: aText, move_path: optionally(aText) }),
  }),
);

const lineRange = objectWith({ start: unsigned, end: unsigned });
const reviewFinding = objectWith({
  title: aText,
  body: aText,
  confidence_score: number,
  priority: integer,
  code_location: objectWith({ absolute_file_path: aText, line_range: lineRange }),
});
const reviewOutput = objectWith({
  findings: listOf(reviewFinding),
  overall_correctness: aText,
  overall_explanation: aText,
  overall_confidence_score: number,
});

const reviewTarget = tagged({
  uncommittedChanges: objectWith({}),
  baseBranch: objectWith({ branch: aText }),
  commit: objectWith({ sha: aText, title: optionally(aText) }),
  custom: objectWith({ instructions: aText }),
});

/** An action of an unknown type is accepted with any members. */
const webAction: IsAccepted = (value) => {
  const type = lastValue(value, 'type');
  if (type === null || !anyOf(aText, unsigned)(type)) return false;
  return Object.entries(WEB_ACTIONS).every(([word, accepts]) => !isText(type, word) || accepts(value));
};

const twoNumbers: IsAccepted = (value) => value !== null && listOf(unsigned)(value) && elements(value).length === 2;
const duration = anyOf(twoNumbers, objectWith({ secs: unsigned, nanos: unsigned }));

const citedLines = objectWith({ path: aText, lineStart: unsigned, lineEnd: unsigned, note: aText });
const memoryCitation = optionally(objectWith({ entries: listOf(citedLines), rolloutIds: listOf(aText) }));

const phase = optionally(oneOf('commentary', 'final_answer'));

/** Items of turns, by type, with members without which version 0.171.0 drops them. Words that later versions add are read as texts. */
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

const turnItem = anyOf(tagged(ITEMS), ofNewerType);

const passedOn = anyOf(aList, objectWith({ turn_id: optionally(aText), create_time: optionally(number) }));

/** Accepts an item for the model. */
function modelItem(members: Readonly<Record<string, IsAccepted>>): IsAccepted {
  return objectWith({
    id: optionally(aText),
    internal_chat_message_metadata_passthrough: optionally(passedOn),
    ...members,
  });
}

const executed = objectWith({
  command: listOf(aText),
  timeout_ms: optionally(unsigned),
  working_directory: optionally(aText),
  env: optionally(mapOf(aText)),
  user: optionally(aText),
});

const searched = objectWith({
  type: aText,
  query: optionally(aText),
  queries: optionally(listOf(aText)),
  url: optionally(aText),
  pattern: optionally(aText),
});

const agentPart = tagged({
  input_text: objectWith({ text: aText }),
  encrypted_content: objectWith({ encrypted_content: aText }),
});

/** Items for the model that version 0.171.0 accepts, by type. It drops other types, but counts the line as read. */
export const RESPONSE_ITEMS = wordTable<IsAccepted>({
  message: modelItem({ role: aText, content: messageParts, phase }),
  reasoning: modelItem({
    summary: listOf(tagged({ summary_text: objectWith({ text: aText }) })),
    content: optionally(aList),
    encrypted_content: optionally(aText),
  }),
  function_call: modelItem({ name: aText, arguments: aText, call_id: aText, namespace: optionally(aText) }),
  function_call_output: modelItem({
    call_id: optionally(aText),
    name: optionally(aText),
    namespace: optionally(aText),
    output,
  }),
  custom_tool_call: modelItem({ name: aText, input: aText, call_id: aText, status: optionally(aText) }),
  custom_tool_call_output: modelItem({ call_id: aText, name: optionally(aText), output }),
  local_shell_call: modelItem({
    call_id: optionally(aText),
    status: oneOf('completed', 'in_progress', 'incomplete'),
    action: tagged({ exec: executed }),
  }),
  web_search_call: modelItem({ status: optionally(aText), action: optionally(searched) }),
  image_generation_call: modelItem({ status: aText, result: aText, revised_prompt: optionally(aText) }),
  tool_search_call: modelItem({ call_id: optionally(aText), execution: aText }),
  tool_search_output: modelItem({ call_id: optionally(aText), status: aText, execution: aText, tools: aList }),
  compaction: modelItem({ encrypted_content: aText }),
  context_compaction: modelItem({}),
  agent_message: modelItem({ author: aText, recipient: aText, content: listOf(agentPart) }),
});

const mode = absentOr(oneOf('default', 'plan', 'pair_programming', 'execute', 'code', 'custom'));

const mcpOutcome = anyOf(objectWith({ Ok: mcpResult, Err: absent }), objectWith({ Ok: absent, Err: aText }));

export const EVENT_MEMBERS = wordTable<IsAccepted>({
  user_message: objectWith({
    message: aText,
    images: optionally(listOf(aText)),
    local_images: absentOr(listOf(aText)),
    text_elements: textElements,
    audio: optionally(listOf(aText)),
    local_audio: absentOr(listOf(aText)),
    image_order: absentOr(listOf(aText)),
    client_id: optionally(aText),
  }),
  agent_message: objectWith({ message: aText, phase, memory_citation: memoryCitation }),
  agent_reasoning: objectWith({ text: aText }),
  agent_reasoning_raw_content: objectWith({ text: aText }),
  task_started: objectWith({ turn_id: aText, started_at: optionally(integer), collaboration_mode_kind: mode }),
  task_complete: objectWith({
    turn_id: aText,
    last_agent_message: optionally(aText),
    completed_at: optionally(integer),
  }),
  turn_aborted: objectWith({
    turn_id: optionally(aText),
    reason: oneOf('interrupted', 'replaced', 'review_ended', 'budget_limited'),
  }),
  thread_rolled_back: objectWith({ num_turns: unsigned }),
  patch_apply_end: objectWith({
    call_id: aText,
    turn_id: absentOr(aText),
    stdout: aText,
    stderr: aText,
    success: bool,
    status: oneOf('completed', 'failed', 'declined'),
    changes: absentOr(changes),
  }),
  mcp_tool_call_end: objectWith({
    call_id: aText,
    turn_id: absentOr(aText),
    invocation: objectWith({ server: aText, tool: aText }),
    duration,
    result: mcpOutcome,
  }),
  web_search_end: objectWith({ call_id: aText, query: aText, action: webAction }),
  entered_review_mode: objectWith({
    turn_id: optionally(aText),
    item_id: optionally(aText),
    target: reviewTarget,
    user_facing_hint: optionally(aText),
  }),
  exited_review_mode: objectWith({
    turn_id: optionally(aText),
    item_id: optionally(aText),
    review_output: optionally(reviewOutput),
  }),
  thread_goal_updated: objectWith({ goal: objectWith({ threadId: aText, objective: aText }) }),
  item_completed: objectWith({
    thread_id: threadId,
    turn_id: aText,
    item: turnItem,
    started_at_ms: optionally(integer),
    completed_at_ms: absentOr(integer),
  }),
});

/** Events that the program reads without showing anything. */
export const SILENT_EVENTS: ReadonlySet<string> = new Set([
  'context_compacted',
  'image_generation_end',
  'thread_settings_applied',
  'thread_name_updated',
  'token_count',
  'sub_agent_activity',
  'exec_command_begin',
  'exec_command_end',
  'view_image_tool_call',
  'error',
  'warning',
  'stream_error',
  'turn_diff',
  'plan_update',
  'background_event',
  'mcp_tool_call_begin',
  'patch_apply_begin',
  'web_search_begin',
  'undo_completed',
  'shutdown_complete',
  'item_started',
  'session_configured',
  'model_reroute',
  'deprecation_notice',
]);

const WEB_ACTIONS: Readonly<Record<string, IsAccepted>> = {
  search: objectWith({ query: optionally(aText), queries: optionally(listOf(aText)) }),
  open_page: objectWith({ url: optionally(aText) }),
  find_in_page: objectWith({ url: optionally(aText), pattern: optionally(aText) }),
};
