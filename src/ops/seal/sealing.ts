import { dirname, extname, isAbsolute, join, relative } from 'node:path';
import { digestFile, digestOf } from '../../io/disk/digest.ts';
import { errorCode, nullOn, orNull } from '../../io/disk/error-code.ts';
import { digestSource, fileSource } from '../../io/disk/file-source.ts';
import type { ReadDisk } from '../../io/disk.ts';
import { readFinding } from '../../io/walk/look-at-name.ts';
import type { Message, View } from '../../model/conversation.ts';
import { nullOnFailure } from '../../model/failure.ts';
import { type PlacedFinding, ruleOf } from '../../model/finding.ts';
import { KIND_TABLE } from '../../model/kinds.ts';
import { FileReplaced, type Part } from '../../model/part.ts';
import type { Digest } from '../../model/plan.ts';
import { type Seal, type SealedConversation, type SealedFile, type SealHead, sealHead } from '../../model/seal.ts';
import type { Document, Site } from '../../stores/kind.ts';
import type { ReadContext } from '../reading.ts';
import { isFolderWord } from '../sites/project-names.ts';
import { unreadFinding } from '../survey/judge-unit.ts';
import { locateFinding, locatePath, projectOfScope } from '../survey/locate.ts';
import { survey } from '../survey/survey.ts';
import type { EventOf, SurveyEvent } from '../survey/survey-event.ts';
import type { SurveyOptions } from '../survey/survey-options.ts';
import type { ReadSeal } from './read-seal.ts';

/** Gathers a manifest during a survey: one hash a file, a few words a conversation. */
export interface Sealing {
  see(event: SurveyEvent): void;
  seal(): Pick<Seal, 'files' | 'conversations'>;
  /** Findings for files that the manifest lacks, beyond those of the survey. */
  missed(): readonly PlacedFinding[];
  /** Hashes over as many messages as the older manifest counted; null for fewer messages. */
  prefixes: ReadonlyMap<string, string | null>;
  /** Hashes over as many bytes of a conversation's file as the older manifest has, by the path of today. */
  beginnings: ReadonlyMap<string, Digest>;
}

/** The common folder of all stores, absolute. */
function baseOf(sites: readonly Pick<Site, 'root'>[]): string {
  const [first = '/', ...others] = sites.map(({ root }) => root);
  return others.reduce((base, root) => {
    let at = base;
    while (root !== at && !root.startsWith(at === '/' ? at : `${at}/`)) at = dirname(at);
    return at;
  }, first);
}

const LOOKED_FOR = 100;

/** The base of an older manifest: the stores' folder, or one above it if the manifest covers more stores. */
export function baseLike(
  disk: ReadDisk,
  sites: readonly Pick<Site, 'root'>[],
  { files }: Pick<ReadSeal, 'files'>,
): string {
  const names = [...files.keys()].slice(0, LOOKED_FOR);
  const isThere = (path: string) =>
    nullOn(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'EACCES'], () => disk.lstat(path)) !== null;
  for (let at = baseOf(sites); ; at = dirname(at)) {
    if (names.some((name) => isThere(join(at, name)))) return at;
    if (at === dirname(at)) return baseOf(sites);
  }
}

/** `path` is below the root of its site. */
type SealedPath = (site: Site, path: string) => string;

export function namesBelow(base: string): SealedPath {
  return (site, path) => relative(base, locatePath(site, path));
}

export function sealing(disk: ReadDisk, nameIn: SealedPath, older: ReadSeal | null): Sealing {
  const files = new Map<string, SealedFile>();
  const conversations: SealedConversation[] = [];
  const prefixes = new Map<string, string | null>();
  const beginnings = new Map<string, Digest>();
  const sealedBefore = recordFinder(older?.conversations ?? []);
  const missed: PlacedFinding[] = [];
  const reported = new Set<string>();
  const seeParts = (site: Site, scope: string, id: string | null, parts: readonly Part[]): void => {
    for (const part of parts) {
      if (part.type === 'folder' || part.type === 'other') continue;
      const path = locatePath(site, part.path);
      const name = nameIn(site, part.path);
      const lacks = (error: unknown) => {
        const where = { path: part.path, id };
        const finding =
          error instanceof FileReplaced
            ? unreadFinding(id, [part], error)
            : ({ ...readFinding(error, where, 'file') } as const);
        missed.push(locateFinding(site, scope, finding));
        return older?.files.get(name) ?? null;
      };
      const digest = digestAt(disk, path, part, lacks);
      if (digest !== null) files.set(name, { path: name, digest, bytes: part.size });
    }
  };
  const seeView = (site: Site, scope: string, { document, parts }: EventOf<'document'>, view: View): void => {
    const path = nameIn(site, view.path);
    const hashes = historyOf(document, view);
    const sealed = { ...sealedView(site, scope, path, view), ...sumsOf(hashes), ...appendedSize(site, parts, view) };
    conversations.push(sealed);
    const before = sealedBefore(sealed);
    if (typeof before?.messages === 'number') prefixes.set(path, hashes?.[before.messages] ?? null);
    if (before?.bytes === undefined || sealed.bytes === undefined) return;
    if (files.get(path)?.digest === older?.files.get(before.path)) return;
    const digest = orNull(() => digestFile(disk, locatePath(site, view.path), before.bytes));
    if (digest !== null) beginnings.set(path, digest);
  };
  return {
    prefixes,
    beginnings,
    see: (event) => {
      if (isUnread(event)) reported.add(locatePath(event.site, event.finding.path));
      if (event.type === 'scope-end') seeParts(event.site, event.scope, null, event.shared);
      if (event.type !== 'document') return;
      seeParts(event.site, event.scope, event.document.id, event.parts);
      for (const view of event.document.conversations)
        if (view.bytes > 0 || event.parts.length > 0) seeView(event.site, event.scope, event, view);
    },
    seal: () => ({ files: [...files.values()], conversations }),
    missed: () => missed.filter(({ path }) => !reported.has(path)),
  };
}

