import type { Edit } from '../../../../codecs/edit.ts';
import { changeMembers, replaceValue } from '../../../../codecs/json/edits.ts';
import { FLAG, TOKEN } from '../../../../codecs/json/tape.ts';
import {
  isArray,
  isObject,
  isString,
  isText,
  lexemeOf,
  type Member,
  member,
  members,
  nextOf,
  quote,
  spanOf,
  textOf,
  typeOf,
  type Value,
} from '../../../../codecs/json/value.ts';
import { type Code, codesOf } from '../../../../model/finding.ts';
import { type FileRepair, isWanted, lossOf, onCodes } from '../../../engine/change/passes.ts';
import { shortened } from '../../../words.ts';
import { fnordFindings, passFindings } from '../../checks/judge.ts';
import type { DecodedAndJudged } from '../../conversation-file.ts';
import type { DecodedFnord } from '../../read/decode.ts';
import type { FnordFinding } from '../../read/fnord-finding.ts';
import { MAX_KEY_LENGTH, tooLong } from '../../read/keys.ts';
import { normalStatus } from '../../read/sections.ts';
import { type FnordPass, refusedFor } from '../run-passes.ts';

/**
 * Both healing passes of fnord and the step to v1 (docs/formats/fnord.md, "Rewriting"). Unlike fnord it keeps unknown
 * keys. All or nothing: fnord never heals a v1 file.
 */
// fnord leaves v1 whenever it heals v0, so this does too.
export const legacyPass: FnordPass = toV1When(({ changed }, { only }) => changed && only === null);

/** Upgrades every v0 document, legacy or not. */
export const upgradePass: FnordPass = toV1When(() => true);

/** Task lists that fnord heals as it reads a v0 document. */
export const LEGACY_LISTS: readonly Code[] = ['FN130', 'FN131', 'FN133', 'FN134', 'FN135', 'FN136', 'FN137'];
const CODES: readonly Code[] = ['FN112', ...LEGACY_LISTS, 'FN174'];

/** A pass that runs if a legacy shape is to be healed, and then heals all shapes. `also` adds further v0 documents. */
function toV1When(also: (...of: Parameters<FnordPass>) => boolean): FnordPass {
  return (now, options) => {
    const { document, judgement } = now.doc;
    const mine = now.findings().filter(({ code }) => CODES.includes(code));
    const isMeant = mine.some(({ code }) => isWanted(code, options));
    if (!isMeant && !(document.form === 'v0' && also(now, options))) return null;
    const found = isMeant ? mine : [];
    const loss = lossOf(found, options);
    if (loss !== null) return loss;
    if (judgement.finding !== null) return refusedFor(judgement, judgement.finding);
    const { edits, notes } = joinDocuments(document);
    return { codes: codesOf(found), edits, notes };
  };
}

function joinDocuments(document: DecodedAndJudged['document']): FileRepair {
  const { body, prefix } = document;
  if (body === null || prefix === null) throw new Error('a v0 document that fnord reads has a prefix and a body');
  const found = [...passFindings(document)];
  const step = toV1(document, body, prefix);
  const edits = found.flatMap((each) => EDITS[each.code]?.(each, document) ?? []);
  const lost = found.filter(({ code }) => code === 'FN130' || code === 'FN137').map(takenOut);
  const long = found.flatMap(({ code, where }) =>
    code === 'FN136' && where !== null ? longMembers(where, document) : [],
  );
  return { edits: [...edits, ...step.edits], notes: [...lost, ...long.map(longNote), ...step.notes] };
}

const EMPTY_LIST = '{"description":null,"status":"planning","tasks":[]}';

/** Edits per code; codes without an entry are not healed here. */
const EDITS: Partial<Record<Code, (finding: FnordFinding, document: DecodedFnord) => readonly Edit[]>> = {
  // v0 stored decoded maps; the wire format is JSON text.
  FN112: ({ where }) => replaceIfPresent(where, (value) => quote(compact(value))),
  FN130: ({ where }) => replaceIfPresent(where, () => '{}'),
  FN131: ({ where }) => replaceIfPresent(where, () => '{}'),
  FN133: ({ where }) => (where === null ? [] : wrapList(where)),
  FN134: ({ where }, document) => (where === null ? [] : completeList(where, document)),
  // One operation per object: `completed` handles a list with missing keys.
  FN136: ({ where }, document) => (where === null || missingOf(where).length > 0 ? [] : completeList(where, document)),
  FN135: ({ where }) => replaceIfPresent(where, (value) => quote(statusOf(value))),
  FN137: ({ where }) => replaceIfPresent(where, () => EMPTY_LIST),
};

