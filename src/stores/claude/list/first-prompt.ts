import { isLineRecord, type ListWindow, recordIn, textEnd } from './windows.ts';

/** The picker's text for an untitled session: its first question, else its first command. */
export function firstPrompt(window: ListWindow): string | null {
  let command: string | null = null;
  let isLoop = false;
  for (const { kind, text } of sentMessages(window)) {
    if (kind === 'prompt') return text;
    if (kind === 'command') command ??= text;
    isLoop ||= kind === 'tick';
  }
  return command ?? truncatedPrompt(window.bytes) ?? (isLoop ? 'Proactive session' : null);
}

export function isPrompt(line: Buffer): boolean {
  if (!mayHoldPrompt(line) || recordIn(line)?.['isSidechain'] === true) return false;
  return textsIn(line).some((each) => {
    const { kind, text } = promptOf(each);
    return kind === 'prompt' && text !== '';
  });
}

function* sentMessages(window: ListWindow): Generator<SentMessage> {
  for (const line of window.linesWith('user'))
    if (isTyped(line)) for (const text of textsIn(line)) yield promptOf(text);
}

const USER = ['"type":"user"', '"type": "user"'].map((text) => Buffer.from(text));
const NO_PROMPT = /"tool_result"|"is(?:Meta|CompactSummary)": ?true/;

function mayHoldPrompt(line: Buffer): boolean {
  return USER.some((each) => line.includes(each)) && isTyped(line);
}

function isTyped(line: Buffer): boolean {
  return !NO_PROMPT.test(line.toString('latin1'));
}

/** Texts of a question; empty if a block is `null`. */
function textsIn(line: Buffer): string[] {
  const record = recordIn(line);
  const message = record?.['type'] === 'user' ? record['message'] : null;
  const content = isLineRecord(message) ? message['content'] : null;
  if (typeof content === 'string') return [content];
  if (!Array.isArray(content) || content.includes(null)) return [];
  return content.flatMap((block: unknown) => {
    const text = isLineRecord(block) && block['type'] === 'text' ? block['text'] : null;
    return typeof text === 'string' ? [text] : [];
  });
}

interface SentMessage {
  readonly kind: 'prompt' | 'command' | 'tick' | 'nothing';
  readonly text: string;
}

const NO_MESSAGE: SentMessage = { kind: 'nothing', text: '' };

function promptOf(raw: string): SentMessage {
  if (raw === '') return NO_MESSAGE;
  const text = raw.replaceAll('\n', ' ').trim();
  const name = textInTag('command-name', text);
  if (name !== null) return name === '' ? NO_MESSAGE : { kind: 'command', text: withArguments(name, text) };
  const shell = textInTag('bash-input', text) ?? '';
  if (shell !== '') return { kind: 'prompt', text: `! ${shell}` };
  if (SKIPPED.test(text)) return text.startsWith('<tick>') ? { kind: 'tick', text } : NO_MESSAGE;
  return { kind: 'prompt', text: text.length <= MAX_PROMPT_LENGTH ? text : `${shortened(text)}…` };
}

function withArguments(name: string, text: string): string {
  const args = name.startsWith('/') ? textInTag('command-args', text) : null;
  return `${name} ${args ?? ''}`.trim();
}

function textInTag(tag: string, text: string): string | null {
  const from = text.indexOf(`<${tag}>`) + tag.length + 2;
  const to = from < tag.length + 2 ? -1 : text.indexOf(`</${tag}>`, from);
  return to < 0 ? null : text.slice(from, to).trim();
}

/** Texts of the program: a lowercase tag first, or a note on an interruption. */
const SKIPPED = /^(?:<[a-z][\w-]*[\s>]|\[Request interrupted by user[^\]]*\])/;

const MAX_PROMPT_LENGTH = 200;

/** Shortens a text, without half of a surrogate pair at its end. */
function shortened(text: string): string {
  return text
    .slice(0, MAX_PROMPT_LENGTH)
    .replace(/[\ud800-\udbff]$/, '')
    .trim();
}

/** That many characters of a JSON text: an escape counts as one. */
const FIRST_CHARACTERS = /^(?:\\u[0-9a-fA-F]{4}|\\[^u]|[^\\]){0,200}/;

/** The prompt in a last line that the window cuts; escapes stay as they are written. */
function truncatedPrompt(window: Buffer): string | null {
  const line = window.subarray(window.lastIndexOf('\n') + 1);
  if (!mayHoldPrompt(line) || recordIn(line) !== null) return null;
  for (const opening of ['"content":"', '"content": "', '"text":"', '"text": "']) {
    const at = line.indexOf(opening);
    if (at < 0) continue;
    const from = at + opening.length;
    const raw = line.subarray(from, textEnd(line, from)).toString();
    const text = (FIRST_CHARACTERS.exec(raw)?.[0] ?? '').replaceAll('\\n', ' ').trim();
    return text === '' || SKIPPED.test(text) ? null : text;
  }
  return null;
}
