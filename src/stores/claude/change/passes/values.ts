import type { Edit } from '../../../../codecs/edit.ts';
import { replaceValue } from '../../../../codecs/json/edits.ts';
import { member, type Value } from '../../../../codecs/json/value.ts';
import { withoutLoneSurrogates } from '../../../engine/lone-surrogates.ts';
import { type ClaudePass, dueOf, lineOf, type Patient } from './pass.ts';

/** Half surrogates in texts: six bytes for six. */
export const surrogates: ClaudePass = {
  codes: ['CL420'],
  repair: (patient) => ({
    edits: recordsOf(patient, 'CL420').flatMap(({ at, record }) =>
      withoutLoneSurrogates(record.tape).map((edit) => shifted(edit, at)),
    ),
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
      withoutNuls(record.tape.bytes).map((edit) => shifted(edit, at)),
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

/** U+FFFD in the place of escaped NUL characters. */
function withoutNuls(bytes: Uint8Array): Edit[] {
  const text = Buffer.from(bytes).toString('latin1');
  const found = Array.from(text.matchAll(/\\(?:u0000|.)/gs)).filter(([whole]) => whole === '\\u0000');
  return found.map(({ index: at }) => ({ at, remove: 6, insert: Buffer.from('\\ufffd') }));
}
