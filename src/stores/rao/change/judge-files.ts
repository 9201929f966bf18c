import { unchanged } from '../../decided.ts';
import { openDocument, type RaoDocument } from '../document.ts';
import type { Folder } from '../folder.ts';
import { conversationFolder, numberOf } from '../layout/layout.ts';
import type { Files } from './passes/files.ts';
import type { Judgement } from './passes/pass.ts';

/** The files of one folder, as they were read. */
export function filesOf({ scope }: Pick<RaoDocument, 'scope'>, { id, path, parts }: Folder): Files {
  const home = `${scope.site.root}/${conversationFolder(scope.site, id)}`;
  return { path, home, number: numberOf(id) ?? Number(id), parts };
}

/** What Rao makes of a folder as it was read. */
export function judged(document: RaoDocument, folder: Folder): Judgement {
  const findings = [...document.findings()].filter(({ path }) => path === folder.path || isBelow(folder, path));
  return { findings, readable: folder.log().error === null };
}

/** What Rao would make of a folder if its files were these. */
export function judgeFiles(document: RaoDocument, files: Files): Judgement {
  const opened = reopened(document, files);
  return judged(opened, folderIn(opened, files));
}

/** The folder that these files would be. */
export function openedAs(document: RaoDocument, files: Files): Folder {
  return folderIn(reopened(document, files), files);
}

function reopened({ unit, scope, tables }: RaoDocument, files: Files): RaoDocument {
  const others = unit.parts.filter(({ path }) => !isBelow(files, path));
  const parts = [...others, ...files.parts];
  return openDocument(scope, tables, { id: unit.id, parts }, () => unchanged());
}

function folderIn({ folders }: RaoDocument, { path }: Files): Folder {
  const folder = folders.find((each) => each.path === path);
  if (folder === undefined) throw new Error(`${path} is no folder of this unit`);
  return folder;
}

function isBelow({ path }: Pick<Files, 'path'>, other: string): boolean {
  return other.startsWith(`${path}/`);
}
