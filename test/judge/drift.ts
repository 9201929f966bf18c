import type { Answer, History } from './cases.ts';
import type { Asked } from './program.ts';

/** What became of a session with another version, or after it was healed; the first that holds, the worst first. */
export const DRIFTS = {
  stuck: 'goes on no more',
  rewritten: 'old bytes are not kept',
  less: 'something is not sent any more',
  otherwise: 'something else is sent',
  freed: 'goes on now',
  more: 'more is sent',
  refused: 'is stuck in another way',
  first: 'the first request says something else',
} as const;

/** How an answer differs from the one that was recorded. */
export interface Drift {
  readonly type: keyof typeof DRIFTS;
  /** `- assistant text Both done.` was sent then, `+ ...` is sent now; or what was said then and now. */
  readonly lines: readonly string[];
}

/** What the program does otherwise; null where it does the same. */
export function driftOf(then: Answer, now: Answer): Drift | null {
  const lines = changes(then.sent, now.sent);
  const said = [`- ${wordsOf(then)}`, `+ ${wordsOf(now)}`];
  if (then.exit === 0 && now.exit !== 0) return { type: 'stuck', lines: [...lines, ...said] };
  if (then.grew && !now.grew) return { type: 'rewritten', lines };
  if (then.exit !== 0 && now.exit === 0) return { type: 'freed', lines: [...lines, ...said] };
  if (lines.length > 0) return { type: kindOf(lines), lines };
  if (said[0]?.slice(1) !== said[1]?.slice(1)) return { type: 'refused', lines: said };
  const first = changes(then.first, now.first);
  return first.length > 0 ? { type: 'first', lines: first } : null;
}

/** The program says in the session that its model is retired. It goes on with another one, to which it sends no thinking. */
export function isRetired({ appended }: Asked): boolean {
  return appended.includes('could not be restored (retired)');
}

export function withoutThinking(answer: Answer): Answer {
  return { ...answer, sent: unthought(answer.sent), first: unthought(answer.first) };
}

function unthought(history: History | null): History | null {
  return history?.map(([who, blocks]) => [who, blocks.filter(([type]) => !type.includes('thinking'))] as const) ?? null;
}

function kindOf(lines: readonly string[]): 'less' | 'more' | 'otherwise' {
  const [less, more] = ['-', '+'].map((sign) => lines.some((line) => line.startsWith(sign)));
  return less && more ? 'otherwise' : less ? 'less' : 'more';
}

/** What is refused, or the last words; without ids, and retries counted once. */
function wordsOf({ exit, said, refused }: Answer): string {
  const words = refused.length > 0 ? `refused: ${[...new Set(refused)].join(', ')}` : exit === 0 ? 'goes on' : said;
  return words.replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'ID').replaceAll('\n', ' ');
}

/** What a history no longer has, and what is new in it, where there are both; of the same blocks in another order, the first that stands elsewhere. */
function changes(then: History | null, now: History | null): string[] {
  if (then === null || now === null) return then === now ? [] : [now === null ? '- a history' : '+ a history'];
  const [old, new_] = [flat(then), flat(now)];
  const lines = [...left(old, new_).map((line) => `- ${line}`), ...left(new_, old).map((line) => `+ ${line}`)];
  const at = lines.length > 0 ? -1 : old.findIndex((line, i) => line !== new_[i]);
  return at < 0 ? lines : [`- ${old[at]} (in another order)`, `+ ${new_[at]} (in another order)`];
}

function flat(history: History): string[] {
  return history.flatMap(([who, blocks]) => blocks.map(([type, what]) => `${who} ${type} ${JSON.stringify(what)}`));
}

/** Lines of one list that the other has fewer of. */
function left(lines: readonly string[], others: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const line of others) counts.set(line, (counts.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const count = counts.get(line) ?? 0;
    counts.set(line, count - 1);
    return count <= 0;
  });
}
