import type { HomeAnswer, ShownTurn, ThreadAnswer } from '../homes.ts';

/** What became of a home with another version, or after it was healed; the worst first. */
export const HOME_DRIFTS = {
  unread: 'a thread is read no more',
  fewer: 'turns or items are gone',
  unlisted: 'a thread is listed no more',
  stuck: 'a thread is gone on with no more',
  otherwise: 'something is shown otherwise',
  refused: 'it says something else of a thread that it does not take',
  read: 'a thread is read now',
  more: 'more turns or items',
  listed: 'a thread is listed now',
  freed: 'a thread is gone on with now',
} as const;

/** What no heal may lead to. */
export const LOSSES: ReadonlySet<HomeDrift['type']> = new Set(['unread', 'fewer', 'unlisted', 'stuck']);

/** One difference, in a line that names the thread. */
export interface HomeDrift {
  readonly type: keyof typeof HOME_DRIFTS;
  readonly line: string;
}

/** What the program does otherwise with a home than it did. */
export function homeDrift(then: HomeAnswer, now: HomeAnswer): HomeDrift[] {
  return [
    ...listDrift(then, now),
    ...Object.entries(then.threads).flatMap(([id, answer]) =>
      threadDrift(answer, now.threads[id] ?? UNASKED).map(({ type, line }) => ({ type, line: `${id}: ${line}` })),
    ),
  ];
}

/** A thread that was not asked about. */
export const UNASKED: ThreadAnswer = { mode: null, error: 'not asked', read: false };

function listDrift(then: HomeAnswer, now: HomeAnswer): HomeDrift[] {
  const lost = then.list.filter((id) => !now.list.includes(id)).map((line) => ({ type: 'unlisted' as const, line }));
  const found = now.list.filter((id) => !then.list.includes(id)).map((line) => ({ type: 'listed' as const, line }));
  if (lost.length + found.length > 0) return [...lost, ...found];
  if (then.list.join() !== now.list.join())
    return [{ type: 'otherwise', line: `the order is ${now.list.join(', ')} and was ${then.list.join(', ')}` }];
  return Object.entries(then.shown).flatMap(([id, [preview, name]]) => {
    const [newPreview, newName] = now.shown[id] ?? [null, null];
    // Of a few entries the preview was not recorded.
    if (preview === null || (preview === newPreview && name === newName)) return [];
    return [
      {
        type: 'otherwise' as const,
        line: `${id} is shown as ${said(newPreview, newName)}, was ${said(preview, name)}`,
      },
    ];
  });
}

function said(preview: string | null, name: string | null): string {
  return JSON.stringify(name ?? preview);
}

function threadDrift(then: ThreadAnswer, now: ThreadAnswer): HomeDrift[] {
  const drifts = [...readDrift(then, now)];
  const [wasStuck, isStuck] = [then.stuck ?? null, now.stuck ?? null];
  // Words of a refusal were recorded to a certain length.
  if (wasStuck === null && isStuck !== null) drifts.push({ type: 'stuck', line: isStuck });
  else if (wasStuck !== null && isStuck === null) drifts.push({ type: 'freed', line: `said: ${wasStuck}` });
  else if (wasStuck !== null && isStuck !== null && !isStuck.startsWith(wasStuck) && then.turns !== undefined)
    drifts.push({ type: 'refused', line: `says ${isStuck}, said ${wasStuck}` });
  return drifts;
}

function readDrift(then: ThreadAnswer, now: ThreadAnswer): HomeDrift[] {
  if (then.turns === undefined && now.turns === undefined) {
    const isSame = then.error === undefined || now.error?.startsWith(then.error) === true;
    return isSame ? [] : [{ type: 'refused', line: `says ${now.error}, said ${then.error}` }];
  }
  if (now.turns === undefined) return [{ type: 'unread', line: now.error ?? '' }];
  if (then.turns === undefined) return [{ type: 'read', line: `said: ${then.error}` }];
  const [old, new_] = [linesOf(then.turns, then.turns), linesOf(now.turns, then.turns)];
  const at = Array.from({ length: Math.max(old.length, new_.length) }, (_, i) => i).find((i) => old[i] !== new_[i]);
  if (at === undefined) return [];
  const type = new_.length < old.length ? 'fewer' : new_.length > old.length ? 'more' : 'otherwise';
  return [
    {
      type,
      line: `${new_.length} lines of turns, were ${old.length}; first ${new_[at] ?? 'none'}, was ${old[at] ?? 'none'}`,
    },
  ];
}

/** A line for each turn and item; without what was not recorded: ids that are drawn anew, and texts that are long. */
function linesOf(turns: readonly ShownTurn[], recorded: readonly ShownTurn[]): string[] {
  return turns.flatMap(([id, status, items], n) => [
    `${recorded[n]?.[0] === null ? 'turn' : id} ${status}`,
    ...items.map(([type, text], i) =>
      recorded[n]?.[2][i]?.length === 1 || text === undefined ? `${type}` : `${type} ${text}`,
    ),
  ]);
}
