import { dirname, isAbsolute, join, resolve } from 'node:path';
import { fileExists, textIfThere } from '../io/config-file.ts';
import { newDigest } from '../io/disk/digest.ts';
import { errorCode, readReasonOf } from '../io/disk/error-code.ts';
import type { Sentence } from '../model/command.ts';
import { Failure } from '../model/failure.ts';
import type { ReadContext } from './reading.ts';

/** Makes a typed path absolute. Throws Failure `usage` for an empty path, and for `-`, which elsewhere means a stream. */
export function pathFromArgument(cwd: string, typed: string): string {
  if (typed === '') throw new Failure('usage', 'a path is empty', 'Is a variable that should hold it not set?');
  if (typed.includes('\0')) throw new Failure('usage', 'a path holds a NUL character');
  if (typed !== '-') return resolve(cwd, typed);
  throw new Failure('usage', '- cannot be given here, where a path is needed', './- is a file or folder of that name.');
}

/** Reads a file that the user named. `what` names it in messages. Throws Failure `usage` if unreadable. */
export function readUserText(disk: ReadContext['disk'], what: string, file: string, hint: Sentence): string {
  try {
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(disk.read(file));
  } catch (error) {
    throw new Failure('usage', `the ${what} ${file} ${unreadReasonOf(error)}`, hint, { cause: error });
  }
}

/** The reason why a file is unread; it follows the path in a message. */
export function unreadReasonOf(error: unknown): string {
  return errorCode(error) === 'ENOENT' ? 'does not exist' : readReasonOf(error);
}

export function textDigest(): ReturnType<typeof newDigest> {
  return newDigest();
}

export interface ConfigFile {
  readonly path: string;
  readonly json: unknown;
}

/** The user's settings; null for none. Throws Failure `usage` for invalid JSON. */
export function userConfig(vars: Readonly<Record<string, string | undefined>>): ConfigFile | null {
  const path = userConfigPath(vars);
  return path === null ? null : configAt(path);
}

/** Path of the user's settings; null without a home. */
export function userConfigPath(vars: Readonly<Record<string, string | undefined>>): string | null {
  const folder = baseFolder(vars, 'XDG_CONFIG_HOME', '.config');
  return folder === null ? null : join(folder, 'convostore', 'config.json');
}

/** A user's folder by the XDG specification, which ignores a relative one. Null without a home. */
export function baseFolder(
  vars: Readonly<Record<string, string | undefined>>,
  name: 'XDG_CONFIG_HOME' | 'XDG_STATE_HOME',
  belowHome: string,
): string | null {
  const folder = vars[name] ?? '';
  if (isAbsolute(folder)) return folder;
  const { HOME: home = '' } = vars;
  return home === '' ? null : join(home, belowHome);
}

/**
 * Settings of a folder's project: the nearest ones, up to the top of its repository and below the home. Throws Failure `usage` for invalid
 * JSON.
 */
export function projectConfig(cwd: string, home: string | null): ConfigFile | null {
  for (let folder = cwd; folder !== home; folder = dirname(folder)) {
    const found = configAt(join(folder, 'convostore.config.json')) ?? configInPackage(join(folder, 'package.json'));
    if (found !== null) return found;
    if (dirname(folder) === folder || fileExists(join(folder, '.git'))) break;
  }
  return null;
}

function configAt(path: string): ConfigFile | null {
  const text = textIfThere(path);
  return text === null ? null : { path, json: parsed(path, text) };
}

function configInPackage(path: string): ConfigFile | null {
  const text = textIfThere(path);
  if (text === null || !text.includes('"convostore"')) return null;
  const json: unknown = parsed(path, text);
  if (typeof json !== 'object' || json === null || !('convostore' in json)) return null;
  return { path, json: json.convostore };
}

function parsed(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Failure('usage', `${path} is not JSON`, 'Repair it, or leave it out with --no-config.', { cause: error });
  }
}

const READ_BYTES = 1 << 20;

const MAX_LINE_LENGTH = 2 ** 26;

export class LongLine extends Error {
  override readonly name = 'LongLine';
}

/** Yields whole lines, and an unterminated last one. `read` returns fewer bytes only at the end. Throws LongLine. */
export function* textLines(read: (at: number, length: number) => Uint8Array): Generator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let rest = '';
  for (let at = 0; ; at += READ_BYTES) {
    const piece = read(at, READ_BYTES);
    const [first = '', ...lines] = decoder.decode(piece, { stream: true }).split('\n');
    rest += first;
    for (const line of lines) {
      yield rest;
      rest = line;
    }
    if (rest.length > MAX_LINE_LENGTH) throw new LongLine();
    if (piece.length < READ_BYTES) break;
  }
  if (rest !== '') yield rest;
}
