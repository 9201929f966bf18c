import { recordsApart, withoutNuls, withoutTorn } from '../../../engine/line-edits.ts';
import { replacing, wellFormed } from '../../../engine/range-edits.ts';
import type { FileFinding } from '../../../file-finding.ts';
import { count } from '../../../words.ts';
import { type LineTrouble, lineTroubles } from '../../checks/line-findings.ts';
import type { HealingSession, QwenPass } from '../pass.ts';

/** Lines of the codes that are to be healed now. */
function dueLines({ file, due }: HealingSession & { readonly due: readonly FileFinding[] }): LineTrouble[] {
  const codes = new Set(due.map(({ code }) => code));
  return [...lineTroubles(file)].filter(({ code }) => codes.has(code));
}

export const nul: QwenPass = {
  codes: ['QW105', 'QW106'],
  repair: (session) => ({ edits: dueLines(session).map((line) => withoutNuls(session.source, line)), notes: [] }),
};

export const split: QwenPass = {
  codes: ['QW103', 'QW104'],
  repair: (session) => ({ edits: dueLines(session).map((line) => recordsApart(session.source, line)), notes: [] }),
};

export const torn: QwenPass = {
  codes: ['QW101', 'QW102'],
  repair: (session) => {
    const all = dueLines(session);
    const edits = all.map((line) => withoutTorn(session.source, line));
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
