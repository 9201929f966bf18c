import { elements, isArray, isString, type Value } from '../../../../codecs/json/value.ts';
import { fieldOf } from '../../decode/field.ts';
import { isVector } from '../../decode/r-vector.ts';
import { isSingle } from './entry.ts';

/** The argument of which Rao shows the last name of a path, where R makes a vector of a list of texts. */
const LISTED: ReadonlyMap<string, string> = new Map([
  ['read_file', 'filename'],
  ['view_image', 'image_path'],
]);

/** The same where it must be a text. */
const PATHS: ReadonlyMap<string, string> = new Map([
  ['edit_file', 'filename'],
  ['search_replace', 'file_path'],
  ['run_file', 'filename'],
]);

/** Arguments that Rao compares before it shows them. */
const COMPARED: ReadonlyMap<string, readonly string[]> = new Map([
  ['grep_search', ['query', 'include_pattern', 'exclude_pattern']],
  ['list_dir', ['relative_workspace_path']],
]);

/** The argument of a call that stops R when Rao shows the call, for want of a text; null when all will do. */
export function stoppingArgument(call: string, given: Value | null): string | null {
  const [listed, path] = [LISTED.get(call), PATHS.get(call)];
  if (listed !== undefined) return isListed(fieldOf(given, listed)) ? null : listed;
  if (path !== undefined) return isText(fieldOf(given, path)) ? null : path;
  return COMPARED.get(call)?.find((name) => !isSingle(fieldOf(given, name))) ?? null;
}

function isText(value: Value | null): boolean {
  return value === null || isString(value);
}

/** A vector of texts, or a matrix of them. */
function isListed(value: Value | null): boolean {
  if (!isArray(value)) return isText(value);
  return elements(value).some(isString) || (isVector(value) && elements(value).some(isListed));
}
