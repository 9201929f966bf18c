import type { Edit } from '../../../../codecs/edit.ts';
import { replaceValue } from '../../../../codecs/json/edits.ts';
import { member, type Value } from '../../../../codecs/json/value.ts';
import { type ClaudePass, dueOf, lineOf, type Patient } from './pass.ts';

/** Half surrogates in texts: six bytes for six. */
export const surrogates: ClaudePass = {
  codes: ['CL420'],
  repair: (patient) => ({
    edits: recordsOf(patient, 'CL420').flatMap(({ at, record }) => escapes(record.tape.bytes, at, loneSurrogates)),
    notes: [],
  }),
};

/** A type or a parent that makes the reader raise, and NUL characters in texts. */
export const values: ClaudePass = {
  codes: ['CL101', 'CL102', 'CL423'],
  repair: (patient) => {
    const nulls = (['CL101', 'CL102'] as const).flatMap((code) =>
      recordsOf(patient, code).flatMap(({ at, record }) => {
        const value = member(record, code === 'CL101' ? 'type' : 'parentUuid', 'last');
        return value === null ? [] : [shifted(replaceValue(value, 'null'), at)];
      }),
    );
    const characters = recordsOf(patient, 'CL423').flatMap(({ at, record }) =>
      escapes(record.tape.bytes, at, nulEscapes),
    );
    return {
      edits: [...nulls, ...characters],
      notes: [
        ...nulls.map(({ at }) => `the value at byte ${at} becomes null`),
        ...(characters.length > 0 ? [`${characters.length} NUL characters become U+FFFD`] : []),
      ],
    };
  },
};

interface Scanned {
  readonly n: number;
  readonly at: number;
  readonly record: Value;
}

/** The records with a finding of one code, each once. */
function recordsOf(patient: Patient, code: Parameters<typeof dueOf>[1]): Scanned[] {
  const numbers = new Set(dueOf(patient, code).map(lineOf));
  return [...numbers].flatMap((n) => {
    const scanned = patient.file.scan(n);
    return scanned === null ? [] : [{ n, ...scanned }];
  });
}

/** An edit on a record as one on the file. */
export function shifted(edit: Edit, by: number): Edit {
  return { ...edit, at: edit.at + by };
}

/** U+FFFD in the place of some escapes of a line. */
function escapes(bytes: Uint8Array, base: number, pick: (all: readonly Escape[]) => readonly Escape[]): Edit[] {
  const text = Buffer.from(bytes).toString('latin1');
  const all = Array.from(text.matchAll(/\\(?:u([0-9a-fA-F]{4})|.)/gs), ({ index, 1: hex }) => {
    return { at: index, unit: hex === undefined ? -1 : Number.parseInt(hex, 16) };
  });
  return pick(all).map(({ at }) => ({ at: base + at, remove: 6, insert: Buffer.from('\\ufffd') }));
}

interface Escape {
  readonly at: number;
  /** The UTF-16 unit; -1 for an escape of another kind. */
  readonly unit: number;
}

function loneSurrogates(all: readonly Escape[]): Escape[] {
  const isHigh = (each: Escape | undefined) => each !== undefined && each.unit >= 0xd800 && each.unit < 0xdc00;
  const isLow = (each: Escape | undefined) => each !== undefined && each.unit >= 0xdc00 && each.unit < 0xe000;
  return all.filter((each, i) => {
    const [before, after] = [all[i - 1], all[i + 1]];
    if (isHigh(each)) return !(isLow(after) && after?.at === each.at + 6);
    return isLow(each) && !(isHigh(before) && before?.at === each.at - 6);
  });
}

function nulEscapes(all: readonly Escape[]): Escape[] {
  return all.filter(({ unit }) => unit === 0);
}
