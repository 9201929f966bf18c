import { wordTable } from '../../words.ts';
import {
  changes,
  duration,
  mcpOutcome,
  memoryCitation,
  messageParts,
  output,
  phase,
  reviewOutput,
  reviewTarget,
  textElements,
  webAction,
} from './item-members.ts';
import {
  absentOr,
  aList,
  aText,
  bool,
  type IsAccepted,
  integer,
  listOf,
  object,
  objectWith,
  oneOf,
  optionally,
  tagged,
  unsigned,
} from './meta.ts';
import { threadId, turnItem } from './turn-items.ts';

/** Items for the model, by type, that the program accepts. It drops other types, but counts the line as read. */
export const RESPONSE_ITEMS = wordTable<IsAccepted>({
  message: objectWith({ role: aText, content: messageParts, phase }),
  reasoning: objectWith({
    summary: listOf(tagged({ summary_text: objectWith({ text: aText }) })),
    content: optionally(aList),
    encrypted_content: optionally(aText),
  }),
  function_call: objectWith({ name: aText, arguments: aText, call_id: aText }),
  function_call_output: objectWith({ call_id: optionally(aText), output }),
  custom_tool_call: objectWith({ name: aText, input: aText, call_id: aText, status: optionally(aText) }),
  custom_tool_call_output: objectWith({ call_id: aText, output }),
  local_shell_call: objectWith({ status: aText, action: object }),
  web_search_call: objectWith({ status: optionally(aText), action: optionally(object) }),
  image_generation_call: objectWith({ status: aText, result: aText }),
  tool_search_call: objectWith({ execution: optionally(aText) }),
  tool_search_output: object,
  compaction: objectWith({ encrypted_content: aText }),
  context_compaction: object,
  agent_message: object,
});

const mode = absentOr(oneOf('default', 'plan', 'pair_programming', 'execute', 'code', 'custom'));

/** Accepted events of its history. */
export const EVENTS = wordTable<IsAccepted>({
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
