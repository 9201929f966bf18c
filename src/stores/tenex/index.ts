import type { Kind } from '../kind.ts';
import { close } from './change/close.ts';
import { decide } from './change/decide.ts';
import { fileFindings } from './checks/file-findings.ts';
import { scopeFindings } from './checks/scope-findings.ts';
import { unitFindings } from './checks/unit-findings.ts';
import { ERAS } from './decode/era.ts';
import { loadSignatures } from './decode/events/signature.ts';
import { homes } from './layout/homes.ts';
import { place } from './layout/place.ts';
import { recognise } from './layout/recognise.ts';
import { isOwner } from './owner.ts';
import { planRules } from './plan-rules.ts';
import { putBack } from './put-back.ts';
import { LATER } from './read/later.ts';
import { remarks } from './remarks.ts';
import { begin } from './session.ts';

/** TENEX, the FileSystemAdapter of August 2025 and the shapes before and after it: docs/formats/tenex.md. */
export const tenex: Kind = {
  name: 'tenex',
  formats: ERAS,
  targets: ['tenex-e5'],
  outputs: [LATER],
  layout: { homes, recognise, place },
  writes: 'inside',
  planRules,
  remarks,
  isOwner,
  putBack,
  // A unit that is not opened would look as if the index named what is not there.
  skips: () => false,
  begin: async (scope) => {
    if (scope.signatures) await loadSignatures();
    return begin(scope, { fileFindings, unitFindings, scopeFindings, decide, close });
  },
};
