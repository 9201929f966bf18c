import { type Edit, shifted } from '../../../codecs/edit.ts';
import { changeMembers, replaceValue } from '../../../codecs/json/edits.ts';
import { isObject, isText, members, quote, type Value } from '../../../codecs/json/value.ts';
import { bytesAt } from '../../../codecs/lines/source.ts';
import { cmd, DIR, ID, type NextCommand } from '../../../model/command.ts';
import { type Refusal, refused } from '../../decision.ts';
import type { FileRepair } from '../../engine/change/passes.ts';
import { replacing } from '../../engine/range-edits.ts';
import { lastValue, textAt } from '../../engine/text-at.ts';
import { countOf } from '../../words.ts';
import { openingOf, openingWorkdir } from '../checks/first-record.ts';
import { metaFaults, ROOTS, rootsIn } from '../read/meta.ts';
import { type Entry, entriesOf, metaEntry, ordinalFault } from '../read/record.ts';
import type { RolloutFile } from '../read/rollout-file.ts';
import { type CodexPass, type HealingRollout, NAMELESS } from './passes.ts';

export const beforeFirstPass: CodexPass = {
  codes: ['CX103'],
  repair: ({ source }) => {
    const meta = metaEntry(source)?.line;
    if (meta === undefined) return NAMELESS;
    return {
      edits: [replacing(0, meta.at, '')],
      notes: [`${countOf(meta.at, 'byte')} of broken lines before the first record removed`],
    };
  },
};

/** Puts the record that names the thread first, with the members that the program needs. */
export const firstRecordPass: CodexPass = {
  codes: ['CX101', 'CX102', 'CX104', 'CX105', 'CX106', 'CX113'],
  repair: (rollout) => {
    const [code] = rollout.targets.map((each) => each.code);
    if (code === 'CX102' || code === 'CX113') return movedUp(rollout);
    if (code === 'CX106') return withoutMode(rollout);
    return code === 'CX101' ? madeAnew(rollout) : fillMeta(rollout);
  },
};

type Repair = ReturnType<CodexPass['repair']>;

/** Refuses a thread without a folder, since none is invented. `next`: a command that gives one. */
export function withoutFolder(next: NextCommand): Refusal {
  return refused({ reason: 'names its folder nowhere: give it with --cwd DIR', next });
}

const NO_FOLDER = withoutFolder(cmd`heal ${ID} --lossy --cwd ${DIR} --dry-run`);

function movedUp({ source }: HealingRollout): Repair {
  const meta = metaEntry(source)?.line;
  if (meta === undefined) return NAMELESS;
  const line = bytesAt(source, meta.at, meta.length);
  const isLast = meta.at + meta.length >= source.size;
  const gone = replacing(meta.at, meta.length + (isLast ? 0 : 1), '');
  return { edits: [replacing(0, 0, Buffer.concat([line, Buffer.from('\n')])), gone], notes: [] };
}

function withoutMode({ source }: HealingRollout): Repair {
  const { line, payload = null } = metaEntry(source) ?? {};
  if (line === undefined || !isObject(payload)) return NAMELESS;
  const keys = members(payload).flatMap(({ key }) => (isText(key, 'history_mode') ? key : []));
  return { edits: changeMembers(payload, { remove: keys }).map((edit) => shifted(edit, line.at)), notes: [] };
}

/** Adds the members that the first record lacks, and removes those that the program cannot read. */
function fillMeta({ file, source, cwd: requested }: HealingRollout): Repair {
  const cwd = folderOf(file, requested);
  for (const entry of entriesOf(source)) {
    const { type, shape, payload, value, line } = entry;
    if (type !== 'session_meta' || (shape !== 'skipped' && rootsIn(payload).relative.length === 0)) continue;
    if (!isObject(payload) || !isObject(value)) return 'has a first record without a payload';
    const keys = unusableKeys(payload);
    const unknown = unknownOf(keys, file, cwd);
    if (unknown !== null) return unknown;
    const values = { ...valuesFor(file, entry, cwd), ...absoluteRoots(payload) };
    const ordinal = ordinalRepair(value);
    const edits = [
      ...memberEdits(payload, keys, values),
      ...timeEdits(value, values['timestamp'] ?? ''),
      ...ordinal.edits,
    ];
    const named = keys.map((key) => (values[key] === undefined ? `${key} left out` : `${key} set to ${values[key]}`));
    return { edits: edits.map((edit) => shifted(edit, line.at)), notes: [...named, ...ordinal.notes] };
  }
  return 'has no record that is meant to name the thread';
}

/** Members that keep the program from reading the thread, or from going on with it. */
function unusableKeys(payload: Value): string[] {
  const keys = metaFaults(payload);
  return keys.includes(ROOTS) || rootsIn(payload).relative.length === 0 ? keys : [...keys, ROOTS];
}

