import { cmd, type Sentence, sentence } from '../../model/command.ts';
import { isConvoOutput } from '../../model/convo-output.ts';
import { baseName, folderOf } from '../../model/path.ts';
import { type Ask, KEPT_TEXT } from '../decision.ts';
import { sitesOf } from '../engine/layout.ts';
import type { CandidatePath, KindInfo, Site } from '../kind.ts';
import { isHomeOfGemini, isHomeOfQwen, ownerOfProjects } from '../projects.ts';
import { countOf } from '../words.ts';
import { isInStore, placeFnord, splitProject } from './layout/layout.ts';
import { startOf } from './read/document-start.ts';

/** fnord 0.9.x: docs/formats/fnord.md. */
export const fnordInfo: KindInfo = {
  name: 'fnord',
  formats: ['v0', 'v1'],
  targets: ['v1', 'v0'],
  reasons: async () => (await import('./list/reasons.ts')).fnordReasons,
  layout: {
    rootName: (shape) => (shape === 'home' ? '.fnord' : null),
    homes: ({ home }) => (home === null ? [] : [[`${home}/.fnord`]]),
    recognise: recogniseFnord,
    place: placeFnord,
    readsAllIn: 'conversations',
    settings: 'settings.json',
  },
  writes: 'over',
  remarks,
  skips: fnordSkips,
};

/** Remarks on a whole run: builds that can no longer see the conversations, and the way back (docs/formats/fnord.md, "History of writers"). */
function remarks(ask: Ask, changed: number): readonly Sentence[] {
  const { verb } = ask;
  if (verb === 'delete') return [KEPT_TEXT];
  if (ask.verb !== 'migrate') return [];
  if (ask.to === 'v0') return ['fnord writes v1 again whenever it saves one of these conversations'];
  return [
    sentence`an older build would no longer see ${countOf(changed, 'conversation')}: ${BLIND}, and so does ${cmd`migrate --to v0`}`,
  ];
}

export const BLIND = sentence`fnord before 0.9.34 (May 2026) cannot read v1; ${cmd`undo`} goes back`;

/**
 * True when the head is one that convo's own migration writes: nothing to do. Any other conversation is read whole, so
 * that refused ones are reported.
 */
export function fnordSkips(ask: Ask, role: string, head: Uint8Array): boolean {
  if (ask.verb !== 'migrate') return false;
  if (role !== 'conversation' && role !== 'archived') return true;
  if (head.length === 0) return false;
  const start = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, HEAD_BYTES)).toString('latin1');
  return ask.to === 'v0' ? V0.test(start) : V1.test(start);
}

