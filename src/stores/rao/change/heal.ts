import { replaceValue } from '../../../codecs/json/edits.ts';
import { members } from '../../../codecs/json/value.ts';
import { CSV, changeTable, parseTable, quoteCell } from '../../../codecs/table/table.ts';
import { NO_COUNTS } from '../../../model/change-report.ts';
import { type Finding, ruleOf } from '../../../model/finding.ts';
import {
  type AskFor,
  isRefusal,
  type NotChanged,
  type Refusal,
  refusalOf,
  type UnitChange,
  unchanged,
} from '../../decision.ts';
import { type FileRepair, isWanted } from '../../engine/change/passes.ts';
import { removed, type UnitEdits } from '../../engine/change/steps.ts';
import { countOf } from '../../words.ts';
import { otherIndex } from '../checks/companions/json-companion.ts';
import type { RaoDocument } from '../document.ts';
import { itemsOf } from '../read/field.ts';
import type { RaoFolder } from '../read/folder.ts';
import { fieldsUnder } from '../read/tables/companion-table.ts';
import { DECODING, TABLES } from './decoding.ts';
import {
  decisionOf,
  editedFrom,
  editFolders,
  type Files,
  folderRefusal,
  inFiles,
  inFolder,
  type JudgedFolder,
  LOG,
  nameFinding,
  nameOf,
  type PassedRao,
  type RaoPass,
  type RepairedRao,
  raoCounts,
  repairFolder,
  topOf,
} from './folders.ts';
import { MESSAGE_PASSES } from './log-passes.ts';
import { renumberPass } from './renumber.ts';
import { withOwnIndex } from './tables.ts';

export function healRao(document: RaoDocument, ask: AskFor<'heal'>): UnitChange | NotChanged {
  const edited = editFolders(document, (folder, start): UnitEdits | Refusal => {
    if (isDebris(start, ask))
      return folderRefusal(folder) ?? clearedFindings(folder, { ...start, codes: [], notes: [] });
    const healed = repairFolder(document, start, PASSES, ask, (passed) => unreadableRefusal(passed, ask));
    if (isRefusal(healed)) return healed;
    // An empty log may have been all there was.
    if (isDebris(healed, ask)) return folderRefusal(folder) ?? clearedFindings(folder, healed);
    return editedFrom(document, folder, healed, ask.lossy);
  });
  return decisionOf(edited, unchanged());
}

const DEBRIS: readonly string[] = ['RA401', 'RA402'];

function isDebris({ findings }: Pick<JudgedFolder, 'findings'>, ask: Pick<AskFor<'heal'>, 'only'>): boolean {
  return findings.some(({ code }) => DEBRIS.includes(code) && isWanted(code, ask));
}

function clearedFindings(
  folder: RaoFolder,
  { findings, codes, notes }: Pick<RepairedRao, 'findings' | 'codes' | 'notes'>,
): UnitEdits {
  const { path, self } = folder;
  const found = findings.filter(({ code }) => DEBRIS.includes(code));
  return {
    path,
    steps: [removed(self)],
    codes: [...codes, ...found.map(({ code }) => code)],
    notes: [...notes, ...found.map(({ detail }) => `${path} ${detail}: it goes into the journal`)],
    before: raoCounts(folder),
    after: NO_COUNTS,
  };
}

function unreadableRefusal(
  { doc: { files, findings, readable }, codes }: PassedRao,
  ask: Pick<AskFor<'heal'>, 'only'>,
): Refusal | null {
  const blocking = readable ? undefined : findings.find((found) => blocksReading(files, found));
  if (blocking === undefined || (codes.length === 0 && !isWanted(blocking.code, ask))) return null;
  return refusalOf({ codes: [blocking.code], reason: `${nameFinding(files, blocking)}, so Rao cannot read it` });
}

function blocksReading({ path }: Files, { path: file, code }: Finding): boolean {
  const { severity, owner } = ruleOf(code);
  return file === `${path}/${LOG}` && severity === 'error' && owner !== 'reads';
}

const PLACE_PASSES: readonly RaoPass[] = [
  inFiles(['RA134'], ({ name, bytes }, _found, { number }) =>
    name.endsWith('.tsv') ? withOwnIndex(bytes, number) : withOwnNumber(bytes, number),
  ),
  inFiles(['RA252', 'RA253'], ({ bytes }, _found, files) => withOwnPaths(bytes, files)),
];

function withOwnNumber(bytes: Uint8Array, number: number): FileRepair {
  const entries = members(topOf(bytes)).flatMap(({ value }) => itemsOf(value));
  const edits = entries.flatMap((entry) => {
    const index = otherIndex(entry, number);
    return index === null ? [] : [replaceValue(index.value, String(number))];
  });
  return { edits, notes: [] };
}

function withOwnPaths(bytes: Uint8Array, files: Files): FileRepair {
  const table = parseTable(bytes, CSV);
  const images = new Set(files.parts.map((part) => nameOf(files, part)));
  const replace = fieldsUnder(table, 'local_path').flatMap((field) => {
    const name = `images_attached/${field.text.split(/[\\/]/).at(-1)}`;
    const path = `${files.home}/${name}`;
    return path === field.text || !images.has(name) ? [] : [{ field, source: quoteCell(path) }];
  });
  const notes = replace.length === 0 ? [] : [`lets ${countOf(replace.length, 'image')} be those of this folder`];
  return { edits: changeTable(table, { replace }), notes };
}

const LEFTOVERS: readonly RaoPass[] = [
  inFolder(['RA040'], (files, found) => ({
    edits: new Map(),
    removed: [...new Set(found.map((each) => nameOf(files, each)))],
    notes: found.map(
      ({ detail }) => `conversation_vars.rds ${detail}: it goes into the journal, and Rao begins with its defaults`,
    ),
  })),
];

/** From the outside in: each pass relies on readable files from the ones before. */
const PASSES: readonly RaoPass[] = [
  ...DECODING,
  ...TABLES,
  ...MESSAGE_PASSES,
  renumberPass,
  ...PLACE_PASSES,
  ...LEFTOVERS,
];
