import type { Sentence } from '../../model/command.ts';
import { baseName, isAtOrBelow } from '../../model/path.ts';
import type { Process } from '../../model/process.ts';
import { type Ask, KEPT_TEXT } from '../decision.ts';
import type { KindInfo, Site } from '../kind.ts';
import { placeRao, raoHomes, recogniseRao } from './layout/layout.ts';

const RECOGNISED_STARTS: Readonly<Record<string, (start: string) => boolean>> = {
  // An older key may follow the first 4 KiB.
  diffs: (start) => /^\s*\{[\s\S]*\}\s*$/.test(start) && start.length < 4096 && !start.includes('diffs_by_msg_id'),
  buttons: (start) => /^"?message_id"?,"?buttons_run"?\r?(?:\n|$)/.test(start),
  history: (start) => /^filename\torder(?:\tconversation_index\r?\n|\r?\n?$)/.test(start),
};

const CLOSED =
  'RStudio (Rao) must be closed: it keeps the number of its conversation, message ids and names in memory, and would write over this';

/** Rao, the fork of RStudio, and Erdos after it: docs/formats/rao.md. */
export const raoInfo: KindInfo = {
  name: 'rao',
  formats: ['rao', 'erdos'],
  targets: ['rao'],
  reasons: async () => (await import('./list/reasons.ts')).raoReasons,
  entries: async () => (await import('./change/shared-entries.ts')).raoEntries,
  layout: { homes: raoHomes, recognise: recogniseRao, place: placeRao, readsAllIn: 'conversations' },
  // Rao's numbering of a new conversation depends on the highest number alone.
  coupling: 'scope',
  listed: ['log'],
  remarks: raoRemarks,
  isOwner: isRaoAt,
  skips: raoSkips,
};

/** Remarks on a whole run (docs/formats/rao.md, "Life cycle"). */
export function raoRemarks({ verb }: Pick<Ask, 'verb'>): readonly Sentence[] {
  return verb === 'delete' ? [CLOSED, KEPT_TEXT] : [CLOSED];
}

/** True when the head shows that a migration does not concern the file. Only diffs, buttons and the script history have older shapes. */
export function raoSkips({ verb }: Pick<Ask, 'verb'>, role: string, head: Uint8Array): boolean {
  if (verb !== 'migrate') return false;
  const isPresent = RECOGNISED_STARTS[role];
  return isPresent === undefined || isPresent(Buffer.from(head).toString('latin1'));
}

/** True for a session of Rao or Erdos at work on this base: its environment keeps conversations here, or it was started here. */
export function isRaoAt(at: Pick<Process, 'command' | 'cwd' | 'env'>, { root }: Pick<Site, 'root'>): boolean {
  const name = programOf(at.command);
  if (at.cwd !== null && isAtOrBelow(at.cwd, root)) return RAO.test(name) || ERDOS.test(name);
  if (RAO.test(name)) return basesOf(at).includes(root);
  return ERDOS.test(name) && erdosFolders(at).some((folder) => isAtOrBelow(root, folder));
}

/** Names of Rao's programs: `rsession` serves RStudio and its server; the others are names of the window. */
const RAO = /^(?:rsession(?:-.+)?|rstudio(?:-.+)?|rao(?:-.+)?)$/i;
/** Names of Erdos' programs: its window, and the kernel that runs R for it. */
const ERDOS = /^(?:erdos(?:-.+)?|ark)$/i;

function programOf(command: readonly string[]): string {
  // Some programs write their whole title into the first argument.
  const [program = ''] = command.length === 1 ? (command[0] ?? '').split(' ') : command;
  return baseName(program.replaceAll('\\', '/')).replace(/\.exe$/i, '');
}

/** The bases of a session. Sessions are known from /proc, so R resolves these paths as on Linux. */
function basesOf({ env, cwd }: Pick<Process, 'env' | 'cwd'>): readonly string[] {
  if (env === null) return [];
  const around = { home: env['HOME'] ?? null, cwd: cwd ?? '/', platform: 'linux', env, worktrees: [] };
  return raoHomes(around).flat();
}

/** Folders of Erdos, which keeps a base for each workspace below its settings. */
function erdosFolders({ command, env }: Pick<Process, 'command' | 'env'>): string[] {
  const next = command[command.indexOf('--user-data-dir') + 1];
  const joined = command.flatMap((each) => /^--user-data-dir=(.+)$/s.exec(each)?.[1] ?? []);
  const config = env?.['XDG_CONFIG_HOME'] || (env?.['HOME'] ? `${env['HOME']}/.config` : null);
  return [
    ...joined,
    ...(command.includes('--user-data-dir') && next !== undefined ? [next] : []),
    ...(config === null ? [] : [`${config}/Erdos`, `${config}/erdos`]),
  ];
}
