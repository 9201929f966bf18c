import type { Kind } from '../kind.ts';
import { fnordInfo } from './info.ts';
import { beginFnord } from './session.ts';

/** fnord, with what judges its stores and without what changes them. */
export const fnordToRead: Kind = {
  ...fnordInfo,
  begin: async (scope) => beginFnord(scope, { decide: refuse, close: refuse }),
};

function refuse(): never {
  throw new Error('a store that was opened to be read is not changed');
}
