import type { Edit } from '../../../../codecs/edit.ts';
import { bytesAt } from '../../../engine/range-edits.ts';
import { count } from '../../../words.ts';
import type { SessionFile } from '../../read/session-file.ts';
import type { ClaudePass, HealContext } from './pass.ts';

/** Lines that are repeated byte for byte further down. The last one stays: the program reads that. */
export const copies: ClaudePass = {
  codes: ['CL205'],
  repair: (context) => {
    const { file } = context;
    const repeated = repeatedLines(context);
    const kept = repeated.filter(({ isSame }) => !isSame).length;
    if (kept > 0)
      return `has ${count(kept, 'repeated record')} in other bytes than its copy: only lines that are equal byte for byte are taken away`;
    const edits = repeated.map(({ n }) => lineEdit(file, n));
    const bytes = edits.reduce((sum, { remove }) => sum + remove, 0);
    return { edits, notes: [`${count(edits.length, 'repeated line')} taken away: the file is ${bytes} bytes smaller`] };
  },
};

interface Repeated {
  readonly n: number;
  /** Equal to the last one byte for byte. */
  readonly isSame: boolean;
}

function repeatedLines({ file, source }: HealContext): Repeated[] {
  const links = file.links();
  const { records } = links;
  const found: Repeated[] = [];
  for (let n = 0; n < records.count; n++) {
    const last = records.isKept(n) ? links.lastOf(n) : n;
    if (last !== n) found.push({ n, isSame: lineOf(file, source, n).equals(lineOf(file, source, last)) });
  }
  return found;
}

function lineOf(file: SessionFile, source: HealContext['source'], n: number): Buffer {
  const records = file.records();
  return bytesAt(source, records.at[n] ?? 0, records.lengthOf(n));
}

function lineEdit(file: SessionFile, n: number): Edit {
  const records = file.records();
  const at = records.at[n] ?? 0;
  return { at, remove: records.nextOf(n) - at, insert: new Uint8Array() };
}
