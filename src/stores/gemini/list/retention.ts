import { scan } from '../../../codecs/json/scan.ts';
import { isObject, lexemeOf, member, root } from '../../../codecs/json/value.ts';
import type { Part } from '../../kind.ts';
import { textAt } from '../read/content.ts';
import type { SessionFile } from '../read/session-file.ts';

/** How long the program keeps sessions, in days; null where it deletes none. */
export type Retention = number | null;

const DAY = 86_400;
const DEFAULT_DAYS = 30;
const UNITS: Readonly<Record<string, number>> = { h: 1 / 24, d: 1, w: 7, m: 30 };

/** By the settings of the home; what cannot be read of them counts as the default. */
export function retentionOf(settings: Pick<Part, 'bytes'> | undefined): Retention {
  const tape = settings?.bytes == null ? null : scan(settings.bytes);
  const general = tape?.fault === null ? member(root(tape), 'general', 'last') : null;
  const retention = member(general, 'sessionRetention', 'last');
  if (!isObject(retention)) return DEFAULT_DAYS;
  const enabled = member(retention, 'enabled', 'last');
  if (enabled !== null && lexemeOf(enabled) === 'false') return null;
  const [, number, unit = ''] = /^(\d+)([hdwm])$/.exec(textAt(retention, 'maxAge') ?? '') ?? [];
  return number === undefined ? DEFAULT_DAYS : Math.max(Number(number) * (UNITS[unit] ?? 1), 1);
}

/** Why the next start of the program deletes a file, and with it all of the same eight characters. */
export type Doom = 'unreadable' | 'no-content' | 'subagent' | 'old';

/** Null for a file that the program keeps, as far as it is for this file. */
export function doomOf(file: SessionFile, retention: Retention, now: number): Doom | null {
  if (retention === null || file.name === null || file.isArchived || file.part.type === 'folder') return null;
  const { isReadable, hasContent, meta } = file.read();
  if (!isReadable) return 'unreadable';
  if (meta.kind === 'subagent') return 'subagent';
  if (!hasContent) return 'no-content';
  return (daysUntilOld(file, retention, now) ?? 1) <= 0 ? 'old' : null;
}

/** Whole days until a session is older than the program keeps any; null where it has no time. */
export function daysUntilOld(file: SessionFile, retention: Retention, now: number): number | null {
  const time = Date.parse(file.read().meta.lastUpdated ?? '');
  if (retention === null || Number.isNaN(time)) return null;
  return Math.ceil((time / 1000 + retention * DAY - now) / DAY);
}
