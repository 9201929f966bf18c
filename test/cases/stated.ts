import { type Finding, ruleOf } from '../../src/model/finding.ts';

/** A finding as a fixture states it, with what follows from it. */
export function stated({ code, id, path, at, offset, consequences }: Finding): object {
  const following = consequences === undefined ? {} : { consequences: consequences.map(stated) };
  return { code, id, path, at, offset, owner: ruleOf(code).owner, ...following };
}
