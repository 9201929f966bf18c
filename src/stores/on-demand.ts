import type { Kind } from './kind.ts';
import { REGISTRY } from './registry.ts';

/**
 * Every kind of store: the code that judges and changes a store is loaded when the first of its scopes is opened, so that no
 * command waits for the code of kinds that it does not meet.
 */
export const ON_DEMAND: readonly Kind[] = Object.values(REGISTRY).map(({ info, load }) => loadedBy(info, load));

/** The same kinds to be read alone: of those above, what changes their stores is not loaded where it can be left out. */
export function toRead(kinds: readonly Kind[]): readonly Kind[] {
  return kinds.map((kind) => {
    const { info, loadToRead } = REGISTRY[kind.name];
    return loadToRead === undefined || !ON_DEMAND.includes(kind) ? kind : loadedBy(info, loadToRead);
  });
}

function loadedBy(info: Omit<Kind, 'begin'>, load: () => Promise<Kind>): Kind {
  return { ...info, begin: async (scope) => (await load()).begin(scope) };
}