type SealIdentity = Pick<ReadSeal['conversations'][number], 'kind' | 'project' | 'id' | 'path'>;

/** Finds a conversation in a manifest: by its path, since an archived one may have its id, or else by its id. */
export function recordFinder<T extends SealIdentity>(records: readonly T[]): (of: SealIdentity) => T | undefined {
  const byPath = new Map(records.map((each) => [each.path, each]));
  const byKey = new Map(records.map((each) => [sealKey(each), each]));
  return (of) => byPath.get(of.path) ?? byKey.get(sealKey(of));
}

function sealedView({ kind }: Site, scope: string, path: string, { id, title, updatedAt }: View) {
  return { kind, project: projectOfScope(scope), id, path, title, updatedAt };
}

function sumsOf(hashes: readonly string[] | null) {
  return { messages: hashes === null ? null : hashes.length - 1, history: hashes?.at(-1) ?? '' };
}

/** Empty for a file that its program writes anew, or that is compressed. */
function appendedSize({ kind }: Site, parts: readonly Part[], { path }: View): Pick<SealedConversation, 'bytes'> {
  const isAppended = KIND_TABLE[kind].appendsOnly && extname(path) === '.jsonl';
  const part = isAppended ? parts.find((each) => each.path === path) : undefined;
  return part === undefined ? {} : { bytes: part.size };
}

export function isUnread(event: SurveyEvent): event is EventOf<'finding'> {
  return event.type === 'finding' && ruleOf(event.finding.code).unjudged === true;
}

function sealKey({ kind, project, id }: SealIdentity): string {
  return `${kind}\0${project ?? ''}\0${id}`;
}

/** Digest of a file; null for a dangling link, or a file that vanished. `lacks` handles unreadable ones. */
function digestAt(disk: ReadDisk, path: string, part: Part, lacks: (error: unknown) => string | null): string | null {
  try {
    if ((part.source ?? null) !== null || part.bytes?.length === part.size) return part.digest();
    return part.type === 'link' ? digestFile(disk, path) : printThen(disk, path, part);
  } catch (error) {
    if (error instanceof FileReplaced) return lacks(error);
    const code = errorCode(error);
    if (code === null) throw error;
    return ['ENOENT', 'ENOTDIR', 'ELOOP'].includes(code) ? null : lacks(error);
  }
}

function printThen(disk: ReadDisk, path: string, { path: name, size }: Part): string {
  const now = disk.stat(path);
  if (now.size < size) throw new FileReplaced(name);
  return digestSource(fileSource(disk, path, { ...now, size }, () => new FileReplaced(name)));
}

function historyOf(document: Document, view: View): string[] | null {
  return view.readable ? nullOnFailure(() => historyHashes(document.transcript(view.path).messages)) : null;
}

/** Hashes of the first n messages, from n = 0. */
export function historyHashes(messages: Iterable<Message>): string[] {
  const hashes = [''];
  for (const message of messages)
    hashes.push(digestOf(new TextEncoder().encode(`${hashes.at(-1)}\n${textOf(message)}`)).slice(0, 32));
  return hashes;
}

function textOf({ role, type, text, name, callId, arguments: args }: Message): string {
  return JSON.stringify([role, type, text, name ?? null, callId ?? null, args ?? null]);
}

export interface SealedStores {
  readonly made: Seal;
  readonly head: SealHead;
  /** Absolute. */
  readonly base: string;
  readonly unjudged: readonly PlacedFinding[];
}

/** Reads every file of the stores once, and makes their manifest. Throws Failure `interrupted`. */
export async function sealStores(reading: ReadContext, options: SurveyOptions): Promise<SealedStores> {
  const { disk, kinds, sites } = reading;
  const base = baseOf(sites);
  const gathered = sealing(disk, namesBelow(base), null);
  const unjudged: PlacedFinding[] = [];
  for await (const event of survey({ disk, kinds, sites }, options)) {
    gathered.see(event);
    if (isUnread(event)) unjudged.push(locateFinding(event.site, event.scope, event.finding));
  }
  // A relative folder is another one in the next folder.
  const projects = options.select.projects.filter((name) => isAbsolute(name) || !isFolderWord(name));
  const made = { ...gathered.seal(), projects };
  return { made, head: sealHead(made), base, unjudged: [...unjudged, ...gathered.missed()] };
}
