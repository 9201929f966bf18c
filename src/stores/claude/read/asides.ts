import { elements, isArray, isString, lexemeOf, members, textOf, type Value } from '../../../codecs/json/value.ts';
import type { Picture } from '../../../model/conversation.ts';
import { blobText, pictureFrom } from '../../engine/image.ts';
import { lastValue, textAt } from '../../engine/text-at.ts';
import type { BlockText } from './blocks.ts';

/**
 * How the words of an attachment are shown, by its type. `own`: notes of the program to the model, which stay hidden. All others are shown
 * in place, under an unknown type by its name.
 */
export const ATTACHMENTS: Readonly<Record<string, 'own' | 'attached' | 'hook' | 'notice'>> = {
  agent_listing_delta: 'own',
  auto_mode: 'own',
  auto_mode_exit: 'own',
  command_permissions: 'own',
  critical_system_reminder: 'own',
  date: 'own',
  date_change: 'own',
  deferred_tools_delta: 'own',
  environment: 'own',
  mcp_instructions_delta: 'own',
  model: 'own',
  output_style: 'own',
  plan_mode: 'own',
  plan_mode_exit: 'own',
  plan_mode_reentry: 'own',
  prompt_snapshot: 'own',
  remote_session_change: 'own',
  session_context: 'own',
  silent_turn_reminder: 'own',
  skill_listing: 'own',
  task_reminder: 'own',
  thinking_stripped: 'own',
  todo_reminder: 'own',
  token_usage: 'own',
  total_tokens_reminder: 'own',
  already_read_file: 'attached',
  compact_file_reference: 'attached',
  directory: 'attached',
  edited_text_file: 'attached',
  file: 'attached',
  mcp_resource: 'attached',
  nested_memory: 'attached',
  opened_file_in_ide: 'attached',
  pdf_reference: 'attached',
  selected_lines_in_ide: 'attached',
  hook_additional_context: 'hook',
  hook_blocking_error: 'hook',
  hook_non_blocking_error: 'hook',
  hook_stopped_continuation: 'hook',
  hook_success: 'hook',
  hook_system_message: 'hook',
  goal_status: 'notice',
  max_turns_reached: 'notice',
  structured_output: 'notice',
};

/** Records of the system that only note what is shown otherwise. */
export const OWN_NOTES: readonly string[] = ['compact_boundary', 'microcompact_boundary', 'turn_duration'];

/** Keys whose texts are names or repetitions. */
const NAMES: ReadonlySet<string> = new Set([
  'type',
  'id',
  'role',
  'model',
  'stop_reason',
  'toolUseID',
  'hookEvent',
  'hookName',
  'command',
  'displayPath',
  'filename',
  'filePath',
  'path',
  'server',
  'uri',
  'mimeType',
  'media_type',
  'encoding',
  'cellType',
  'cell_id',
  'language',
  'output_type',
  'base64',
  'blob',
  'savedCopyFraming',
  'range',
]);

/** The words of a record that is no message, as the program's; none for a note of its own. A notice omits words that `isSaid` finds elsewhere. */
export function asideIn(record: Value, isSaid = (_words: string) => false): BlockText[] {
  return textAt(record, 'type') === 'attachment' ? attachedTexts(record) : noticeTexts(record, isSaid);
}

function isOwnNote(record: Value): boolean {
  const type = textAt(lastValue(record, 'attachment'), 'type');
  if (textAt(record, 'type') === 'attachment') return type === null || ATTACHMENTS[type] === 'own';
  return OWN_NOTES.includes(textAt(record, 'subtype') ?? '');
}

function attachedTexts(record: Value): BlockText[] {
  const attachment = lastValue(record, 'attachment');
  const type = textAt(attachment, 'type') ?? '';
  if (isOwnNote(record)) return [];
  const words = [...attachmentWords(attachment, type)].map((each) => each.trimEnd()).filter((each) => each !== '');
  const picture = pictureIn(attachment);
  // A hook without words only ran.
  if (words.length === 0 && picture === null && ATTACHMENTS[type] !== 'attached') return unheardTexts(attachment, type);
  const said = ofProgram('/attachment', [headOf(attachment, type), ...sizeIn(attachment), ...words].join('\n'));
  return [picture === null ? said : { ...said, type: 'image', pictures: [picture] }, ...unheardTexts(attachment, type)];
}

/** Output of a hook that has no message: an answer in JSON, or text that nobody reads. */
function unheardTexts(attachment: Value | null, type: string): BlockText[] {
  const [content, stdout] = ['content', 'stdout'].map((key) => (textAt(attachment, key) ?? '').trim());
  if (type !== 'hook_success' || stdout === undefined || !/[\p{L}\p{N}]/u.test(stdout) || stdout === content) return [];
  return [{ ...ofProgram('/attachment/stdout', stdout), isOwn: true }];
}

