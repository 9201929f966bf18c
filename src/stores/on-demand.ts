import { fnordFace } from './fnord/face.ts';
import type { Kind } from './kind.ts';
import { REGISTRY } from './registry.ts';

/**
 * Every kind of store: the code that judges and changes a store is loaded when the first of its scopes is opened, so that no
 * command waits for the code of kinds that it does not meet.
 */
export const ON_DEMAND: readonly Kind[] = Object.values(REGISTRY).map(({ face, load }) => ({
  ...face,
  begin: async (scope) => (await load()).begin(scope),
}));

/** The same kinds to be read alone: of those above, what changes a fnord store is not loaded. */
export function toRead(kinds: readonly Kind[]): readonly Kind[] {
  return kinds.map((kind) => (kind.name === 'fnord' && ON_DEMAND.includes(kind) ? fnordToRead : kind));
}

const fnordToRead: Kind = {
  ...fnordFace,
  begin: async (scope) => (await import('./fnord/session.ts')).beginFnord(scope, { decide: refuse, close: refuse }),
};

function refuse(): never {
  throw new Error('a store that was opened to be read is not changed');
}
