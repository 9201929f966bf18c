import {
  elements,
  isArray,
  isInteger,
  isObject,
  isString,
  kindOf,
  member,
  textOf,
  type Value,
} from '../../../codecs/json/value.ts';
import { isUuid } from '../../../model/ids.ts';
import { wordTable } from '../../words.ts';

export type Wanted = (typeof REQUIRED_MEMBERS)[keyof typeof REQUIRED_MEMBERS];

const REQUIRED_MEMBERS = {
  s: 'a text',
  i: 'a whole number',
  n: 'a number',
  b: 'true or false',
  l: 'a list',
  o: 'an object',
  id: 'a UUID',
  parent: 'a UUID or null',
  time: 'a time with its zone',
} as const;

/** A member that keeps the program from loading the whole session. */
export interface Fault {
  /** The record, or the object in it that has the member. */
  readonly object: Value;
  /** Where that is: the type of the record, and names below its `data`. */
  readonly place: string;
  readonly key: string;
  readonly wanted: Wanted;
  /** Null for one that is not there. */
  readonly value: Value | null;
}

/** Members by the type of a record, and below it, from runs of the program; `?`: may be null or missing. Texts first. */
const TYPES = {
  'session.start':
    's:sessionId i:version s:producer s:copilotVersion s:startTime s:selectedModel? o:context? b:alreadyInUse? b:remoteSteerable?',
  'session.start/context': 's:cwd',
  'session.resume':
    's:resumeTime i:eventCount i:eventsFileSizeBytes? s:selectedModel? o:context? b:alreadyInUse? b:remoteSteerable? b:sessionWasActive?',
  'session.resume/context': 's:cwd',
  'session.shutdown': 's:shutdownType n:totalApiDurationMs i:sessionStartTime o:codeChanges o:modelMetrics',
  'session.shutdown/codeChanges': 'i:linesAdded i:linesRemoved l:filesModified',
  'session.usage_record': 'o:usage',
  'session.usage_record/usage': 's:model i:inputTokens? i:outputTokens?',
  'session.error': 's:message s:errorType',
  'session.info': 's:message s:infoType',
  'session.warning': 's:message s:warningType',
  'session.model_change': 's:newModel',
  'session.mode_changed': 's:previousMode s:newMode',
  'session.plan_changed': 's:operation',
  'session.workspace_file_changed': 's:path s:operation',
  'session.handoff': 's:handoffTime s:sourceType',
  'session.snapshot_rewind': 's:upToEventId i:eventsRemoved',
  'session.context_changed': 's:cwd',
  'session.compaction_start': '',
  'session.compaction_complete': 'b:success s:summaryContent?',
  'session.title_changed': 's:title',
  'session.binary_asset': 's:assetId s:type',
  'session.usage_checkpoint': 'n:totalNanoAiu',
  'user.message':
    's:content s:transformedContent? s:messageId? s:interactionId? s:turnId? s:parentAgentTaskId? l:supportedNativeDocumentMimeTypes? l:attachments?',
  'system.message': 's:content s:role s:interactionId? o:metadata?',
  'system.notification': 's:content o:kind',
  'system.notification/kind': 's:type',
  'assistant.turn_start': 's:turnId s:interactionId?',
  'assistant.turn_end': 's:turnId',
  'assistant.message':
    's:content s:messageId l:toolRequests? s:originatingMessageId? s:model? s:interactionId? s:turnId? s:reasoningText? s:apiCallId?',
  'assistant.message/toolRequests': 's:toolCallId s:name',
  'assistant.reasoning': 's:content s:reasoningId',
  'assistant.intent': 's:intent',
  abort: 's:reason',
  'tool.user_requested': 's:toolCallId s:toolName',
  'tool.execution_start': 's:toolCallId s:toolName s:turnId? s:model?',
  'tool.execution_complete': 's:toolCallId b:success o:result? o:error? s:interactionId? s:turnId? s:model?',
  'tool.execution_complete/result': 's:content',
  'tool.execution_complete/error': 's:message',
  'skill.invoked': 's:content s:name s:path',
  'subagent.started': 's:toolCallId s:agentName s:agentDisplayName s:agentDescription',
  'subagent.completed': 's:toolCallId s:agentName s:agentDisplayName',
  'subagent.failed': 's:toolCallId s:agentName s:agentDisplayName s:error',
  'hook.start': 's:hookInvocationId s:hookType',
  'hook.end': 's:hookInvocationId s:hookType b:success',
};

