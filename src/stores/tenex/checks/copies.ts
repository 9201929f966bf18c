import { hash } from 'node:crypto';
import { elements, sourceOf, type Value } from '../../../codecs/json/value.ts';
import { countEach } from '../../../model/collections.ts';
import type { TenexDocument } from '../document.ts';
import { tenexArchivePath, tenexPath } from '../layout/layout.ts';
import type { DecodedTenex, TenexFile } from '../read/decoded.ts';
import { textMember } from '../read/members.ts';

type CopySide = 'active' | 'archived';

export interface CopyComparison {
  /** The copy with all events of the other. `same`: both; `unreadable`: one of them cannot be read. */
  readonly holds: CopySide | 'same' | 'neither' | 'unreadable';
  readonly more: Readonly<Record<CopySide, number>>;
  /** The copy with the later last event, or else written later; null if unknown. */
  readonly newer: CopySide | null;
  readonly differs: readonly string[];
}

export function compareCopies(active: TenexFile, archived: TenexFile): CopyComparison {
  const one = active.decoded();
  const other = archived.decoded();
  const newer = newerOf(active, archived);
  if (one === null || other === null || !one.isParsed || !other.isParsed)
    return { holds: 'unreadable', more: { active: 0, archived: 0 }, newer, differs: [] };
  if (Buffer.compare(one.bytes, other.bytes) === 0)
    return { holds: 'same', more: { active: 0, archived: 0 }, newer: null, differs: [] };
  const more = { active: countMissing(one, other), archived: countMissing(other, one) };
  return { holds: holderOf(more), more, newer, differs: differences(one, other) };
}

function holderOf({ active, archived }: CopyComparison['more']): CopyComparison['holds'] {
  if (active > 0 && archived > 0) return 'neither';
  return active > 0 ? 'active' : archived > 0 ? 'archived' : 'same';
}

/** Number of events that the other history lacks, counting repetitions. */
function countMissing({ history }: DecodedTenex, { history: other }: DecodedTenex): number {
  const unmatched = countEach(digestsOf(other));
  let lacking = 0;
  for (const digest of digestsOf(history)) {
    const times = unmatched.get(digest) ?? 0;
    if (times === 0) lacking++;
    else unmatched.set(digest, times - 1);
  }
  return lacking;
}

function digestsOf(history: Value | null): string[] {
  return elements(history).map((each) => hash('sha256', sourceOf(each)));
}

function newerOf(active: TenexFile, archived: TenexFile): CopySide | null {
  const last = (opened: TenexFile) => opened.decoded()?.counts().last ?? 0;
  const later = last(active) - last(archived) || active.part.mtime - archived.part.mtime;
  return later === 0 ? null : later > 0 ? 'active' : 'archived';
}

function differences({ members: one }: DecodedTenex, { members: other }: DecodedTenex): string[] {
  const keys = new Set([...one.keys(), ...other.keys()]);
  return [...keys].filter((key) => key !== 'history' && !sameSource(one.get(key), other.get(key)));
}

function sameSource(one: Value | undefined, other: Value | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return Buffer.compare(sourceOf(one), sourceOf(other)) === 0;
}

/**
 * True for a copy under another name: the index lists the id inside, but not this one. Listed, TENEX would load it and
 * save it over the original.
 */
export function isCopy(
  decoded: DecodedTenex,
  document: Pick<TenexDocument, 'id' | 'index' | 'entries' | 'scope'>,
): boolean {
  const { id, index, entries } = document;
  const inner = textMember(decoded, 'id');
  return (
    entries.length === 0 &&
    inner !== null &&
    inner !== id &&
    index.entriesOf(inner).length > 0 &&
    isOnDisk(inner, document)
  );
}

/** True if a conversation of this id exists, active or archived. If some files are out of sight, an index entry counts. */
export function isOnDisk(id: string, { index, scope }: Pick<TenexDocument, 'index' | 'scope'>): boolean {
  const { site, units, hasUnreadFolder } = scope;
  const isPart = units === undefined || hasUnreadFolder === true || site.file !== null;
  if (isPart && index.entriesOf(id).length > 0) return true;
  const own = [tenexPath(site, id), tenexArchivePath(site, id)];
  return units?.get(id)?.some(({ path }) => own.includes(path)) ?? false;
}
