import { isObject, type Value } from '../../../codecs/json/value.ts';
import type { Rds } from '../../../codecs/rds/read-rds.ts';
import { type Code, type Finding, fileFinding } from '../../../model/finding.ts';
import type { Part } from '../../../model/part.ts';
import { baseName } from '../../../model/path.ts';
import { atSameByte, type CauseRule, causesFrom, foldCauses, inSameObject, inTiedFile } from '../../engine/causes.ts';
import { atValue, boundedFindings, type FileFinding, findingAbout, placedFindings } from '../../file-finding.ts';
import type { Scope } from '../../kind.ts';
import type { RaoDocument } from '../document.ts';
import { conversationFolder, numberOf, type RaoRole } from '../layout/layout.ts';
import { isEmptyContainer, itemsOf, referenceIn } from '../read/field.ts';
import type { RaoFolder } from '../read/folder.ts';
import { imagesFindings, otherFileFindings, plotsFindings } from './companions/json-companion.ts';
import { changesFindings, diffsFindings, summariesFindings } from './companions/saved-files.ts';
import { folderFact } from './facts.ts';
import { type KnownMessages, knownMessages, logEntriesOf } from './log/entry.ts';
import { logFindings } from './log/log-findings.ts';
import { soundLog } from './log/message-reader.ts';
import { topFindings } from './scope-findings.ts';
import {
  attachedFindings,
  buttonsFindings,
  historyFindings,
  isSurelySoundButtons,
  isSurelySoundHistory,
} from './tables/table.ts';

interface NumberedFolders {
  readonly scope: Pick<Scope, 'site'>;
  readonly folders: readonly RaoFolder[];
  readonly active: RaoFolder | null;
  readonly archived: RaoFolder | null;
}

export function judgeRao(document: RaoDocument): readonly Finding[] {
  return foldCauses(CAUSES, [...boundedFindings(raoUnitFindings(document)), ...ofHighest(document)]);
}

/** Findings that the scope reports on the highest conversation, from its log. */
function* ofHighest({ active, highest }: RaoDocument): Generator<Finding> {
  if (active === null || highest() !== active.id) return;
  const tie = active.part('log')?.path ?? active.path;
  for (const each of topFindings({ top: folderFact(active) })) yield { ...each, tie, ofScope: true };
}

export function* raoUnitFindings({ scope, folders, active, archived }: NumberedFolders): Generator<Finding> {
  for (const folder of folders) {
    if (folder.self.type !== 'folder') {
      yield* placedFindings(folder.id, folder.path, [findingAbout('RA324', `is a ${folder.self.type} to a folder`)]);
      continue;
    }
    // Rao notes a folder's active place, wherever it is now.
    const home = `${scope.site.root}/${conversationFolder(scope.site, folder.id)}`;
    yield* folderFindings(folder, home);
  }
  if (active !== null && archived !== null) {
    const detail = 'is archived while a conversation with the same number is active';
    yield fileFinding('RA314', archived.id, archived.path, detail);
  }
}

function* folderFindings(folder: RaoFolder, home: string): Generator<Finding> {
  const { id, path } = folder;
  const log = folder.log();
  const number = numberOf(id);
  const sound = soundLog(log, number);
  const entries = sound === null ? logEntriesOf(log) : null;
  const known = entries === null ? sound : knownMessages(log, entries);
  yield* placedFindings(id, path, shellFindings(folder));
  yield* placedFindings(id, folder.part('log')?.path ?? path, logFindings(log, entries));
  yield* fileFindings(folder, known, number);
  yield* plotsFindings(folder, known, home);
  yield* imagesFindings(folder, home);
  yield* erdosFindings(folder, known, number);
  yield* leftoverFindings(folder);
}

function* fileFindings(folder: RaoFolder, known: KnownMessages | null, number: number | null): Generator<Finding> {
  const judge = <T>(role: RaoRole, file: T | null, findingsOf: (file: T) => Iterable<FileFinding>) =>
    file === null ? [] : placedFindings(folder.id, folder.part(role)?.path ?? folder.path, findingsOf(file));
  const history = isSurelySound(folder.part('history'), (bytes) => isSurelySoundHistory(bytes, number))
    ? null
    : folder.history();
  const buttons = isSurelySound(folder.part('buttons'), (bytes) => isSurelySoundButtons(bytes, known))
    ? null
    : folder.buttons();
  yield* judge('changes', folder.changes(), (file) => changesFindings(file, number));
  yield* judge('diffs', folder.diffs(), (file) => diffsFindings(file, number, known));
  yield* judge('summaries', folder.summaries(), (file) => summariesFindings(file, known));
  yield* judge('history', history, (file) => historyFindings(file, number));
  yield* judge('buttons', buttons, (file) => buttonsFindings(file, known));
  yield* judge('attachments', folder.attachments(), (file) => attachedFindings(file, 'attachments.csv'));
  yield* judge('vars', folder.vars(), variablesFindings);
}

function isSurelySound(part: Part | null, isSound: (bytes: Uint8Array) => boolean): boolean {
  return part !== null && part.bytes !== null && isSound(part.bytes);
}

function* variablesFindings(vars: Rds): Generator<FileFinding> {
  if (vars.state === 'broken') yield findingAbout('RA040', vars.why);
  else if (vars.state === 'unjudged') yield findingAbout('RA041', vars.why);
  else if (vars.type !== 'list') yield findingAbout('RA040', 'does not contain a list');
}

