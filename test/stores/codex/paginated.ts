/** When each record of these was written. */
export const TIME = '2026-03-04T09:30:15.000Z';

/** The path of a rollout of a thread that began in this minute. */
export const fileOf = (id: string, minute: string) =>
  `sessions/2026/03/04/rollout-2026-03-04T09-${minute}-15-${id}.jsonl`;

/** One line of a paginated rollout. */
export const line = (type: string, payload: object, ordinal: number) =>
  `${JSON.stringify({ timestamp: TIME, ordinal, type, payload })}\n`;

/** What names a paginated rollout, and one turn with a question. */
export function rollout(
  id: string,
  ordinal: number,
  question: string,
  from?: readonly [id: string, bytes: number],
): string {
  const base =
    from === undefined
      ? {}
      : { history_base: { thread_id: from[0], end_ordinal_exclusive: ordinal, end_byte_offset: from[1] } };
  const own = { id, timestamp: TIME, cwd: '/srv/ada', originator: 'codex', cli_version: '1', source: 'cli' };
  const item = { type: 'UserMessage', id: question, content: [{ type: 'text', text: question }] };
  return (
    line('session_meta', { ...own, history_mode: 'paginated', ...base }, ordinal) +
    line('event_msg', { type: 'item_completed', thread_id: id, turn_id: question, item }, ordinal + 1)
  );
}
