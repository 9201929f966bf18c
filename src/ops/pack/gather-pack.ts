import { join } from 'node:path';
import { digestOf } from '../../io/disk/digest.ts';
import { statOf } from '../../io/disk/stat-of.ts';
import type { PackedFile } from '../../io/tar.ts';
import { addAll } from '../../model/collections.ts';
import { type PlacedFinding, ruleOf } from '../../model/finding.ts';
import type { Part } from '../../model/part.ts';
import { isDamage } from '../../model/rules/row.ts';
import type { Seal } from '../../model/seal.ts';
import type { Kind, PromptFile, SharedEntries, Site } from '../../stores/kind.ts';
import { promptFilesOf, tracesOf } from '../lost.ts';
import { kindOfSite, type ReadContext } from '../reading.ts';
import { isUnread, sealing } from '../seal/sealing.ts';
import { locateFinding, locatePath } from '../survey/locate.ts';
import { survey } from '../survey/survey.ts';
import type { EventOf, SurveyEvent } from '../survey/survey-event.ts';
import { isIdWanted, type SurveyOptions, withSelection } from '../survey/survey-options.ts';

/** `all`: with archived ones and leftovers; if `named`, the wanted ones count in any state. */
export interface PackOptions extends SurveyOptions {
  readonly all: boolean;
  readonly named: boolean;
}

export interface DamagedConversation {
  readonly id: string;
  /** Absolute. */
  readonly path: string;
  readonly codes: readonly string[];
}

/** `leftOut` and `unseen`: sentences that begin with the path, on omitted files and on unreadable folders, which may have conversations. */
export interface GatheredPack {
  readonly seal: Seal;
  readonly files: readonly PackedFile[];
  readonly damaged: readonly DamagedConversation[];
  readonly archived: number;
  readonly leftOut: readonly string[];
  readonly unseen: readonly string[];
  readonly unjudged: readonly PlacedFinding[];
}

/** Reads once all files of the wanted conversations, of those they continue, and their entries in shared files. Throws Failure `interrupted`. */
export async function gatherPack(reading: ReadContext, options: PackOptions): Promise<GatheredPack> {
  const more = new Set<string>();
  const { hasId, filter } = options.select;
  const surveyOptions = withSelection(options, {
    hasId: hasId && ((id) => hasId(id) || more.has(id)),
    filter: filter && {
      has: (key, site, entries) => filter.has(key, site, entries) || more.has(key.id ?? ''),
      unseen: (key) => filter.unseen(key),
    },
  });
  for (;;) {
    const pass = new Pass(reading, surveyOptions, more);
    for await (const event of survey(reading, pass.options)) await pass.see(event);
    const further = [...pass.sources].filter((id) => !pass.gatheredIds.has(id) && !more.has(id));
    if (further.length === 0) return pass.gathered();
    for (const id of further) more.add(id);
  }
}

class Pass {
  readonly options: PackOptions;
  readonly sources = new Set<string>();
  readonly gatheredIds = new Set<string>();
  readonly #more: ReadonlySet<string>;
  readonly #kinds: ReadContext['kinds'];
  readonly #nameIn: ReturnType<typeof packNames>;
  readonly #sealed: ReturnType<typeof sealing>;
  readonly #found = new Map<string, Omit<PackedFile, 'digest'>>();
  readonly #files: PackedFile[] = [];
  readonly #damaged: DamagedConversation[] = [];
  readonly #leftOut: string[] = [];
  readonly #unseen: string[] = [];
  readonly #unjudged = new Map<string, PlacedFinding>();
  readonly #packed = new Set<string>();
  readonly #staying = new Map<string, string>();
  readonly #roots = new Set<string>();
  readonly #prompts = new Map<string, Promise<readonly PromptFile[]>>();
  readonly #reading: ReadContext;
  #isWhole = true;
  #archived = 0;

  constructor(reading: ReadContext, options: PackOptions, more: ReadonlySet<string>) {
    const { disk, kinds, sites } = reading;
    this.#reading = reading;
    this.options = options;
    this.#more = more;
    this.#kinds = kinds;
    this.#nameIn = packNames(kinds, sites);
    this.#sealed = sealing(disk, this.#nameIn, null);
  }

