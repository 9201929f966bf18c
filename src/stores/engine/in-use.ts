import { wholeValue } from '../../codecs/json/scan.ts';
import { lexemeOf, member, typeOf, type Value } from '../../codecs/json/value.ts';
import type { Code } from '../../model/finding.ts';
import type { Part } from '../../model/part.ts';
import { isYoung } from '../../model/time.ts';
import { type NotChanged, refused } from '../decision.ts';
import type { Scope } from '../kind.ts';
import { textAt } from './text-at.ts';

/** A program's note that it has a session open. */
export interface Running {
  readonly pid: number;
  readonly sessionId: string;
  /** Start of its process. */
  readonly start: string | null;
  /** Where its pid is valid; null if unknown. */
  readonly domain: string | null;
}

/** Notes of programs, some of which may have ended; null for an unreadable one. */
export function runningOf(shared: readonly Part[]): (Running | null)[] {
  return shared.filter(({ role }) => role === 'running').map((part) => runningIn(wholeValue(part.bytes)));
}

function runningIn(record: Value | null): Running | null {
  const [pid, sessionId] = [member(record, 'pid', 'last'), textAt(record, 'sessionId')];
  if (pid === null || typeOf(pid) !== 'number' || sessionId === null) return null;
  const [start, domain] = [textAt(record, 'procStart'), textAt(record, 'pidDomain')];
  return { pid: Number(lexemeOf(pid)), sessionId, start, domain };
}

/** `open`: a running program names the session. `unknown`: programs may run that cannot be asked. Null: not in use. */
export type OwnerSign = 'open' | 'unknown' | null;

/** State of each session by the notes in a home's `sessions`, which are read once. */
export function signsIn({ site, common = [], alive, exists, system }: Scope): (id: string) => OwnerSign {
  const running = runningOf(common);
  const isAsked = running.length > 0 || (site.shape === 'home' && exists?.(`${site.root}/sessions`) === true);
  const isElsewhere = ({ domain }: Running) => domain !== null && (system?.domain ?? domain) !== domain;
  const isAlive = ({ pid, start }: Running) =>
    alive?.(pid) === true && (start === null || (system?.startOf(pid) ?? start) === start);
  const signs = new Map<string, OwnerSign>();
  for (const each of running) {
    if (each === null || signs.get(each.sessionId) === 'open') continue;
    if (isElsewhere(each)) signs.set(each.sessionId, 'unknown');
    else if (isAlive(each)) signs.set(each.sessionId, 'open');
  }
  const otherwise = isAsked && alive !== undefined && running.every((each) => each !== null) ? null : 'unknown';
  return (id) => signs.get(id) ?? otherwise;
}

/** `open`: a running program names it. `young`: no program can be asked, and it was written within the last minute. */
export type SessionLife = 'open' | 'young';

export function lifeOf(sign: OwnerSign, { now, isWrittenByConvo }: Scope, active: Part | null): SessionLife | null {
  if (sign !== 'unknown') return sign;
  if (active === null || !isYoung(active.mtime, now)) return null;
  // convo changes no file in use, so a file that it wrote was not in use before.
  return isWrittenByConvo?.(active.path, active.mtime) === true ? null : 'young';
}

/** Refuses a session in use: the program would overwrite the change with what it has in memory. */
export function refusedInUse({ life }: { life(): SessionLife | null }, code?: Code): NotChanged | null {
  const now = life();
  return now === null ? null : refused({ codes: code === undefined ? [] : [code], reason: REASONS[now], unsafe: true });
}

const REASONS: Readonly<Record<SessionLife, string>> = {
  open: 'is in use by a running program: end that first',
  young: 'was written to within the last minute, and the program may not be done: try again in a minute',
};
