/** A block of a message, as far as the API looks at it before it answers. */
export interface Block {
  readonly type?: unknown;
  readonly text?: string;
  readonly thinking?: string;
  readonly signature?: unknown;
  readonly id?: string;
  readonly name?: unknown;
  readonly input?: unknown;
  readonly tool_use_id?: string;
  readonly source?: { readonly type?: string; readonly media_type?: string; readonly data?: string };
}

/** A message of a request. */
export interface Said {
  readonly role: string;
  readonly content: string | readonly Block[];
}

/** Why the API refuses a history, in the words that users have reported; null where it is not known to. What it was asked about is in docs/formats/claude.md. */
export function refusalOf(messages: readonly Said[]): string | null {
  const turns = joined(messages);
  const [first] = turns;
  if (first === undefined) return 'messages: at least one message is required';
  if (first.role !== 'user') return 'messages: first message must use the "user" role';
  for (const [i, turn] of turns.entries()) {
    const why = refusedTurn(turn, i === turns.length - 1) ?? refusedCalls(turns, i);
    if (why !== null) return `messages.${i}${why}`;
  }
  return null;
}

/** Neighbours of one role are one turn. */
function joined(messages: readonly Said[]): Said[] {
  const turns: Said[] = [];
  for (const message of messages) {
    if (message.role !== 'user' && message.role !== 'assistant') continue;
    const last = turns.at(-1);
    if (last?.role !== message.role) turns.push(message);
    else turns[turns.length - 1] = { role: last.role, content: [...blocksOf(last), ...blocksOf(message)] };
  }
  return turns;
}

/** The blocks of a message; a text is one block, and an empty one is none. */
export function blocksOf({ content }: Said): readonly Block[] {
  if (typeof content !== 'string') return content ?? [];
  return content === '' ? [] : [{ type: 'text', text: content }];
}

function refusedTurn({ role, content }: Said, isLast: boolean): string | null {
  if (typeof content === 'string')
    return role === 'user' && content.trim() === '' ? ': user messages must have non-empty content' : null;
  if (content.length === 0)
    return role === 'assistant' && isLast
      ? null
      : ': all messages must have non-empty content except for the optional final assistant message';
  for (const [i, block] of content.entries()) {
    const why = refusedBlock(block, content.length === 1);
    if (why !== null) return why.startsWith(':') ? why : `.content.${i}${why.replace(/^ /, ': ')}`;
  }
  return null;
}

/** What is said of the message begins with a colon, what is said of the block with a space or its field. */
function refusedBlock(block: Block, isAlone: boolean): string | null {
  switch (block.type) {
    case 'text':
      if ((block.text ?? '') === '') return ': text content blocks must be non-empty';
      return isAlone && block.text?.trim() === '' ? ': text content blocks must contain non-whitespace text' : null;
    case 'thinking':
      return block.signature ? null : '.thinking.signature: Field required';
    case 'tool_use':
      if (typeof block.name !== 'string') return '.tool_use.name: Field required';
      if (block.name === '') return '.tool_use.name: String should have at least 1 character';
      if (block.name.length > LONGEST_NAME)
        return `.tool_use.name: String should have at most ${LONGEST_NAME} characters`;
      return isDictionary(block.input) ? null : '.tool_use.input: Input should be a valid dictionary';
    case 'image':
      return refusedImage(block.source);
    default:
      return BLOCKS.has(block.type)
        ? null
        : ` Input tag '${block.type}' found using 'type' does not match any of the expected tags`;
  }
}

const LONGEST_NAME = 200;

const BLOCKS = new Set<unknown>(
  (
    'document search_result redacted_thinking tool_result server_tool_use web_search_tool_result web_fetch_tool_result ' +
    'code_execution_tool_result mcp_tool_use mcp_tool_result container_upload tool_reference mid_conv_system'
  ).split(' '),
);

function isDictionary(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function refusedImage(source: Block['source']): string | null {
  if (source?.type !== 'base64') return null;
  const { media_type: kind = '', data = '' } = source;
  if (!/^image\/(jpeg|png|gif|webp)$/.test(kind))
    return `.image.source.base64.media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'`;
  if (data === '') return '.image.source.base64: image cannot be empty';
  if (data.length % 4 !== 0 || !/^[A-Za-z\d+/]*={0,2}$/.test(data)) return '.image.source.base64: invalid base64 data';
  return (data.length * 3) / 4 > MOST ? '.image.source.base64: image exceeds 5 MB maximum' : null;
}

const MOST = 5 * 1024 * 1024;

/** Each call has its result in the next turn, once, and each result its call in the turn before. */
function refusedCalls(turns: readonly Said[], i: number): string | null {
  const ids = (at: number, type: string, id: 'id' | 'tool_use_id') =>
    (turns[at] === undefined ? [] : blocksOf(turns[at]))
      .filter((block) => block.type === type)
      .map((block) => block[id]);
  if (turns[i]?.role === 'assistant') {
    const calls = ids(i, 'tool_use', 'id');
    if (new Set(calls).size < calls.length) return ': `tool_use` ids must be unique';
    const answered = new Set(ids(i + 1, 'tool_result', 'tool_use_id'));
    const left = calls.filter((id) => !answered.has(id));
    if (left.length === 0) return null;
    return `: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${left.join(', ')}`;
  }
  const results = ids(i, 'tool_result', 'tool_use_id');
  const calls = new Set(ids(i - 1, 'tool_use', 'id'));
  const stray = results.find((id) => !calls.has(id));
  if (stray !== undefined) return `: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${stray}`;
  return new Set(results).size < results.length ? ': each tool_use must have a single result' : null;
}