/** Findings on a folder that Rao made by accident, or that lost its log (docs/formats/rao.md, "Hazards"). */
function* shellFindings(folder: RaoFolder): Generator<FileFinding> {
  const roles = new Set(folder.parts.map(({ role }) => role));
  const isMissing = !roles.has('log');
  if (isMissing && roles.size === 1 && roles.has('vars')) yield findingAbout('RA401', 'contains only saved variables');
  else if (holdsNothing(folder, roles)) yield findingAbout('RA402', 'is an empty conversation folder');
  else if (isMissing) yield findingAbout('RA016', 'has no conversation_log.json');
}

/** Roles of files that reading alone creates, or that stay when a folder is left. */
const ROLES_MADE_BY_READING: ReadonlySet<string> = new Set<RaoRole>(['log', 'changes', 'diffs', 'vars']);

function holdsNothing(folder: RaoFolder, roles: ReadonlySet<string>): boolean {
  if (![...roles].every((role) => ROLES_MADE_BY_READING.has(role))) return false;
  const files = [folder.log().file, folder.changes()?.file, folder.diffs()?.file];
  const read = files.filter((file) => file != null);
  const unread = ['log', 'changes', 'diffs'].filter((role) => roles.has(role)).length - read.length;
  if (unread > 0 || (folder.log().rootKind ?? 'array') !== 'array') return false;
  return read.every(({ error, root }) => error === null && root !== null && isEmpty(root));
}

function isEmpty(value: Value): boolean {
  return isEmptyContainer(value) || (isObject(value) && itemsOf(value).every(isEmptyContainer));
}

function* leftoverFindings(folder: RaoFolder): Generator<Finding> {
  const { id } = folder;
  for (const part of folder.parts) {
    const finding = leftover(part);
    if (finding !== null) yield { id, path: part.path, ...finding };
  }
  const background = folder.background();
  if (background === null) return;
  const { path } = background.part;
  const broken = [...otherFileFindings('RA028', background)];
  yield* placedFindings(id, path, broken);
  const target = referenceIn(background.root, 'target_query');
  const which = target.type === 'number' ? ` of question ${target.number}` : '';
  if (!broken.some(({ code }) => code === 'RA028'))
    yield fileFinding('RA403', id, path, `describes a summary${which} in progress`);
}

function leftover({ role, path }: Part): FileFinding | null {
  if (role === 'background-backup') return findingAbout('RA404', 'is a backup of a background summary state');
  if (role === 'old') return findingAbout('RA405', 'is a file of an older version');
  return role === 'stray' || (role === 'plots' && !/^plots_\d+\.json$/.test(baseName(path)))
    ? findingAbout('RA406', `is not a file that Rao uses: ${baseName(path)}`)
    : null;
}

function* erdosFindings(folder: RaoFolder, known: KnownMessages | null, number: number | null): Generator<Finding> {
  const { id } = folder;
  for (const file of [folder.erdosVars(), folder.codeLinks()])
    if (file !== null) yield* placedFindings(id, file.part.path, otherFileFindings('RA042', file));
  const log = folder.part('log');
  if (log !== null && known !== null) yield* placedFindings(id, log.path, messagesOfOther(known, number));
}

function* messagesOfOther({ entries }: KnownMessages, number: number | null): Generator<FileFinding> {
  for (const entry of entries) {
    const noted = referenceIn(entry.value, 'conversationId');
    if (noted.type !== 'number' || noted.number === number) continue;
    const detail = `has a message of conversation ${noted.number}`;
    yield atValue('RA136', noted.value, `${entry.at}/conversationId`, detail);
  }
}

/** Codes of logs that R cannot read, or that count as empty. */
const LOGS: readonly Code[] = [
  'RA001',
  'RA002',
  'RA003',
  'RA004',
  'RA005',
  'RA006',
  'RA007',
  'RA008',
  'RA009',
  'RA014',
  'RA015',
  'RA018',
  'RA056',
  'RA101',
];

const NAMELESS: readonly Code[] = ['RA103', 'RA104', 'RA105', 'RA106', 'RA109'];

const NAMING: readonly Code[] = ['RA230', 'RA241', 'RA260'];

function inFolder({ path }: Finding): string {
  return /^(?:.*\/)?conversation_\d+(?=\/|$)/.exec(path)?.[0] ?? path;
}

function message({ path, at }: Finding, further = 0): string | null {
  const index = /^\/(\d+)/.exec(at ?? '')?.[1];
  return index === undefined ? null : `${path} ${Number(index) + further}`;
}

function sameMessage(finding: Finding): string | null {
  return finding.tie === undefined ? null : `${inFolder(finding)} ${finding.tie}`;
}

const inMessage: CauseRule['at'] = (finding) => message(finding);
/** An output directly follows its call. */
const behindCall: CauseRule['at'] = [(finding) => message(finding, 1), inMessage];

const CAUSES = causesFrom([
  { from: LOGS, follow: ['RA330', 'RA331'], at: inTiedFile },
  // A lost message causes a finding at every reference to it.
  { from: ['RA016'], follow: NAMING, at: inFolder },
  { from: NAMELESS, follow: ['RA215'], at: inMessage },
  { from: [...NAMELESS, 'RA201', 'RA230'], follow: ['RA201', 'RA230', 'RA241'], at: sameMessage },
  { from: ['RA106', 'RA109'], follow: ['RA013'], at: atSameByte },
  { from: ['RA031'], follow: ['RA055'], at: atSameByte },
  // A misnamed key is missing, and R takes it for another.
  { from: ['RA103', 'RA124', 'RA125', 'RA138'], follow: ['RA011', 'RA110'], at: inSameObject },
  { from: ['RA110'], follow: ['RA124', 'RA125'], at: inMessage },
  { from: ['RA124', 'RA125', 'RA211', 'RA212', 'RA217'], follow: ['RA210'], at: behindCall },
]);
