import { withoutComments } from '../../../codecs/json/comments.ts';
import { wholeValue } from '../../../codecs/json/scan.ts';
import { isObject, isString, lexemeOf, member, textOf, type Value } from '../../../codecs/json/value.ts';
import type { Part } from '../../../model/part.ts';
import { isTrueInJs } from '../../engine/text-at.ts';
import type { Scope } from '../../kind.ts';
import { CHATS, isSetAside, sessionNameOf, TMP } from '../layout/layout.ts';
import type { Meta } from './meta.ts';
import { isUnopened, readSession, type SessionFile, type SessionRead } from './session.ts';

/** How long the program keeps sessions: days, and number per project (`max` null: any). Null if it deletes none. */
export type Retention = { readonly days: number; readonly max: number | null } | null;

const DAY = 86_400;
const DEFAULT = { days: 30, max: null } as const;
const DAYS_PER_UNIT: Readonly<Record<string, number>> = { h: 1 / 24, d: 1, w: 7, m: 30 };

/** Retention from the settings of the home; null if a value is invalid, because the program deletes nothing then. */
export function retentionOf(settings: Pick<Part, 'bytes'> | undefined): Retention {
  if (settings === undefined) return DEFAULT;
  const value = wholeValue(settings.bytes && withoutComments(settings.bytes));
  // The program does not start without an object.
  if (!isObject(value)) return null;
  const general = member(value, 'general', 'last');
  if (general !== null && !isObject(general)) return null;
  const retention = member(general, 'sessionRetention', 'last');
  return retention === null ? DEFAULT : retentionIn(retention);
}

function retentionIn(retention: Value): Retention {
  if (!isObject(retention) || !isOn(member(retention, 'enabled', 'last'))) return null;
  const [days, min] = [daysAt(retention, 'maxAge', DEFAULT.days), daysAt(retention, 'minRetention', 1)];
  const max = countIn(member(retention, 'maxCount', 'last'));
  if (days === null || days < (min ?? 1) || (max !== null && max < 1)) return null;
  return { days, max: Number.isNaN(max) ? null : max };
}

/** True where nothing is said. The program takes the word `false` for false. */
function isOn(enabled: Value | null): boolean {
  if (enabled === null) return true;
  return isString(enabled) ? !/^(?:false)?$/i.test(expandedText(enabled)) : isTrueInJs(enabled);
}

/** A text with `${NAME:-default}` replaced by the default: variables of the program are unknown here. */
function expandedText(value: Value): string {
  return textOf(value).replace(/\$\{[^}:]+:-([^}]*)\}/g, '$1');
}

/** A number as JavaScript takes a value for one: NaN for words, which no number is below or above. */
function countIn(count: Value | null): number | null {
  if (count === null || isString(count)) return count && Number(expandedText(count));
  const lexeme = lexemeOf(count);
  return /^[-\d]/.test(lexeme) ? Number(lexeme) : Number(isTrueInJs(count));
}

function daysAt(value: Value, key: string, usual: number): number | null {
  const found = member(value, key, 'last');
  if (found === null) return usual;
  const [, number = '0', unit = ''] = /^(\d+)([hdwm])$/.exec(isString(found) ? expandedText(found) : '') ?? [];
  return Number(number) * (DAYS_PER_UNIT[unit] ?? 0) || null;
}

/** Why the next start of the program deletes a file, and with it all files of the same eight characters. */
export type DeletionReason = 'unreadable' | 'no-content' | 'subagent' | 'old' | 'too-many';

export interface Keeping {
  readonly retention: Retention;
  readonly now: number;
  /** Paths of the sessions beyond the number that the program keeps. */
  readonly beyondCount: () => ReadonlySet<string>;
}

/** Null if this file gives the program no reason to delete it; another file of the same characters may. */
export function deletionReason(file: SessionFile, { retention, now, beyondCount }: Keeping): DeletionReason | null {
  if (retention === null || file.name === null || file.isArchived || isUnopened(file)) return null;
  const { isReadable, hasContent, meta } = file.read();
  if (!isReadable) return 'unreadable';
  if (meta.kind === 'subagent') return 'subagent';
  if (!hasContent) return 'no-content';
  if ((daysUntilOld(file, retention, now) ?? 1) <= 0) return 'old';
  return beyondCount().has(file.part.path) ? 'too-many' : null;
}

/**
 * Paths of the sessions of a project that the program deletes for their number: all but those that were changed last, whatever their age.
 * `arriving` are not in the folder yet.
 */
export function pathsBeyondCount(
  { name, namesAt, sourceAt }: Pick<Scope, 'name' | 'namesAt' | 'sourceAt'>,
  retention: Retention,
  arriving: readonly SessionFile[] = [],
): ReadonlySet<string> {
  const max = retention?.max ?? null;
  if (max === null) return new Set();
  const folder = `${TMP}/${name}/${CHATS}`;
  const present = (namesAt?.(folder) ?? []).flatMap((file) => {
    const path = `${folder}/${file}`;
    const source = sessionNameOf(file) === null || isSetAside(file) ? null : (sourceAt?.(path) ?? null);
    return source === null ? [] : countedIn(path, readSession(source));
  });
  const counted = [...present, ...arriving.flatMap(({ part, read }) => countedIn(part.path, read()))];
  const lastFirst = counted.sort((a, b) => b.changed - a.changed || 0);
  return new Set(lastFirst.slice(Math.ceil(max)).map(({ path }) => path));
}

function countedIn(path: string, { isReadable, hasContent, meta }: SessionRead) {
  return isReadable && hasContent && meta.kind !== 'subagent' ? [{ path, changed: lastChange(meta) }] : [];
}

const FUTURE = Number.MAX_SAFE_INTEGER;

/** Milliseconds. The program takes a session without the time of its last change for one that is changed now. */
export function lastChange({ lastUpdated }: Pick<Meta, 'lastUpdated'>): number {
  return lastUpdated === null ? FUTURE : Date.parse(lastUpdated);
}

/** Whole days until the program deletes the session for its age; null for a session without a time. */
function daysUntilOld(file: SessionFile, retention: Retention, now: number): number | null {
  const time = Date.parse(file.read().meta.lastUpdated ?? '');
  if (retention === null || Number.isNaN(time)) return null;
  return Math.ceil((time / 1000 + retention.days * DAY - now) / DAY);
}

/** Days until the program deletes files that it deletes together: the fewest of any; null if none has a time. */
export function daysUntilFirstOld(files: readonly SessionFile[], retention: Retention, now: number): number | null {
  return files.reduce<number | null>((least, file) => {
    const days = daysUntilOld(file, retention, now);
    return days === null ? least : Math.min(days, least ?? days);
  }, null);
}
