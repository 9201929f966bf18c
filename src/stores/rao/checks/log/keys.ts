import { type Ref, textOfRef } from '../../decode/ref.ts';

/** What Rao asks a message for by R's `$`, which takes a longer key too. The ones that most messages have come first. */
export const ASKED = [
  'id',
  'role',
  'content',
  'related_to',
  'original_query',
  'function_call',
  'type',
  'call_id',
  'output',
  'request_id',
  'procedural',
  'response_id',
  'start_line',
  'end_line',
  'insert_line',
  'plots',
  'plots_file',
  'modified_script',
  'source_function',
  'success',
] as const;

/** What may stand in messages: of Rao, then of Erdos. */
export const KNOWN: readonly string[] = [
  ...ASKED,
  'cancelled',
  'partial_content',
  'auto_accept',
  'conversationId',
  'timestamp',
  'thinking',
];

/** What ids and references to them are compared by: R writes 100000 as `1e+05` at times, and means the same. Null for no id. */
export function keyOf(ref: Ref): string | null {
  if (ref.is === 'number') return String(ref.number);
  const text = textOfRef(ref);
  return text === null ? null : keyOfText(text);
}

/** The same for an id that is a key or a field. */
export function keyOfText(text: string): string {
  return /^[1-9](?:\.\d+)?e\+\d+$/.test(text) ? String(Number(text)) : text;
}
