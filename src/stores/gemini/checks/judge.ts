import type { Finding } from '../../../model/finding.ts';
import { about, type FileFinding, placed } from '../../file-finding.ts';
import { baseName } from '../../path.ts';
import type { GeminiDocument } from '../read/document.ts';
import type { SessionFile } from '../read/session-file.ts';
import { type Fate, fateFinding } from './fate.ts';
import { lineFindings } from './line-findings.ts';
import { messageFindings } from './message-findings.ts';

/** Findings on all files of eight common characters, those due for deletion first. */
export function* judgeGemini({ id, fates }: Pick<GeminiDocument, 'id' | 'fates'>): Generator<Finding> {
  for (const fate of fates) yield* placed(id, fate.file.part.path, fileFindings(fate, fates));
}

export function* fileFindings(fate: Fate, all: readonly Fate[]): Generator<FileFinding> {
  const { file } = fate;
  const first = fateFinding(fate, all);
  if (first !== null) yield first;
  if (file.name === null)
    yield about('GM302', 'is not called as the program calls a session, so the program passes it over');
  yield* contentFindings(file);
  if (!file.read().isReadable) return;
  yield* messageFindings(file.read());
  yield* namedFindings(fate, all);
}

/** Findings on the lines. */
function contentFindings(file: SessionFile): FileFinding[] {
  const { isReadable, live } = file.read();
  // Lines of a wholly unreadable file add nothing.
  return isReadable || live.length > 0 ? lineFindings(file) : [];
}

function* namedFindings({ file, doom }: Fate, all: readonly Fate[]): Generator<FileFinding> {
  const { meta, hasContent } = file.read();
  if (meta.startTime === null && meta.lastUpdated === null)
    yield about('GM307', 'has no time: the program takes the present one');
  const short = file.name?.short ?? null;
  if (short !== null && meta.sessionId?.slice(0, 8).toLowerCase() !== short)
    yield about('GM304', `is of the session ${meta.sessionId}, which its name does not say`);
  if (!hasContent || doom !== null) return;
  const others = all.filter(
    (each) => each.file !== file && each.doom === null && each.file.isArchived === file.isArchived,
  );
  const sound = others.map((each) => each.file).filter((each) => each.read().hasContent);
  const same = sound.find((each) => each.read().meta.sessionId === meta.sessionId);
  const [other] = sound;
  if (same !== undefined)
    yield about('GM303', `is of the same session as ${baseName(same.part.path)}: one of them is listed`);
  else if (other !== undefined)
    yield about(
      'GM301',
      `has the same eight characters as ${baseName(other.part.path)}: what deletes one deletes both`,
    );
}
