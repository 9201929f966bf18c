import { type Edit, editedSource } from '../../../codecs/edit.ts';
import { quote, sourceOf, type Value } from '../../../codecs/json/value.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import { NO_COUNTS } from '../../../model/change-report.ts';
import { cmd, DIR, ID } from '../../../model/command.ts';
import { isUuid } from '../../../model/ids.ts';
import { baseName } from '../../../model/path.ts';
import { type AskFor, type NotChanged, refused, type UnitChange, unchanged, unitChange } from '../../decision.ts';
import { inTheWay } from '../../engine/change/shelving.ts';
import { editedAt } from '../../engine/change/steps.ts';
import { replacing, withoutLine } from '../../engine/range-edits.ts';
import { lastValue, textAt } from '../../engine/text-at.ts';
import { workdirOf } from '../checks/first-record.ts';
import type { CodexDocument } from '../document.ts';
import { idInName, rolloutName } from '../layout/layout.ts';
import { type Entry, entriesOf, isBare, isBareHeader } from '../read/record.ts';
import { type RolloutFile, rewrittenRollout } from '../read/rollout-file.ts';
import { codexCounts } from '../read/shown-counter.ts';
import { metaLine, withoutFolder } from './first-record-passes.ts';
import { eventLines } from './passes.ts';
import { datedPath } from './place.ts';

const GIVEN_FOLDER = cmd`migrate ${ID} --cwd ${DIR} --dry-run`;

/** Wraps bare records of 2025 as the program now writes them, so that it lists and reads the thread. */
export function migrateCodex(document: CodexDocument, ask: AskFor<'migrate'>): UnitChange | NotChanged {
  if (ask.to !== null && ask.to !== 'codex-c')
    return refused({ reason: 'is migrated to codex-c only: from there `codex` itself goes on' });
  const file = document.files.find((each) => each.head().fault === 'old-format');
  if (file?.part.source == null || file.part.type !== 'file') return unchanged();
  const header = headerOf(file, file.part.source);
  if (header === null) return refused({ codes: ['CX108'], reason: 'has no header with an id and a time' });
  const cwd = header.cwd ?? ask.cwd ?? null;
  if (cwd === null) return refused({ ...withoutFolder(GIVEN_FOLDER), codes: ['CX108'] });
  const edits = wrappedRecords(file.part.source, { ...header, cwd });
  const to = file.where === 'archived' ? file.part.path : flatPlaceFor(file, header);
  if (to === null) return refused({ codes: ['CX108'], reason: 'has no time that its name could be made of' });
  if (to !== file.part.path && document.scope.isThere(to)) return inTheWay(['CX108'], { path: to });
  const after = codexCounts(rewrittenRollout(file, editedSource(file.part.source, edits)));
  return unitChange({
    path: file.part.path,
    steps: editedAt(file.part, to, edits),
    codes: ['CX108'],
    before: { ...NO_COUNTS, conversations: 1, bytes: file.part.size },
    after,
    notes: notesFor(cwd, file.part.path, to),
  });
}

interface Header {
  readonly id: string;
  readonly time: string;
  readonly cwd: string | null;
  /** More members of the record, as they are written. */
  readonly more: string;
}

function headerOf(file: RolloutFile, source: Source): Header | null {
  let header: Omit<Header, 'cwd'> | null = null;
  let cwd: string | null = null;
  for (const { value } of entriesOf(source)) {
    if (isBareHeader(value)) header ??= headerIn(file, value);
    cwd ??= workdirOf(value);
    if (header !== null && cwd !== null) break;
  }
  return header === null ? null : { ...header, cwd };
}

function headerIn({ part }: RolloutFile, value: Value | null): Omit<Header, 'cwd'> | null {
  const own = textAt(value, 'id') ?? '';
  const time = textAt(value, 'timestamp') ?? '';
  const id = isUuid(own) ? own : idInName(baseName(part.path));
  const more = (['instructions', 'git'] as const).map((key) => {
    const found = lastValue(value, key);
    const json = found === null ? 'null' : Buffer.from(sourceOf(found)).toString();
    return json === 'null' ? '' : `,"${key}":${json}`;
  });
  return id === null ? null : { id, time, more: more.join('') };
}

function wrappedRecords(source: Source, { id, time, cwd, more }: Header & { readonly cwd: string }): Edit[] {
  const edits: Edit[] = [];
  let hasHeader = false;
  for (const entry of entriesOf(source)) {
    const { line, value } = entry;
    const { at, length } = line;
    if (isBareHeader(value) && !hasHeader) {
      putFirst(edits, entry, metaLine({ id, time, cwd, more }));
      hasHeader = true;
    } else if (lastValue(value, 'record_type') !== null) edits.push(withoutLine(line));
    else if (isBare(entry)) {
      edits.push(replacing(at, 0, `{"timestamp":${quote(time)},"type":"response_item","payload":`));
      const events = eventLines(value, time).map((each) => `\n${each}`);
      edits.push(replacing(at + length, 0, `}${events.join('')}`));
    }
  }
  return edits;
}

/** Puts the record that names the thread first: the program refuses a thread that begins otherwise. */
function putFirst(edits: Edit[], { line }: Entry, meta: string): void {
  if (edits.length === 0) edits.push(replacing(line.at, line.length, meta));
  else edits.unshift(replacing(0, 0, `${meta}\n`), withoutLine(line));
}

/** The name and the folder that the program would give a flat file of the first weeks; null for other files. */
function flatPlaceFor({ name, part, where }: RolloutFile, { id, time }: Header): string | null {
  if (name !== null && where !== 'loose') return part.path;
  if (name !== null || where === 'alone') return datedPath(baseName(part.path));
  const instant = Date.parse(time);
  if (Number.isNaN(instant)) return null;
  return datedPath(rolloutName(instant, id));
}

function notesFor(cwd: string, from: string, to: string): string[] {
  return [
    `its folder is set to ${cwd}`,
    'every record has the time of the first line: the old format has no others',
    ...(to === from ? [] : [`is moved to ${to}`]),
  ];
}
