import { fileURLToPath } from 'node:url';
import { digestOf } from '../../../../src/io/disk/digest.ts';
import { sentenceText } from '../../../../src/model/command.ts';
import type { EntryType, Part } from '../../../../src/model/part.ts';
import type { Change } from '../../../../src/model/plan.ts';
import type { Ask, UnitDecision } from '../../../../src/stores/decision.ts';
import type { Site } from '../../../../src/stores/kind.ts';
import { rao } from '../../../../src/stores/rao/index.ts';
import { bytesBelow } from '../../../support/folders.ts';
import { type AnyAsk, ask } from '../../ask.ts';
import { beginNow, type Closing, closings, type Outcome, outcomeOf } from '../../asked.ts';
import { filePart } from '../../open-site.ts';
import type { Tree } from '../reader.ts';
import { printBelow } from './tree.ts';

/** A base that the real program wrote: conversations 1, 2, 4, 5, 6 and 7, of which 7 is empty. */
export const RECORDED: Tree = bytesBelow(
  fileURLToPath(new URL('../../../../fixtures/rao/recorded/store', import.meta.url)),
);

const SITE: Site = { kind: 'rao', root: '/base', shape: 'base', scope: null, file: null };

/** What a verb came to: each document's outcome, and what the session closed with. */
export interface Result {
  readonly outcomes: ReadonlyMap<string, Outcome>;
  readonly closings: readonly Closing[];
}

/** Runs a verb over a base in memory; only over some ids where they are given, the others are then never opened. */
export function run(
  tree: Tree,
  verb: Ask['verb'],
  ids: readonly string[] | null,
  more: AnyAsk = {},
  site: Site = SITE,
): Result {
  const options = ask(verb, more);
  const units = new Map<string, Part[]>();
  const shared: Part[] = [];
  for (const [path, type] of entriesOf(tree)) {
    const place = rao.layout.place(site, path, type);
    if (place.type === 'shared') shared.push(partOf(tree, path, type, place.role, place.load === 'whole'));
    if (place.type !== 'part') continue;
    const part = partOf(tree, path, type, place.role, place.load === 'whole');
    units.set(place.id, [...(units.get(place.id) ?? []), part]);
  }
  const session = beginNow('rao', { name: '', site, shared, now: 1_800_000_000, signatures: false, units });
  const decided: UnitDecision[] = [];
  for (const [id, parts] of units) {
    if (ids !== null && !ids.includes(id)) continue;
    const document = session.open({ id, parts });
    session.addFacts(document.facts());
    decided.push(session.decide(document, options, decided));
  }
  const outcomes = new Map(decided.map((each) => [each.id, outcomeOf(each, 'rao')]));
  return { outcomes, closings: closings(session, 'rao', options, decided, ids === null) };
}

/** The one Change of a run over some ids, which must come to one. */
export function changeOf(tree: Tree, verb: Ask['verb'], ids: readonly string[] | null, more: AnyAsk = {}) {
  const { outcomes, closings } = run(tree, verb, ids, more);
  const [closing] = closings;
  const told = [...outcomes].map(
    ([id, outcome]) => `${id} ${'reason' in outcome ? sentenceText(outcome.reason ?? '') : outcome.state}`,
  );
  if (closings.length !== 1 || closing?.state !== 'changed')
    throw new Error(
      closing === undefined || closing.state === 'changed' ? told.join('; ') : sentenceText(closing.reason ?? ''),
    );
  return closing;
}

/** The steps of a Change, a few words each. */
export function inShort({ steps }: Change): string[] {
  return steps.map((step) => (step.do === 'move' ? `move ${step.from} -> ${step.to}` : `${step.do} ${step.path}`));
}

/** A tree with other files: null takes one away. */
export function withFiles(tree: Tree, files: Readonly<Record<string, string | Buffer | null>>): Tree {
  const out = new Map(tree);
  for (const [path, content] of Object.entries(files))
    if (content === null) out.delete(path);
    else out.set(path, Buffer.from(content));
  return out;
}

function entriesOf(tree: Tree): [string, EntryType][] {
  const folders = new Set<string>();
  for (const path of tree.keys()) {
    const names = path.split('/');
    for (let length = 1; length < names.length; length++) folders.add(names.slice(0, length).join('/'));
  }
  const all: [string, EntryType][] = [
    ...[...folders].map((path): [string, EntryType] => [path, 'folder']),
    ...[...tree.keys()].map((path): [string, EntryType] => [path, 'file']),
  ];
  return all.sort(([a], [b]) => (a < b ? -1 : 1));
}

function partOf(tree: Tree, path: string, type: EntryType, role: string, whole: boolean): Part {
  const bytes = tree.get(path) ?? null;
  const digest = () => (bytes === null ? printBelow(tree, path) : digestOf(bytes));
  return filePart(path, whole ? bytes : null, { role, type, size: bytes?.length ?? 0, digest });
}