/** Words of an attachment: a successful hook's content, which its output repeats; all texts of any other. */
function attachmentWords(attachment: Value | null, type: string): Iterable<string> {
  if (type !== 'hook_success') return textsIn(attachment);
  const [content, stderr] = ['content', 'stderr'].map((key) => textAt(attachment, key) ?? '');
  return [content ?? '', stderr ?? ''];
}

function headOf(attachment: Value | null, type: string): string {
  const named = ['displayPath', 'filename', 'path', 'hookName'].map((key) => textAt(attachment, key));
  const [server, uri] = ['server', 'uri'].map((key) => textAt(attachment, key));
  const name = server != null && uri != null ? `${server} ${uri}` : named.find((each) => each !== null && each !== '');
  const what = type.replaceAll('_', ' ') || 'attachment';
  return name == null ? what : `${what} ${name}`;
}

function pictureIn(attachment: Value | null): Picture | null {
  const content = lastValue(attachment, 'content');
  const file = lastValue(content, 'file');
  const base64 = textAt(file, 'base64') ?? '';
  return base64 === '' ? null : pictureFrom(base64, textAt(file, 'type') ?? textAt(content, 'type'));
}

/** A sentence on the size of a PDF: the program keeps nothing else. */
function sizeIn(attachment: Value | null): string[] {
  const file = lastValue(lastValue(attachment, 'content'), 'file');
  const size = textAt(file, 'base64') === '' ? lastValue(file, 'originalSize') : null;
  return size === null ? [] : [`${lexemeOf(size)} bytes, which the session does not hold`];
}

/** Words of a note of the program: as it was sent, else all its texts. */
export function ownWords(record: Value): string {
  const rendered = [...textsIn(lastValue(record, 'rendered'))];
  const attachment = lastValue(record, 'attachment');
  const words = rendered.length > 0 ? rendered : [...textsIn(attachment ?? lastValue(record, 'content'))];
  return words.map((each) => each.trim()).join('\n');
}

/** Every text below a value that is somebody's words, in order. */
export function* textsIn(value: Value | null): Generator<string> {
  // The next value comes last: a record may be thousands of levels deep.
  const due = value === null ? [] : [value];
  for (let each = due.pop(); each !== undefined; each = due.pop()) {
    const blob = textAt(each, 'blob');
    if (blob !== null) yield blobText(blob, textAt(each, 'mimeType'));
    if (isString(each)) yield textOf(each);
    else for (const nested of spokenIn(each).reverse()) due.push(nested);
  }
}

function spokenIn(value: Value): Value[] {
  if (isArray(value)) return elements(value);
  return members(value).flatMap(({ key, value: nested }) => (NAMES.has(textOf(key)) ? [] : [nested]));
}

/** A blocked question, after the program's reason. */
const BLOCKED = /^(.*operation blocked by hook:.*?)\n\nOriginal prompt: (.*)$/s;

function noticeTexts(record: Value, isSaid: (words: string) => boolean): BlockText[] {
  const content = textAt(record, 'content');
  if (isOwnNote(record)) return [];
  const [, reason, question] = BLOCKED.exec(content ?? '') ?? [];
  if (reason !== undefined && question !== undefined)
    return [
      { path: '/content', role: 'user', type: 'text', text: question, marks: ['blocked by a hook'] },
      ofProgram('/content', reason),
    ];
  if (content !== null) return content.trim() === '' ? [] : [...notTaken(content), ofProgram('/content', content)];
  const subtype = textAt(record, 'subtype') ?? 'system';
  const all = textsUnder(record, ['hookErrors', 'stopReason', 'error', 'message', 'text', 'reason']);
  const words = [...all].filter((each) => !isSaid(each.trim()));
  return words.length === 0 ? [] : [ofProgram('', [subtype.replaceAll('_', ' '), ...words].join('\n'))];
}

/** The program's sentences on unknown commands, and on words after a command that takes none. */
const NOT_TAKEN =
  /^(?:Unknown (?:slash command|command|skill)|Args from (?:unknown skill|\/[^\s:]+)): (.+?)(?:\. Did you mean [^\n]*)?$/s;

function notTaken(content: string): BlockText[] {
  const [, typed] = NOT_TAKEN.exec(content) ?? [];
  if (typed === undefined) return [];
  return [{ path: '/content', role: 'user', type: 'text', text: typed, marks: ['not taken as a command'] }];
}

function* textsUnder(record: Value, keys: readonly string[]): Generator<string> {
  for (const key of keys) for (const text of textsIn(lastValue(record, key))) if (text.trim() !== '') yield text;
}

function ofProgram(path: string, text: string): BlockText {
  return { path, role: 'system', type: 'text', text, source: 'program' };
}
