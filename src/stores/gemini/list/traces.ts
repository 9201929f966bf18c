import { baseName } from '../../../model/path.ts';
import { CHECKPOINT } from '../../engine/layout.ts';
import { companionLogs, promptsOfLog } from '../../engine/prompts/logged-prompts.ts';
import type { Traces } from '../../kind.ts';
import { AGENT, CHATS, geminiLogs, SESSIONS, stemOf, TMP } from '../layout/layout.ts';
import { readSession } from '../read/session.ts';

export const geminiTraces: Traces = {
  folders: {},
  promptFiles: geminiLogs,
  companionFiles: (files, paths) => companionLogs(files, paths, 'GM308'),
  *promptsIn(source, wanted) {
    for (const prompt of promptsOfLog(source)) {
      const id = prompt.id.slice(0, 8).toLowerCase();
      if (wanted(id)) yield { ...prompt, id };
    }
  },
  scopeOf: () => '',
  isId: (name) => /^[0-9a-f]{8}$/.test(name),
  // The name of a session begins with its time.
  pathOf: (scope) => `${TMP}/${scope}/${CHATS}`,
  naming: () => [],
  roles: { itself: [...SESSIONS, CHECKPOINT], agent: [AGENT] },
  agentAt: (path) => stemOf(baseName(path)),
  isStub: (source) => {
    const { hasContent, gone, isReadable } = readSession(source);
    return isReadable && !hasContent && gone.length === 0;
  },
};
