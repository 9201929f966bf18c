import {
  elements,
  isArray,
  isObject,
  isString,
  kindOf,
  members,
  root,
  spanOf,
  textOf,
  type Value,
} from '../../../../codecs/json/value.ts';
import type { Code } from '../../../../model/findings.ts';
import { kindName } from '../../../kind-name.ts';
import { about, atValue, type Trouble } from '../../../trouble.ts';
import { memberOf } from '../../decode/field.ts';
import { scanAsR } from '../../decode/r-json.ts';
import { isSame } from '../../decode/ref.ts';
import { COMMANDS, type Entry, isNothing, unboxed } from './entry.ts';
import { stoppingArgument } from './shown-arguments.ts';

/** What is wrong with calls, each by itself. */
export function* callTroubles(entries: readonly Entry[]): Generator<Trouble> {
  for (const entry of entries) {
    const value = entry.field('function_call');
    if (value === null || isNothing(value)) continue;
    const at = `${entry.at}/function_call`;
    if (isObject(value)) yield* objectTroubles(entry, value, at);
    else yield atValue('RA124', value, at, 'crashes', 'has a call that is no object');
  }
}

function* objectTroubles(entry: Entry, call: Value, at: string): Generator<Trouble> {
  const name = unboxed(memberOf(call, 'name')?.value ?? null);
  if (!isString(name)) yield atValue('RA124', call, at, 'drops', 'has a call without a name');
  else yield* argumentsTrouble(textOf(name), call, at);
  if (entry.callId === null) yield atValue('RA125', call, at, 'reads', 'has a call without a call id');
  const own = entry.call?.msgId ?? { is: 'none' };
  if (own.is !== 'none' && own.is !== 'other' && entry.id.is !== 'none' && !isSame(own, entry.id))
    yield atValue(
      'RA215',
      own.value,
      `${at}/msg_id`,
      'reads',
      `has a call that notes another message than its own, ${entry.key}`,
    );
}

function* argumentsTrouble(name: string, call: Value, at: string): Generator<Trouble> {
  const given = memberOf(call, 'arguments')?.value ?? null;
  const value = unboxed(given);
  if (given !== null && value !== given && COMMANDS.has(name)) {
    const owner = name === 'run_file' ? 'crashes' : 'drops';
    yield atValue('RA126', given, `${at}/arguments`, owner, `has the arguments of ${name} in a list of one`);
    return;
  }
  const wrong = value === null ? MISSING : wrongArguments(name, value);
  if (wrong === null) return;
  const { code, owner, detail } = wrong;
  yield given === null
    ? { ...about(code, owner, detail), at, offset: spanOf(call).start }
    : atValue(code, given, `${at}/arguments`, owner, detail);
}

type Wrong = Pick<Trouble, 'owner' | 'detail'> & { readonly code: Code };

const MISSING: Wrong = { code: 'RA121', owner: 'crashes', detail: 'has a call without arguments' };

function wrongArguments(name: string, value: Value): Wrong | null {
  if (isString(value)) return wrongText(name, textOf(value));
  if (!isObject(value))
    return { code: 'RA121', owner: 'crashes', detail: `has ${kindName(value)} as the arguments of a call` };
  // R takes an object of one member for a boxed text.
  if (members(value).length === 1)
    return { code: 'RA122', owner: 'crashes', detail: 'has an object of one member as the arguments of a call' };
  return { code: 'RA123', owner: 'reads', detail: 'has an object as the arguments of a call' };
}

function wrongText(name: string, text: string): Wrong | null {
  const bytes = Buffer.from(text);
  const { tape } = scanAsR(bytes, 'lines');
  const top = root(tape);
  if (tape.fault === null) return wrongParsed(name, top);
  const isTorn = isObject(top) && tape.open.length > 0 && tape.fault.offset >= bytes.length;
  if (isTorn) return { code: 'RA120', owner: 'crashes', detail: 'has arguments of a call that are torn' };
  return { code: 'RA121', owner: 'crashes', detail: 'has arguments of a call that are not JSON' };
}

function wrongParsed(name: string, top: Value | null): Wrong | null {
  if (!isArguments(top))
    return { code: 'RA121', owner: 'crashes', detail: 'has arguments of a call that are no object' };
  const stopping = stoppingArgument(name, top);
  if (stopping === null) return null;
  return { code: 'RA121', owner: 'crashes', detail: `has a call of ${name} whose ${stopping} is no text` };
}

/** null and an empty list have no members to R, and none is what an object may have. */
function isArguments(top: Value | null): boolean {
  if (top === null) return false;
  return isObject(top) || kindOf(top) === 'null' || (isArray(top) && elements(top).length === 0);
}
