import { elements, kindOf, lexemeOf, member, members, textOf, type Value } from '../../../codecs/json/value.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import type { Message, Transcript } from '../../../model/conversation.ts';
import { count } from '../../count.ts';
import { fieldText } from '../decode/meta.ts';
import { type Entry, entriesOf } from '../decode/record.ts';
import type { RolloutFile } from '../rollout-file.ts';
import { contentText } from './head.ts';
import type { Lineage } from './lineage.ts';
import type { Turn, TurnItem } from './turn.ts';
import { turnReader } from './turns.ts';

/** What is said of a message before it has its number. */
type Said = Omit<Message, 'index'>;
/** The same before it is known whether it is hidden. */
type Bare = Omit<Said, 'hidden' | 'at'>;

/** A rollout as the program shows it, with its calls and their outputs; what a fork inherits comes first. */
export function codexTranscript(file: RolloutFile, lineage: Lineage, everything: boolean): Transcript {
  const { meta } = file.head();
  return {
    messages: {
      *[Symbol.iterator]() {
        let index = 0;
        for (const said of saidIn(file, lineage, everything)) yield { ...said, index: index++ };
      },
    },
    metadata: {
      source: JSON.stringify({
        cwd: meta?.cwd ?? null,
        gitBranch: meta?.branch ?? null,
        modelProvider: meta?.provider ?? null,
        source: meta?.source ?? null,
        cliVersion: meta?.cliVersion ?? null,
        forkedFrom: meta?.base?.thread ?? meta?.forkedFrom ?? null,
        parent: meta?.parent ?? null,
      }),
    },
    memory: { source: '[]' },
    tasks: { source: '{}' },
    sections: [turnSection(file, lineage)],
  };
}

function turnSection(file: RolloutFile, { parts }: Lineage) {
  const { turns, lines } = file.summary();
  const gone = turns.filter(({ isRolledBack }) => isRolledBack).length;
  const shown = turns.length - gone;
  const back = gone === 0 ? '' : `, ${gone} rolled back`;
  const inherited = parts.map(({ thread }) => thread);
  return {
    key: 'reach',
    title: 'records',
    value: { source: JSON.stringify({ lines, turns: shown, rolledBack: gone, inherited }) },
    lines: [
      `${count(shown, 'turn')} in ${count(lines, 'line')}${back}`,
      ...inherited.map((thread) => `goes on from ${thread}`),
    ],
  };
}

/** How many messages the program shows of a rollout alone. */
export function messagesShown(file: RolloutFile): number {
  let shown = 0;
  for (const { hidden } of saidIn(file, NO_LINEAGE, false)) if (!hidden) shown++;
  return shown;
}

export const NO_LINEAGE: Lineage = { parts: [], fault: null };

function* saidIn(file: RolloutFile, { parts }: Lineage, everything: boolean): Generator<Said> {
  const mode = file.head().meta?.mode ?? null;
  const own = file.source === null ? [] : [{ source: file.source, bytes: file.source.size, thread: null }];
  const all: readonly Stretch[] = [...parts, ...own];
  const gone = rolledBackIn(all, mode);
  const reader = turnReader(mode);
  for (const { source, bytes, thread } of all) {
    const marks = thread === null ? [] : [`inherited from ${thread}`];
    for (const entry of entriesOf(source, { to: bytes }))
      for (const said of saidBy(entry, reader.take(entry), mode, everything))
        yield placed(said, entry, marks, gone.has(said.turn?.n ?? -1));
  }
}

/** A part of a rollout; `thread` names another one that it is inherited from. */
interface Stretch {
  readonly source: Source;
  readonly bytes: number;
  readonly thread: string | null;
}

/** A turn may be taken back by what follows it. */
function rolledBackIn(all: readonly Stretch[], mode: string | null): ReadonlySet<number> {
  const reader = turnReader(mode);
  for (const { source, bytes } of all) for (const entry of entriesOf(source, { to: bytes })) reader.take(entry);
  reader.end();
  return new Set(reader.turns.filter(({ isRolledBack }) => isRolledBack).map(({ n }) => n));
}

interface SaidIn {
  readonly turn: Turn | null;
  readonly bare: Bare;
  readonly hidden: boolean;
}

function placed({ bare, hidden }: SaidIn, { line, value }: Entry, marks: readonly string[], isGone: boolean): Said {
  const all = [...marks, ...(isGone ? ['rolled back'] : []), ...(bare.marks ?? [])];
  const time = Date.parse(fieldText(value, 'timestamp') ?? '');
  return {
    at: `/${line.n}`,
    ...bare,
    ...(Number.isNaN(time) ? {} : { time: Math.floor(time / 1000) }),
    ...(all.length === 0 ? {} : { marks: all }),
    hidden: hidden || isGone,
  };
}

