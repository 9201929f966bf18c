import type { Source } from '../../codecs/lines/source.ts';
import type { Code } from '../../model/finding.ts';
import type { FileFinding } from '../file-finding.ts';
import { count } from '../words.ts';
import { type DamagedLine, recordsApart, withoutNuls, withoutTorn } from './line-edits.ts';
import type { RangePass } from './passes.ts';
import { bytesAt, replacing, wellFormed } from './range-edits.ts';
import { escapedControls } from './raw-records.ts';

/** Passes over the lines of a session; `troublesOf`: damaged lines, with their codes. */
export function linePasses<Doc extends { readonly source: Source }>(
  troublesOf: (doc: Doc) => Iterable<DamagedLine & { readonly code: Code }>,
) {
  type Pass = RangePass<Doc, FileFinding>;
  type Due = Parameters<Pass['repair']>[0];
  const linesOf = (doc: Due) => dueLines(troublesOf(doc), doc);
  return {
    nul: (...codes: Code[]): Pass => ({
      codes,
      repair: (doc) => ({ edits: linesOf(doc).map((line) => withoutNuls(doc.source, line)), notes: [] }),
    }),
    split: (...codes: Code[]): Pass => ({
      codes,
      repair: (doc) => ({ edits: linesOf(doc).map((line) => recordsApart(doc.source, line)), notes: [] }),
    }),
    /** Escapes control characters in texts, and joins the lines that raw line breaks made. */
    raw: (...codes: Code[]): Pass => ({
      codes,
      repair: (doc) => {
        const written = ({ at, length }: DamagedLine) => escapedControls(bytesAt(doc.source, at, length));
        return { edits: linesOf(doc).map((line) => replacing(line.at, line.length, written(line))), notes: [] };
      },
    }),
    torn: (noun: string, ...codes: Code[]): Pass => ({
      codes,
      repair: (doc) => {
        const all = linesOf(doc);
        const edits = all.map((line) => withoutTorn(doc.source, line));
        return { edits, notes: [`${count(all.length, noun)} left out`] };
      },
    }),
    /** Ends the last line. */
    end: (...codes: Code[]): Pass => ({
      codes,
      repair: ({ source }) => ({ edits: [replacing(source.size, 0, '\n')], notes: [] }),
    }),
    utf8: (...codes: Code[]): Pass => ({
      codes,
      repair: (doc) => {
        const edits = linesOf(doc).flatMap(({ at, length }) => wellFormed(doc.source, at, length));
        return { edits, notes: [`${count(edits.length, 'byte')} became U+FFFD`] };
      },
    }),
  };
}

export function dueLines<L extends Pick<FileFinding, 'code'>>(
  lines: Iterable<L>,
  { due }: { readonly due: readonly Pick<FileFinding, 'code'>[] },
): L[] {
  const codes = new Set(due.map(({ code }) => code));
  return [...lines].filter(({ code }) => codes.has(code));
}
