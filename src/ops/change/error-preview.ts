import type { ReadDisk } from '../../io/disk.ts';
import { plannedDisk } from '../../io/planned-disk.ts';
import { pathsIn } from '../../model/check-change.ts';
import { addAll, grouped } from '../../model/collections.ts';
import { type Finding, ruleOf } from '../../model/finding.ts';
import { foldersAbove } from '../../model/path.ts';
import type { Change } from '../../model/plan.ts';
import { isError } from '../../model/rules/row.ts';
import type { Document, Kind, Site } from '../../stores/kind.ts';
import { unreadFinding } from '../survey/judge-unit.ts';
import { survey } from '../survey/survey.ts';
import { type DocumentsOptions, EVERY_DOCUMENT, type EventOf, type SurveyEvent } from '../survey/survey-event.ts';
import { type SurveyOptions, type SurveySelection, withoutProgress, withSelection } from '../survey/survey-options.ts';
import { wholeScopeFindings } from '../survey/survey-scope.ts';
import { addedErrors, errorsIn } from './new-errors.ts';

export interface ErrorPreview {
  see(document: Document): void;
  change(document: Document): void;
  /**
   * Conversations that cannot be changed as planned without a new error, with those errors, in given order. `excuses`:
   * change those that have an error now in any case. `changesOf` makes the Changes of a subset.
   */
  refuse(
    ids: readonly string[],
    excuses: boolean,
    changesOf: ChangesOf,
  ): Promise<ReadonlyMap<string, readonly Finding[]>>;
}

type ChangesOf = (ids: ReadonlySet<string>) => readonly Change[];

interface PreviewedScope {
  readonly disk: ReadDisk;
  readonly kind: Kind;
  readonly site: Site;
  readonly scope: string;
  readonly options: SurveyOptions;
  /**
   * Returns true for an id that others' changes may harm, in scopes joined by an index. Only these and changed ones are reopened. Null if
   * all depend on all.
   */
  readonly hangs: ((id: string) => boolean) | null;
}

export function errorPreview(previewed: PreviewedScope): ErrorPreview {
  const facts = new Map<string, unknown>();
  const errors = new Map<string, readonly Finding[]>();
  const before = async () => {
    const changed = [...errors.values()].flat();
    if (previewed.hangs !== null) return changed;
    return [...(await errorsOn(previewed, facts, (document) => facts.set(document.id, document.facts()))), ...changed];
  };
  return {
    see: (document) => {
      if (previewed.hangs === null) facts.set(document.id, document.facts());
    },
    change: (document) => {
      errors.set(document.id, errorsIn(document));
    },
    refuse: async (ids, excuses, changesOf) => {
      const old = await errorsBefore(previewed, facts, await before(), { ids: excuses ? ids : [], changesOf });
      const { excused } = old;
      const judged = new Map([...errors].filter(([id]) => !excused.has(id)));
      const newWith = newErrorsOf(previewed, facts, old, { judged, isAsked: new Set(ids), changesOf });
      return firstCulprits([...ids.filter((id) => !excused.has(id)), ...excused], newWith);
    },
  };
}

interface ErrorsBefore {
  readonly keys: Set<string>;
  /** Ids that have errors already, which their changes keep; a code that is new to the store counts. */
  readonly excused: ReadonlySet<string>;
  /** Codes of the errors before; null if none are excused: every code counts. */
  readonly codes: ReadonlySet<Finding['code']> | null;
}

async function errorsBefore(
  previewed: PreviewedScope,
  facts: ReadonlyMap<string, unknown>,
  now: readonly Finding[],
  { ids, changesOf }: { readonly ids: readonly string[]; readonly changesOf: ChangesOf },
): Promise<ErrorsBefore> {
  const keys = keysOf(now, []);
  const faulty = new Set(now.map(({ id }) => id));
  const excused = new Set(ids.filter((id) => faulty.has(id)));
  if (excused.size === 0) return { keys, excused, codes: null };
  const changes = changesOf(excused);
  if (changes.length > 0)
    for (const key of keysOf((await errorsAfter(previewed, facts, changes)).own, changes)) keys.add(key);
  return { keys, excused, codes: new Set(now.map(({ code }) => code)) };
}

