import { innerTape } from '../../../../codecs/json/kernel.ts';
import {
  elements,
  isArray,
  isObject,
  isString,
  members,
  root,
  spanOf,
  textOf,
  typeOf,
  type Value,
} from '../../../../codecs/json/value.ts';
import { atValue, type FileFinding, findingAbout } from '../../../file-finding.ts';
import { kindName } from '../../../words.ts';
import { fieldOf, isEmptyContainer, isSameReference, memberOf } from '../../read/field.ts';
import { COMMAND_CALLS } from '../../read/log.ts';
import { isVector, scanAsR } from '../../read/r-json.ts';
import { isNothing, isSingle, type LogEntry, singleValue } from './entry.ts';

export function* callFindings(entries: Iterable<LogEntry>): Generator<FileFinding> {
  for (const entry of entries) {
    const value = entry.field('function_call');
    if (value === null || isNothing(value)) continue;
    const at = `${entry.at}/function_call`;
    if (isObject(value)) yield* objectFindings(entry, value, at);
    else yield atValue('RA124', value, at, 'has a call that is not an object');
  }
}

function* objectFindings(entry: LogEntry, call: Value, at: string): Generator<FileFinding> {
  const name = singleValue(memberOf(call, 'name')?.value ?? null);
  if (!isString(name)) yield atValue('RA124', call, at, 'has a call without a name');
  else yield* argumentsFinding(textOf(name), call, at);
  if (entry.callId === null) yield atValue('RA125', call, at, 'has a call without a call id');
  const own = entry.call?.msgId ?? { type: 'none' };
  if (own.type === 'none' || own.type === 'other' || entry.id.type === 'none' || isSameReference(own, entry.id)) return;
  const detail = `has a call with another msg_id than its message, ${entry.key}`;
  yield atValue('RA215', own.value, `${at}/msg_id`, detail);
}

function* argumentsFinding(name: string, call: Value, at: string): Generator<FileFinding> {
  const args = memberOf(call, 'arguments')?.value ?? null;
  const value = singleValue(args);
  // Rao parses the arguments of commands without unboxing them.
  if (args !== null && value !== args && COMMAND_CALLS.has(name)) {
    yield atValue('RA126', args, `${at}/arguments`, `has the arguments of ${name} in a list of one`);
    return;
  }
  const wrong = value === null ? MISSING : wrongArguments(name, value);
  if (wrong === null) return;
  const { code, detail } = wrong;
  yield args === null
    ? { ...findingAbout(code, detail), at, offset: spanOf(call).start }
    : atValue(code, args, `${at}/arguments`, detail);
}

type CallFault = Pick<FileFinding, 'code' | 'detail'>;

const MISSING: CallFault = stoppingFault('has a call without arguments');

/** The fault of arguments at which R stops. */
function stoppingFault(detail: string): CallFault {
  return { code: 'RA121', detail };
}

function wrongArguments(name: string, value: Value): CallFault | null {
  if (isString(value)) return wrongText(name, textOf(value));
  if (!isObject(value)) return stoppingFault(`has ${kindName(value)} as the arguments of a call`);
  // R takes an object of one member for a boxed text.
  if (members(value).length === 1)
    return { code: 'RA122', detail: 'has an object of one member as the arguments of a call' };
  return { code: 'RA123', detail: 'has an object as the arguments of a call' };
}

/** True for argument text that Rao reads and can show. */
export function isSoundText(name: string, args: Value): boolean {
  const tape = innerTape(args);
  return (tape === null ? wrongText(name, textOf(args)) : wrongParsed(name, root(tape))) === null;
}

function wrongText(name: string, text: string): CallFault | null {
  const bytes = Buffer.from(text);
  const { tape } = scanAsR(bytes, 'lines');
  const top = root(tape);
  if (tape.fault === null) return wrongParsed(name, top);
  const isTorn = isObject(top) && tape.open.length > 0 && tape.fault.offset >= bytes.length;
  if (isTorn) return { code: 'RA120', detail: 'has arguments of a call that are torn' };
  return stoppingFault('has arguments of a call that are not JSON');
}

function wrongParsed(name: string, top: Value | null): CallFault | null {
  if (!isArguments(top)) return stoppingFault('has arguments of a call that are not an object');
  const wrong = wrongArgument(name, top);
  return wrong === null ? null : stoppingFault(`has a call of ${name} whose ${wrong} is not a string`);
}

/** True for values that R takes for arguments: null and an empty list have no members in R, like an object without any. */
function isArguments(top: Value | null): boolean {
  return isObject(top) || isEmptyContainer(top) || (top !== null && typeOf(top) === 'null');
}

/** Arguments that Rao shows, by call, and the types it needs. */
const SHOWN_ARGUMENTS: ReadonlyMap<string, { readonly names: readonly string[]; fits(value: Value | null): boolean }> =
  new Map([
    // R shows a path's last name. A list of texts becomes a vector in some calls; others need one text.
    ['read_file', { names: ['filename'], fits: isListed }],
    ['view_image', { names: ['image_path'], fits: isListed }],
    ['edit_file', { names: ['filename'], fits: isTextOrNone }],
    ['search_replace', { names: ['file_path'], fits: isTextOrNone }],
    ['run_file', { names: ['filename'], fits: isTextOrNone }],
    // These are compared first.
    ['grep_search', { names: ['query', 'include_pattern', 'exclude_pattern'], fits: isSingle }],
    ['list_dir', { names: ['relative_workspace_path'], fits: isSingle }],
  ]);

/** The argument that stops R when it shows the call; null for none. */
function wrongArgument(call: string, args: Value | null): string | null {
  const rule = SHOWN_ARGUMENTS.get(call);
  return rule?.names.find((name) => !rule.fits(fieldOf(args, name))) ?? null;
}

function isTextOrNone(value: Value | null): boolean {
  return value === null || isString(value);
}

function isListed(value: Value | null): boolean {
  if (!isArray(value)) return isTextOrNone(value);
  return elements(value).some(isString) || (isVector(value) && elements(value).some(isListed));
}
