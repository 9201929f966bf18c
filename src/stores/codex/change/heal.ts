import { composeEdits } from '../../../codecs/compose-edits.ts';
import { type Edit, editedSource } from '../../../codecs/edit.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import { type Code, row } from '../../../model/findings.ts';
import { piece, type Refusal, refused, unchanged } from '../../decided.ts';
import { codesOf, type Pass, type Passed, type PassHints, runPasses, type Workbench } from '../../engine/passes.ts';
import { withEdits } from '../../engine/steps.ts';
import type { FileFinding } from '../../file-finding.ts';
import type { AskFor, Left, Piece } from '../../kind.ts';
import { contentFindings } from '../checks/judge.ts';
import type { CodexDocument } from '../document.ts';
import { openRollout, type RolloutFile } from '../rollout-file.ts';
import { codexCounts } from './counts.ts';
import { refusedAsHeld, refusedAsSource } from './guards.ts';
import type { CodexPass } from './pass.ts';
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
  swapped,
  ordinals,
  events,
];

/** Repairs a thread: its first rollout that needs it, by edits, or by its place where its bytes are sound. */
export function healCodex(document: CodexDocument, ask: AskFor<'heal'>): Piece | Left {
  for (const file of document.files) {
    const healed = healedFile(document, file, ask);
    if (healed.state !== 'unchanged') return healed;
  }
  return putInPlace(document, (code) => isAsked(code, ask, PLACE_CODES));
}

function healedFile(document: CodexDocument, file: RolloutFile, ask: AskFor<'heal'>): Piece | Left {
  const { part } = file;
  if (part.source == null || part.type !== 'file') return unchanged();
  if ([...contentFindings(file, document.isHeld())].every(({ code }) => !isAsked(code, ask, CODES))) return unchanged();
  const held = refusedAsHeld(document);
  if (held !== null) return held;
  const passed = repaired({ file, source: part.source }, ask);
  if ('reason' in passed) return refused(passed);
  const { draft: edits, doc, codes, notes } = passed;
  if (edits.length === 0) return unchanged();
  if (file.head().fault === null && doc.file.head().fault !== null)
    return refused({
      codes,
      reason: 'would take the thread out of the list: its first question would be below line 210',
    });
  const [before, after] = [codexCounts(file), codexCounts(doc.file)];
  const source = refusedAsSource(document, edits);
  if (source !== null) return source;
  return piece({
    path: part.path,
    steps: [{ ...withEdits(part, edits), keepTime: true }],
    codes,
    before,
    after,
    notes: [...notes, ...cacheNotes(document, file)],
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

/** Safe codes are healed always, lossy ones with `--lossy`, and any by its name. */
function isAsked(code: Code, { only, lossy }: AskFor<'heal'>, healed: readonly Code[]): boolean {
  const { healing } = row(code);
  if (!healed.includes(code)) return false;
  if (only !== null) return only.includes(code);
  return healing === 'safe' || (healing === 'lossy' && lossy);
}

/** A rollout as some passes left it; its bytes are read when they are asked for, and never held. */
interface Doc {
  readonly file: RolloutFile;
  readonly source: Source;
}

function repaired(doc: Doc, ask: AskFor<'heal'>): Passed<readonly Edit[], Doc> | Refusal {
  const bench: Workbench<readonly Edit[], Doc, FileFinding, readonly Edit[]> = {
    amend: (edits, more) => composeEdits(doc.source.size, edits, more),
    open: (edits) => {
      const source = editedSource(doc.source, edits);
      const part = { ...doc.file.part, size: source.size, source };
      return { file: openRollout(part, doc.file.shape, () => 'not-zstd'), source };
    },
    findings: ({ file }) => [...contentFindings(file, false)],
  };
  const { only, lossy } = ask;
  const hints: PassHints<FileFinding> = { only, lossy, say: ({ detail }) => detail };
  return runPasses(
    { draft: [], doc },
    bench,
    PASSES.map((pass) => asEnginePass(pass, ask)),
    hints,
  );
}

/** A lossy code that is named with `--only` needs no `--lossy`, so what is due is not asked for that again. */
function asEnginePass(
  { codes, repair }: CodexPass,
  ask: AskFor<'heal'>,
): Pass<Doc, FileFinding, PassHints<FileFinding>, readonly Edit[]> {
  return ({ doc, findings }) => {
    const due = findings().filter(({ code }) => isAsked(code, ask, codes));
    if (due.length === 0) return null;
    const done = repair({ ...doc, due });
    if (typeof done === 'string') return { codes: codesOf(due), reason: done };
    return done.edits.length === 0 ? null : { ...done, codes: codesOf(due), lossless: true };
  };
}
