import type { Finding } from '../../../../../src/model/finding.ts';
import type { Site } from '../../../../../src/stores/kind.ts';
import { beginNow, openNoted } from '../../../asked.ts';
import { filePart } from '../../../open-site.ts';
import { BASE, partsOf } from '../../open-folder.ts';

/** A base by its logs; a string stands for the log of a folder. */
export interface Base {
  readonly names?: string;
  readonly archiveNames?: string;
  readonly active?: Readonly<Record<string, string>>;
  readonly archived?: Readonly<Record<string, string>>;
  readonly site?: Partial<Site>;
}

/** What concerns the whole of a base; `only` opens these ids alone. */
export function scopeFindingsOf(base: Base, only?: readonly string[]): readonly Finding[] {
  const { names, archiveNames, active = {}, archived = {} } = base;
  const shared = [
    table('conversation_names.csv', 'names', names),
    table('conversations/archive/conversation_names.csv', 'archive-names', archiveNames),
  ];
  const ids = [...new Set([...Object.keys(active), ...Object.keys(archived)])].sort();
  const units = new Map(
    ids.map((id) => [
      id,
      [...folder(active[id], id, 'conversations'), ...folder(archived[id], id, 'conversations/archive')],
    ]),
  );
  const site = { ...BASE, ...base.site };
  const session = beginNow('rao', {
    name: '',
    site,
    shared: shared.flat(),
    now: 1_800_000_000,
    signatures: false,
    units,
  });
  for (const [id, parts] of units) if (only?.includes(id) ?? true) openNoted(session, { id, parts }, 'rao');
  return [...session.findings()];
}

/** Their codes. */
export function scopeCodesOf(base: Base, only?: readonly string[]): readonly string[] {
  return scopeFindingsOf(base, only).map(({ code }) => code);
}

function table(path: string, role: string, text: string | undefined) {
  return text === undefined ? [] : [filePart(path, Buffer.from(text), { role })];
}

function folder(log: string | undefined, id: string, above: string) {
  if (log === undefined) return [];
  return partsOf({ 'conversation_log.json': log }, id, above).map((part) => ({ ...part, mode: 0o600 }));
}
