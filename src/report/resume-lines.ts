import { commandText, quotedWord, withPlaceholders } from '../model/command.ts';
import { type Conversation, isDeletedSoon, isResumable, type View } from '../model/conversation.ts';
import { originalOf } from '../model/ids.ts';
import { KIND_TABLE, type KindName, type KindTraits, programOf } from '../model/kinds.ts';
import { SHOW } from '../model/rules/row.ts';
import { commandLines, countText, printable, wrap } from './text.ts';

type Resumable = Pick<
  Conversation,
  | 'resumes'
  | 'isShadowed'
  | 'kind'
  | 'id'
  | 'resumeId'
  | 'state'
  | 'readable'
  | 'messages'
  | 'cwd'
  | 'hidden'
  | 'earlier'
  | 'cwdGone'
  | 'daysLeft'
>;

/** Shell line that resumes a conversation in its program and folder. Null if impossible, or without messages. */
export function resumeLine(conversation: Resumable): string | null {
  const { kind, state, messages, cwd = null, earlier = 0 } = conversation;
  const { resume, resumeInside, byFolder } = KIND_TABLE[kind];
  if (resume === null || state !== 'active' || messages === 0) return null;
  if (!isResumable(conversation) || !isFound(conversation)) return null;
  // The program resumes the newest file of an id.
  if (earlier > 0) return null;
  const line = resumeInside === null ? `${resume} ${quotedWord(resumeWord(conversation))}` : resume;
  if (conversation.cwdGone === true) return byFolder ? null : line;
  return cwd === null || cwd === '' ? line : `cd ${folderWord(cwd)} && ${line}`;
}

/** The id that its program accepts: for a copy, the one in its name. */
export function resumeWord({ id, resumeId }: Pick<Conversation, 'id' | 'resumeId'>): string {
  return resumeId ?? originalOf(id);
}

/** The folder for a shell, quoted, because `~` of a redacted home would become the reader's. */
function folderWord(cwd: string): string {
  if (cwd === '~' || cwd === '~/') return cwd;
  return cwd.startsWith('~/') ? `~/${quotedWord(cwd.slice(2))}` : quotedWord(cwd);
}

/** True if the program finds it by its id, or lists it. */
export function isFound({
  kind,
  hidden = null,
  daysLeft,
  isShadowed,
}: Pick<Conversation, 'kind' | 'hidden' | 'daysLeft' | 'isShadowed'>): boolean {
  if (isShadowed === true) return false;
  const { resumesNot, resumeInside }: KindTraits = KIND_TABLE[kind];
  if (resumeInside !== null) return hidden === null && !isDeletedAtStart({ kind, daysLeft });
  return hidden === null || !resumesNot.includes(hidden);
}

/** True if the program deletes it at the start that would resume it. */
export function isDeletedAtStart({ kind, daysLeft = null }: Pick<Conversation, 'kind' | 'daysLeft'>): boolean {
  return KIND_TABLE[kind].resumeInside !== null && daysLeft !== null && daysLeft <= 0;
}

/** Lines on what to type in the program; empty if nothing is needed. */
export function insideLines({ kind }: Pick<Conversation, 'kind'>, width: number): string[] {
  const { resumeInside } = KIND_TABLE[kind];
  return resumeInside === null ? [] : wrap(insideText(resumeInside), 0, { width });
}

function insideText({ typed, harm }: NonNullable<KindTraits['resumeInside']>): string {
  return `in it, type ${typed} and choose the session: ${harm}`;
}

export interface GoneFolder {
  readonly folder: string;
  readonly moved: string;
  /** True for a path of another system. */
  readonly isElsewhere: boolean;
}

export function withGone(conversation: Conversation, gone: GoneFolder | null): Conversation {
  return gone === null ? conversation : { ...conversation, cwdGone: true };
}

/** Shell line to resume now. Omits a missing folder if the program does not need it. */
export function lineNow(conversation: Conversation, gone: GoneFolder | null): string | null {
  const isSent = gone === null || KIND_TABLE[conversation.kind].byFolder;
  return resumeLine(isSent ? conversation : { ...conversation, cwd: null });
}

