import type { Source } from '../../../codecs/lines/source.ts';
import type { Code } from '../../../model/findings.ts';
import { isRefusal, piece, refused, unchanged } from '../../decided.ts';
import { isMeant, runRangePasses } from '../../engine/passes.ts';
import { withEdits } from '../../engine/steps.ts';
import type { AskFor, NotChanged, UnitChange } from '../../kind.ts';
import { contentFindings } from '../checks/judge.ts';
import { codexCounts } from '../read/counts.ts';
import type { CodexDocument } from '../read/document.ts';
import { type RolloutFile, rewrittenRollout } from '../read/rollout-file.ts';
import { refusedAsHeld } from './family.ts';
import { forksFollow } from './follow.ts';
import type { CodexPass, HealingRollout } from './pass.ts';
import { encoding, utf8 } from './passes/encoding.ts';
import { events } from './passes/events.ts';
import { beforeFirst, firstRecord } from './passes/first-record.ts';
import { rolloutLinePass } from './passes/lines.ts';
import { ordinals, swapped } from './passes/ordinals.ts';
import { PLACE_CODES, putInPlace } from './place.ts';

/** From the outside in: bytes, lines, the first record, ordinals, events. */
const PASSES: readonly CodexPass[] = [
  encoding,
  utf8,
  beforeFirst,
  rolloutLinePass,
  firstRecord,
  // Faults before a first record that was found only now.
  beforeFirst,
  swapped,
  ordinals,
  events,
];

/** Repairs a thread: its first rollout that needs it, by edits, or by its place where its bytes are sound. */
export function healCodex(document: CodexDocument, ask: AskFor<'heal'>): UnitChange | NotChanged {
  const { files } = document;
  let left: NotChanged | null = null;
  for (const [n, file] of files.entries()) {
    const healed = healedFile(document, file, ask);
    if (healed.state === 'refused') left ??= healed;
    if (healed.state !== 'changed') continue;
    const more = isMoreDue(document, files.slice(n + 1), ask) ? [MORE] : [];
    return { ...healed, notes: [...healed.notes, ...more] };
  }
  return left ?? putInPlace(document, (code) => PLACE_CODES.includes(code) && isMeant(code, ask));
}

const MORE = 'more of this thread can be healed: heal it once more';

/** Is there more for a heal to do, once one rollout of a thread is repaired: a Change writes to a file once. */
function isMoreDue(document: CodexDocument, others: readonly RolloutFile[], ask: AskFor<'heal'>): boolean {
  const isPlace = (code: Code) => PLACE_CODES.includes(code) && isMeant(code, ask);
  if (putInPlace(document, isPlace).state === 'changed') return true;
  return others.some((file) => healedFile(document, file, ask).state === 'changed');
}

function healedFile(document: CodexDocument, file: RolloutFile, ask: AskFor<'heal'>): UnitChange | NotChanged {
  const { part } = file;
  if (part.source == null || part.type !== 'file') return unchanged();
  if ([...contentFindings(file, document.isHeld())].every(({ code }) => !CODES.includes(code) || !isMeant(code, ask)))
    return unchanged();
  const held = ask.toRead === true ? null : refusedAsHeld(document);
  if (held !== null) return held;
  const passed = repaired({ file, source: part.source, cwd: ask.cwd ?? null }, ask);
  if (isRefusal(passed)) return refused(passed);
  const { draft: edits, doc, codes, notes } = passed;
  if (edits.length === 0) return unchanged();
  if (doc.file.summary().lines === 0)
    return refused({ codes, reason: 'has no whole record, so that nothing would be left of it' });
  if (file.head().fault === null && doc.file.head().fault !== null)
    return refused({
      codes,
      reason: 'would take the thread out of the list: its first question would be below line 210',
    });
  const [before, after] = [codexCounts(file), codexCounts(doc.file)];
  const followed = forksFollow(
    document,
    { file, healed: doc.file, before: part.source, after: doc.source, edits },
    ask,
  );
  if ('state' in followed) return followed;
  return piece({
    path: part.path,
    steps: [{ ...withEdits(part, edits), keepTime: true }, ...followed.steps],
    codes,
    before,
    after,
    notes: [...notes, ...followed.notes, ...cacheNotes(document, file)],
  });
}

/** The program's cache of turns is not changed with the rollout. */
function cacheNotes({ id, scope }: CodexDocument, file: RolloutFile): string[] {
  const table = file.head().meta?.mode === 'paginated' ? scope.cache() : null;
  if (table === null || (table.fault === null && !table.rows.has(id))) return [];
  return [
    `the program shows the turns of its cache: remove ${table.path} while no program runs, and it reads them anew`,
  ];
}

const CODES = PASSES.flatMap(({ codes }) => codes);

function repaired(rollout: HealingRollout, ask: AskFor<'heal'>) {
  const reader = {
    open: (source: Source) => ({ ...rollout, file: rewrittenRollout(rollout.file, source), source }),
    findings: ({ file }: HealingRollout) => [...contentFindings(file, false)],
    isAsked: (code: Code) => isMeant(code, ask),
  };
  return runRangePasses(rollout, reader, PASSES, ask);
}
