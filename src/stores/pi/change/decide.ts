import { refused, unchanged } from '../../decided.ts';
import { putBackLines } from '../../engine/put-back.ts';
import { decideBy } from '../../engine/verbs.ts';
import type { Verbs } from '../../kind.ts';
import type { PiDocument } from '../document.ts';
import { forkPi, renamePi } from './fork.ts';
import { healPi } from './heal.ts';
import { rehomePi } from './rehome.ts';
import { shelvePi } from './shelve.ts';

export const decidePi = decideBy<PiDocument>({
  heal: healPi,
  migrate: unchanged(),
  fork: forkPi,
  ...shelvePi,
  rename: renamePi,
  rehome: rehomePi,
  tag: refused({ reason: 'cannot be tagged: Pi has no tags' }),
});

export const piVerbs: Verbs<PiDocument, object> = {
  decide: decidePi,
  putBack: putBackLines,
};
