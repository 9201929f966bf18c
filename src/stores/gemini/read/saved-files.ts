import type { Part } from '../../../model/part.ts';
import type { SavedFile, SavedOutputs } from '../../engine/saved-outputs.ts';
import { TOOL_OUTPUTS } from '../layout/layout.ts';

const OUTPUT_NAMES = /tool-outputs[/\\]+session-[^/\\]+[/\\]+([^\s/\\<>"'\])]+)/g;
const FILE =
  /(?:^|\/)(tool-outputs\/session-|logs\/session-|chats\/)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(.*)$/i;

/** Whole id of the session that a file beside sessions is of. */
export function sessionBeside({ path }: Pick<Part, 'path'>): string {
  return FILE.exec(path)?.[2] ?? '';
}

/** Files that the program saved beside a session: outputs of tools that were too long to be sent, plans, tasks, a log. */
export function savedFiles(parts: readonly Part[]): SavedOutputs {
  const files = parts.map((part): [string, SavedFile] => {
    const [, before = '', , name = ''] = FILE.exec(part.path) ?? [];
    const below = name.slice(1);
    if (before.startsWith(TOOL_OUTPUTS)) return [below, { part, mark: `saved output ${below}` }];
    const own = before.startsWith('logs') ? 'log' : below;
    return [`/${own}`, { part, mark: `saved file ${own}` }];
  });
  return { files: new Map(files), naming: OUTPUT_NAMES };
}