interface NewErrorsOptions {
  readonly judged: ReadonlyMap<string, readonly Finding[]>;
  readonly isAsked: ReadonlySet<string>;
  readonly changesOf: ChangesOf;
}

/** The new errors of some changes. If other conversations seem to have one, all others are judged unchanged, once. */
function newErrorsOf(
  previewed: PreviewedScope,
  facts: ReadonlyMap<string, unknown>,
  { keys, codes }: ErrorsBefore,
  { judged, isAsked, changesOf }: NewErrorsOptions,
): (some: readonly string[]) => Promise<readonly Finding[]> {
  let knowsOthers = previewed.hangs === null;
  return async (some) => {
    const changes = changesOf(new Set(some));
    if (changes.length === 0) return [];
    const { own, ofScope } = await errorsAfter(previewed, facts, changes);
    const found = [...own, ...ofScope.filter(({ code }) => codes?.has(code) !== true)];
    const moved = movedIn(changes);
    const added = addedTo(judged, own, changes);
    const isNew = (finding: Finding) => !keys.has(movedKeyOf(finding, moved)) || added.has(finding);
    if (!knowsOthers && found.some((finding) => isNew(finding) && !isAsked.has(finding.id ?? ''))) {
      knowsOthers = true;
      for (const key of keysOf(allErrors(await errorsAfter(previewed, facts, [], some)), [])) keys.add(key);
    }
    return found.filter(isNew);
  };
}

/** Errors of changed conversations at places that had none, even if the file has that code elsewhere. */
function addedTo(
  errors: ReadonlyMap<string, readonly Finding[]>,
  own: readonly Finding[],
  changes: readonly Change[],
): ReadonlySet<Finding> {
  const after = grouped(own.map((each) => [each.id ?? '', each] as const));
  const added = changes.flatMap(({ ids, steps }) =>
    ids.flatMap((id) => {
      const before = errors.get(id);
      return before === undefined ? [] : addedErrors(before, after.get(id) ?? [], steps);
    }),
  );
  return new Set(added);
}

interface ErrorsAfter {
  readonly own: readonly Finding[];
  readonly ofScope: readonly Finding[];
}

function allErrors({ own, ofScope }: ErrorsAfter): readonly Finding[] {
  return [...own, ...ofScope];
}

async function errorsAfter(
  previewed: PreviewedScope,
  facts: ReadonlyMap<string, unknown>,
  changes: readonly Change[],
  ids: readonly string[] = changes.flatMap((change) => change.ids),
): Promise<ErrorsAfter> {
  const { hangs } = previewed;
  const untouched = new Map(facts);
  const touched = new Set(hangs === null ? changes.flatMap((change) => ownIds(previewed, change)) : ids);
  for (const id of touched) untouched.delete(id);
  const own: Finding[] = [];
  const disk = plannedDisk(previewed.disk, previewed.site.root, { changes: () => changes });
  const found = await errorsOn(
    { ...previewed, disk },
    untouched,
    (document) => addAll(own, errorsIn(document)),
    hangs === null ? null : (id) => touched.has(id) || hangs(id),
  );
  const isRow = ({ id, path }: Finding) =>
    id !== null && previewed.kind.layout.place({ ...previewed.site, file: null }, path, 'folder').type === 'shared';
  return { own: [...own, ...found.filter(isRow)], ofScope: found.filter((finding) => !isRow(finding)) };
}

/** Conversations whose files a Change touches; sources of copies do not count. */
function ownIds({ kind, site }: PreviewedScope, { steps }: Change): string[] {
  return steps.flatMap(pathsIn).flatMap((path) => {
    const place = kind.layout.place({ ...site, file: null }, path, 'folder');
    return place.type === 'part' ? [place.id] : [];
  });
}

