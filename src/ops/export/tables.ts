import type { Cell, ParquetColumn } from '../../io/parquet-file.ts';
import type { Conversation, Message } from '../../model/conversation.ts';
import { findingCount, type PlacedFinding } from '../../model/finding.ts';
import type { DatedAnswer } from '../../model/stats.ts';

/** Columns may be added; none is renamed, removed or redefined. */
export const TABLES_VERSION = 1;

/** A column. `word`: a fixed text of ours; others come from the store. `about` is for docs/tables.md. */
interface Field<T> {
  readonly name: string;
  readonly type: ParquetColumn['type'] | 'word';
  readonly about: string;
  readonly of: (row: T) => Cell | undefined;
}

/** `about`: the meaning of a row, for docs/tables.md. `clean` redacts every text of the store. */
export interface ExportTable<T> {
  readonly name: string;
  readonly about: string;
  readonly columns: readonly (ParquetColumn & Pick<Field<T>, 'about'>)[];
  row(value: T, clean: ((text: string) => string) | null): Cell[];
}

function table<T>(name: string, about: string, fields: readonly Field<T>[]): ExportTable<T> {
  const columns = fields.map((field) => ({
    name: field.name,
    type: field.type === 'word' ? ('text' as const) : field.type,
    about: field.about,
  }));
  const row: ExportTable<T>['row'] = (value, clean) =>
    fields.map(({ type, of }) => {
      const cell = of(value) ?? null;
      return clean !== null && type === 'text' && typeof cell === 'string' ? clean(cell) : cell;
    });
  return { name, about, columns, row };
}

/** `C` of the JSON contract; host, kind and date are in the path of the file. */
export const CONVERSATIONS = table<Conversation>(
  'conversations',
  'A conversation: a file (Rao: a folder), archived ones and those that the program hides too.',
  [
    { name: 'root', type: 'text', about: 'the folder that the store begins at', of: ({ root }) => root },
    {
      name: 'project',
      type: 'text',
      about: 'the project; null for a kind without projects',
      of: ({ project }) => project,
    },
    { name: 'id', type: 'text', about: 'its id; not unique across projects in every kind', of: ({ id }) => id },
    {
      name: 'path',
      type: 'text',
      about: 'its file, absolute: with host and kind it is unique on a day',
      of: ({ path }) => path,
    },
    {
      name: 'format',
      type: 'word',
      about: 'the format on disk, such as `v1` or `claude`; null if unknown',
      of: ({ format }) => format,
    },
    { name: 'state', type: 'word', about: '`active` or `archived`', of: ({ state }) => state },
    { name: 'readable', type: 'flag', about: 'whether the program can read it', of: ({ readable }) => readable },
    {
      name: 'hidden',
      type: 'word',
      about: "why the program's own list leaves it out, in a word; null when it is listed",
      of: ({ hidden }) => hidden,
    },
    {
      name: 'timestamp',
      type: 'large',
      about: 'the key that the program sorts by, a number; null where it has none',
      of: ({ timestamp }) => timestamp,
    },
    { name: 'created_at', type: 'time', about: 'when it was begun', of: ({ createdAt }) => createdAt },
    { name: 'updated_at', type: 'time', about: 'when it was saved last', of: ({ updatedAt }) => updatedAt },
    { name: 'title', type: 'text', about: 'its title, whole', of: ({ title }) => title },
    {
      name: 'messages',
      type: 'number',
      about: 'messages as the program counts them; null where it cannot read the file',
      of: ({ messages }) => messages,
    },
    { name: 'bytes', type: 'large', about: 'size of its file or folder', of: ({ bytes }) => bytes },
    { name: 'branch', type: 'text', about: 'the branch of the session', of: ({ branch }) => branch },
    { name: 'cwd', type: 'text', about: 'the working directory of the session', of: ({ cwd }) => cwd },
  ],
);

type ConversationKey = Pick<Conversation, 'root' | 'project' | 'id' | 'path'>;

