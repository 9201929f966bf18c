import type { Ref } from './record.ts';
import { isOld, type SessionRead } from './session.ts';

/**
 * The records that are sent when the program goes on, in the order in which it sends them, each with the record that is sent: itself,
 * or its edit. The last compaction takes the place of all before the first record that it keeps. Where the program gives records new ids,
 * what names one by its id has no effect.
 */
export function flowOf({ chain, header }: Pick<SessionRead, 'chain' | 'header'>): ReadonlyMap<Ref, Ref> {
  const at = chain.findLastIndex(({ deed }) => deed === 'compacts');
  const isAnew = header !== null && isOld(header);
  const kept = isAnew ? -1 : chain.findIndex(({ uuid }, n) => n < at && uuid === chain[at]?.target);
  const before = at < 0 ? [] : [...chain.slice(at, at + 1), ...(kept < 0 ? [] : chain.slice(kept, at))];
  const edits = new Map(chain.filter(({ edited }) => edited !== null).map((ref) => [ref.target, ref]));
  const sent = new Map<Ref, Ref>();
  [...before, ...chain.slice(at + 1)].forEach((ref, n) => {
    const edit = isAnew ? undefined : edits.get(ref.uuid);
    const as = edit === undefined ? ref : { ...edit, target: '', ...edit.edited };
    const isOlder = ref.deed === 'compacts' && (n > 0 || at < 0);
    if (ref.deed !== null && ref.deed !== 'edits' && !isOlder && isFilled(as)) sent.set(ref, as);
  });
  return sent;
}

function isFilled({ deed, texts, calls, fault }: Ref): boolean {
  return deed !== null && (texts > 0 || calls.length > 0 || (fault !== null && fault !== 'null'));
}
