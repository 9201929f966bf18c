import type { Code } from '../../model/finding.ts';
import { isNameOfCopy, originalOf } from '../../model/ids.ts';
import { type FileFinding, findingAbout } from '../file-finding.ts';
import type { Scope } from '../kind.ts';

/** True for a copy, such as a tool for syncing makes, of a conversation that is in its scope too. */
export function isCopyBeside(id: string, units: Scope['units']): boolean {
  return isNameOfCopy(id) && units?.has(originalOf(id)) === true;
}

/** One severity in every kind: nothing is wrong with the conversation itself. */
export function copyFinding(code: Code, id: string): FileFinding {
  return findingAbout(code, `is a copy of ${originalOf(id)}, which is here too`);
}
