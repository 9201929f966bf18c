import type { Owner, PlacedFinding } from '../../model/finding.ts';
import { row } from '../../model/findings.ts';
import { printable } from '../printable.ts';
import { shellWord } from '../shell-word.ts';

/** What is wrong and what the program will do, as one sentence that needs no file name before it. */
export function sentenceOf(finding: PlacedFinding): string {
  const deed = deedOf(finding);
  return `${problemOf(finding)}${deed === '' ? '' : `; ${deed}`}`;
}

/** What is wrong, with its place in the document. */
function problemOf({ message, at }: PlacedFinding): string {
  // A finding's detail is written to be read after the name of its file.
  const text = printable(message.replace(/^(?:is|was|has|holds) /, ''));
  return at === null || at === '' ? text : `${text} (${printable(at)})`;
}

/** What the program does with the file at its next read or write; empty where it only reads it. */
function deedOf({ owner, kind }: PlacedFinding): string {
  return DEEDS[owner](kind);
}

const DEEDS: Readonly<Record<Owner, (kind: string) => string>> = {
  reads: () => '',
  refuses: (kind) => `${kind} refuses it`,
  rewrites: (kind) => `${kind} rewrites it by itself`,
  overwrites: (kind) => `${kind} will overwrite it`,
  drops: (kind) => `${kind} will drop it`,
  crashes: (kind) => `makes a ${kind} command crash`,
};

/** The place of a finding as editors open it: `line:column`, from 1, and `1:1` for a file as a whole. */
export function placeOf({ line, column }: PlacedFinding): string {
  return `${line ?? 1}:${column ?? 1}`;
}

/** The command that leads on from a finding, for these very files; `again` is the command line up to the verb. */
export function helpOf({ code, id, path, project, root, kind }: PlacedFinding, again: string): string {
  const text = row(code).next.replace(/^convo (?!explain )/, () => `${again} `);
  return text
    .replace(/ \bID\b/, () => (id === null ? '' : ` ${shellWord(id)}`))
    .replace(/\bPATH\b/, () => shellWord(path))
    .replace(/\bNAME\b/, () => shellWord(project ?? 'NAME'))
    .replace(/ ~\/\.fnord(?=\/|$)/, (found) => (kind === 'fnord' ? ` ${shellWord(root)}` : found));
}
