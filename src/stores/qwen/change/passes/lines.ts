import type { Edit } from '../../../../codecs/edit.ts';
import type { ObjectSpan } from '../../../../codecs/lines/shape.ts';
import { count } from '../../../count.ts';
import { bytesAt, replacing, wellFormed } from '../../../engine/range-edits.ts';
import type { FileFinding } from '../../../file-finding.ts';
import { type LineTrouble, lineTroubles } from '../../checks/line-findings.ts';
import type { Span } from '../../read/session.ts';
import type { HealingSession, QwenPass } from '../pass.ts';

/** Lines of the codes that are to be healed now. */
function dueLines({ file, due }: HealingSession & { readonly due: readonly FileFinding[] }): LineTrouble[] {
  const codes = new Set(due.map(({ code }) => code));
  return [...lineTroubles(file)].filter(({ code }) => codes.has(code));
}

/** Removes some bytes of a line, and its end where nothing is left of it. */
function keeping({ at, length, isEnded }: Span & { readonly isEnded: boolean }, kept: Uint8Array): Edit {
  return replacing(at, length + (kept.length === 0 && isEnded ? 1 : 0), kept);
}

export const nul: QwenPass = {
  codes: ['QW105', 'QW106'],
  repair: (session) => {
    const edits = dueLines(session).map((line) =>
      keeping(line, Buffer.from(bytesAt(session.source, line.at, line.length).filter((byte) => byte !== 0))),
    );
    return { edits, notes: [] };
  },
};

/** Gives each whole record a line of its own; torn bytes keep theirs. */
export const split: QwenPass = {
  codes: ['QW103', 'QW104'],
  repair: (session) => ({
    edits: dueLines(session).map(({ pieces = [], ...line }) =>
      replacing(line.at, line.length, apart(bytesAt(session.source, line.at, line.length), pieces)),
    ),
    notes: [],
  }),
};

function apart(bytes: Buffer, pieces: readonly ObjectSpan[]): Buffer {
  const parts: Buffer[] = [];
  let at = 0;
  const take = (to: number) => {
    const part = bytes.subarray(at, to);
    at = to;
    // A comma between two is no torn record.
    if (!/^[\s,]*$/.test(part.toString('latin1'))) parts.push(part);
  };
  for (const { start, end } of pieces) {
    take(start);
    take(end);
  }
  take(bytes.length);
  return Buffer.concat(parts.flatMap((part, n) => (n === 0 ? [part] : [Buffer.from('\n'), part])));
}

/** Removes torn records, and keeps whole ones on their lines. */
export const torn: QwenPass = {
  codes: ['QW101', 'QW102'],
  repair: (session) => {
    const all = dueLines(session);
    const edits = all.map(({ pieces = [], ...line }) => {
      const bytes = bytesAt(session.source, line.at, line.length);
      const whole = pieces.map(({ start, end }) => bytes.toString('latin1', start, end)).join('\n');
      return keeping(line, Buffer.from(whole, 'latin1'));
    });
    return { edits, notes: [`${count(all.length, 'torn record')} left out`] };
  },
};

export const utf8: QwenPass = {
  codes: ['QW108'],
  repair: ({ file, source }) => {
    const all = file.read().troubles.filter(({ type }) => type === 'not-utf8');
    const edits = all.flatMap(({ at, length }) => wellFormed(source, at, length));
    return { edits, notes: [`${count(edits.length, 'byte')} became U+FFFD`] };
  },
};

export const end: QwenPass = {
  codes: ['QW107'],
  repair: ({ source }) => ({ edits: [replacing(source.size, 0, '\n')], notes: [] }),
};
