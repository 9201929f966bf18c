import { addCounts, NO_COUNTS } from '../../model/change-report.ts';
import { KIND_NAMES } from '../../model/kinds.ts';
import type { Change } from '../../model/plan.ts';
import type { Site } from '../../stores/kind.ts';
import { itemOf, newLedger } from '../change/ledger.ts';
import { type PackedStore, packFolder } from './packed-stores.ts';
import { stepFor } from './place-units.ts';
import type { PlannedStore } from './plan-store.ts';
import type { ReadPack } from './read-pack.ts';
import { PACK_MANIFEST } from './write-pack.ts';

/** All of a pack, or some of its stores, in a folder of its own, with the manifest: as a tar takes it out, and as one Change. */
export function planFolder(
  { files, conversations }: ReadPack,
  stores: readonly PackedStore[],
  { output, now }: { readonly output: string; readonly now: number },
): PlannedStore {
  const kind = stores[0]?.kind.name ?? KIND_NAMES[0];
  const site: Site = { kind, root: output, shape: 'folder', scope: null, file: null };
  const byName = new Map(stores.map((store) => [store.name, store]));
  const storeOf = (path: string) => byName.get(packFolder(path));
  const mine = conversations.flatMap((each) => {
    const store = storeOf(each.path);
    return store === undefined ? [] : [{ ...each, kind: store.kind.name }];
  });
  const ledger = newLedger('unpack');
  let after = NO_COUNTS;
  const numbers = mine.map(({ kind, project, id, path, messages }) => {
    const bytes = files.get(path)?.size ?? 0;
    const counts = { ...NO_COUNTS, conversations: 1, messages: messages ?? 0, bytes };
    after = addCounts(after, counts);
    const item = itemOf({ ...site, kind }, project, id, path, { state: 'changed', codes: [] });
    return ledger.enter(item, { before: NO_COUNTS, after: counts });
  });
  ledger.changes.push(numbers);
  const isChosen = (path: string) => path === PACK_MANIFEST || storeOf(path) !== undefined;
  const change: Change = {
    kind,
    project: null,
    ids: mine.map(({ id }) => id),
    path: PACK_MANIFEST,
    codes: [],
    steps: [...files].filter(([path]) => isChosen(path)).map(stepFor),
    locks: [],
    keep: 'link',
    items: mine.map(({ id, path }) => ({ id, path, codes: [] })),
    counts: { before: NO_COUNTS, after },
  };
  const header = { plan: 1, command: 'unpack', kind, root: output, madeAt: now, newRoot: true } as const;
  return { site, header, changes: [change], ledger, remarks: [] };
}
