import { type FileFinding, findingAbout } from '../../file-finding.ts';
import type { SessionFile } from '../read/session-file.ts';
import type { Workspace } from '../read/workspace.ts';

export function* workspaceFindings(file: SessionFile): Generator<FileFinding> {
  const said = file.says();
  if (said === null) return;
  if (said.isBroken) yield findingAbout('CP301', 'is not the YAML of one object');
  else if (said.wrong.length > 0) yield findingAbout('CP302', detailOf(said));
  else if (isCutFolder(file)) yield findingAbout('CP304', `ends in its folder: ${said.cwd}`);
}

function detailOf({ wrong, members }: Workspace): string {
  const odd = wrong.filter((key) => members.has(key));
  const lacking = wrong.filter((key) => !members.has(key));
  return [
    ...(lacking.length > 0 ? [`lacks ${lacking.join(', ')}`] : []),
    ...(odd.length > 0 ? [`has ${odd.join(', ')} of a kind that is refused`] : []),
  ].join(' and ');
}

/** Ends `workspace.yaml` in the name of the folder, which the first record has whole. */
export function isCutFolder({ says, read, workspace }: SessionFile): boolean {
  const [said, whole] = [says(), read().header?.cwd ?? null];
  if (said?.cwd == null || whole === null || workspace?.bytes == null) return false;
  const isLast = [...said.members.keys()].at(-1) === 'cwd' && workspace.bytes.at(-1) !== 0x0a;
  return isLast && said.cwd !== whole && whole.startsWith(said.cwd);
}
