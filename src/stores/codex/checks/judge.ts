import type { Finding } from '../../../model/finding.ts';
import type { Code } from '../../../model/findings.ts';
import { about, type FileFinding, placed } from '../../file-finding.ts';
import { folderOf } from '../../path.ts';
import { folderFor } from '../layout/names.ts';
import { SESSIONS } from '../layout/place.ts';
import type { CodexDocument } from '../read/document.ts';
import type { RolloutFile, ZstdFault } from '../read/rollout-file.ts';
import { cacheFindings } from './database-findings.ts';
import { eventFindings } from './events.ts';
import { firstRecordFindings, openingOf } from './first-record.ts';
import { itemTimeFindings } from './item-times.ts';
import { lineFindings } from './line-findings.ts';
import { lineageFindings } from './lineage-findings.ts';
import { ordinalFindings } from './ordinals.ts';
import { wholeTrouble } from './whole-file.ts';

export function* judgeCodex(document: CodexDocument): Generator<Finding> {
  const isHeld = document.isHeld();
  for (const file of document.files) {
    const troubles = function* (): Generator<FileFinding> {
      yield* placeFindings(document, file);
      yield* contentFindings(file, isHeld);
      const { meta } = file.head();
      if (meta !== null) yield* lineageFindings(meta, document.lineage(file));
    };
    yield* placed(document.id, file.part.path, troubles());
  }
  const [first] = document.files;
  if (!isHeld && first !== undefined) yield* placed(document.id, first.part.path, staleFindings(document));
  if (isHeld && first !== undefined)
    yield* placed(document.id, first.part.path, [about('CX401', 'is open in a program')]);
}

/** Findings on the program's cache of turns. */
function staleFindings({ id, files, scope }: CodexDocument): Iterable<FileFinding> {
  const paginated = files.flatMap((file) =>
    file.head().meta?.mode === 'paginated' && file.source !== null ? [[file.part.path, file.source] as const] : [],
  );
  return paginated.length === 0 ? [] : cacheFindings(scope.cache()?.rows.get(id), paginated);
}

export function* contentFindings(file: RolloutFile, isHeld: boolean): Generator<FileFinding> {
  if (file.isDocument) return yield about('CX109', 'is one document of spring 2025');
  if (file.zstdFault !== null) return yield ZSTD[file.zstdFault];
  if (file.source === null) return;
  const whole = wholeTrouble(file.source);
  if (whole !== null) return yield whole;
  const firsts = [...firstRecordFindings(file)];
  yield* firsts;
  // Of bare records, and of nothing, there is no more to be said.
  if (firsts.some(({ code }) => ALONE.has(code))) return;
  const checks = [lineFindings(file, isHeld), ordinalFindings(file), eventFindings(file), itemTimeFindings(file)];
  for (const entry of file.entries())
    for (const check of checks) {
      const found = check.take(entry);
      if (found !== null) yield* found;
    }
  for (const check of checks) yield* check.end();
}

const ALONE: ReadonlySet<Code> = new Set(['CX001', 'CX108']);

const ZSTD: Readonly<Record<ZstdFault, FileFinding>> = {
  cut: about('CX016', 'cannot be inflated: it is cut, or not what it was'),
  'not-zstd': about('CX017', 'is not compressed, as its name says'),
  'too-large': about('CX018', 'is more than 256 MiB when it is inflated'),
  'too-much-memory': about('CX018', 'asks for more than 128 MiB of memory to be inflated'),
};

export function* placeFindings(
  { id, files }: Pick<CodexDocument, 'id' | 'files'>,
  file: RolloutFile,
): Generator<FileFinding> {
  const { name, where, part, isDocument } = file;
  if (isDocument || where === 'alone') return;
  if (part.type === 'link') yield about('CX310', 'is a link, and the list takes plain files alone');
  if (name === null) return yield about('CX306', 'has a name that is not rollout-TIME-ID.jsonl');
  if (where === 'loose') yield about('CX305', 'is not in a folder sessions/YEAR/MONTH/DAY');
  if (where === 'dated' && isElsewhere(file))
    yield about('CX304', `is not in sessions/${folderFor(name)}, where its name belongs`);
  const { meta } = file.head();
  if (meta !== null && meta.id !== name.thread && openingOf(file).invalid === null)
    yield about('CX301', `names itself ${meta.id}, and its file ${id}`);
  if (where !== 'archived' && isPlain(file)) yield* twinFindings(files, file);
}

/** Further files of the thread that are not segments. */
function* twinFindings(files: readonly RolloutFile[], { part }: RolloutFile): Generator<FileFinding> {
  const others = files.filter((other) => other.part !== part && isPlain(other));
  const archived = others.find((other) => other.where === 'archived');
  if (archived !== undefined)
    yield about('CX303', `is archived too: to archive it would overwrite ${archived.part.path}`);
  const twin = others.find((other) => other.where !== 'archived' && other.part.path < part.path);
  if (twin !== undefined) yield about('CX302', `has the id of ${twin.part.path} too`);
}

/** Segments belong to one thread. */
function isPlain({ name }: RolloutFile): boolean {
  return name !== null && name.window === null && !name.isCompressed;
}

/** Folders are numbers to the program: `4` is `04`. */
function isElsewhere({ name, part }: RolloutFile): boolean {
  const numbers = (path: string) => path.split('/').map(Number).join('/');
  return name !== null && numbers(folderOf(part.path).slice(SESSIONS.length + 1)) !== numbers(folderFor(name));
}
