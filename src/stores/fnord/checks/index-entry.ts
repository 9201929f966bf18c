import { scan } from '../../../codecs/json/scan.ts';
import { elements, isArray, isObject, kindOf, lexemeOf, member, root, type Value } from '../../../codecs/json/value.ts';
import { aboutFile, type Finding } from '../../../model/finding.ts';
import type { Part, Scope } from '../../kind.ts';
import { folderOf } from '../../path.ts';
import { decodingFault } from '../read/decode.ts';

/** Numbers in one embedding of fnord's model. */
const DIMENSIONS = 384;

/** A conversation's entry in the semantic index (docs/formats/fnord.md, "Index"). */
export interface SearchEntry {
  readonly metadata: Part | null;
  readonly embeddings: Part | null;
  /** Any file of the entry, for its path; null without an entry. */
  readonly any: Part | null;
}

/** The status in fnord's own survey of its index. `deleted`: an entry without a conversation. */
export type IndexStatus = 'new' | 'stale' | 'deleted' | 'current';

/** `unseen` for a single file or bare folder, and where the index folder could not be read. */
export function entriesIn({ site: { shape, file }, roles, hidden }: Scope): 'some' | 'none' | 'unseen' {
  if (file !== null || (shape !== 'home' && shape !== 'project')) return 'unseen';
  if (roles === undefined || ENTRY.some((role) => roles.has(role))) return 'some';
  return hidden === true ? 'unseen' : 'none';
}

const ENTRY = ['index-metadata', 'index-embeddings', 'index-other'];

export function searchEntry(parts: readonly Part[]): SearchEntry {
  let metadata: Part | null = null;
  let embeddings: Part | null = null;
  let other: Part | null = null;
  for (const part of parts) {
    if (part.role === 'index-metadata') metadata ??= part;
    else if (part.role === 'index-embeddings') embeddings ??= part;
    else if (part.role === 'index-other') other ??= part;
  }
  return { metadata, embeddings, any: metadata ?? embeddings ?? other };
}

/** `timestamp` is fnord's sort key of the conversation; null without a conversation. */
export function indexStatus({ metadata }: SearchEntry, timestamp: number | null): IndexStatus | null {
  if (metadata === null) return timestamp === null ? null : 'new';
  if (timestamp === null) return 'deleted';
  return lastIndexed(metadata) < timestamp ? 'stale' : 'current';
}

/** `timestamp` is fnord's sort key of the conversation; null without a conversation. */
export function* indexFindings(entry: SearchEntry, id: string, timestamp: number | null): Generator<Finding> {
  const { metadata, any } = entry;
  if (any === null) return;
  const folder = folderOf(any.path);
  if (metadata === null) yield aboutFile('FN305', id, folder, 'is an index entry without metadata.json');
  else if (timestamp === null) yield aboutFile('FN303', id, folder, 'is an index entry without a conversation');
  else {
    yield* metadataFindings(metadata, id, timestamp);
    yield* embeddingFindings(entry, id, folder);
  }
}

function* metadataFindings(metadata: Part, id: string, timestamp: number): Generator<Finding> {
  const object = documentOf(metadata);
  const last = member(object, 'last_indexed_ts');
  const usable = isObject(object) && (last === null || kindOf(last) === 'number');
  const stale = lastIndexed(metadata) < timestamp;
  if (!usable) {
    const detail = stale ? 'cannot be read: indexed anew' : 'has a time that is not a number: never indexed anew';
    yield aboutFile('FN304', id, metadata.path, detail);
  } else if (stale) yield aboutFile('FN302', id, metadata.path, 'is older than the conversation');
}

function* embeddingFindings({ embeddings }: SearchEntry, id: string, folder: string): Generator<Finding> {
  const path = embeddings?.path ?? folder;
  const list = embeddings === null ? null : documentOf(embeddings);
  const values = isArray(list) ? elements(list) : null;
  if (values === null || values.some((value) => kindOf(value) !== 'number')) {
    const detail = embeddings === null ? 'has no embeddings.json' : 'is not a list of numbers';
    yield aboutFile('FN307', id, path, detail);
  } else if (values.length !== DIMENSIONS)
    yield aboutFile('FN306', id, path, `holds ${values.length} numbers instead of ${DIMENSIONS}`);
}

/** The time in an entry, -1 for none. Other types are later than all numbers: Elixir's term order. */
function lastIndexed(metadata: Part): number {
  const object = documentOf(metadata);
  const last = member(object, 'last_indexed_ts');
  if (last === null) return -1;
  return kindOf(last) === 'number' ? Number(lexemeOf(last)) : Number.POSITIVE_INFINITY;
}

function documentOf({ bytes }: Part): Value | null {
  if (bytes === null) return null;
  const tape = scan(bytes);
  return decodingFault(tape) === null ? root(tape) : null;
}
