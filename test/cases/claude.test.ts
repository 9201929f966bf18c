import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { elements, kindOf, lexemeOf, member, members, textOf, type Value } from '../../src/codecs/json/value.ts';
import { nodeDisk } from '../../src/io/disk.ts';
import { knownIds } from '../../src/ops/known-ids.ts';
import { why } from '../../src/ops/why.ts';
import { claude } from '../../src/stores/claude/index.ts';
import { findFolder } from '../../src/stores/claude/layout/folder-name.ts';
import { projectFolders } from '../../src/stores/claude/layout/project-folders.ts';
import { CLASS } from '../../src/stores/claude/read/records.ts';
import type { SessionFile } from '../../src/stores/claude/session-file.ts';
import { CASES, type OpenedCase, openCase } from '../stores/claude/open-case.ts';

// The recorded reader ran in UTC, and a time without an offset is in the local zone.
process.env['TZ'] = 'UTC';

const names = readdirSync(CASES).sort();
const opened = new Map<string, Awaited<ReturnType<typeof openCase>>>();
for (const name of names) opened.set(name, await openCase(name));
afterAll(() => {
  for (const { done } of opened.values()) done();
});

test('every recorded case is here', () => {
  expect(names.length).toBe(143);
});

/** An empty file: the reader passes it over and reads the session of that id under another worktree. */
const PASSED_OVER = 'projects/-srv-ada-orchard/5354e943-1a10-43a5-8a98-bda45b2c4d5c.jsonl';

describe.each(names)('%s', (name) => {
  const { documents, expected, given, root } = opened.get(name) as OpenedCase;
  const views = documents.flatMap(({ document }) => document.conversations.map((view) => ({ view, document })));
  const folders = readdirSync(join(root, 'projects'));

  test('has the folder of each directory, and of its worktrees, where the reader looks for it', () => {
    for (const path of given.directories) {
      const real = path.normalize('NFC');
      expect(findFolder(real, folders)).toBe(expected.folder_of[path]);
      const around = (given.worktrees[path] ?? []).map((each) => each.normalize('NFC'));
      const here = projectFolders(real, around, folders).flatMap((each) => readdirSync(join(root, 'projects', each)));
      for (const { id } of expected.list[path].sessions ?? []) expect(here).toContain(`${id}.jsonl`);
    }
  });

  test('why gives the reason for what is hidden, and none that hides what is listed', async () => {
    const site = { kind: 'claude', root, shape: 'home', scope: null, file: null } as const;
    const reading = { disk: nodeDisk(), kinds: [claude], sites: [site] };
    const now = 1_795_000_000;
    const found: Record<string, string | null> = {};
    for (const place of await knownIds(reading, { now }))
      found[`${place.scope} ${place.id}`] = (await why(reading, place, { now })).hidden;
    const wanted = documents.flatMap(({ scope, document: { id, conversations } }) =>
      conversations.slice(0, 1).map((view) => [`${scope} ${id}`, view.hidden]),
    );
    expect(found).toEqual(Object.fromEntries(wanted));
  });

  const sessions: Recorded[] = expected.sessions;
  const readable = sessions.filter(({ file, lines }) => lines !== undefined && file !== PASSED_OVER);

  test.each(readable.map(({ file }) => file))('%s is read as the reader reads it', (path) => {
    const recorded = expected.sessions.find(({ file }: Recorded) => file === path);
    const found = views.find(({ view }) => view.path === path);
    const file = found?.document.active as SessionFile;
    if (recorded.lines !== null && file.records().illFormed < 0) expect(labels(file)).toEqual(recorded.lines);
    if (recorded.read !== undefined) expect(read(file)).toEqual(readOf(recorded.read));
    const agents = (found?.document.agents() ?? []).map((agent) => {
      const { ok, count, messages } = read(agent.file, agent);
      return {
        id: agent.id,
        ok,
        count,
        messages,
        parent_tool_use_id: agent.toolUseId,
        parent_agent_id: agent.parentAgentId,
      };
    });
    // An id that is there twice is read from the first file.
    const first = agents.map(({ id, ...mine }) => {
      const { ok, count, messages } = agents.find((each) => each.id === id) ?? mine;
      return { ...mine, id, ok, count, messages };
    });
    expect(first).toEqual((recorded.subagents ?? []).map(subagentOf));
  });
});

