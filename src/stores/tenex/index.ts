import type { Kind } from '../kind.ts';
import { change } from './change/change.ts';
import { close } from './change/close.ts';
import { convert } from './change/conversion/convert.ts';
import { fileFindings } from './checks/file-findings.ts';
import { scopeFindings } from './checks/scope-findings.ts';
import { unitFindings } from './checks/unit-findings.ts';
import { ERAS } from './decode/era.ts';
import { loadSignatures } from './decode/events/signature.ts';
import { homes } from './layout/homes.ts';
import { place } from './layout/place.ts';
import { recognise } from './layout/recognise.ts';
import { isOwner } from './owner.ts';
import { LATER } from './read/later.ts';
import { remarks } from './remarks.ts';
import { begin } from './session.ts';
import { takeBack } from './take-back.ts';

/** TENEX, the FileSystemAdapter of August 2025 and the shapes before and after it: docs/formats/tenex.md. */
export const tenex: Kind = {
  name: 'tenex',
  formats: ERAS,
  targets: ['tenex-e5'],
  outputs: [LATER],
  homes,
  recognise,
  place,
  remarks,
  isOwner,
  takeBack,
  // A unit that is not opened would look as if the index named what is not there.
  settled: () => false,
  prepare: async ({ signatures }) => {
    if (signatures) await loadSignatures();
  },
  begin: (scope) => begin(scope, { fileFindings, unitFindings, scopeFindings, change, convert, close }),
};
