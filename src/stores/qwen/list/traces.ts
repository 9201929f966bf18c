import { isUuid } from '../../../model/ids.ts';
import { baseName } from '../../../model/path.ts';
import { CHECKPOINT, PROMPT_LOG } from '../../engine/layout.ts';
import { companionLogs, logsOf, promptsOfLog } from '../../engine/prompts/logged-prompts.ts';
import type { PromptFile, Traces } from '../../kind.ts';
import { AGENT, CHATS, foldersUsed, PROJECTS, projectName, stemOf, TMP, USAGE_FILE } from '../layout/layout.ts';

export const qwenTraces: Traces = {
  folders: { 'file-history': 'file-history' },
  promptFiles: qwenLogs,
  companionFiles: (files, paths) => companionLogs(files, paths, 'QW305'),
  *promptsIn(source, wanted) {
    for (const prompt of promptsOfLog(source)) if (wanted(prompt.id)) yield prompt;
  },
  scopeOf: projectName,
  isId: isUuid,
  pathOf: (scope, id) => `${PROJECTS}/${scope}/${CHATS}/${id}.jsonl`,
  naming: () => [],
  roles: { itself: ['session', 'archived-session', 'misnamed', CHECKPOINT], agent: [AGENT] },
  agentAt: (path) => stemOf(baseName(path)).replace(/^agent-/, ''),
};

/** Logs of prompts; their folders are named by a hash of the working folder. */
function qwenLogs(list: (path: string) => readonly string[], read: (path: string) => Uint8Array | null): PromptFile[] {
  const folders = foldersUsed(read(USAGE_FILE));
  return list(TMP).flatMap((hash) => {
    const folder = folders.get(hash) ?? null;
    const about = { scope: folder && projectName(folder), folder };
    return logsOf(`${TMP}/${hash}/${PROMPT_LOG}`, list).map((path) => ({ path, ...about }));
  });
}
