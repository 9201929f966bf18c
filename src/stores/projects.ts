import { isUuid } from '../model/ids.ts';
import { baseName } from '../model/path.ts';
import type { CandidatePath } from './kind.ts';

const MAX_PROJECT_FOLDERS = 200;
const MAX_PROJECT_LEVELS = 3;
const SESSION_FILE = /^[0-9a-f-]{36}\.jsonl$/i;
/** Entries that only projects of fnord have. */
const FNORD = ['conversations', 'worktrees', 'files', 'commits', 'notes.md', 'samskara'];

type OwnerOfProjects = 'fnord' | 'claude' | 'qwen';

/**
 * The kind that owns the `projects` of a folder: fnord, Claude Code and Qwen Code keep their stores in one. The
 * contents of the projects' folders decide, else the name of the folder; null for none of them.
 */
export function ownerOfProjects({ inside }: CandidatePath, home: string): OwnerOfProjects | null {
  const byName = { '.fnord': 'fnord', '.claude': 'claude', '.qwen': 'qwen' } as const;
  const named = Object.entries(byName).find(([name]) => name === baseName(home))?.[1] ?? null;
  if (inside === undefined) return named;
  const usual = named === 'qwen' ? named : 'claude';
  const ownerIn = (folder: string) => ownerBelow(inside, [`${home}/${folder}`], usual);
  return ownerIn('projects') ?? ownerIn('archive') ?? named;
}

type NamesInside = NonNullable<CandidatePath['inside']>;

/** Goes level by level, because projects of fnord may be nested. `usual`: the result where only a folder named after an absolute path shows one. */
function ownerBelow(
  inside: NamesInside,
  folders: readonly string[],
  usual: OwnerOfProjects,
  level = 1,
): OwnerOfProjects | null {
  const below = folders
    .flatMap((folder) => inside(folder).map((name) => `${folder}/${name}`))
    .slice(0, MAX_PROJECT_FOLDERS);
  const found = below.map((folder) => ownerOf(inside, folder));
  const owner = found.find((each) => each === 'fnord') ?? found.find((each) => each !== null) ?? null;
  if (owner !== null) return owner;
  if (below.some((folder) => baseName(folder).startsWith('-'))) return usual;
  return level === MAX_PROJECT_LEVELS || below.length === 0 ? null : ownerBelow(inside, below, usual, level + 1);
}

function ownerOf(inside: NamesInside, project: string): OwnerOfProjects | null {
  const names = inside(project);
  if (names.some((name) => FNORD.includes(name))) return 'fnord';
  if (names.includes('chats')) return 'qwen';
  if (names.some((name) => SESSION_FILE.test(name))) return 'claude';
  return names.some((name) => isUuid(name) && inside(`${project}/${name}`).includes('subagents')) ? 'claude' : null;
}

/** True for a home of Gemini CLI: by its name, its registry, or the `chats` in its `tmp`. A `tmp` alone does not suffice. */
export function isHomeOfGemini({ inside = () => [] }: CandidatePath, home: string, names: readonly string[]): boolean {
  if (!names.includes('tmp')) return baseName(home) === '.gemini' && names.includes('projects.json');
  if (baseName(home) === '.gemini' || names.includes('projects.json')) return true;
  if (!names.some((name) => BESIDE_TMP.includes(name))) return false;
  const slugs = inside(`${home}/tmp`).slice(0, MAX_PROJECT_FOLDERS);
  return slugs.some((slug) => inside(`${home}/tmp/${slug}`).includes('chats'));
}

const BESIDE_TMP = ['settings.json', 'history', 'archive', '.convo'];

/** True for a path in a home of Qwen Code, in its `chats`, or with its records, which resemble Claude Code's. */
export function isOfQwen(candidate: CandidatePath): boolean {
  const { path, type, names, above, head } = candidate;
  const homes = [{ path, names }, ...above];
  if (homes.some((each) => isHomeOfQwen(candidate, each.path, each.names))) return true;
  if (type === 'folder') return baseName(path) === 'chats' && names.some((name) => SESSION_FILE.test(name));
  return /"message":\{"role":"(?:user|model)","parts":/.test(Buffer.from(head).toString('latin1'));
}

export function isHomeOfQwen(candidate: CandidatePath, home: string, names: readonly string[]): boolean {
  return names.includes('projects') ? ownerOfProjects(candidate, home) === 'qwen' : baseName(home) === '.qwen';
}
