import { member, type Value } from '../../../codecs/json/value.ts';
import { isWindowsPath } from '../../../model/path.ts';
import { contentText } from './head.ts';
import { fieldText } from './meta.ts';
import type { Entry } from './record.ts';

/** The folder that a call, or the model's instructions, show, if nothing names one. */
export function workdirIn({ type, payload }: Pick<Entry, 'type' | 'payload'>): string | null {
  if (type === 'response_item') return workdirOf(payload);
  if (type !== 'event_msg') return null;
  return absolute(fieldText(payload, 'cwd') ?? fieldText(member(payload, 'item'), 'cwd'));
}

/** `workdirIn` for an item for the model. */
export function workdirOf(item: Value | null): string | null {
  const [, stated = null] = /<cwd>([^<]*)<\/cwd>/.exec(contentText(item)) ?? [];
  const [, given = null] = WORKDIR.exec(fieldText(item, 'arguments') ?? '') ?? [];
  return absolute(stated ?? fieldText(member(item, 'action'), 'working_directory') ?? (given && unquoted(given)));
}

/** In a call's JSON arguments. */
const WORKDIR = /"workdir"\s*:\s*("(?:[^"\\]|\\.)*")/;

function unquoted(json: string): string | null {
  try {
    return String(JSON.parse(json));
  } catch {
    return null;
  }
}

function absolute(path: string | null): string | null {
  return path !== null && (path.startsWith('/') || isWindowsPath(path)) ? path : null;
}
