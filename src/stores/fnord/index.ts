import type { WholeKind } from '../kind.ts';
import { fnordVerbs } from './change/decide.ts';
import { fnordInfo } from './info.ts';
import { beginFnord } from './session.ts';

/** fnord, with all that judges and changes its stores. */
export const fnord: WholeKind = {
  ...fnordInfo,
  begin: async (scope) => beginFnord(scope, fnordVerbs),
};
