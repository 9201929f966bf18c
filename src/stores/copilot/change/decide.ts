import { refused, unchanged } from '../../decided.ts';
import { putBackLines } from '../../engine/put-back.ts';
import { decideBy } from '../../engine/verbs.ts';
import type { Verbs } from '../../kind.ts';
import type { CopilotDocument } from '../document.ts';
import { forkCopilot, renameCopilot } from './fork.ts';
import { healCopilot } from './heal.ts';
import { rehomeCopilot } from './rehome.ts';
import { restoreFromCopy } from './restore-from-copy.ts';
import { shelveCopilot } from './shelve.ts';

const decideCopilot = decideBy<CopilotDocument>({
  heal: healCopilot,
  migrate: unchanged(),
  fork: forkCopilot,
  ...shelveCopilot,
  restoreFrom: restoreFromCopy,
  rename: renameCopilot,
  rehome: rehomeCopilot,
  tag: refused({ reason: 'cannot be tagged: GitHub Copilot CLI has no tags' }),
});

export const copilotVerbs: Verbs<CopilotDocument, object> = {
  decide: decideCopilot,
  putBack: putBackLines,
};