/** Lines on the deletion; empty unless its program deletes it soon. */
export function deletionLines(conversation: Conversation, width: number): string[] {
  const { kind, daysLeft = null, state } = conversation;
  if (state !== 'active' || daysLeft === null || !isDeletedSoon(conversation)) return [];
  const when = daysLeft > 0 ? `in ${countText(daysLeft, 'day')}` : 'at its next start';
  const cure = KIND_TABLE[kind].deletes?.by === 'file' ? ', unless something is said in it before' : '';
  return wrap(`${programOf(kind)} deletes it ${when}${cure}: \`convo keep DIR\` copies it`, 0, { width });
}

/** Lines on how to resume, or on the obstacle; empty if impossible. */
export function resumeLines(conversation: Conversation, gone: GoneFolder | null, width: number): string[] {
  const line = lineNow(conversation, gone);
  if (line === null) return [];
  const inTheWay = goneLines(conversation, gone, width);
  if (inTheWay.length > 0) return inTheWay;
  return [
    ...commandLines('go on with it:', printable(line), 0, width),
    ...insideLines(conversation, width),
    ...anywhereLines(conversation, gone, width),
  ];
}

/** Shell line to go on in another folder; `folder` and `id` are quoted already. Null for a program that accepts none. */
export function lineInFolder(kind: KindName, folder: string, id: string): string | null {
  const { resume, folderFlag }: KindTraits = KIND_TABLE[kind];
  if (resume === null || folderFlag === null) return null;
  const [program, ...words] = resume.split(' ');
  return [program, folderFlag, folder, ...words, id].join(' ');
}

/** Lines on a missing folder without which the program can go on; empty otherwise. `now`: the folder's likely present place. */
export function anywhereLines(
  conversation: Pick<Conversation, 'kind' | 'id' | 'resumeId'>,
  gone: GoneFolder | null,
  width: number,
  now: string | null = null,
): string[] {
  const { kind } = conversation;
  if (gone === null || KIND_TABLE[kind].byFolder) return [];
  const lead = `its folder ${printable(gone.folder)} is gone: this starts ${kind} in the folder where you are`;
  const folder = now === null ? 'FOLDER' : quotedWord(now);
  const line = lineInFolder(kind, folder, quotedWord(resumeWord(conversation)));
  if (line === null) return wrap(lead, 0, { width });
  const there = now === null ? 'in another one:' : `in ${printable(now)}, where it may be now:`;
  return [...wrap(lead, 0, { width }), ...commandLines(there, printable(line), 0, width)];
}

export function linkLines(
  {
    goesOnIn = null,
    lacksSuccessor = false,
    cameFrom = [],
    cloud = null,
  }: Pick<View, 'goesOnIn' | 'lacksSuccessor' | 'cameFrom' | 'cloud'>,
  commandPrefix: string,
  width: number,
): string[] {
  const link = (lead: string, id: string) =>
    commandLines(
      `${lead} ${printable(id)}:`,
      printable(commandText(withPlaceholders(SHOW, { ID: id }), commandPrefix)),
      0,
      width,
    );
  const lacking = `goes on in ${printable(goesOnIn ?? '')}, which has no file in its project folder`;
  const inCloud = `went on in the cloud, as ${printable(cloud ?? '')}: this file may not have what was said there`;
  return [
    ...cameFrom.flatMap((id) => link('came from', id)),
    ...(goesOnIn === null ? [] : lacksSuccessor ? wrap(lacking, 0, { width }) : link('goes on in', goesOnIn)),
    ...(cloud === null ? [] : wrap(inCloud, 0, { width })),
  ];
}

/** Lines on a missing folder that the program needs; empty otherwise. */
export function goneLines({ kind }: Pick<Conversation, 'kind'>, gone: GoneFolder | null, width: number): string[] {
  if (gone === null || !KIND_TABLE[kind].byFolder) return [];
  const { folder, moved, isElsewhere } = gone;
  const lead = isElsewhere
    ? `${kind} goes on with it in ${printable(folder)}, a folder of Windows that cannot be here. Where the project is now:`
    : `${kind} goes on with it in ${printable(folder)}, which is gone. Make it again, or let its sessions follow it to where it is now:`;
  return [...wrap(lead, 0, { width }), `  ${printable(moved)}`];
}