export interface MessageOf {
  readonly conversation: ConversationKey;
  readonly message: Message;
}

/** `M` of the JSON contract, hidden messages included. */
export const MESSAGES_TABLE = table<MessageOf>(
  'messages',
  'A message as the program reads it, hidden ones too. Of a conversation that the program cannot read there are none.',
  [
    { name: 'root', type: 'text', about: 'as in `conversations`', of: ({ conversation }) => conversation.root },
    { name: 'project', type: 'text', about: 'as in `conversations`', of: ({ conversation }) => conversation.project },
    {
      name: 'conversation',
      type: 'text',
      about: 'the id of the conversation',
      of: ({ conversation }) => conversation.id,
    },
    {
      name: 'path',
      type: 'text',
      about: 'the file of the conversation: this joins the two tables',
      of: ({ conversation }) => conversation.path,
    },
    {
      name: 'index',
      type: 'number',
      about: 'its number in the conversation, from 0',
      of: ({ message }) => message.index,
    },
    { name: 'id', type: 'text', about: 'its id, where the program gives one', of: ({ message }) => message.id },
    {
      name: 'related_to',
      type: 'text',
      about: 'Rao: the id of the message it belongs to',
      of: ({ message }) => message.relatedTo,
    },
    { name: 'at', type: 'text', about: 'JSON pointer into the document of the file', of: ({ message }) => message.at },
    {
      name: 'role',
      type: 'word',
      about: '`user`, `assistant`, `system` or `tool`; null where nothing says it',
      of: ({ message }) => message.role,
    },
    {
      name: 'type',
      type: 'word',
      about: '`text`, `tool_call`, `tool_output`, `reasoning`, `image` or `other`',
      of: ({ message }) => message.type,
    },
    {
      name: 'text',
      type: 'text',
      about: 'what was said; a tool output that is not text is its JSON source',
      of: ({ message }) => message.text,
    },
    { name: 'name', type: 'text', about: 'of a tool call: the tool', of: ({ message }) => message.name },
    { name: 'call_id', type: 'text', about: 'ties a tool output to its call', of: ({ message }) => message.callId },
    {
      name: 'arguments',
      type: 'text',
      about: 'of a tool call: its arguments as JSON text',
      of: ({ message }) => message.arguments,
    },
    { name: 'time', type: 'time', about: 'when it was said', of: ({ message }) => message.time },
    { name: 'author', type: 'text', about: 'TENEX: the public key of the author', of: ({ message }) => message.author },
    { name: 'author_name', type: 'text', about: 'what the author is called', of: ({ message }) => message.authorName },
    {
      name: 'hidden',
      type: 'flag',
      about: 'whether the program shows it only on request',
      of: ({ message }) => message.hidden,
    },
    {
      name: 'source',
      type: 'word',
      about: '`program`, `summary` or `interruption` where nobody said it; null otherwise',
      of: ({ message }) => message.source,
    },
    {
      name: 'model',
      type: 'text',
      about: 'Claude Code, Gemini CLI, Qwen Code, Copilot CLI, Pi: the model that answered',
      of: ({ message }) => message.model,
    },
    {
      name: 'duration',
      type: 'large',
      about: 'of a tool output: milliseconds from the call to it',
      of: ({ message }) => message.duration,
    },
    {
      name: 'failed',
      type: 'flag',
      about: 'of a tool output: whether the tool failed; null if unknown',
      of: ({ message }) => message.failed,
    },
  ],
);