interface Field {
  readonly key: string;
  readonly wanted: Wanted;
  readonly isOptional: boolean;
  /** Where the members below it are; null for none. */
  readonly below: string | null;
}

const FIELDS = wordTable(
  Object.fromEntries(Object.entries(TYPES).map(([type, words]) => [type, fieldsOf(words, type)])),
);

function fieldsOf(words: string, place = ''): Field[] {
  return words.split(' ').flatMap((word) => {
    const [letter = '', name] = word.split(':');
    if (name === undefined) return [];
    const key = name.replace('?', '');
    const below = `${place}/${key}`;
    const wanted = REQUIRED_MEMBERS[letter as keyof typeof REQUIRED_MEMBERS];
    return { key, wanted, isOptional: name.endsWith('?'), below: below in TYPES ? below : null };
  });
}

/** A record of a type that is not known is passed over, whatever is in it. */
export function isKnownType(type: string): boolean {
  return FIELDS[type] !== undefined;
}

export function requiredIn(place: string): readonly Pick<Fault, 'key' | 'wanted'>[] {
  return (FIELDS[place] ?? []).filter(({ isOptional }) => !isOptional);
}

export function faultsOf(value: Value, type: string): readonly Fault[] {
  const data = member(value, 'data', 'last');
  const own = faultsIn(value, ENVELOPE, '');
  return isObject(data) ? [...own, ...faultsBelow(data, type)] : own;
}

const ENVELOPE = fieldsOf('id:id time:timestamp parent:parentId o:data');

function faultsIn(object: Value, fields: readonly Field[], place: string): Fault[] {
  return fields
    .filter((field) => !isSound(member(object, field.key, 'last'), field))
    .map(({ key, wanted }) => ({ object, place, key, wanted, value: member(object, key, 'last') }));
}

function isSound(value: Value | null, { wanted, isOptional }: Field): boolean {
  if (value === null || (isOptional && kindOf(value) === 'null')) return isOptional;
  return isA(value, wanted);
}

function faultsBelow(object: Value, place: string): Fault[] {
  const fields = FIELDS[place] ?? [];
  const below = fields.flatMap(({ key, below: inner }) => {
    if (inner === null) return NO_FAULTS;
    const value = member(object, key, 'last');
    return (isArray(value) ? elements(value) : [value]).flatMap((each) =>
      isObject(each) ? faultsBelow(each, inner) : NO_FAULTS,
    );
  });
  return [...faultsIn(object, fields, place), ...below];
}

const NO_FAULTS: readonly Fault[] = [];

const TIME =
  /^(\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/;

function isA(value: Value, wanted: Wanted): boolean {
  const kind = kindOf(value);
  switch (wanted) {
    case 'a text':
      return isString(value);
    case 'a whole number':
      return kind === 'number' && isInteger(value);
    case 'a number':
      return kind === 'number';
    case 'true or false':
      return kind === 'true' || kind === 'false';
    case 'a list':
      return isArray(value);
    case 'an object':
      return isObject(value);
    case 'a UUID or null':
      return kind === 'null' || isA(value, 'a UUID');
    case 'a UUID':
      return isString(value) && isUuid(textOf(value));
    default:
      return isString(value) && isTime(textOf(value));
  }
}

/** A day that no month has is none, though JavaScript counts on from it. */
export function isTime(text: string): boolean {
  const [, day] = TIME.exec(text) ?? [];
  if (day === undefined || day.slice(-2) < '29') return day !== undefined;
  return new Date(`${day}T00:00Z`).toISOString().startsWith(day);
}
