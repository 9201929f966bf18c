import type { Finding } from '../../../model/finding.ts';
import type { Code } from '../../../model/findings.ts';
import type { Hidden } from '../list/listing.ts';
import { blocksOf } from '../read/blocks.ts';
import { CLASS } from '../read/records.ts';
import type { SessionFile } from '../session-file.ts';
import { titleTroubles } from './title-troubles.ts';

/** Why a session is not in the list, or not under its name. */
export function* listFindings(id: string, file: SessionFile, hidden: Hidden | null): Generator<Finding> {
  const about = (code: Code, detail: string): Finding => {
    return { code, id, path: file.part.path, at: null, offset: null, owner: 'drops', detail };
  };
  if (hidden === 'nothing-to-show')
    yield countOf(file, [CLASS.assistant]) > 0 && !isCommandsOnly(file)
      ? about('CL301', 'is hidden: no title is in its first and its last 64 KiB')
      : about('CL302', 'is hidden, and holds no answer');
  if (hidden === 'sidechain-first') yield about('CL303', 'is hidden: its first line says "isSidechain":true');
  if (countOf(file, [CLASS.user, CLASS.assistant]) === 0) yield about('CL106', 'holds no messages');
  yield* titleTroubles(id, file);
}

function countOf(file: SessionFile, classes: readonly number[]): number {
  const { is, count } = file.records();
  let found = 0;
  for (let n = 0; n < count; n++) if (classes.includes(is[n] ?? 0)) found++;
  return found;
}

/** A session of slash commands has no prompt that could be its title. */
function isCommandsOnly(file: SessionFile): boolean {
  let isOne = false;
  for (const text of textsOf(file)) {
    if (text?.includes('<command-name>') !== true) return false;
    isOne = true;
  }
  return isOne;
}

function* textsOf(file: SessionFile): Generator<string | null> {
  for (const n of file.chain().shown()) {
    const record = file.scan(n)?.record;
    for (const { role, type, text } of record === undefined ? [] : blocksOf(record))
      if (role === 'user' && type === 'text') yield text;
  }
}
