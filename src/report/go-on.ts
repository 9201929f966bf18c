import type { Conversation } from '../model/conversation.ts';
import type { KindName } from '../model/kinds.ts';
import { resumeLine } from '../model/resume-line.ts';
import { printable } from './printable.ts';
import { commandLines, wrap } from './wrap.ts';

/** A folder of a conversation that is not there any more, and the command for one that was moved. */
export interface GoneFolder {
  readonly kind: KindName;
  readonly folder: string;
  readonly moved: string;
}

/** How a conversation is gone on with in its program, or what has to be there before; nothing for one that cannot be. */
export function goOnLines(conversation: Conversation, gone: GoneFolder | null, width: number): string[] {
  const line = resumeLine(conversation);
  if (line === null) return [];
  return gone === null ? commandLines('go on with it:', printable(line), 0, width) : goneLines(gone, width);
}

/** Said of a folder that is gone: without it no program goes on with a conversation. */
export function goneLines({ kind, folder, moved }: GoneFolder, width: number): string[] {
  const lead = `${kind} goes on with it in ${printable(folder)}, which is gone. Make that again, or where it has moved:`;
  return [...wrap(lead, 0, { width }), `  ${printable(moved)}`];
}
