import { scan } from '../../../codecs/json/scan.ts';
import { root } from '../../../codecs/json/value.ts';
import { lines } from '../../../codecs/lines/lines.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import { isUuid } from '../../../model/ids.ts';
import { baseName } from '../../../model/path.ts';
import { historyFile } from '../../engine/prompts/typed-prompts.ts';
import { textAt } from '../../engine/text-at.ts';
import type { Traces } from '../../kind.ts';
import { agentIdOf, findFolder, folderName } from '../layout/layout.ts';
import { METADATA_TYPES } from '../read/metadata-types.ts';
import { claudePrompts, pasteFiles } from '../read/prompts.ts';

export const claudeTraces: Traces = {
  folders: { 'session-env': 'shell', 'file-history': 'file-history' },
  promptFiles: historyFile,
  pasteFiles,
  promptsIn: claudePrompts,
  scopeOf: (folder, scopes) => findFolder(folder.normalize('NFC'), scopes) ?? folderName(folder.normalize('NFC')),
  isId: isUuid,
  pathOf: (scope, id) => `projects/${scope}/${id}.jsonl`,
  naming: namingPatterns,
  roles: {
    itself: ['session', 'archived-session', 'misnamed', 'archived-misnamed', 'nested'],
    agent: ['agent', 'archived-agent'],
  },
  agentAt: (path) => agentIdOf(baseName(path)),
  isStub,
};

/** Files that name projects: those that the program knows, its running processes and jobs, memory and tool results. */
function namingPatterns(root: string, scopes: readonly string[]): string[] {
  const own = ['.claude.json', 'sessions/*.json', 'jobs/*/state.json', 'profiles/*/*'];
  const inProject = ['sessions-index.json', 'memory/**', '*/tool-results/**'];
  const projects = scopes.flatMap((scope) => inProject.map((path) => `projects/${scope}/${path}`));
  // The file is beside a folder of the usual name, and inside any other.
  return [...(root === '.claude' ? ['../.claude.json'] : []), ...own, ...projects];
}

/**
 * True for a file of metadata only, as the program leaves when it writes a title into a deleted session. A line that is no record may have
 * been a message.
 */
function isStub(source: Source): boolean {
  for (const { bytes } of lines(source)) {
    if (bytes === null || bytes.every((byte) => byte <= 32)) continue;
    const tape = scan(bytes);
    const type = tape.fault === null ? textAt(root(tape), 'type') : null;
    if (type === null || !METADATA_TYPES.includes(type)) return false;
  }
  return true;
}
