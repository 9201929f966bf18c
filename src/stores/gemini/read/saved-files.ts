import type { Part } from '../../../model/part.ts';
import type { SavedFile, SavedOutputs } from '../../engine/saved-outputs.ts';
import { TOOL_OUTPUTS } from '../layout/layout.ts';

const OUTPUT_NAMES = /tool-outputs[/\\]+session-[^/\\]+[/\\]+([^\s/\\<>"'\])]+)/g;
const FILE =
  /(?:^|\/)(tool-outputs\/session-|logs\/session-|chats\/)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(.*)$/i;

/** Whole id of the session to which a file beside sessions belongs. */
export function sessionBeside({ path }: Pick<Part, 'path'>): string {
  return FILE.exec(path)?.[2] ?? '';
}

/** Files that the program saved beside a session: outputs of tools that were too long to be sent, plans, tasks, a log. */
export function savedFiles(parts: readonly Part[]): SavedOutputs {
  const files = new Map<string, SavedFile>();
  for (const part of parts) {
    const [, before = '', , rest = ''] = FILE.exec(part.path) ?? [];
    const isOutput = before.startsWith(TOOL_OUTPUTS);
    const below = before.startsWith('logs') ? 'log' : rest.slice(1);
    const name = isOutput ? below : `/${below}`;
    const mark = `saved ${isOutput ? 'output' : 'file'} ${below}`;
    // Files of several folders, or of several sessions that are gone, may have one name.
    files.set(files.has(name) ? part.path : name, { part, mark });
  }
  return { files, naming: OUTPUT_NAMES };
}
