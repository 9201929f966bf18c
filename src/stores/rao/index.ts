import type { Kind } from '../kind.ts';
import { change } from './change/change.ts';
import { close } from './change/close.ts';
import { settled } from './change/settled.ts';
import { homes } from './layout/homes.ts';
import { place } from './layout/place.ts';
import { recognise } from './layout/recognise.ts';
import { isOwner } from './owner.ts';
import { remarks } from './remarks.ts';
import { begin } from './session.ts';
import { takeBack } from './take-back.ts';

/** Rao, the fork of RStudio, and Erdos after it: docs/formats/rao.md. */
export const rao: Kind = {
  name: 'rao',
  formats: ['rao', 'erdos'],
  targets: ['rao'],
  homes,
  recognise,
  place,
  remarks,
  takeBack,
  isOwner,
  settled,
  begin: (scope) => begin(scope, change, close),
};
