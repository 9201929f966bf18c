import { elements, isArray, isObject, isString, kindOf, members, type Value } from '../../../../codecs/json/value.ts';
import { fieldOf } from '../../decode/field.ts';

/** The argument of which Rao shows the last name of a path. */
const PATHS: ReadonlyMap<string, string> = new Map([
  ['read_file', 'filename'],
  ['view_image', 'image_path'],
  ['edit_file', 'filename'],
  ['search_replace', 'file_path'],
]);

/** Arguments that Rao compares before it shows them. */
const COMPARED: ReadonlyMap<string, readonly string[]> = new Map([
  ['grep_search', ['query', 'include_pattern', 'exclude_pattern']],
  ['list_dir', ['relative_workspace_path']],
]);

/** The argument of a call that stops R when Rao shows the call, for want of a text; null when all will do. */
export function stoppingArgument(call: string, given: Value | null): string | null {
  const path = PATHS.get(call) ?? null;
  if (path !== null) return isPath(fieldOf(given, path)) ? null : path;
  return COMPARED.get(call)?.find((name) => !isSingle(fieldOf(given, name))) ?? null;
}

function isPath(value: Value | null): boolean {
  if (value === null || isString(value)) return true;
  return isArray(value) && elements(value).some((each) => isString(each));
}

function isSingle(value: Value | null): boolean {
  if (value === null || kindOf(value) === 'null') return true;
  if (isObject(value)) return members(value).length === 1;
  return !isArray(value) || elements(value).length === 1;
}
