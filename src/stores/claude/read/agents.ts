import { scan } from '../../../codecs/json/scan.ts';
import { isObject, isString, root } from '../../../codecs/json/value.ts';
import { type Part, partFinder } from '../../../model/part.ts';
import { lastValue, textAt } from '../../engine/text-at.ts';
import type { Unit } from '../../kind.ts';
import { agentIdOf } from '../layout/layout.ts';
import { openFile, type SessionFile } from '../session-file.ts';

export interface Agent {
  readonly id: string;
  readonly file: SessionFile;
  readonly toolUseId: string | null;
  readonly parentAgentId: string | null;
  /** A fork's, which the user chose, or the program for its task. */
  readonly name: string | null;
  readonly description: string | null;
  /** `unusable` if the file is broken. */
  readonly sidecar: 'none' | 'sound' | 'unusable';
  readonly sidecarPath: string;
}

/** Subagents of a session in the reader's order: each folder sorted by name, files and folders mixed. */
export function agentsOf({ id: session, parts }: Unit, archived: 'archived-' | '' = ''): Agent[] {
  const files = parts.filter(({ role }) => role === `${archived}agent`).sort((a, b) => compareNames(a.path, b.path));
  const partAt = partFinder(parts);
  return files.map((part) => {
    const name = part.path.slice(part.path.lastIndexOf('/') + 1);
    const sidecarPath = part.path.replace(/\.jsonl$/, '.meta.json');
    const id = agentIdOf(name) ?? name;
    return {
      id,
      file: openFile(part, { id: session, role: 'agent' }),
      sidecarPath,
      ...readSidecar(partAt(sidecarPath)),
    };
  });
}

function readSidecar(
  part: Part | undefined,
): Pick<Agent, 'toolUseId' | 'parentAgentId' | 'name' | 'description' | 'sidecar'> {
  const none = { toolUseId: null, parentAgentId: null, name: null, description: null };
  if (part === undefined) return { ...none, sidecar: 'none' };
  const tape = part.bytes === null ? null : scan(part.bytes);
  const value = tape === null || tape.fault !== null || tape.illFormed >= 0 ? null : root(tape);
  if (!isObject(value)) return { ...none, sidecar: 'unusable' };
  const [tool, agent] = ['toolUseId', 'parentAgentId'].map((key) => lastValue(value, key));
  const isOdd = [tool, agent].some((each) => each != null && !isString(each));
  return {
    toolUseId: textAt(value, 'toolUseId'),
    parentAgentId: textAt(value, 'parentAgentId'),
    name: textAt(value, 'name'),
    description: textAt(value, 'description'),
    sidecar: isOdd ? 'unusable' : 'sound',
  };
}

function compareNames(a: string, b: string): number {
  const first = a.split('/');
  const second = b.split('/');
  for (let i = 0; i < Math.min(first.length, second.length); i++) {
    const order = Buffer.compare(Buffer.from(first[i] ?? ''), Buffer.from(second[i] ?? ''));
    if (order !== 0) return order;
  }
  return first.length - second.length;
}