function replaceIfPresent(where: Value | null, source: (value: Value) => string): Edit[] {
  return where === null ? [] : [replaceValue(where, source(where))];
}

function wrapList(list: Value): Edit[] {
  const { start, end } = spanOf(list);
  return [
    { at: start, remove: 0, insert: Buffer.from('{"description":null,"status":"planning","tasks":') },
    { at: end, remove: 0, insert: Buffer.from('}') },
  ];
}

const DEFAULTS = [
  { key: 'description', json: 'null' },
  { key: 'status', json: '"planning"' },
  { key: 'tasks', json: '[]' },
];

/** Keeps further keys of a list, though fnord drops them, except those v1 cannot hold. */
function completeList(list: Value, document: DecodedFnord): Edit[] {
  return changeMembers(list, { last: missingOf(list), remove: longMembers(list, document).map(({ key }) => key) });
}

function missingOf(list: Value): typeof DEFAULTS {
  return DEFAULTS.filter(({ key }) => member(list, key) === null);
}

function longMembers(list: Value, { unseen }: DecodedFnord): Member[] {
  const own = ['tasks', 'description', 'status'];
  return members(list).filter(({ key, value }) => {
    const name = textOf(key);
    return !own.includes(name) && (Array.from(name).length > MAX_KEY_LENGTH || tooLong(value, unseen) !== null);
  });
}

function longNote({ key }: Member): string {
  const name = `${textOf(key).slice(0, 20)}…`;
  return `drops the key ${name} of a task list, because of a key of more than ${MAX_KEY_LENGTH} characters, as fnord does`;
}

/** The text of a status. null means planning; true and false are atoms in Elixir, so they have a text. */
function statusOf(status: Value): string {
  if (isString(status)) return normalStatus(textOf(status));
  return typeOf(status) === 'null' ? 'planning' : lexemeOf(status);
}

/**
 * A value as one line of JSON from its own source. Numbers, escapes and key order stay; white space and repeated keys
 * go. Never recurses on depth.
 */
function compact(value: Value): string {
  const { tape } = value;
  const out: string[] = [];
  const open: Container[] = [];
  for (let at = value.at; at < nextOf(value); ) {
    closeBefore(at, open, out);
    const inside = open.at(-1);
    const isKey = ((tape.words[at * TOKEN] ?? 0) & FLAG.key) !== 0;
    if (isKey && inside !== undefined && !isFirst(inside, textOf({ tape, at }))) {
      at = nextOf({ tape, at: at + 1 });
      continue;
    }
    if (inside?.filled && !inside.afterKey) out.push(',');
    if (inside !== undefined) Object.assign(inside, { filled: true, afterKey: isKey });
    writeValue({ tape, at }, isKey, open, out);
    at++;
  }
  closeBefore(nextOf(value), open, out);
  return out.join('');
}

interface Container {
  readonly end: number;
  readonly bracket: string;
  readonly keys: Set<string>;
  filled: boolean;
  afterKey: boolean;
}

function closeBefore(at: number, open: Container[], out: string[]): void {
  for (let last = open.at(-1); last !== undefined && last.end <= at; last = open.at(-1)) {
    out.push(last.bracket);
    open.pop();
  }
}

function isFirst({ keys }: Container, name: string): boolean {
  if (keys.has(name)) return false;
  keys.add(name);
  return true;
}

function writeValue(value: Value, isKey: boolean, open: Container[], out: string[]): void {
  if (!isObject(value) && !isArray(value)) {
    out.push(lexemeOf(value), isKey ? ':' : '');
    return;
  }
  out.push(isObject(value) ? '{' : '[');
  const bracket = isObject(value) ? '}' : ']';
  open.push({ end: nextOf(value), bracket, keys: new Set(), filled: false, afterKey: false });
}