/** The errors of a whole scope and of unreadable files. Opens each unknown unit, and passes it to `open`. */
async function errorsOn(
  { disk, kind, site, scope, options }: PreviewedScope,
  known: ReadonlyMap<string, unknown>,
  open: (document: Document) => void,
  hasId: SurveySelection['hasId'] = null,
): Promise<Finding[]> {
  const documents: DocumentsOptions = {
    ...EVERY_DOCUMENT,
    factsOf: (name, id) => (name === scope ? known.get(id) : undefined),
  };
  const surveyOptions = withoutProgress(withSelection(options, { hasId }));
  const found: Finding[] = [];
  // The whole scope is asked, even if a single conversation was given.
  for await (const event of survey(
    { disk, kinds: [kind], sites: [{ ...site, file: null }] },
    surveyOptions,
    documents,
  )) {
    if (!isOf(scope, event)) continue;
    if (event.type === 'document') addAll(found, failureOf(event, open));
    else if (event.type === 'finding') found.push(event.finding);
    // A partial survey has no findings about the whole.
    else if (hasId !== null)
      addAll(
        found,
        [...wholeScopeFindings(event.opened, event.shared)].filter(({ id }) => id === null),
      );
  }
  return found.filter(({ code }) => isError(ruleOf(code)));
}

function failureOf({ document, parts }: EventOf<'document'>, open: (document: Document) => void): readonly Finding[] {
  try {
    open(document);
    return [];
  } catch (error) {
    return [unreadFinding(document.id, parts, error)];
  }
}

function isOf(scope: string, event: SurveyEvent): event is EventOf<'document' | 'finding' | 'scope-end'> {
  return (event.type === 'document' || event.type === 'finding' || event.type === 'scope-end') && event.scope === scope;
}

function keysOf(found: readonly Finding[], changes: readonly Change[]): Set<string> {
  const moved = movedIn(changes);
  return new Set(found.map((finding) => movedKeyOf(finding, moved)));
}

function movedIn(changes: readonly Change[]): ReadonlyMap<string, string> {
  const moves = changes.flatMap(({ steps }) => steps.flatMap((step) => (step.do === 'move' ? [step] : [])));
  return new Map(moves.map(({ to, from }) => [to, from]));
}

/** A key that is equal for an error before and after its file moved. */
function movedKeyOf({ code, id, path }: Finding, moved: ReadonlyMap<string, string>): string {
  const to = [path, ...foldersAbove(path)].find((each) => moved.has(each)) ?? '';
  return [code, id ?? '', (moved.get(to) ?? '') + path.slice(to.length)].join('\0');
}

/**
 * Excludes culprits one by one: each is the first with which its predecessors make a new error. `newWith` returns the
 * errors of some, at the cost of a whole scope. For n culprits in a row it is called 2n times; for a single one about
 * log n times.
 */
export async function firstCulprits<T>(
  ids: readonly string[],
  newWith: (some: readonly string[]) => Promise<readonly T[]>,
): Promise<ReadonlyMap<string, readonly T[]>> {
  const refused = new Map<string, readonly T[]>();
  let remaining = ids;
  // Number of leading ids that make no error.
  let fine = 0;
  let stride = remaining.length;
  for (
    let found = await newWith(remaining);
    found.length > 0 && remaining.length > 0;
    found = await newWith(remaining)
  ) {
    let shortestFailing = remaining.length;
    let culprits = found;
    // Bisects in growing strides, starting near the last culprit.
    for (; shortestFailing - fine > 1; stride *= 2) {
      const next = fine + Math.min(stride, (shortestFailing - fine) >> 1);
      const some = await newWith(remaining.slice(0, next));
      if (some.length === 0) fine = next;
      else [shortestFailing, culprits, stride] = [next, some, remaining.length];
    }
    const culprit = remaining[shortestFailing - 1] ?? '';
    refused.set(culprit, culprits);
    remaining = remaining.filter((id) => id !== culprit);
    stride = 1;
  }
  return refused;
}
