import type { Edit } from '../../../codecs/edit.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import type { Counts } from '../../../model/conversation.ts';
import type { Code } from '../../../model/finding.ts';
import type { Part } from '../../../model/part.ts';
import { folderOf, join } from '../../../model/path.ts';
import {
  type AskFor,
  isRefusal,
  type NotChanged,
  type Refusal,
  refused,
  throughLink,
  type UnitChange,
  unchanged,
  unitChange,
} from '../../decision.ts';
import type { FileFinding } from '../../file-finding.ts';
import type { Scope } from '../../kind.ts';
import { refusedInUse } from '../in-use.ts';
import type { LinkedRecord } from '../record-order.ts';
import { rewrittenPart } from '../session-files.ts';
import { isMeant, type PassResult, type RangePass, runRangePasses } from './passes.ts';
import type { SessionUnit } from './session-verbs.ts';
import { changeEach, editedAt, joinUnitEdits, NO_EDITS, type UnitEdits } from './steps.ts';
import { sendingAll } from './unsent.ts';

interface LineFile {
  readonly part: Part;
  /** Null for a file that cannot be read. */
  readonly source: Source | null;
}

export interface HealingFile<F> {
  readonly file: F;
  readonly source: Source;
}

interface SessionHealer<F> {
  readonly passes: readonly RangePass<HealingFile<F>, FileFinding>[];
  findings(file: F): Iterable<FileFinding>;
  open(part: Part): F;
  counts(file: F): Counts;
  /** Records of which the program sends something when it goes on with the session; none if it does not. */
  sent(file: F): readonly LinkedRecord[];
  readonly renaming: readonly Code[];
  nameOf(file: F): string | null;
}

export function healSessions<F extends LineFile>(
  document: SessionUnit<F>,
  ask: AskFor<'heal'>,
  healer: SessionHealer<F>,
): UnitChange | NotChanged {
  const healed = changeEach(document.files, (file) => healFile(document.scope, file, ask, healer));
  if (isRefusal(healed)) return healed;
  const all = joinUnitEdits(healed);
  if (all.steps.length === 0) return unchanged();
  return (ask.isForReading ? null : refusedInUse(document)) ?? unitChange({ ...all, path: all.path ?? '' });
}

function healFile<F extends LineFile>(
  scope: Scope,
  file: F,
  ask: AskFor<'heal'>,
  healer: SessionHealer<F>,
): UnitEdits | Refusal {
  const { source, part } = file;
  const { path } = part;
  const before = healer.counts(file);
  const asIs = { ...NO_EDITS, path, before, after: before };
  if (source === null || source.size === 0) return asIs;
  const passed = passFile({ file, source }, ask, healer);
  if (isRefusal(passed)) return passed;
  const { draft, doc, codes, notes } = passed;
  const remaining = Array.from(healer.findings(doc.file), ({ code }) => code);
  const renaming = remaining.filter((code) => healer.renaming.includes(code) && isMeant(code, ask));
  const { to, refusal: nameRefusal } = placeFor(
    scope,
    path,
    renaming.length === 0 ? null : healer.nameOf(doc.file),
    renaming,
  );
  if (draft.length === 0 && to === null) return nameRefusal ?? asIs;
  if (part.type !== 'file') return throughLink(codes);
  const after = healer.counts(doc.file);
  const steps = editedAt(part, to ?? path, draft);
  if (to === null)
    return { path, steps, codes, notes: nameRefusal === null ? notes : [...notes, KEPT_NAME], before, after };
  return { path, steps, codes: [...codes, ...renaming], notes: [...notes, `is called ${to}`], before, after };
}

function passFile<F extends LineFile>(
  session: HealingFile<F>,
  ask: AskFor<'heal'>,
  healer: SessionHealer<F>,
): PassResult<readonly Edit[], HealingFile<F>> | Refusal {
  const reader = {
    open: (made: Source) => ({ file: healer.open(rewrittenPart(session.file, made)), source: made }),
    findings: ({ file }: HealingFile<F>) => [...healer.findings(file)],
    isAsked: (code: Code) => isMeant(code, ask),
  };
  const passed = runRangePasses<HealingFile<F>, FileFinding>(session, reader, healer.passes, ask);
  const sendingOf = ({ file, source }: HealingFile<F>) => ({ source, sent: healer.sent(file) });
  return sendingAll(passed, session, sendingOf, ask);
}

const KEPT_NAME =
  'keeps its name, because a file with the name of its session is there: `convo diff` with its id compares the two';

interface PlaceFor {
  readonly to: string | null;
  readonly refusal: Refusal | null;
}

function placeFor({ exists, site }: Scope, path: string, name: string | null, codes: readonly Code[]): PlaceFor {
  if (name === null) return { to: null, refusal: null };
  const to = join(folderOf(path), name);
  if (exists?.(`${site.root}/${to}`) !== true) return { to, refusal: null };
  return { to: null, refusal: refused({ codes, reason: `would be ${to}, which is there already` }) };
}
