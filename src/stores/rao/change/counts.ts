import type { Counts } from '../../../model/conversation.ts';
import type { Folder } from '../folder.ts';

/** What is in one conversation folder, as far as it can be read; a half message is none. */
export function countsOf(folder: Folder): Counts {
  const messages = folder.log().messages();
  return {
    conversations: 1,
    messages: messages.length,
    toolCalls: messages.filter(({ call }) => call !== null).length,
    tasks: 0,
    memories: 0,
    bytes: folder.parts.reduce((sum, { type, size }) => sum + (type === 'folder' ? 0 : size), 0),
  };
}
