import type { Owner, PlacedFinding } from '../model/finding.ts';
import type { Paint } from './paint.ts';
import { printable } from './printable.ts';

/** One finding on one line: the file, what is wrong and where, what its owner will do, and the code. */
export function findingLine(finding: PlacedFinding, paint: Paint): string {
  const { kind, severity, code, owner } = finding;
  const by = { error: paint.bad, warning: paint.warn, info: paint.faint };
  const deed = OWNERS[owner](kind);
  return `${paint.strong(fileText(finding))}: ${sentence(finding)}${deed === '' ? '' : `; ${deed}`} ${by[severity](`[${code}]`)}`;
}

/** The path of the file below its root. */
export function fileText({ path, root }: PlacedFinding): string {
  return printable(path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path);
}

/** What is wrong, to be read after the file's name, with its place in the file. */
function sentence({ message, at, offset, line, column }: PlacedFinding): string {
  const place = at === null || at === '' ? placeText(offset, line, column) : ` at ${printable(at)}`;
  return `${printable(message)}${place}`;
}

function placeText(offset: number | null, line: number | null, column: number | null): string {
  if (offset === null) return '';
  return line === null || column === null ? ` at byte ${offset}` : ` at line ${line}, column ${column}`;
}

/** What the owner does with the file at its next read or write. */
const OWNERS: Readonly<Record<Owner, (kind: string) => string>> = {
  reads: () => '',
  refuses: (kind) => `${kind} refuses it`,
  rewrites: (kind) => `${kind} will rewrite it by itself`,
  overwrites: (kind) => `${kind} will write over it`,
  drops: (kind) => `${kind} will drop it`,
  crashes: (kind) => `a command of ${kind} crashes on it`,
};
