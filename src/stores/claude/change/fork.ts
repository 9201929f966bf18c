import { elements, isArray, isString, isText, member, textOf, type Value } from '../../../codecs/json/value.ts';
import { addCounts } from '../../../model/change-report.ts';
import { piece, refused } from '../../decided.ts';
import type { AskFor, Left, Piece } from '../../kind.ts';
import { folderOf, join } from '../../path.ts';
import type { ClaudeDocument } from '../document.ts';
import { dump, dumpObject, dumpText, fieldsOf, type Written } from '../python/dump.ts';
import { strip } from '../python/strip.ts';
import { CLASS, RECORD_FLAG } from '../read/records.ts';
import type { SessionFile } from '../session-file.ts';
import { claudeCounts } from './counts.ts';

/**
 * A copy under a new id by the rules of the SDK: every record that is not a sidechain's, in the order of the file, with new uuids;
 * no metadata but the replaced contents and a title. Where the SDK would lose a record or never end, the record stays.
 */
export function forkClaude(document: ClaudeDocument, ask: AskFor<'fork'>): Piece | Left {
  const file = document.active ?? document.archived;
  if (file?.source == null) return refused({ codes: [], reason: 'has no session file that can be read' });
  const { raises } = file.chain();
  if (raises !== null && raises !== 'UnicodeDecodeError')
    return refused({ codes: [], reason: 'cannot be read, so it cannot be forked' });
  const records = keptBy(file);
  const until = ask.at === null ? records.length - 1 : placeOf(file, records, ask.at);
  if (until < 0)
    return refused({ codes: [], reason: ask.at === null ? 'has no records to copy' : `has no message ${ask.at}` });
  const copied = records.slice(0, until + 1);
  const made = copyOf(document, file, copied, ask);
  if (made === null) return refused({ codes: [], reason: 'has no records to copy' });
  const bytes = Buffer.from(`${made.lines.join('\n')}\n`);
  const path = join(folderOf(file.part.path).replace(/^archive\//, 'projects/'), `${made.id}.jsonl`);
  const before = claudeCounts(file);
  const shown = new Set(file.chain().shown);
  const messages = copied.filter((n) => shown.has(n)).length;
  return piece({
    path: file.part.path,
    steps: [{ do: 'put', path, was: 'absent', content: { from: 'bytes', bytes } }],
    before,
    after: addCounts(before, { ...before, messages, bytes: bytes.length }),
    notes: document.agents().length === 0 ? [] : ['subagents and tool results are not copied'],
    newId: made.id,
  });
}

function keptBy(file: SessionFile): number[] {
  const records = file.records();
  return Array.from({ length: records.count }, (_, n) => n).filter(
    (n) => records.isKept(n) && !records.has(n, RECORD_FLAG.sidechain),
  );
}

/** The record before the message that `show --all` numbers so, or the one with this uuid; -1 for none. */
function placeOf(file: SessionFile, records: readonly number[], at: string): number {
  const isNumber = /^\d+$/.test(at);
  if (!isNumber) return records.findLastIndex((n) => uuidOf(file, n) === at);
  const messages = file.chain().chain.filter((n) => file.records().isMessage(n));
  const first = messages[Number(at)];
  return first === undefined ? -1 : records.indexOf(first) - 1;
}

function uuidOf(file: SessionFile, n: number): string | null {
  const uuid = member(file.scan(n)?.record as Value, 'uuid', 'last');
  return isString(uuid) ? textOf(uuid) : null;
}

interface Copy {
  readonly id: string;
  readonly lines: readonly string[];
}

function copyOf(
  { id: source }: ClaudeDocument,
  file: SessionFile,
  copied: readonly number[],
  ask: AskFor<'fork'>,
): Copy | null {
  const { is } = file.records();
  const ids = new Map<string, string>();
  for (const n of copied) ids.set(uuidOf(file, n) ?? '', ask.newId());
  const written = copied.filter((n) => is[n] !== CLASS.progress);
  const last = written.at(-1);
  if (last === undefined) return null;
  const id = ask.newId();
  const now = new Date(ask.now * 1000).toISOString();
  const parents = parentsOf(file, copied);
  const lines = written.map((n) => {
    const record = file.scan(n)?.record as Value;
    return recordLine(record, { source, id, ids, parent: parents(n), now: n === last ? now : null });
  });
  const replaced = replacements(file, source);
  if (replaced.length > 0) lines.push(replacedLine(replaced, id, ask.newId(), now));
  lines.push(titleLine(file, id, ask.newId(), now));
  return { id, lines };
}

interface Into {
  readonly source: string;
  readonly id: string;
  readonly ids: ReadonlyMap<string, string>;
  /** The uuid of the parent that is copied; null for none. */
  readonly parent: string | null;
  /** The time of the last record; null for the others. */
  readonly now: string | null;
}

const REMOVED = ['teamName', 'agentName', 'slug', 'sourceToolAssistantUUID'];

function recordLine(record: Value, { source, id, ids, parent, now }: Into): string {
  const fields = fieldsOf(record);
  const text = (key: string): string => {
    const value = member(record, key, 'last');
    return isString(value) ? textOf(value) : '';
  };
  const idOf = (old: string | null): Written => {
    const known = old === null ? undefined : ids.get(old);
    return known === undefined ? 'null' : dumpText(known);
  };
  fields.set('uuid', idOf(text('uuid')));
  fields.set('parentUuid', idOf(parent));
  fields.set('logicalParentUuid', idOf(text('logicalParentUuid')));
  fields.set('sessionId', dumpText(id));
  if (now !== null || !fields.has('timestamp')) fields.set('timestamp', dumpText(now ?? ''));
  fields.set('isSidechain', 'false');
  fields.set('forkedFrom', `{"sessionId":${dumpText(source)},"messageUuid":${dumpText(text('uuid'))}}`);
  for (const key of REMOVED) fields.delete(key);
  return dumpObject(fields);
}

/** The parent of a record in the copy: progress records are jumped over, and a ring of them has none. */
function parentsOf(file: SessionFile, copied: readonly number[]): (n: number) => string | null {
  const links = file.links();
  const { is } = links.records;
  const isCopied = new Set(copied.map((n) => links.lastOf(n)));
  return (n) => {
    const met = new Set<number>();
    let at = links.parentOf(n);
    while (at >= 0 && is[at] === CLASS.progress && isCopied.has(at) && !met.has(at)) {
      met.add(at);
      at = links.parentOf(at);
    }
    return at < 0 || !isCopied.has(at) || is[at] === CLASS.progress ? null : uuidOf(file, at);
  };
}

/** The replaced contents of this session, whole lists joined. */
function replacements(file: SessionFile, source: string): string[] {
  const { is, count } = file.records();
  const all: string[] = [];
  for (let n = 0; n < count; n++) {
    const record = is[n] === CLASS.other ? file.scan(n)?.record : undefined;
    if (record === undefined || !isText(member(record, 'type', 'last'), 'content-replacement')) continue;
    const list = member(record, 'replacements', 'last');
    if (isText(member(record, 'sessionId', 'last'), source) && isArray(list)) all.push(...elements(list).map(dump));
  }
  return all;
}

function replacedLine(replaced: readonly string[], id: string, uuid: string, now: string): string {
  return `{"type":"content-replacement","sessionId":${dumpText(id)},"replacements":[${replaced.join(',')}],"uuid":${dumpText(uuid)},"timestamp":${dumpText(now)}}`;
}

function titleLine(file: SessionFile, id: string, uuid: string, now: string): string {
  const { customTitle, firstPrompt } = file.listing();
  const title = `${strip(customTitle ?? firstPrompt ?? 'Forked session')} (fork)`;
  return `{"type":"custom-title","sessionId":${dumpText(id)},"customTitle":${dumpText(title)},"uuid":${dumpText(uuid)},"timestamp":${dumpText(now)}}`;
}
