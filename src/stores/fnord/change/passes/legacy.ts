import type { Edit } from '../../../../codecs/edit.ts';
import { nextOf } from '../../../../codecs/json/cursor.ts';
import { changeMembers, replaceValue } from '../../../../codecs/json/edits.ts';
import { quote } from '../../../../codecs/json/quote.ts';
import { FLAG, TOKEN } from '../../../../codecs/json/tape.ts';
import {
  isArray,
  isObject,
  isString,
  kindOf,
  lexemeOf,
  type Member,
  member,
  members,
  spanOf,
  textOf,
  type Value,
} from '../../../../codecs/json/value.ts';
import type { Code } from '../../../../model/findings.ts';
import { codesOf, type FileRepair, isWanted, lossOf } from '../../../engine/passes.ts';
import { passTroubles } from '../../checks/judge.ts';
import type { FnordFinding } from '../../read/fnord-finding.ts';
import { LONGEST_KEY, tooLong } from '../../read/keys.ts';
import type { Read } from '../../read/opened.ts';
import { normalStatus } from '../../read/tasks.ts';
import { type FnordPass, refusedFor } from '../run-passes.ts';
import { takenOut } from './sections.ts';
import { toV1 } from './splice.ts';

/**
 * Both of fnord's healing passes and the step to v1, in one: what fnord would write at its next read, except that the keys
 * it would drop stay (docs/formats/fnord.md, "Rewriting"). All or nothing, because fnord never heals a v1 file.
 */
// Whatever is healed in a v0 file, fnord's own heal would have left v1.
export const legacy: FnordPass = toV1When(({ changed }, { only }) => changed && only === null);

/** Upgrades every v0 document, legacy or not. */
export const upgrade: FnordPass = toV1When(() => true);

const CODES: readonly Code[] = ['FN112', 'FN130', 'FN131', 'FN133', 'FN134', 'FN135', 'FN136', 'FN137', 'FN174'];

/** Runs where a legacy shape is wanted healed, and then takes on all of them; and on other v0 documents where `also` says so. */
function toV1When(also: (...of: Parameters<FnordPass>) => boolean): FnordPass {
  return (now, hints) => {
    const { document, judgement } = now.doc;
    const mine = now.findings().filter(({ code }) => CODES.includes(code));
    const isMeant = mine.some(({ code }) => isWanted(code, hints));
    if (!isMeant && !(document.form === 'v0' && also(now, hints))) return null;
    const found = isMeant ? mine : [];
    const loss = lossOf(found, hints);
    if (loss !== null) return loss;
    if (judgement.trouble !== null) return refusedFor(judgement, judgement.trouble);
    const { edits, notes } = spliced(document);
    return { codes: codesOf(found), edits, notes };
  };
}

function spliced(document: Read['document']): FileRepair {
  const { body, prefix } = document;
  if (body === null || prefix === null) throw new Error('a v0 document that fnord reads has a prefix and a body');
  const found = [...passTroubles(document)];
  const step = toV1(document, body, prefix);
  const edits = found.flatMap((each) => EDITS[each.code]?.(each) ?? []);
  const lost = found.filter(({ code }) => code === 'FN130' || code === 'FN137').map(takenOut);
  const long = found.flatMap(({ code, where }) => (code === 'FN136' && where !== null ? longMembers(where) : []));
  return { edits: [...edits, ...step.edits], notes: [...lost, ...long.map(longNote), ...step.notes] };
}

const EMPTY_LIST = '{"description":null,"status":"planning","tasks":[]}';

/** How each legacy shape is put in order; a shape that is not here stays as it is. */
const EDITS: Partial<Record<Code, (trouble: FnordFinding) => readonly Edit[]>> = {
  // v0 wrote decoded maps here; the wire format wants JSON text.
  FN112: ({ where }) => replaced(where, (value) => quote(compact(value))),
  FN130: ({ where }) => replaced(where, () => '{}'),
  FN131: ({ where }) => replaced(where, () => '{}'),
  FN133: ({ where }) => (where === null ? [] : wrapped(where)),
  FN134: ({ where }) => (where === null ? [] : completed(where)),
  // One operation on one object: a list that lacks something was completed already.
  FN136: ({ where }) => (where === null || missingOf(where).length > 0 ? [] : completed(where)),
  FN135: ({ where }) => replaced(where, (value) => quote(statusOf(value))),
  FN137: ({ where }) => replaced(where, () => EMPTY_LIST),
};

function replaced(where: Value | null, source: (value: Value) => string): Edit[] {
  return where === null ? [] : [replaceValue(where, source(where))];
}

function wrapped(list: Value): Edit[] {
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

/** Further keys of a list stay, but for those that v1 cannot have: fnord drops them all. */
function completed(list: Value): Edit[] {
  return changeMembers(list, { last: missingOf(list), remove: longMembers(list).map(({ key }) => key) });
}

function missingOf(list: Value): typeof DEFAULTS {
  return DEFAULTS.filter(({ key }) => member(list, key) === null);
}

/** Members beside a list's own that are, or hold, a key too long for fnord once the file is v1. */
function longMembers(list: Value): Member[] {
  const own = ['tasks', 'description', 'status'];
  return members(list).filter(({ key, value }) => {
    const name = textOf(key);
    return !own.includes(name) && (Array.from(name).length > LONGEST_KEY || tooLong(value) !== null);
  });
}

function longNote({ key }: Member): string {
  const name = `${textOf(key).slice(0, 20)}…`;
  return `drops the key ${name} of a task list, because of a key of more than ${LONGEST_KEY} characters, as fnord does`;
}

/** null means planning; true and false are atoms to Elixir, and so have a text. */
function statusOf(status: Value): string {
  if (isString(status)) return normalStatus(textOf(status));
  return kindOf(status) === 'null' ? 'planning' : lexemeOf(status);
}

/**
 * A value as JSON text on one line, from its own source: numbers, escapes and the order of keys stay as they are written,
 * white space between tokens goes, and of equal keys the first stays. Never recurses on the depth of the value.
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
    write({ tape, at }, isKey, open, out);
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

function write(value: Value, isKey: boolean, open: Container[], out: string[]): void {
  if (!isObject(value) && !isArray(value)) {
    out.push(lexemeOf(value), isKey ? ':' : '');
    return;
  }
  out.push(isObject(value) ? '{' : '[');
  const bracket = isObject(value) ? '}' : ']';
  open.push({ end: nextOf(value), bracket, keys: new Set(), filled: false, afterKey: false });
}