/** `F` of the JSON contract. */
export const FINDINGS_TABLE = table<PlacedFinding>('findings', 'A finding of `convo verify`.', [
  { name: 'root', type: 'text', about: 'as in `conversations`', of: ({ root }) => root },
  {
    name: 'project',
    type: 'text',
    about: 'the project that it is in; null for a finding of a whole store',
    of: ({ project }) => project,
  },
  { name: 'code', type: 'word', about: 'its code: `convo explain CODE` has its page', of: ({ code }) => code },
  {
    name: 'severity',
    type: 'word',
    about: '`error`, `warning` or `info`, as the table of codes has it',
    of: ({ severity }) => severity,
  },
  {
    name: 'healing',
    type: 'word',
    about: '`safe`, `lossy` or `manual`: how it can be healed',
    of: ({ healing }) => healing,
  },
  {
    name: 'conversation',
    type: 'text',
    about: 'the id of the conversation; null for a finding of none',
    of: ({ id }) => id,
  },
  { name: 'path', type: 'text', about: 'the file, absolute', of: ({ path }) => path },
  { name: 'at', type: 'text', about: 'JSON pointer into the document of the file', of: ({ at }) => at },
  { name: 'offset', type: 'large', about: 'bytes from the start of the file', of: ({ offset }) => offset },
  { name: 'line', type: 'number', about: 'from 1', of: ({ line }) => line },
  { name: 'column', type: 'number', about: 'from 1, in UTF-16 units', of: ({ column }) => column },
  { name: 'owner', type: 'word', about: 'what the program does with it, in a word', of: ({ owner }) => owner },
  {
    name: 'message',
    type: 'text',
    about: 'what is wrong, to be read after the name of the file',
    of: ({ message }) => message,
  },
  { name: 'expected', type: 'text', about: 'what the program expects there', of: ({ expected }) => expected },
  {
    name: 'actual',
    type: 'text',
    about: 'what is there, cut; always null with `--redact`, because half of a secret looks like text',
    of: ({ actual }) => actual,
  },
  {
    name: 'fingerprint',
    type: 'word',
    about: 'the same for the same finding on every day and every machine',
    of: ({ fingerprint }) => fingerprint,
  },
  {
    name: 'count',
    type: 'number',
    about: 'how many findings the row is: more than 1 where further ones of a file were only counted',
    of: findingCount,
  },
]);

export interface AnswerOf {
  readonly conversation: ConversationKey;
  readonly answer: DatedAnswer;
}

/** A row for each answer. Count each `answer` once: forks and copies repeat it. */
export const TOKENS_TABLE = table<AnswerOf>('tokens', 'An answer of which the file says how many tokens it took.', [
  { name: 'root', type: 'text', about: 'as in `conversations`', of: ({ conversation }) => conversation.root },
  { name: 'project', type: 'text', about: 'as in `conversations`', of: ({ conversation }) => conversation.project },
  {
    name: 'conversation',
    type: 'text',
    about: 'the id of the conversation; an answer in a subagent is in its conversation',
    of: ({ conversation }) => conversation.id,
  },
  { name: 'path', type: 'text', about: 'the file of the conversation', of: ({ conversation }) => conversation.path },
  {
    name: 'answer',
    type: 'large',
    about: 'the same wherever the answer is, in forks and copies too: count each once',
    of: ({ answer }) => answer.key,
  },
  { name: 'model', type: 'text', about: 'the model that answered', of: ({ answer }) => answer.model },
  {
    name: 'month',
    type: 'word',
    about: 'the month of the answer, `2026-03`; null where no time is known',
    of: ({ answer }) => answer.day?.slice(0, MONTH) ?? null,
  },
  {
    name: 'input',
    type: 'large',
    about: 'tokens that were read, without those of a cache',
    of: ({ answer }) => answer.input,
  },
  { name: 'output', type: 'large', about: 'tokens that were written', of: ({ answer }) => answer.output },
  { name: 'cache_read', type: 'large', about: 'tokens that came from a cache', of: ({ answer }) => answer.cacheRead },
  {
    name: 'cache_write',
    type: 'large',
    about: 'tokens that went into a cache',
    of: ({ answer }) => answer.cacheWrite,
  },
]);

export const EXPORT_TABLES = [CONVERSATIONS, MESSAGES_TABLE, FINDINGS_TABLE, TOKENS_TABLE] as const;

const MONTH = '2026-03'.length;
