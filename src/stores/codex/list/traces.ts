import { isUuid } from '../../../model/ids.ts';
import { historyFile } from '../../engine/prompts/typed-prompts.ts';
import type { Traces } from '../../kind.ts';
import { SESSIONS } from '../layout/layout.ts';
import { codexPrompts } from '../read/prompts.ts';

export const codexTraces: Traces = {
  folders: {},
  promptFiles: historyFile,
  promptsIn: codexPrompts,
  scopeOf: () => '',
  isId: isUuid,
  // The name of a rollout begins with its time, in the program's zone.
  pathOf: () => SESSIONS,
  naming: () => [],
  roles: { itself: ['rollout', 'rollout-zst', 'archived', 'archived-zst', 'document'], agent: [] },
  agentAt: () => null,
};