interface Recorded {
  readonly file: string;
  readonly lines?: unknown;
}

const LABELS: Readonly<Record<number, string>> = {
  [CLASS.blank]: 'blank',
  [CLASS.notJson]: 'not-json',
  [CLASS.tooDeep]: 'too-deep',
  [CLASS.notObject]: 'not-object',
  [CLASS.raises]: 'raises',
  [CLASS.other]: 'other',
  [CLASS.noUuid]: 'no-uuid',
};

function labels(file: SessionFile): string[] {
  const { is, count } = file.records();
  return Array.from({ length: count }, (_, n) => LABELS[is[n] ?? 0] ?? 'record');
}

// biome-ignore lint/suspicious/noExplicitAny: recorded answers
function readOf({ ok, error, records, chain, count, messages }: any): unknown {
  return ok ? { ok, records, chain, count, messages } : { ok, error };
}

// biome-ignore lint/suspicious/noExplicitAny: recorded answers
function subagentOf({ id, ok, count, parent_tool_use_id = null, parent_agent_id = null, messages }: any): unknown {
  return { id, ok, count, messages, parent_tool_use_id, parent_agent_id };
}

// biome-ignore lint/suspicious/noExplicitAny: compared with recorded answers
function read(file: SessionFile, agent?: object): any {
  const made = file.chain();
  const { raises, chain, messages: count } = made;
  if (raises !== null) return agent === undefined ? { ok: false, error: raises } : { ok: false };
  const records = file.records();
  const messages = [...made.shown()].map((n) => {
    const record = file.scan(n)?.record as Value;
    return {
      type: text(member(record, 'type', 'last')),
      uuid: text(member(record, 'uuid', 'last')),
      session_id: text(member(record, 'sessionId', 'last')) ?? '',
      message: plain(member(record, 'message', 'last')),
    };
  });
  const uuids = [...chain].map((n) => text(member(file.scan(n)?.record as Value, 'uuid', 'last')));
  const kept = Array.from({ length: records.count }, (_, n) => n).filter((n) => records.isKept(n)).length;
  return { ok: true, records: kept, chain: uuids, count, messages };
}

function text(value: Value | null): string | null {
  return value === null ? null : textOf(value);
}

/** A value as the answers were recorded. */
function plain(value: Value | null): unknown {
  if (value === null) return null;
  switch (kindOf(value)) {
    case 'string':
      return recordedText(textOf(value));
    case 'number': {
      const lexeme = lexemeOf(value);
      if (/^-?(?:NaN|Infinity)$/.test(lexeme)) return { $number: lexeme };
      return Number.isFinite(Number(lexeme))
        ? Number(lexeme)
        : { $number: lexeme.startsWith('-') ? '-Infinity' : 'Infinity' };
    }
    case 'array':
      return depthOf(value) > 30 ? { $depth: depthOf(value) } : elements(value).map(plain);
    case 'object': {
      const out: Record<string, unknown> = {};
      for (const { key, value: each } of members(value)) out[textOf(key)] = plain(each);
      return out;
    }
    default:
      return kindOf(value) === 'null' ? null : kindOf(value) === 'true';
  }
}

function depthOf(value: Value): number {
  const below = [...elements(value), ...members(value).map((each) => each.value)].map(depthOf);
  return kindOf(value) === 'array' || kindOf(value) === 'object' ? 1 + Math.max(0, ...below) : 0;
}

function recordedText(all: string): unknown {
  const characters = Array.from(all).length;
  if (characters <= 1500) return all;
  return { $sha256: createHash('sha256').update(all).digest('hex'), $chars: characters };
}
