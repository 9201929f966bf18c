import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathsBelow } from '../../../support/folders.ts';

/** The files of sessions in a config folder, and its history, with other folders and ids, and without records that say nothing of a talk. */
export function homeFiles(config: string, folders: Readonly<Record<string, string>>): Record<string, string> {
  const projects = join(config, 'projects');
  const paths = pathsBelow(projects).map((path) => join(projects, path));
  const anonymous = anonymizer(folders);
  const history = join(config, 'history.jsonl');
  const sorted = [...paths, ...(existsSync(history) ? [history] : [])].sort(
    (a, b) => a.length - b.length || (a < b ? -1 : 1),
  );
  return Object.fromEntries(
    sorted.map((path) => {
      const text = readFileSync(path, 'utf8');
      const kept = path.endsWith('.jsonl') && path !== history ? trimmed(text) : text;
      return [anonymous(path.slice(config.length + 1)), anonymous(kept)];
    }),
  );
}

/** Gives each id a number, in the order in which they are met. */
function anonymizer(folders: Readonly<Record<string, string>>): (text: string) => string {
  const ids = new Map<string, string>();
  const idOf = (found: string) => {
    const known = ids.get(found) ?? `00000000-0000-4000-8000-${String(ids.size + 1).padStart(12, '0')}`;
    ids.set(found, known);
    return known;
  };
  return (given) => {
    let text = given;
    for (const [from, to] of Object.entries(folders))
      text = text.replaceAll(from, to).replaceAll(from.replace(/[^A-Za-z\d]/g, '-'), to.replace(/[^A-Za-z\d]/g, '-'));
    return text.replace(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, idOf);
  };
}

interface Line {
  readonly type?: string;
  readonly subtype?: string;
  readonly uuid?: string;
  readonly attachment?: { readonly type?: string };
  parentUuid?: string | null;
  leafUuid?: string | null;
}

/** A session without records that say nothing of a talk; those behind them go on from the records before them. */
function trimmed(text: string): string {
  const records: Line[] = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
  const gone = new Map(records.filter(isQuiet).map(({ uuid = '', parentUuid = null }) => [uuid, parentUuid]));
  const kept = (uuid: string | null) => {
    let at = uuid;
    while (at !== null && gone.has(at)) at = gone.get(at) ?? null;
    return at;
  };
  const lines = records
    .filter((record) => !isQuiet(record))
    .map((record) => {
      for (const key of ['parentUuid', 'leafUuid'] as const)
        if (record[key] !== undefined) record[key] = kept(record[key]);
      return JSON.stringify(record, (key, value) => (DROPPED.has(key) ? undefined : shortened(value)));
    });
  return lines.map((line) => `${line}\n`).join('');
}

function isQuiet({ type = '', subtype, attachment }: Line): boolean {
  return (
    type.startsWith('api-request') ||
    QUIET.has(type) ||
    QUIET_ATTACHMENTS.has(attachment?.type ?? '') ||
    (type === 'system' && subtype === 'turn_duration')
  );
}

const QUIET: ReadonlySet<string> = new Set([
  'agent-name',
  'atis-latch',
  'cost-state',
  'file-history-delta',
  'file-history-snapshot',
  'mode',
  'permission-mode',
  'tools-used',
]);
const QUIET_ATTACHMENTS: ReadonlySet<string> = new Set([
  'agent_listing_delta',
  'auto_mode',
  'date',
  'deferred_tools_delta',
  'environment',
  'mcp_instructions_delta',
  'model',
  'prompt_snapshot',
  'remote_session_change',
  'session_context',
  'skill_listing',
  'skill_listing_delta',
  'total_tokens_reminder',
]);
const DROPPED: ReadonlySet<string> = new Set([
  'cacheDeferralKey',
  'contextManagement',
  'effort',
  'hookTextLead',
  'modelConfig',
  'rendered',
  'requestId',
]);

/** Of a long text of the program the words of a scene are kept; one of a tool has its own on every line. */
function shortened(value: unknown): unknown {
  if (typeof value !== 'string' || value.length < LONG || /\bzt[a-z]+/.test(value)) return value;
  return ['(text of the program)', ...(value.match(/\bz[ump][a-z]+/g) ?? [])].join(' ');
}

const LONG = 1200;
