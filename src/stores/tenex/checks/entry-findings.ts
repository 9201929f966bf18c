import { pointerOf } from '../../../codecs/json/pointer.ts';
import { spanOf } from '../../../codecs/json/value.ts';
import type { Finding } from '../../../model/finding.ts';
import type { Code } from '../../../model/findings.ts';
import { about } from '../../trouble.ts';
import type { TenexDocument } from '../document.ts';
import { indexPath, isSafeId } from '../layout/layout.ts';
import type { IndexEntry } from '../read/index-entry.ts';
import { textMember } from '../read/text-member.ts';
import { judge } from './document/judge.ts';
import { isCopy } from './is-copy.ts';
import { short } from './some.ts';

/** What the index says of a conversation against what lies there, both ways; nothing where the index is out of sight or cannot be read. */
export function* entryFindings(document: TenexDocument): Generator<Finding> {
  const { id, index, entries, unit, active, archived, scope } = document;
  const [entry, second] = entries;
  const file = active ?? archived;
  if (entry === undefined && file !== null && (index.list !== null || isNoEntry(document))) yield unindexed(document);
  if (entry === undefined || index.list === null) return;
  const tell = teller(document);
  if (!isSafeId(id)) yield tell(entry, 'TX410', 'overwrites', `names the id ${shown(id)}, which is no name for a file`);
  else if (unit.parts.length === 0 && scope.hidden !== true)
    yield tell(entry, 'TX305', 'drops', 'has an entry without a conversation');
  if (second !== undefined) yield tell(second, 'TX311', 'reads', `has ${entries.length} entries of one conversation`);
  if (file === null) return;
  yield* flagFindings(document, entry, tell);
  const differing = differences(document, entry);
  if (differing.length > 0)
    yield tell(
      entry,
      'TX312',
      'rewrites',
      `has an entry that says something else than its conversation: ${differing.join('; ')}`,
    );
}

/** Told of a file even where the index cannot be read: that it is none to be named there. */
function isNoEntry(document: TenexDocument): boolean {
  const decoded = (document.active ?? document.archived)?.decoded() ?? null;
  return !isSafeId(document.id) || (decoded !== null && isCopy(decoded, document));
}

function unindexed(document: TenexDocument): Finding {
  const { id, active, archived } = document;
  const file = active ?? archived;
  const decoded = file?.decoded() ?? null;
  const tell = (...said: Parameters<typeof about>): Finding => ({ id, path: file?.part.path ?? '', ...about(...said) });
  if (!isSafeId(id)) return tell('TX410', 'overwrites', `has the id ${shown(id)}, which is no name for a conversation`);
  if (decoded !== null && isCopy(decoded, document))
    return tell('TX406', 'reads', `is a copy of the conversation ${short(textMember(decoded, 'id') ?? '')}`);
  if (active === null) return tell('TX307', 'drops', 'is archived and not in the index');
  return tell('TX306', 'drops', 'is not in the index: TENEX neither lists nor loads it');
}

function shown(id: string): string {
  return short(JSON.stringify(id));
}

type Tell = (entry: IndexEntry, code: Code, owner: Finding['owner'], detail: string) => Finding;

/** Tells of one entry of the index; its pointer is made without walking the list. */
function teller({ id, scope, index }: TenexDocument): Tell {
  const path = index.part?.path ?? indexPath(scope.site);
  return ({ value, place }, code, owner, detail) => {
    const at = index.list === null ? null : `${pointerOf(index.list)}/${place}`;
    return { code, id, path, at, offset: spanOf(value).start, owner, detail };
  };
}

function* flagFindings({ active, archived }: TenexDocument, entry: IndexEntry, tell: Tell): Generator<Finding> {
  if (entry.member('archived') === null)
    yield tell(entry, 'TX313', 'reads', 'has an entry that does not say whether the conversation is archived');
  if (entry.archived === true && active !== null)
    yield tell(entry, 'TX308', 'drops', 'says that a conversation is archived whose file is among the active ones');
  if (entry.archived !== true && active === null && archived !== null)
    yield tell(entry, 'TX308', 'drops', 'says that a conversation is active whose file is in the archive');
}

/** Members of the entry that are not what the owner would write for the file; none for a file that it cannot read. */
function differences({ id, scope, active, archived }: TenexDocument, entry: IndexEntry): string[] {
  const decoded = (active ?? archived)?.decoded() ?? null;
  if (decoded === null || decoded.verdict().stage !== 'ok') return [];
  const { counts } = judge(decoded, { id, now: scope.now, signatures: scope.signatures });
  const { first, events, agentCount } = counts;
  const phase = textMember(decoded, 'phase')?.toLowerCase() ?? null;
  const rows: (readonly [name: string, said: unknown, true: unknown])[] = [
    ['title', entry.title, textMember(decoded, 'title')],
    ['phase', entry.phase?.toLowerCase() ?? null, phase],
    ['eventCount', entry.eventCount, events],
    ['agentCount', entry.agentCount, agentCount],
  ];
  // Without a time in the first event the owner takes that of the save.
  if (typeof first === 'number' && Number.isFinite(first) && first !== 0)
    rows.push(['createdAt', entry.createdAt, first]);
  return rows
    .filter(([, said, is]) => said !== null && said !== is)
    .map(([name, said, is]) => `${name} is ${short(JSON.stringify(said))}, not ${short(JSON.stringify(is))}`);
}
