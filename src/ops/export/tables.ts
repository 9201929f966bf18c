import type { Cell, ParquetColumn } from '../../io/parquet-file.ts';
import type { Conversation, Message } from '../../model/conversation.ts';
import { type PlacedFinding, standsFor } from '../../model/finding.ts';

/** A column, and what a row has in it. */
type Field<T> = ParquetColumn & { readonly of: (row: T) => Cell | undefined };

/** A table of an export: its columns, and the cells of a row. */
export interface ExportTable<T> {
  readonly name: string;
  readonly columns: readonly ParquetColumn[];
  row(value: T): Cell[];
}

function table<T>(name: string, fields: readonly Field<T>[]): ExportTable<T> {
  const columns = fields.map(({ name: column, type }) => ({ name: column, type }));
  return { name, columns, row: (value) => fields.map(({ of }) => of(value) ?? null) };
}

/** `C` of the JSON contract; kind and project are in the path of the file. */
export const CONVERSATIONS = table<Conversation>('conversations', [
  { name: 'root', type: 'text', of: ({ root }) => root },
  { name: 'id', type: 'text', of: ({ id }) => id },
  { name: 'path', type: 'text', of: ({ path }) => path },
  { name: 'format', type: 'text', of: ({ format }) => format },
  { name: 'state', type: 'text', of: ({ state }) => state },
  { name: 'readable', type: 'flag', of: ({ readable }) => readable },
  { name: 'hidden', type: 'text', of: ({ hidden }) => hidden },
  { name: 'timestamp', type: 'large', of: ({ timestamp }) => timestamp },
  { name: 'created_at', type: 'time', of: ({ createdAt }) => createdAt },
  { name: 'updated_at', type: 'time', of: ({ updatedAt }) => updatedAt },
  { name: 'title', type: 'text', of: ({ title }) => title },
  { name: 'messages', type: 'number', of: ({ messages }) => messages },
  { name: 'bytes', type: 'large', of: ({ bytes }) => bytes },
]);

/** A message, and the conversation it is in. */
export interface MessageOf {
  readonly conversation: Pick<Conversation, 'root' | 'id' | 'path'>;
  readonly message: Message;
}

/** `M` of the JSON contract, hidden ones too. */
export const MESSAGES_TABLE = table<MessageOf>('messages', [
  { name: 'root', type: 'text', of: ({ conversation }) => conversation.root },
  { name: 'conversation', type: 'text', of: ({ conversation }) => conversation.id },
  { name: 'path', type: 'text', of: ({ conversation }) => conversation.path },
  { name: 'index', type: 'number', of: ({ message }) => message.index },
  { name: 'id', type: 'text', of: ({ message }) => message.id },
  { name: 'related_to', type: 'text', of: ({ message }) => message.relatedTo },
  { name: 'at', type: 'text', of: ({ message }) => message.at },
  { name: 'role', type: 'text', of: ({ message }) => message.role },
  { name: 'type', type: 'text', of: ({ message }) => message.type },
  { name: 'text', type: 'text', of: ({ message }) => message.text },
  { name: 'name', type: 'text', of: ({ message }) => message.name },
  { name: 'call_id', type: 'text', of: ({ message }) => message.callId },
  { name: 'arguments', type: 'text', of: ({ message }) => message.arguments },
  { name: 'time', type: 'time', of: ({ message }) => message.time },
  { name: 'author', type: 'text', of: ({ message }) => message.author },
  { name: 'author_name', type: 'text', of: ({ message }) => message.authorName },
  { name: 'hidden', type: 'flag', of: ({ message }) => message.hidden },
]);

/** `F` of the JSON contract. */
export const FINDINGS_TABLE = table<PlacedFinding>('findings', [
  { name: 'root', type: 'text', of: ({ root }) => root },
  { name: 'code', type: 'text', of: ({ code }) => code },
  { name: 'severity', type: 'text', of: ({ severity }) => severity },
  { name: 'healing', type: 'text', of: ({ healing }) => healing },
  { name: 'conversation', type: 'text', of: ({ id }) => id },
  { name: 'path', type: 'text', of: ({ path }) => path },
  { name: 'at', type: 'text', of: ({ at }) => at },
  { name: 'offset', type: 'large', of: ({ offset }) => offset },
  { name: 'line', type: 'number', of: ({ line }) => line },
  { name: 'column', type: 'number', of: ({ column }) => column },
  { name: 'owner', type: 'text', of: ({ owner }) => owner },
  { name: 'message', type: 'text', of: ({ message }) => message },
  { name: 'expected', type: 'text', of: ({ expected }) => expected },
  { name: 'actual', type: 'text', of: ({ actual }) => actual },
  { name: 'fingerprint', type: 'text', of: ({ fingerprint }) => fingerprint },
  { name: 'count', type: 'number', of: standsFor },
]);
