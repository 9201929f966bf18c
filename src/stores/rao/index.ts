import type { Kind } from '../kind.ts';
import { close } from './change/close.ts';
import { decide } from './change/decide.ts';
import { skips } from './change/skips.ts';
import { homes } from './layout/homes.ts';
import { place } from './layout/place.ts';
import { recognise } from './layout/recognise.ts';
import { isOwner } from './owner.ts';
import { planRules } from './plan-rules.ts';
import { putBack } from './put-back.ts';
import { remarks } from './remarks.ts';
import { begin } from './session.ts';

/** Rao, the fork of RStudio, and Erdos after it: docs/formats/rao.md. */
export const rao: Kind = {
  name: 'rao',
  formats: ['rao', 'erdos'],
  targets: ['rao'],
  layout: { homes, recognise, place },
  writes: 'inside',
  planRules,
  remarks,
  putBack,
  isOwner,
  skips,
  begin: async (scope) => begin(scope, decide, close),
};