/** Bytes; longer than either head. */
const HEAD_BYTES = 64;
const V0 = /^\d{1,12}:\{/;
const V1 = /^\{"version":1,"timestamp":-?\d{1,12}[,}]/;

/** The fnord site of a path, recognised by names and a file's first bytes. */
export function recogniseFnord(candidate: CandidatePath): Site | null {
  if (isOfOtherKind(candidate)) return null;
  return inHome(candidate) ?? (candidate.type === 'folder' ? folderSite(candidate) : fileSite(candidate));
}

/** Contents that only other kinds have. */
function isOfOtherKind(candidate: CandidatePath): boolean {
  const { path, names, above } = candidate;
  if (isOfGemini(candidate) || [candidate, ...above].some((each) => isHomeOfQwen(candidate, each.path, each.names)))
    return true;
  const way = path.split('/');
  if (way.lastIndexOf('.tenex') > way.lastIndexOf('.fnord') || names.includes('conversation_names.csv')) return true;
  return names.includes('.tenex') || above.slice(0, 2).some((each) => each.names.includes('conversation_names.csv'));
}

/** True for a store of Gemini CLI, which has `settings.json` too, and until 2026 wrote a session as one document. */
function isOfGemini(candidate: CandidatePath): boolean {
  const { path, names, above } = candidate;
  if (baseName(path) === '.gemini' || /^session-\d{4}-\d\d-\d\dT.*\.json$/.test(baseName(path))) return true;
  return [{ path, names }, ...above].some((each) => isHomeOfGemini(candidate, each.path, each.names));
}

const site = sitesOf('fnord');

function inHome(candidate: CandidatePath): Site | null {
  const { path, names, type } = candidate;
  if (type === 'folder' && isHome(candidate, path, names)) return site(path, 'home');
  if (type === 'file' && baseName(path) === 'settings.json') return settingsOf(candidate);
  for (let folder = path; folder !== folderOf(folder); folder = folderOf(folder)) {
    const home = folderOf(folder);
    if (baseName(folder) !== 'projects' || !isHomeAbove(candidate, home)) continue;
    const scope = projectAt(candidate, folder);
    const file = type === 'file' && scope !== null ? path.slice(home.length + 1) : null;
    return site(home, 'home', scope, file);
  }
  return null;
}

/** The nearest project of a path below `projects`. Without one, the path may lead to some. */
function projectAt({ path, names, above }: CandidatePath, projects: string): string | null {
  if (path === projects) return null;
  const below = path.slice(projects.length + 1).split('/');
  const { scope, rest } = splitProject(below);
  if (scope === null || rest.length > 0) return scope ?? below[0] ?? null;
  const stores = [{ path, names }, ...above].filter((each) => each.names.some((name) => isInStore(name)));
  const store = stores.find((each) => each.path.startsWith(`${projects}/`));
  return store === undefined ? scope : store.path.slice(projects.length + 1);
}

/**
 * True for fnord's home. Claude Code has a `projects` and a `settings.json` of its own, Pi and Copilot CLI such settings beside their
 * sessions.
 */
function isHome(candidate: CandidatePath, path: string, names: readonly string[]): boolean {
  if (names.includes('projects')) return ownerOfProjects(candidate, path) === 'fnord';
  if (baseName(path) === '.fnord') return true;
  return names.includes('settings.json') && baseName(path) !== '.claude' && !names.some((each) => OF_OTHERS.test(each));
}

/** True if `projects`, a common name, is in fnord's home: the folder above must look like fnord's, or be unknown. */
function isHomeAbove(candidate: CandidatePath, home: string): boolean {
  if (baseName(home) === '.fnord') return true;
  if (ownerOfProjects(candidate, home) === 'claude') return false;
  const { above } = candidate;
  const last = above.at(-1)?.path ?? '';
  const names = above.find((each) => each.path === home)?.names ?? (folderOf(last) === home ? ['settings.json'] : []);
  return names.includes('settings.json');
}

function settingsOf(candidate: CandidatePath): Site | null {
  const [home] = candidate.above;
  return home !== undefined && isHome(candidate, home.path, home.names) ? site(home.path, 'home') : null;
}

const PROJECT_NAMES = ['files', 'commits', 'memory', 'notes.md', 'worktrees', 'skills'];

/** Rao and Erdos have a folder `conversations` too, in folders of these names. */
const RAO_BASES = ['rstudio-ai', 'erdosAi', 'emptyWindowErdosAi'];

function folderSite({ path, names, above, inside }: CandidatePath): Site | null {
  const name = baseName(path);
  if (name === 'conversations') return conversationsSite(path, names, above[0]?.names ?? []);
  if (names.includes('conversations')) {
    const isOther = RAO_BASES.includes(name) || holdsOthers(inside?.(`${path}/conversations`) ?? []);
    return isOther ? null : site(path, 'project', name);
  }
  if (names.some((each) => UUID_FILE.test(each))) return site(path, 'folder');
  const isOther = [...names, ...(inside?.(`${path}/archive`) ?? [])].some((each) => OF_OTHERS.test(each));
  return isEmptied(names) && !isOther ? site(path, 'folder') : null;
}

/** True for a folder whose conversations are all archived: only the journal and the archive are left. */
function isEmptied(names: readonly string[]): boolean {
  return names.includes('.convo') && names.includes('archive');
}

/** Names in stores of other kinds, beside a journal and an archive or in it. */
const OF_OTHERS = /^(?:projects|sessions|session-state|.*\.jsonl)$/;

const UUID_FILE = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\.json$/;

/** In a folder `conversations`, TENEX keeps `metadata.json` and event files, Rao folders of companions. */
function holdsOthers(names: readonly string[]): boolean {
  if (names.includes('metadata.json') || names.some((each) => /^conversation_\d+$/.test(each))) return true;
  return names.some((each) => EVENT_FILE.test(each)) && !names.some((each) => UUID_FILE.test(each));
}

const EVENT_FILE = /^[0-9a-f]{64}\.json$/;

function conversationsSite(path: string, names: readonly string[], beside: readonly string[]): Site | null {
  if (holdsOthers(names)) return null;
  const project = folderOf(path);
  if (RAO_BASES.includes(baseName(project)) && names.length === 0) return null;
  if (PROJECT_NAMES.some((each) => beside.includes(each))) return site(project, 'project', baseName(project));
  return site(path, 'folder', baseName(project));
}

function fileSite({ path, head, above }: CandidatePath): Site | null {
  if (!isConversation(path, head)) return null;
  const [folder, project] = above;
  const name = baseName(path);
  if (folder === undefined || baseName(folder.path) !== 'conversations')
    return site(folderOf(path), 'file', null, name);
  const around = conversationsSite(folder.path, folder.names, project?.names ?? []);
  if (around === null) return null;
  return { ...around, file: around.shape === 'project' ? `conversations/${name}` : name };
}

/** True for a conversation. Documents of other programs can look like v1, so one without fnord's start needs a fitting name. */
function isConversation(path: string, head: Uint8Array): boolean {
  if (isConvoOutput('trajectory', Buffer.from(head.subarray(0, 64)).toString('latin1'))) return false;
  const { form } = startOf(head);
  if (form === 'v0') return true;
  if (!path.endsWith('.json')) return false;
  if (form === null) return true;
  const text = Buffer.from(head).toString('latin1');
  return /"(?:messages|timestamp)"\s*:/.test(text) && (/"messages"\s*:/.test(text) || !/"history"\s*:/.test(text));
}