  async see(event: SurveyEvent): Promise<void> {
    if (isUnread(event)) this.#addUnread(locateFinding(event.site, event.scope, event.finding));
    if (event.type === 'scope-end') await this.#close(event);
    if (event.type !== 'document' || !isIdWanted(this.options.select, event.document.id)) return;
    if (this.#more.has(event.document.id) || isMeant(event, this.options)) return this.#take(event);
    this.#isWhole = false;
    if (event.document.conversations.length > 0) this.#archived++;
  }

  gathered(): GatheredPack {
    const { files: sums, conversations } = this.#sealed.seal();
    for (const missed of this.#sealed.missed()) this.#unjudged.set(missed.path, missed);
    const files = [...this.#files];
    for (const { path, digest } of sums) {
      const file = this.#found.get(path);
      if (file !== undefined) files.push({ ...file, digest });
    }
    files.sort((a, b) => (a.path < b.path ? -1 : 1));
    return {
      seal: {
        projects: [],
        files: files.map(({ path, digest, size }) => ({ path, digest, bytes: size })),
        conversations,
      },
      files,
      damaged: this.#damaged,
      archived: this.#archived,
      leftOut: [...this.#leftOut, ...this.#stays()],
      unseen: this.#unseen,
      unjudged: [...this.#unjudged.values()],
    };
  }

  /** Cached by site, not by scope. */
  #promptsAt(site: Site): Promise<readonly PromptFile[]> {
    const files = this.#prompts.get(site.root) ?? promptFilesAt(this.#reading, site);
    this.#prompts.set(site.root, files);
    return files;
  }

  #stays(): string[] {
    const staying = [...this.#staying].filter(([, root]) => this.#roots.has(root));
    return staying.map(([path]) => `${path} is not packed: it belongs to all conversations`);
  }

  /** An unreadable folder may concern any conversation, so it names none. */
  #addUnread(finding: PlacedFinding): void {
    if (finding.id !== null) this.#unjudged.set(finding.path, finding);
    else if (this.options.select.hasId === null) this.#unseen.push(`${finding.path} ${finding.message}`);
  }

  #take(event: EventOf<'document'>): void {
    const { site, document, parts } = event;
    if (this.#isUnread(event)) return;
    this.#packed.add(document.id);
    this.gatheredIds.add(document.id);
    this.#sealed.see(event);
    for (const part of parts) this.#takePart(site, part);
    const damaged = damageOf(event);
    if (damaged !== null) this.#damaged.push(damaged);
    for (const id of document.goesOnFrom?.() ?? []) this.sources.add(id);
  }

  #isUnread({ site, parts }: EventOf<'document'>): boolean {
    return parts.length > 0 && parts.every(({ path }) => this.#unjudged.has(locatePath(site, path)));
  }

  #takePart(site: Site, part: Part): void {
    const { path, type, mode, size, mtime, mtimeMs = mtime * 1000 } = part;
    const from = locatePath(site, path);
    const reason = whyNotPacked(kindOfSite(this.#kinds, site).layout.place(site, path, 'folder'), part);
    if (reason !== null) this.#leftOut.push(`${from} ${reason}`);
    if (reason !== null || type === 'folder') return;
    const name = this.#nameIn(site, path);
    this.#found.set(name, { path: name, from, size, mode: type === 'link' ? 0o600 : mode, mtimeMs });
  }

  async #close(event: EventOf<'scope-end'>): Promise<void> {
    const entries = this.#packed.size === 0 ? undefined : await kindOfSite(this.#kinds, event.site).entries?.();
    const isWhole = this.#isWhole && this.options.select.hasId === null;
    const shared = entries && sharedIn(entries, this.#nameIn, event, { ids: this.#packed, isWhole });
    addAll(this.#files, shared?.files ?? []);
    addAll(this.#leftOut, shared?.leftOut ?? []);
    for (const path of stayingIn(event, await this.#promptsAt(event.site), this.#packed.size > 0))
      this.#staying.set(path, event.site.root);
    if (this.#packed.size > 0) this.#roots.add(event.site.root);
    this.#packed.clear();
    this.#isWhole = true;
  }
}

function isMeant({ document }: EventOf<'document'>, { all, named }: PackOptions): boolean {
  return all || named || document.conversations.some(({ state }) => state === 'active');
}

/** Why a file is not packed; null if it is, and for a folder whose files are. */
function whyNotPacked(place: ReturnType<PlaceFunction>, { type, bytes, source }: Part): string | null {
  const isOpen = place.type === 'folder' || (place.type === 'part' && place.inside === true);
  if (type === 'folder') return isOpen ? null : 'is a folder that convo does not look into: it is not packed';
  if (type === 'other') return 'is not a file: it is not packed';
  const isDead = type === 'link' && bytes === null && (source ?? null) === null;
  return isDead ? 'is a link that leads nowhere: it is not packed' : null;
}

type PlaceFunction = ReturnType<typeof kindOfSite>['layout']['place'];

function damageOf({ site, document, parts }: EventOf<'document'>): DamagedConversation | null {
  const codes = new Set<string>();
  for (const { code } of document.findings()) if (isDamage(ruleOf(code))) codes.add(code);
  const { id, conversations } = document;
  const path = locatePath(site, conversations[0]?.path ?? parts[0]?.path ?? '');
  return codes.size === 0 ? null : { id, path, codes: [...codes].sort() };
}

/** Names of files in a pack: one folder for each store, which is recognised as a store once unpacked. */
function packNames(kinds: readonly Kind[], sites: readonly Site[]): (site: Site, path: string) => string {
  const folders = new Map<string, string>();
  const counts = new Map<string, number>();
  for (const site of sites) {
    if (folders.has(keyOf(site))) continue;
    const number = (counts.get(site.kind) ?? 0) + 1;
    counts.set(site.kind, number);
    const inner = kindOfSite(kinds, site).layout.rootName?.(site.shape) ?? null;
    folders.set(keyOf(site), `${site.kind}${number === 1 ? '' : `-${number}`}${inner === null ? '' : `/${inner}`}`);
  }
  return (site, path) => `${folders.get(keyOf(site))}/${path}`;
}

/** Key of a store: files given one by one make several sites of it. */
function keyOf({ kind, root, shape }: Site): string {
  return `${kind}\0${shape}\0${root}`;
}

/** Roles of shared files about conversations that have no entries to pack. */
const NOT_PACKED_ROLES: ReadonlySet<string> = new Set(['history', 'registry', 'memory']);

function stayingIn(
  { site, scope, shared }: EventOf<'scope-end'>,
  prompts: readonly PromptFile[],
  packs: boolean,
): string[] {
  const paths = shared.filter(({ role }) => NOT_PACKED_ROLES.has(role)).map(({ path }) => path);
  const own = prompts.filter((each) => each.scope === null || (packs && each.scope === scope)).map(({ path }) => path);
  return [...paths, ...own].map((path) => locatePath(site, path));
}

async function promptFilesAt(reading: ReadContext, site: Site): Promise<PromptFile[]> {
  const traces = await tracesOf(reading, site);
  const files = traces === null ? [] : promptFilesOf(reading, site, traces);
  return files.filter(({ path }) => statOf(reading.disk, join(site.root, path)) !== null);
}

interface PackedScope {
  readonly ids: ReadonlySet<string>;
  readonly isWhole: boolean;
}

/** Shared files with only the entries of packed conversations; unchanged for a whole scope. */
function sharedIn(
  entries: SharedEntries,
  nameIn: (site: Site, path: string) => string,
  { site, shared }: EventOf<'scope-end'>,
  { ids, isWhole }: PackedScope,
): { readonly files: readonly PackedFile[]; readonly leftOut: readonly string[] } {
  const files: PackedFile[] = [];
  const leftOut: string[] = [];
  for (const { path, role, bytes, mode, mtime, mtimeMs = mtime * 1000 } of shared) {
    if (!entries.roles.includes(role) || bytes === null) continue;
    const mine = isWhole ? bytes : entries.only(role, bytes, ids);
    if (mine === null)
      leftOut.push(`${locatePath(site, path)} cannot be understood: what it says of these conversations is not packed`);
    if (mine === null || (mine.length === 0 && !isWhole)) continue;
    // A copy: the scope's bytes are soon reused.
    const from = Buffer.from(mine);
    files.push({ path: nameIn(site, path), from, size: from.length, mode, mtimeMs, digest: digestOf(from) });
  }
  return { files, leftOut };
}
