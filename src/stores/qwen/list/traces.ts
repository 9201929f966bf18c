import { createHash } from 'node:crypto';
import { scan } from '../../../codecs/json/scan.ts';
import { root } from '../../../codecs/json/value.ts';
import { lines } from '../../../codecs/lines/lines.ts';
import { isUuid } from '../../../model/id-word.ts';
import { heldSource } from '../../../model/part.ts';
import { baseName } from '../../../model/path.ts';
import { LOG, promptsOfLog } from '../../engine/logged-prompts.ts';
import { textAt } from '../../engine/text-at.ts';
import type { PromptFile, Traces } from '../../kind.ts';
import { projectName, stemOf } from '../layout/names.ts';
import { AGENT, CHATS, PROJECTS } from '../layout/place.ts';

/** What the program leaves of a session that was deleted. */
export const qwenTraces: Traces = {
  folders: { 'file-history': 'file-history' },
  promptFiles: qwenLogs,
  *promptsIn(source, wanted) {
    for (const prompt of promptsOfLog(source)) if (wanted(prompt.id)) yield prompt;
  },
  scopeOf: projectName,
  isId: isUuid,
  pathOf: (scope, id) => `${PROJECTS}/${scope}/${CHATS}/${id}.jsonl`,
  naming: () => [],
  roles: { itself: ['session', 'archived-session', 'misnamed'], agent: [AGENT] },
  agentAt: (path) => stemOf(baseName(path)).replace(/^agent-/, ''),
};

/** The logs are named by a hash of their folders; the record of usage has those of all sessions that ended. */
function qwenLogs(list: (path: string) => readonly string[], read: (path: string) => Uint8Array | null): PromptFile[] {
  const folders = foldersUsed(read(USAGE));
  return list('tmp').map((hash) => {
    const folder = folders.get(hash) ?? null;
    return { path: `tmp/${hash}/${LOG}`, scope: folder && projectName(folder), folder };
  });
}

const USAGE = 'usage_record.jsonl';

function foldersUsed(bytes: Uint8Array | null): ReadonlyMap<string, string> {
  const folders = new Map<string, string>();
  for (const line of bytes === null ? [] : lines(heldSource(bytes))) {
    const tape = line.bytes === null ? null : scan(line.bytes);
    const folder = tape?.fault === null ? textAt(root(tape), 'project') : null;
    if (folder !== null) folders.set(createHash('sha256').update(folder).digest('hex'), folder);
  }
  return folders;
}