/**
 * Makes v1 from v0: `T:{rest` becomes `{"version":1,"timestamp":T,rest`. Removes a `timestamp` or `version` in the body: only the prefix
 * counts, and keys must be unique (docs/formats/fnord.md, "Rewriting").
 */
function toV1(
  { bytes }: DecodedFnord,
  body: Value,
  prefix: { readonly start: number; readonly end: number },
): FileRepair {
  const all = members(body);
  const own = ownTimes(all);
  const rest = all.length > own.length;
  const end = spanOf(body).start + 1;
  const time = Buffer.from(bytes.subarray(prefix.start, prefix.end))
    .toString('latin1')
    .replace(/^0+(?=\d)/, '');
  const head = { at: 0, remove: end, insert: Buffer.from(`{"version":1,"timestamp":${time}${rest ? ',' : ''}`) };
  const notes = own.map(
    ({ key, value }) =>
      `drops the ${textOf(key)} ${shortened(lexemeOf(value), 40)} inside the document, which fnord never read`,
  );
  return { edits: [head, ...changeMembers(body, { remove: own.map(({ key }) => key) })], notes };
}

/** Makes v0 from v1: `{"version":1,"timestamp":T,rest` becomes `T:{rest`; `seconds` is T. */
export function toV0(body: Value, seconds: number): FileRepair {
  const own = ownTimes(members(body));
  const ours = own.length === 2 ? headLength(body) : 0;
  if (ours > 0) return { edits: [{ at: 0, remove: ours, insert: Buffer.from(`${seconds}:{`) }], notes: [] };
  const head: Edit = { at: 0, remove: spanOf(body).start, insert: Buffer.from(`${seconds}:`) };
  const isFirst = ({ key }: Member, i: number) => own.findIndex((each) => textOf(each.key) === textOf(key)) === i;
  const lost = own.filter((each, i) => !isFirst(each, i) || !isUsual(each));
  const notes = lost.map(
    ({ key, value }) => `drops the ${textOf(key)} ${shortened(lexemeOf(value), 40)}, which v0 has no place for`,
  );
  return { edits: [head, ...changeMembers(body, { remove: own.map(({ key }) => key) })], notes };
}

/** Bytes of the head that `toV1` writes, so that the step back is exact. 0 for any other head. */
function headLength({ tape: { bytes } }: Value): number {
  const start = Buffer.from(bytes.subarray(0, 64)).toString('latin1');
  return /^\{"version":1,"timestamp":(?:0|[1-9]\d*)(?:,|(?=[\s}]))/.exec(start)?.[0].length ?? 0;
}

function ownTimes(all: readonly Member[]): Member[] {
  return all.filter(({ key }) => isText(key, 'timestamp') || isText(key, 'version'));
}

function isUsual({ key, value }: Member): boolean {
  return textOf(key) === 'timestamp' || lexemeOf(value) === '1';
}

/** Replaces null sections, and unusable v1 tasks, by empty ones. */
export const sectionsPass: FnordPass = onCodes(['FN118', 'FN132', 'FN160'], ({ document }, found) => {
  const codes = codesOf(found);
  // `found` has at most a thousand findings of a code, so all are searched again.
  const findings = Array.from(fnordFindings(document)).filter(({ code }) => codes.includes(code));
  const edits = findings.flatMap(({ where }) =>
    where === null ? [] : [replaceValue(where, emptyFor(document, where))],
  );
  return { edits, notes: findings.filter(({ code }) => code === 'FN132').map(takenOut) };
});

/** The empty value for a section: `metadata` and `tasks` are objects; messages, memory and the tasks of a list are lists. */
function emptyFor({ body }: DecodedFnord, where: Value): string {
  const objects = [member(body, 'metadata'), member(body, 'tasks')];
  return objects.some((each) => each?.at === where.at) ? '{}' : '[]';
}

function takenOut({ where, detail }: FnordFinding): string {
  const source = where === null ? '' : lexemeOf(where);
  const short = source.length > 60 ? `${source.slice(0, 60)}…` : source;
  return `${detail}: drops ${isArray(where) || isObject(where) ? `all of ${short}` : short}`;
}