function* saidBy(entry: Entry, item: TurnItem | null, mode: string | null, everything: boolean): Generator<SaidIn> {
  if (item !== null) for (const bare of shownBy(item)) yield { turn: item.turn, bare, hidden: false };
  else if (entry.type === 'response_item' && (entry.is === 'record' || entry.is === 'dropped')) {
    const bare = itemSaid(entry);
    // What the program shows as items of a turn is not shown twice.
    yield { turn: null, bare, hidden: !everything && (mode === 'paginated' || !CALLS.has(bare.type)) };
  } else if (everything && entry.is !== 'blank') yield { turn: null, bare: other(entry), hidden: false };
}

const CALLS: ReadonlySet<string> = new Set(['tool_call', 'tool_output']);

/** Any other line, in words of the file. */
function other({ is, type, kind }: Entry): Bare {
  const words = [type, kind].filter((word) => word !== null).join(' ');
  const text = words === '' ? 'a line that is no record' : words;
  const marks = is === 'record' ? [] : ['not read by the program'];
  return { role: 'system', type: 'other', text, marks };
}

/** What an item of a turn shows. */
function shownBy({ type, text, payload }: TurnItem): Bare[] {
  const item = member(payload, 'item') ?? payload;
  switch (type) {
    case 'userMessage':
      return [{ role: 'user', type: 'text', text }];
    case 'agentMessage':
      return [{ role: 'assistant', type: 'text', text }];
    case 'reasoning':
      return [{ role: 'assistant', type: 'reasoning', text }];
    case 'plan':
      return [{ role: 'assistant', type: 'text', text, marks: ['plan'] }];
    case 'commandExecution':
      return commandSaid(item, text);
    case 'fileChange':
      return [{ role: 'tool', type: 'tool_output', name: 'apply_patch', text: diffOf(member(item, 'changes')) }];
    case 'mcpToolCall':
    case 'webSearch':
      return [{ role: 'assistant', type: 'tool_call', name: type, text: null, arguments: JSON.stringify(text) }];
    default:
      return [{ role: 'system', type: 'other', text: text === '' ? words(type) : `${words(type)}: ${text}` }];
  }
}

/** `contextCompaction` as people write it. */
function words(type: string): string {
  return type.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function commandSaid(item: Value | null, command: string): Bare[] {
  const [callId, output, code] = [
    fieldText(item, 'id'),
    fieldText(item, 'aggregated_output'),
    member(item, 'exit_code'),
  ];
  const call = callId === null ? {} : { callId };
  const marks = code === null || kindOf(code) !== 'number' ? [] : [`exit ${lexemeOf(code)}`];
  const said: Bare[] = [
    { role: 'assistant', type: 'tool_call', name: 'command', text: null, arguments: JSON.stringify(command), ...call },
  ];
  if (output !== null) said.push({ role: 'tool', type: 'tool_output', text: output, ...call, marks });
  return said;
}

/** Changed files as a diff. */
function diffOf(changes: Value | null): string {
  return members(changes)
    .map(({ key, value }) => {
      const [type, name] = [fieldText(value, 'type') ?? 'change', textOf(key)];
      const content = fieldText(value, 'content');
      const sign = type === 'delete' ? '-' : '+';
      const lines = (content ?? '').replace(/\n$/, '').split('\n');
      return `${type} ${name}\n${fieldText(value, 'unified_diff') ?? (content === null ? '' : lines.map((line) => `${sign}${line}`).join('\n'))}`;
    })
    .join('\n')
    .trimEnd();
}

/** What an item says that is sent to the model. */
function itemSaid({ kind, payload }: Entry): Bare {
  const callId = fieldText(payload, 'call_id');
  const call = callId === null ? {} : { callId };
  switch (kind) {
    case 'message': {
      const role = fieldText(payload, 'role');
      return {
        role: role === 'user' || role === 'assistant' ? role : 'system',
        type: 'text',
        text: contentText(payload),
      };
    }
    case 'reasoning':
      return { role: 'assistant', type: 'reasoning', text: summaryOf(payload) };
    case 'function_call':
    case 'custom_tool_call': {
      const given = fieldText(payload, 'arguments') ?? JSON.stringify(fieldText(payload, 'input') ?? '');
      const name = fieldText(payload, 'name') ?? '';
      return { role: 'assistant', type: 'tool_call', name, text: null, arguments: given, ...call };
    }
    case 'local_shell_call': {
      const command = elements(member(member(payload, 'action'), 'command'))
        .map(textOf)
        .join(' ');
      return {
        role: 'assistant',
        type: 'tool_call',
        name: 'shell',
        text: null,
        arguments: JSON.stringify(command),
        ...call,
      };
    }
    case 'function_call_output':
    case 'custom_tool_call_output':
      return { role: 'tool', type: 'tool_output', text: outputText(member(payload, 'output')), ...call };
    default:
      return { role: 'system', type: 'other', text: kind };
  }
}

function summaryOf(payload: Value | null): string {
  return elements(member(payload, 'summary'))
    .map((part) => fieldText(part, 'text') ?? '')
    .join('\n');
}

function outputText(output: Value | null): string {
  if (output === null) return '';
  return kindOf(output) === 'string'
    ? textOf(output)
    : elements(output)
        .map((part) => fieldText(part, 'text') ?? '[image]')
        .join('\n');
}