/** The absolute workspace roots as JSON, if any; the program needs none. */
function absoluteRoots(payload: Value): Values {
  const { absolute } = rootsIn(payload);
  return absolute.length === 0 ? {} : { [ROOTS]: `[${absolute.map(quote).join(',')}]` };
}

function unknownOf(keys: readonly string[], { name }: RolloutFile, cwd: string | null): string | Refusal | null {
  if (keys.includes('id') && name === null) return 'has no id, and its name has none';
  return keys.includes('cwd') && cwd === null ? NO_FOLDER : null;
}

function folderOf(file: RolloutFile, requested: string | null): string | null {
  return openingOf(file).cwd ?? openingWorkdir(file) ?? requested;
}

type Values = Readonly<Record<string, string | undefined>>;

/** Values, as JSON, of keys that the first record needs. No real cli_version is invented. */
function valuesFor(
  { name }: RolloutFile,
  { value, payload }: Pick<Entry, 'value' | 'payload'>,
  cwd: string | null,
): Values {
  const time = textAt(value, 'timestamp') ?? textAt(payload, 'timestamp') ?? timeOf(name);
  return {
    ...(name === null ? {} : { id: quote(name.thread) }),
    timestamp: quote(time),
    ...(cwd === null ? {} : { cwd: quote(cwd) }),
    originator: quote('codex_cli_rs'),
    cli_version: quote('0.0.0'),
  };
}

function timeOf(name: RolloutFile['name']): string {
  return name === null ? '1970-01-01T00:00:00.000Z' : new Date(name.seconds * 1000).toISOString();
}

/** Replaces the value of a present key; removes a key without a known value. */
function memberEdits(payload: Value, keys: readonly string[], values: Values): Edit[] {
  const there = keys.filter((key) => lastValue(payload, key) !== null);
  const replaced = there.flatMap((key) => {
    const value = lastValue(payload, key);
    const json = values[key];
    return value === null || json === undefined ? [] : replaceValue(value, json);
  });
  const remove = members(payload).flatMap(({ key }) =>
    there.some((name) => values[name] === undefined && isText(key, name)) ? key : [],
  );
  const last = keys.flatMap((key) => {
    const json = values[key];
    return there.includes(key) || json === undefined ? [] : { key, json };
  });
  return [...replaced, ...changeMembers(payload, { remove, last })];
}

function ordinalRepair(value: Value): FileRepair {
  const ordinal = ordinalFault(value);
  if (ordinal === null) return { edits: [], notes: [] };
  return { edits: [replaceValue(ordinal, 'null')], notes: ['ordinal set to null'] };
}

function timeEdits(value: Value, timestamp: string): Edit[] {
  if (textAt(value, 'timestamp') !== null) return [];
  const time = lastValue(value, 'timestamp');
  return time === null
    ? changeMembers(value, { first: [{ key: 'timestamp', json: timestamp }] })
    : [replaceValue(time, timestamp)];
}

function madeAnew({ file, source, cwd: requested }: HealingRollout): Repair {
  if (file.name === null) return `${NAMELESS}, and its name has no id`;
  const cwd = folderOf(file, requested);
  if (cwd === null) return NO_FOLDER;
  const facts = { ordinal: null as number | null, items: false, questions: false };
  let time: string | null = null;
  for (const { shape, value, payloadType, ordinal } of entriesOf(source)) {
    if (shape !== 'record') continue;
    time ??= textAt(value, 'timestamp');
    facts.ordinal ??= ordinal;
    facts.items ||= payloadType === 'item_completed';
    facts.questions ||= payloadType === 'user_message';
  }
  const isPaginated = facts.ordinal !== null && facts.items && !facts.questions;
  const line = metaLine({
    id: file.name.thread,
    time: time ?? timeOf(file.name),
    cwd,
    ordinal: isPaginated ? Math.max(0, (facts.ordinal ?? 1) - 1) : null,
  });
  return { edits: [replacing(0, 0, `${line}\n`)], notes: [`a new first record; its folder is set to ${cwd}`] };
}

export function metaLine({
  id,
  time,
  cwd,
  ordinal = null,
  more = '',
}: {
  readonly id: string;
  readonly time: string;
  readonly cwd: string;
  readonly ordinal?: number | null;
  readonly more?: string;
}): string {
  const number = ordinal === null ? '' : `"ordinal":${ordinal},`;
  const mode = ordinal === null ? '' : ',"history_mode":"paginated"';
  const payload = `{"id":${quote(id)},"timestamp":${quote(time)},"cwd":${quote(cwd)},"originator":"codex_cli_rs","cli_version":"0.0.0","source":"cli","model_provider":"openai"${mode}${more}}`;
  return `{"timestamp":${quote(time)},${number}"type":"session_meta","payload":${payload}}`;
}
