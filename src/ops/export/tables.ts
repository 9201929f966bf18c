import type { Cell, ParquetColumn } from '../../io/parquet-file.ts';
import type { Conversation, Message } from '../../model/conversation.ts';
import { type PlacedFinding, standsFor } from '../../model/finding.ts';
import type { Answered } from '../../model/stats.ts';

/** The version of the tables: a column may be added to it; none is renamed, removed, or given another meaning. */
export const TABLES_VERSION = 1;

/** A column, and what a row has in it. A `word` is one of ours, every other text is one of the store. */
interface Field<T> {
  readonly name: string;
  readonly type: ParquetColumn['type'] | 'word';
  readonly of: (row: T) => Cell | undefined;
}

/** A table of an export: its columns, and the cells of a row. */
export interface ExportTable<T> {
  readonly name: string;
  readonly columns: readonly ParquetColumn[];
  /** With every text of the store as `clean` answers it. */
  row(value: T, clean: ((text: string) => string) | null): Cell[];
}

function table<T>(name: string, fields: readonly Field<T>[]): ExportTable<T> {
  const columns = fields.map(({ name: column, type }) => ({ name: column, type: type === 'word' ? 'text' : type }));
  const row: ExportTable<T>['row'] = (value, clean) =>
    fields.map(({ type, of }) => {
      const cell = of(value) ?? null;
      return clean !== null && type === 'text' && typeof cell === 'string' ? clean(cell) : cell;
    });
  return { name, columns, row };
}

/** `C` of the JSON contract; host, kind and date are in the path of the file. */
export const CONVERSATIONS = table<Conversation>('conversations', [
  { name: 'root', type: 'text', of: ({ root }) => root },
  { name: 'project', type: 'text', of: ({ project }) => project },
  { name: 'id', type: 'text', of: ({ id }) => id },
  { name: 'path', type: 'text', of: ({ path }) => path },
  { name: 'format', type: 'word', of: ({ format }) => format },
  { name: 'state', type: 'word', of: ({ state }) => state },
  { name: 'readable', type: 'flag', of: ({ readable }) => readable },
  { name: 'hidden', type: 'word', of: ({ hidden }) => hidden },
  { name: 'timestamp', type: 'large', of: ({ timestamp }) => timestamp },
  { name: 'created_at', type: 'time', of: ({ createdAt }) => createdAt },
  { name: 'updated_at', type: 'time', of: ({ updatedAt }) => updatedAt },
  { name: 'title', type: 'text', of: ({ title }) => title },
  { name: 'messages', type: 'number', of: ({ messages }) => messages },
  { name: 'bytes', type: 'large', of: ({ bytes }) => bytes },
  { name: 'branch', type: 'text', of: ({ branch }) => branch },
  { name: 'cwd', type: 'text', of: ({ cwd }) => cwd },
]);

/** The conversation that a row is of. */
type Whose = Pick<Conversation, 'root' | 'project' | 'id' | 'path'>;

/** A message, and the conversation it is in. */
export interface MessageOf {
  readonly conversation: Whose;
  readonly message: Message;
}

/** `M` of the JSON contract, hidden ones too. */
export const MESSAGES_TABLE = table<MessageOf>('messages', [
  { name: 'root', type: 'text', of: ({ conversation }) => conversation.root },
  { name: 'project', type: 'text', of: ({ conversation }) => conversation.project },
  { name: 'conversation', type: 'text', of: ({ conversation }) => conversation.id },
  { name: 'path', type: 'text', of: ({ conversation }) => conversation.path },
  { name: 'index', type: 'number', of: ({ message }) => message.index },
  { name: 'id', type: 'text', of: ({ message }) => message.id },
  { name: 'related_to', type: 'text', of: ({ message }) => message.relatedTo },
  { name: 'at', type: 'text', of: ({ message }) => message.at },
  { name: 'role', type: 'word', of: ({ message }) => message.role },
  { name: 'type', type: 'word', of: ({ message }) => message.type },
  { name: 'text', type: 'text', of: ({ message }) => message.text },
  { name: 'name', type: 'text', of: ({ message }) => message.name },
  { name: 'call_id', type: 'text', of: ({ message }) => message.callId },
  { name: 'arguments', type: 'text', of: ({ message }) => message.arguments },
  { name: 'time', type: 'time', of: ({ message }) => message.time },
  { name: 'author', type: 'text', of: ({ message }) => message.author },
  { name: 'author_name', type: 'text', of: ({ message }) => message.authorName },
  { name: 'hidden', type: 'flag', of: ({ message }) => message.hidden },
  { name: 'source', type: 'word', of: ({ message }) => message.source },
  { name: 'model', type: 'text', of: ({ message }) => message.model },
  { name: 'duration', type: 'large', of: ({ message }) => message.duration },
  { name: 'failed', type: 'flag', of: ({ message }) => message.failed },
]);

/** `F` of the JSON contract. */
export const FINDINGS_TABLE = table<PlacedFinding>('findings', [
  { name: 'root', type: 'text', of: ({ root }) => root },
  { name: 'project', type: 'text', of: ({ project }) => project },
  { name: 'code', type: 'word', of: ({ code }) => code },
  { name: 'severity', type: 'word', of: ({ severity }) => severity },
  { name: 'healing', type: 'word', of: ({ healing }) => healing },
  { name: 'conversation', type: 'text', of: ({ id }) => id },
  { name: 'path', type: 'text', of: ({ path }) => path },
  { name: 'at', type: 'text', of: ({ at }) => at },
  { name: 'offset', type: 'large', of: ({ offset }) => offset },
  { name: 'line', type: 'number', of: ({ line }) => line },
  { name: 'column', type: 'number', of: ({ column }) => column },
  { name: 'owner', type: 'word', of: ({ owner }) => owner },
  { name: 'message', type: 'text', of: ({ message }) => message },
  { name: 'expected', type: 'text', of: ({ expected }) => expected },
  { name: 'actual', type: 'text', of: ({ actual }) => actual },
  { name: 'fingerprint', type: 'word', of: ({ fingerprint }) => fingerprint },
  { name: 'count', type: 'number', of: standsFor },
]);

/** The tokens of an answer, and the conversation it is in. */
export interface AnswerOf {
  readonly conversation: Whose;
  readonly answer: Answered;
}

/** A row for each answer: the same `answer` in forks, copies and other parts is to be counted once. */
export const TOKENS_TABLE = table<AnswerOf>('tokens', [
  { name: 'root', type: 'text', of: ({ conversation }) => conversation.root },
  { name: 'project', type: 'text', of: ({ conversation }) => conversation.project },
  { name: 'conversation', type: 'text', of: ({ conversation }) => conversation.id },
  { name: 'path', type: 'text', of: ({ conversation }) => conversation.path },
  { name: 'answer', type: 'large', of: ({ answer }) => answer.key },
  { name: 'model', type: 'text', of: ({ answer }) => answer.model },
  { name: 'month', type: 'word', of: ({ answer }) => answer.month },
  { name: 'input', type: 'large', of: ({ answer }) => answer.input },
  { name: 'output', type: 'large', of: ({ answer }) => answer.output },
  { name: 'cache_read', type: 'large', of: ({ answer }) => answer.cacheRead },
  { name: 'cache_write', type: 'large', of: ({ answer }) => answer.cacheWrite },
]);

/** All tables, in the order in which they are listed. */
export const EXPORT_TABLES = [CONVERSATIONS, MESSAGES_TABLE, FINDINGS_TABLE, TOKENS_TABLE] as const;
