import { type Finding, fileFinding } from '../../../model/finding.ts';
import { originalOf } from '../../../model/ids.ts';
import { NO_SOURCE, type Part } from '../../../model/part.ts';
import { baseName } from '../../../model/path.ts';
import { DIFF, GUNZIP, GUNZIP_PRINTED } from '../../../model/rules/row.ts';
import { isGzip } from '../../engine/faults/other-format.ts';
import { textAt } from '../../engine/text-at.ts';
import { boundedFindings, isCopyBeside } from '../../file-finding.ts';
import type { ClaudeDocument } from '../document.ts';
import { sessionIdOf } from '../layout/layout.ts';
import { LIST_WINDOW } from '../list/windows.ts';
import { isGzipped, isUnpacked, packedIdOf } from '../read/packed.ts';
import { CLASS } from '../read/record-classes.ts';
import type { SessionFile } from '../session-file.ts';
import { claudeFileFindings } from './file-findings.ts';
import { compressedDetail, SHAPES } from './file-shape.ts';

export function judgeClaude(document: ClaudeDocument): readonly Finding[] {
  return [...boundedFindings(findingsIn(document))];
}

function* findingsIn(document: ClaudeDocument): Generator<Finding> {
  const { id, unit, active, archived, byPath } = document;
  const misnamed = unit.parts.find(({ role }) => role === 'misnamed');
  if (misnamed !== undefined) yield misnamedFinding(document, misnamed.path);
  for (const { role, path } of unit.parts)
    if (role === 'nested') yield fileFinding('CL306', id, path, 'is a session in a folder below a project folder');
  if (active?.part.type === 'folder')
    yield fileFinding('CL314', id, active.part.path, 'is a folder with the name of a session');
  if (active?.source != null) {
    yield* withGunzip(active, claudeFileFindings(active, document.life()));
    if (active.part.size > 0) yield* inList(document, active);
  }
  if (archived?.source != null) yield* claudeFileFindings(archived, null);
  if (byPath?.source != null) yield* claudeFileFindings(byPath, null);
  yield* companionFindings(document);
}

function misnamedFinding(document: ClaudeDocument, path: string): Finding {
  const { id, scope } = document;
  const packed = packedAlone(document);
  if (packed !== null) return packedFinding(id, packed);
  if (!isCopyBeside(id, scope.units)) return fileFinding('CL309', id, path, 'has a name that is not that of a session');
  return { ...fileFinding('CL309', id, path, `is a copy of ${originalOf(id)}, which is here too`), remedy: DIFF };
}

/**
 * A file such as `ID.jsonl.gz` whose records no other file has; null for none. One that convo can unpack counts only if the unpacked file
 * has a session's name.
 */
export function packedAlone({ id, scope, misnamed }: ClaudeDocument): SessionFile | null {
  const isOfSession = ({ path }: Pick<Part, 'path'>) => sessionIdOf(baseName(path)) !== null;
  const isBeside = scope.units?.get(originalOf(id))?.some(isOfSession) === true;
  if (misnamed === null || !isGzipped(misnamed) || isBeside) return null;
  return isUnpacked(misnamed) && packedIdOf(misnamed) === null ? null : misnamed;
}

function packedFinding(id: string, file: SessionFile): Finding {
  const { path, source } = file.part;
  const { code, detail } = SHAPES.gzip;
  if (isUnpacked(file)) return fileFinding(code, id, path, detail);
  return { ...fileFinding('CL219', id, path, compressedDetail(source ?? NO_SOURCE)), remedy: GUNZIP };
}

/** For a gzip file without `.gz` in its name the remedy is `gunzip -c`: `gunzip` refuses the name. */
function* withGunzip({ source }: SessionFile, all: Iterable<Finding>): Generator<Finding> {
  const isPacked = () => source !== null && isGzip(source);
  for (const each of all) yield each.code === 'CL219' && isPacked() ? { ...each, remedy: GUNZIP_PRINTED } : each;
}

function* inList(document: ClaudeDocument, active: SessionFile): Generator<Finding> {
  const { id, unit } = document;
  const { path } = active.part;
  yield* listFindings(active);
  const next = NO_SUCCESSOR[document.succession() ?? 'held'];
  if (next !== null) yield fileFinding('CL311', id, path, `goes on in ${active.continuedIn()}, ${next}`);
  if ((unit.elsewhere ?? []).some(({ role }) => role === 'session'))
    yield fileFinding('CL305', id, path, 'has the id of a session in another project');
}

const NO_SUCCESSOR = {
  held: null,
  archived: null,
  missing: 'which is not in its project folder',
  stub: 'in which nothing was said',
} as const;

function* companionFindings(document: ClaudeDocument): Generator<Finding> {
  const { id } = document;
  const met = new Set<string>();
  for (const { id: agent, file, sidecar, sidecarPath } of document.agents()) {
    if (met.has(agent)) yield fileFinding('CL404', id, file.part.path, `is a second subagent with the id ${agent}`);
    met.add(agent);
    if (sidecar === 'unusable') yield fileFinding('CL107', id, sidecarPath, 'cannot be used');
    if (file.source !== null) yield* claudeFileFindings(file, null);
  }
}

const RECORDS = [
  { named: 'titled', key: 'customTitle' },
  { named: 'tagged', key: 'tag' },
] as const;

interface UnseenName {
  readonly n: number;
  readonly key: 'customTitle' | 'tag';
}

/** Title and tag of a session that are between its two windows. */
export function unseenNames(file: SessionFile): UnseenName[] {
  if (file.part.size <= LIST_WINDOW) return [];
  return RECORDS.flatMap(({ named, key }) => {
    const n = file.records()[named];
    const text = n < 0 ? null : textBefore(file, n, key);
    return text === null || text === '' || text === file.listing()[key] ? [] : [{ n, key }];
  });
}

/**
 * The value of a key in a record that ends before the last window; null for others, since the end of a record that the window cuts may be
 * seen.
 */
function textBefore(file: SessionFile, n: number, key: UnseenName['key']): string | null {
  const records = file.records();
  const isBefore = (records.at[n] ?? 0) + records.lengthOf(n) <= file.part.size - LIST_WINDOW;
  return isBefore ? textAt(file.scan(n)?.record, key) : null;
}

function* titleFindings(file: SessionFile): Generator<Finding> {
  for (const { n, key } of unseenNames(file)) {
    const what = key === 'tag' ? 'the tag' : 'the title';
    const detail = `holds ${what} of the session, further than 64 KiB from its end`;
    yield {
      code: 'CL304',
      id: file.id,
      path: file.part.path,
      at: `/${n}/${key}`,
      offset: file.records().at[n] ?? 0,
      detail,
    };
  }
}

/** Findings on how the picker lists a session: without messages, or under another name. */
export function* listFindings(file: SessionFile): Generator<Finding> {
  if (file.shape() !== null) return;
  const { id, part } = file;
  if (isEmptyTalk(file))
    yield { code: 'CL106', id, path: part.path, at: null, offset: null, detail: 'holds no messages' };
  yield* titleFindings(file);
}

/** True for a file without messages. After a lone CR, which hides them, there may be some. */
function isEmptyTalk(file: SessionFile): boolean {
  const { classOf, count } = file.records();
  for (let n = 0; n < count; n++) if (CONVERSATION_CLASSES.includes(classOf[n] ?? CLASS.blank)) return false;
  return true;
}

const CONVERSATION_CLASSES: readonly number[] = [CLASS.user, CLASS.assistant, CLASS.behind];
