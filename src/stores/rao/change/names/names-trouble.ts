import type { Refusal } from '../../../decided.ts';
import { columnTroubles, tableTroubles } from '../../checks/scope/names.ts';
import type { NamesFile } from '../../facts.ts';

/** Why rows of the owner's table cannot be changed, to be read after nothing; null when they can, or there is no table. */
export function namesTrouble(file: NamesFile | null): Refusal | null {
  if (file === null) return null;
  const { part, names } = file;
  if (part.type !== 'file')
    return { codes: [], reason: `${part.path} is a ${part.type}, and nothing is changed through it`, unsafe: true };
  if (names === null) return { codes: [], reason: `${part.path} cannot be read` };
  // Rows that Rao reads as they are may be the next that it does not, once others are gone.
  const trouble = [...tableTroubles(names)].find(({ code }) => code !== 'RA303' || names.table.open >= 0);
  if (trouble !== undefined) return { codes: [trouble.code], reason: `${part.path} ${trouble.detail}: heal it first` };
  if (names.isPlain) return null;
  const [strange] = columnTroubles(names);
  if (strange !== undefined) return { codes: [strange.code], reason: `${part.path} ${strange.detail}: heal it first` };
  return names.read.ok && names.read.labelled
    ? { codes: ['RA318'], reason: `${part.path} has labels before its numbers: heal it first` }
    : { codes: [], reason: `${part.path} has its columns in another order than Rao writes them, so it is left alone` };
}

/** The same of our archive's table. */
export function archiveNamesTrouble(file: NamesFile | null): Refusal | null {
  const trouble = namesTrouble(file);
  return trouble === null ? null : { ...trouble, codes: ['RA316'] };
}
