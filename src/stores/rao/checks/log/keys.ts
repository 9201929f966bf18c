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
