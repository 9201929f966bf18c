import { fieldsNamed } from '../../../../codecs/json/members.ts';

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

/** What messages may have: of Rao, then of Erdos. */
export const KNOWN: readonly string[] = [
  ...ASKED,
  'cancelled',
  'partial_content',
  'auto_accept',
  'conversationId',
  'timestamp',
  'thinking',
];

/** The same, to be looked up. */
export const FIELDS = fieldsNamed(...KNOWN);
const PLACES: ReadonlyMap<string, number> = new Map(KNOWN.map((name, place) => [name, place]));

/** The place of a name in KNOWN; -1 where it is none of these. */
export function placeNamed(name: string): number {
  return PLACES.get(name) ?? -1;
}
