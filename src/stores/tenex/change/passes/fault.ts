import type { Trouble } from '../../../trouble.ts';
import { faultsOf } from '../../checks/document/faults.ts';
import type { Decoded } from '../../decode/decoded.ts';

/** Why the bytes are no document; null for a document. */
export function faultOf(document: Decoded): Trouble | null {
  for (const fault of faultsOf(document)) if (fault.owner === 'refuses') return fault;
  return null;
}
