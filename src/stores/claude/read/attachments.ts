import { elements, isArray, isNull, isString, members, type Value } from '../../../codecs/json/value.ts';
import { lastValue, textAt } from '../../engine/text-at.ts';

/**
 * Attachments of which version 2.1.332 sends only the rendered text. It sends nothing of types that it does not know, which are not listed
 * here.
 */
const SILENT_TYPES: ReadonlySet<string> = new Set([
  'already_read_file',
  'command_permissions',
  'environment',
  'hook_non_blocking_error',
  'hook_system_message',
  'model',
  'remote_session_change',
  'session_context',
  'thinking_stripped',
  'todo',
  'todo_reminder',
]);

/** True if the program sends any of an attachment: its rendered text, or one made of its fields. */
export function isAttached(attachment: Value | null, rendered: Value | null): boolean {
  const type = textAt(attachment, 'type');
  if (type === null || type === 'prompt_snapshot') return false;
  if (elements(rendered).length > 0) return true;
  if (SILENT_TYPES.has(type)) return false;
  if (type === 'hook_success') return isHeard(attachment);
  if (type.endsWith('_delta')) return members(attachment).some(({ value }) => elements(value).length > 0);
  return type !== 'skill_listing' || (textAt(attachment, 'content') ?? '') !== '';
}

/** Members that version 2.1.332 reads when it sends an attachment, with an empty value of each. */
const NEEDED: ReadonlyMap<string, { readonly key: string; readonly empty: string }> = new Map([
  ['hook_blocking_error', { key: 'blockingError', empty: '{}' }],
  ['nested_memory', { key: 'content', empty: '{}' }],
  ['selected_lines_in_ide', { key: 'content', empty: '""' }],
]);

/** The missing or null member for which the program ends; null for none. */
export function lackedMember(attachment: Value | null): { readonly key: string; readonly empty: string } | null {
  const needed = NEEDED.get(textAt(attachment, 'type') ?? '') ?? null;
  const value = needed === null ? null : lastValue(attachment, needed.key);
  return value === null || isNull(value) ? needed : null;
}

/** True for an attachment typed while the program was at work, and for a notice: both are sent as the user's. */
export function isQueued(attachment: Value | null): boolean {
  const prompt = lastValue(attachment, 'prompt');
  return textAt(attachment, 'type') === 'queued_command' && (isString(prompt) || isArray(prompt));
}

/** True for output of a hook before a question: the program sends no other. */
function isHeard(attachment: Value | null): boolean {
  const event = textAt(attachment, 'hookEvent');
  return (event === 'SessionStart' || event === 'UserPromptSubmit') && textAt(attachment, 'content') !== '';
}

/**
 * True for attachments that are sent in one message with a question. For older models all are; newer ones get system messages, except for
 * one that says that the session moved.
 */
export function joinsQuestion(attachment: Value, model: string | null): boolean {
  return MERGING.test(model ?? '') || textAt(lastValue(attachment, 'attachment'), 'type') === 'remote_session_change';
}

const MERGING = /^claude-(?:opus-4(?!-[89])|sonnet-4(?!-[789])|haiku-4(?!-[6789]))/;
