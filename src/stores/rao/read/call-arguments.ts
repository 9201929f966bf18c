import {
  elements,
  isObject,
  isString,
  kindOf,
  root,
  sourceOf,
  textOf,
  type Value,
} from '../../../codecs/json/value.ts';
import { type FunctionCall, fieldOf, isPlain, itemsOf, refOf, textOfRef } from './field.ts';
import { isVector, scanAsR } from './r-json.ts';

/** R stops here while it shows a conversation. The message is R's. */
export class Stops extends Error {
  override readonly name = 'Stops';
}

/** The arguments of a call, for lines and edits that Rao shows. Throws Stops where R stops. */
export function argumentsOf(call: FunctionCall): Value | null {
  const given = unboxed(call.arguments);
  if (!isString(given)) return isObject(given) ? given : null;
  const parsed = parse(textOf(given));
  if (parsed === undefined) throw new Stops('the arguments of a call are not JSON');
  if (parsed !== null && isVector(parsed)) throw new Stops(NAMELESS);
  return named(parsed);
}

/** Arguments of a command. Broken JSON is null; a boxed text is not opened. Throws Stops where R stops. */
export function commandArguments(call: FunctionCall): Value | null {
  const given = call.arguments;
  const parsed = isString(given) ? parse(textOf(given)) : given;
  return parsed === undefined ? null : named(parsed);
}

/** Undefined for text that is not JSON. */
function parse(text: string): Value | null | undefined {
  const { tape } = scanAsR(Buffer.from(text), 'lines');
  return tape.fault === null ? root(tape) : undefined;
}

const NAMELESS = 'the arguments of a call have no names';

/** R reads a member of it: a list and null have none, plain values stop R. */
function named(value: Value | null): Value | null {
  if (value === null || kindOf(value) === 'null') return null;
  if (isPlain(value)) throw new Stops(NAMELESS);
  return value;
}

/** A list or object of one member means that member. */
function unboxed(value: Value | null): Value | null {
  if (value === null) return null;
  const inside = itemsOf(value);
  return inside.length === 1 ? (inside[0] ?? null) : value;
}

/** An argument as R pastes it into a text. */
export function argument(args: Value | null, name: string): string | null {
  const value = fieldOf(args, name);
  return value === null ? null : pasted(value);
}

/** An argument that R compares. Throws Stops for an empty list or object. */
export function comparedArgument(args: Value | null, name: string): string | null {
  const value = fieldOf(args, name);
  if (value !== null && !isPlain(value) && itemsOf(value).length === 0)
    throw new Stops(`the argument ${name} is empty`);
  return value === null ? null : pasted(value);
}

/** A path in a line; R unboxes a list of one. Throws Stops for other types. */
export function pathInLine(args: Value | null, name: string): string | null {
  const [only, ...more] = elements(fieldOf(args, name));
  return isString(only) && more.length === 0 ? textOf(only) : pathArgument(args, name);
}

/** A path that R needs. Throws Stops for anything but a text. */
export function pathArgument(args: Value | null, name: string): string | null {
  const value = fieldOf(args, name);
  if (value !== null && !isString(value)) throw new Stops(`the argument ${name} is not text`);
  return value === null ? null : textOf(value);
}

/** R's `paste`: nothing for an empty list, the item of a list of one, else the source. */
export function pasted(value: Value): string {
  for (let inner = value; ; ) {
    const plain = textOfRef(refOf(inner));
    const [only, ...more] = itemsOf(inner);
    if (plain !== null) return plain;
    if (only === undefined) return '';
    if (more.length > 0) return Buffer.from(sourceOf(inner)).toString();
    inner = only;
  }
}

/** R's `basename`: trailing slashes are ignored. */
export function baseNameOf(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end--;
  return path.slice(path.lastIndexOf('/', end - 1) + 1, end);
}
