import type { Sentence } from '../../model/command.ts';
import type { Process } from '../../model/process.ts';
import { type Ask, KEPT_TEXT } from '../decision.ts';
import type { KindInfo, Site } from '../kind.ts';
import { laterHomes, placeTenex, recogniseTenex, tenexHomes } from './layout/layout.ts';
import { DECEMBER_2025, ERAS } from './read/era.ts';

const ONE_WAY =
  'what is written keeps no signatures, tags and kinds, and cannot become events again; the store stays as it is';

/** The FileSystemAdapter of August 2025 and the shapes before and after it: docs/formats/tenex.md. */
export const tenexInfo: KindInfo = {
  name: 'tenex',
  formats: ERAS,
  targets: ['tenex-e5'],
  reasons: async () => (await import('./list/reasons.ts')).tenexReasons,
  entries: async () => (await import('./change/shared-entries.ts')).tenexEntries,
  outputs: [DECEMBER_2025],
  layout: {
    homes: tenexHomes,
    otherData: laterHomes,
    rootName: (shape) => (shape === 'store' ? '.tenex' : null),
    recognise: recogniseTenex,
    place: placeTenex,
    readsAllIn: 'conversations',
  },
  coupling: 'index',
  remarks: tenexRemarks,
  isOwner: isTenexAt,
  // There is no `skips`: skipped units would look like index entries without files.
};

export function tenexRemarks(ask: Ask): readonly Sentence[] {
  if (ask.verb === 'delete') return [KEPT_TEXT];
  if (ask.verb === 'migrate' && ask.to === DECEMBER_2025) return [ONE_WAY];
  return [];
}

/**
 * True for a TENEX process at work on this site: a program or script of that name, started in the project or a worktree
 * below it. One daemon, started anywhere, serves later versions. A store outside a `.tenex` folder is a copy that no
 * process works on.
 */
export function isTenexAt({ command, cwd }: Pick<Process, 'command' | 'cwd'>, { root }: Pick<Site, 'root'>): boolean {
  return (OF_A_HOME.test(root) || isInProject(cwd, root)) && namesTenex(command);
}

const OF_A_HOME = /\/\.tenex\/projects\/[^/]+$/;
const FOLDER = '/.tenex';

function isInProject(cwd: string | null, root: string): boolean {
  return cwd !== null && root.endsWith(FOLDER) && `${cwd}/`.startsWith(root.slice(0, 1 - FOLDER.length));
}

/** Names of programs that run a script, and of shells. */
const RUNNERS = /^(node|nodejs|bun|bunx|deno|tsx|ts-node|npm|npx|pnpm|yarn|sh|bash|dash|zsh)(\.exe)?$/;

function namesTenex(command: readonly string[]): boolean {
  // Some programs write their whole title into the first argument.
  const [program = '', ...rest] = command.length === 1 ? (command[0] ?? '').split(' ') : command;
  const name = program.slice(program.lastIndexOf('/') + 1);
  return RUNNERS.test(name) ? isTenex(scriptOf(rest)) : isProgram(name);
}

/** Flags that take the next argument as their value. */
const WITH_VALUE = /^(-r|--require|--import|--loader|--experimental-loader|-C|--conditions|--cwd|--prefix|--filter)$/;
const PACKAGE_MANAGER_WORDS = ['run', 'exec', 'x', 'watch', 'start', 'dlx'];

/** The first argument that is neither a flag nor a word of the runner's own. */
function scriptOf(rest: readonly string[]): string {
  return (
    rest.find(
      (each, i) =>
        !each.startsWith('-') && !PACKAGE_MANAGER_WORDS.includes(each) && !WITH_VALUE.test(rest[i - 1] ?? ''),
    ) ?? ''
  );
}

const PACKAGE = /^@?tenex(-chat|-backend|-cli|-daemon)?$/i;

/** True for a script of TENEX, by its name and package. The project's name proves nothing. */
function isTenex(script: string): boolean {
  const folders = (script.split('/node_modules/').at(-1) ?? '').split('/');
  const name = folders.pop() ?? '';
  if (/^convo(store)?(\.[cm]?js)?$/.test(name)) return false;
  return isProgram(name) || folders.some((each) => PACKAGE.test(each));
}

function isProgram(name: string): boolean {
  return /^tenexd?(?![a-z])/i.test(name);
}
