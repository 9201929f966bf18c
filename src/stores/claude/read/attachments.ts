import type { Value } from '../../../codecs/json/value.ts';
import { lastText } from '../python/get.ts';

/** Attachments of which 2.1.330 sends nothing; those that it does not know are not sent either, but we do not know which those are. */
const SILENT: ReadonlySet<string> = new Set([
  'already_read_file',
  'command_permissions',
  'environment',
  'hook_non_blocking_error',
  'model',
  'prompt_snapshot',
  'session_context',
  'todo',
]);

/** Does the program send an attachment, as the user's. */
export function isAttached(attachment: Value | null): boolean {
  const type = lastText(attachment, 'type');
  if (type === null || SILENT.has(type)) return false;
  if (type === 'hook_success') return isHeard(attachment);
  return type !== 'skill_listing' || lastText(attachment, 'content') !== '';
}

/** Of what hooks said, that of those before a question. */
function isHeard(attachment: Value | null): boolean {
  const event = lastText(attachment, 'hookEvent');
  return (event === 'SessionStart' || event === 'UserPromptSubmit') && lastText(attachment, 'content') !== '';
}
