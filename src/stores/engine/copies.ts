import type { Code } from '../../model/finding.ts';
import { isNameOfCopy, originalOf } from '../../model/ids.ts';
import { type FileFinding, findingAbout } from '../file-finding.ts';
import type { Scope } from '../kind.ts';

/** True for a copy, such as a tool for syncing makes, of a conversation in its scope. */
export function isCopyBeside(id: string, units: Scope['units']): boolean {
  return isNameOfCopy(id) && units?.has(originalOf(id)) === true;
}

/** A finding on a copy; nothing is wrong with the conversation itself. */
export function copyFinding(code: Code, id: string): FileFinding {
  return findingAbout(code, `is a copy of ${originalOf(id)}, which is here too`);
}
