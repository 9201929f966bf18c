import type { Edit } from '../../../../codecs/edit.ts';
import { replaceValue } from '../../../../codecs/json/edits.ts';
import { withoutLoneSurrogates } from '../../../engine/lone-surrogates.ts';
import { lastValue } from '../../python/get.ts';
import type { Scanned } from '../../session-file.ts';
import { type ClaudePass, dueOf, lineOf, type Patient } from './pass.ts';

/** A type or a parent that makes the reader raise. */
export const raising: ClaudePass = {
  codes: ['CL101', 'CL102'],
  repair: (patient) => {
    const repairs = (['CL101', 'CL102'] as const).flatMap((code) =>
      recordsOf(patient, code).flatMap(({ at, record }) => {
        const value = lastValue(record, code === 'CL101' ? 'type' : 'parentUuid');
        return value === null ? [] : [{ code, edit: shifted(replaceValue(value, 'null'), at) }];
      }),
    );
    const after = { CL101: '', CL102: ', and the record follows no other' } as const;
    const notes = repairs.map(({ code, edit }) => `the value at byte ${edit.at} becomes null${after[code]}`);
    return { edits: repairs.map(({ edit }) => edit), notes };
  },
};

/** Characters of texts that are sent: half surrogates and NUL, six bytes for six each. */
export const characters: ClaudePass = {
  codes: ['CL420', 'CL423'],
  repair: (patient) => {
    const halves = recordsOf(patient, 'CL420').flatMap(({ at, record }) =>
      withoutLoneSurrogates(record.tape).map((edit) => shifted(edit, at)),
    );
    const nuls = recordsOf(patient, 'CL423').flatMap(({ at, record }) =>
      withoutNuls(record.tape.bytes).map((edit) => shifted(edit, at)),
    );
    const notes = nuls.length > 0 ? [`${nuls.length} NUL characters become U+FFFD`] : [];
    return { edits: [...halves, ...nuls], notes };
  },
};

/** The records with a finding of one code, each once. */
function recordsOf(patient: Patient, code: Parameters<typeof dueOf>[1]): Scanned[] {
  const numbers = new Set(dueOf(patient, code).map(lineOf));
  return [...numbers].flatMap((n) => patient.file.scan(n) ?? []);
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
