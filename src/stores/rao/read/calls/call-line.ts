import type { Value } from '../../../../codecs/json/value.ts';
import { argument, baseNameOf, comparedArgument, pathInLine } from './call-arguments.ts';

type Telling = (args: Value | null) => string;

const UNKNOWN = 'unknown';

/** The calls that Rao tells in one line (docs/formats/rao.md, "What Rao shows"). */
const LINES: Readonly<Record<string, Telling>> = {
  find_keyword_context: (args) => `Searched repository for '${argument(args, 'keyword') ?? UNKNOWN}'`,
  grep_search: (args) => `Searched pattern '${short(comparedArgument(args, 'query') ?? UNKNOWN)}'${patterns(args)}`,
  read_file: (args) => `Read ${fileName(args, 'filename')}`,
  view_image: (args) => `Viewed image: ${fileName(args, 'image_path')}`,
  search_for_file: (args) => `Searched for files matching '${argument(args, 'query') ?? UNKNOWN}'`,
  list_dir: (args) => `Listed contents of ${folderName(comparedArgument(args, 'relative_workspace_path') ?? UNKNOWN)}`,
};

/** True for a call that Rao tells in one line. */
export function isTold(name: string): boolean {
  return Object.hasOwn(LINES, name);
}

/** That line. */
export function callLine(name: string, args: Value | null): string {
  return LINES[name]?.(args) ?? `Called function: ${name}`;
}

const LONGEST = 25;

function short(pattern: string): string {
  const characters = Array.from(pattern);
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST).join('')}...` : pattern;
}

function patterns(args: Value | null): string {
  const given = ['include', 'exclude'].flatMap((which) => {
    const pattern = comparedArgument(args, `${which}_pattern`) ?? '';
    return pattern === '' ? [] : [`${which}: ${pattern}`];
  });
  return given.length === 0 ? '' : ` (${given.join(', ')})`;
}

function fileName(args: Value | null, name: string): string {
  const path = pathInLine(args, name);
  return path === null ? UNKNOWN : baseNameOf(path);
}

function folderName(path: string): string {
  return path === '.' ? 'the current directory' : path;
}
