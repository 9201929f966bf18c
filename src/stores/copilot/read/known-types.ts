import {
  elements,
  isArray,
  isInteger,
  isObject,
  isString,
  member,
  members,
  textOf,
  typeOf,
  type Value,
} from '../../../codecs/json/value.ts';
import { isUuid } from '../../../model/ids.ts';
import { textAt } from '../../engine/text-at.ts';
import { wordTable } from '../../words.ts';

export type Wanted = (typeof TYPE_WORDS)[keyof typeof TYPE_WORDS];

const TYPE_WORDS = {
  s: 'a text',
  i: 'a whole number',
  n: 'a number',
  b: 'true or false',
  l: 'a list',
  t: 'a list of texts',
  o: 'an object',
  id: 'a UUID',
  parent: 'a UUID or null',
  time: 'a time with its zone',
  word: 'a word that is known',
} as const;

/** A member that keeps the program from loading the whole session. */
export interface MemberFault {
  /** The record, or the object in it that should have the member. */
  readonly object: Value;
  /** Type of the record, then the path below its `data`. */
  readonly place: string;
  readonly key: string;
  readonly wanted: Wanted;
  /** Accepted words; empty for a member that is no word. */
  readonly words: readonly string[];
  /** Null for a missing member. */
  readonly value: Value | null;
}

const MODE = 'interactive|plan|autopilot';
const CREDITS = 'complete|partial|unavailable';
const METRIC = `o:requests o:usage n:totalNanoAiu? ${CREDITS}:aiCreditsStatus?`;
const REQUESTS = 'i:count? n:cost?';
const PROVIDER = 's:id s:label copilot|loki:kind';
const TIER = 'default|long_context';
const TOKENS = 'i:inputTokens i:outputTokens i:cacheReadTokens i:cacheWriteTokens i:reasoningTokens?';
const TRIGGER = 'manual|threshold|context_limit_retry|memory_pressure|model_switch';
const CHOSEN_BY =
  'session_inheritance|explicit_override|configured_required|configured_preference|complementary_default|agent_definition_default|runtime_policy';

/**
 * Members by the type of a record and the path below it, as runs of the program showed them; texts come first. `?`: may be null or missing,
 * `!`: may be missing. Of several accepted words the least specific comes first. `*`: a member of any name. `=`: objects of a list, by
 * their type.
 */
const TYPES = {
  'session.start': `s:sessionId i:version s:producer s:copilotVersion s:startTime s:selectedModel? ${TIER}:contextTier? o:context? b:alreadyInUse? b:remoteSteerable?`,
  'session.start/context': 's:cwd s:gitRoot? s:branch? s:headCommit?',
  'session.resume': `s:resumeTime i:eventCount i:eventsFileSizeBytes? s:selectedModel? ${TIER}:contextTier? o:sessionLimits? o:context? b:alreadyInUse? b:remoteSteerable? b:sessionWasActive?`,
  'session.resume/context': 's:cwd s:gitRoot? s:branch? s:headCommit?',
  'session.shutdown':
    'routine|error:shutdownType i:totalApiDurationMs i:sessionStartTime o:codeChanges o:modelMetrics s:currentModel? n:totalPremiumRequests? n:totalNanoAiu? i:eventsFileSizeBytes? i:currentTokens? i:systemTokens? i:conversationTokens? i:toolDefinitionsTokens? o:agentMetrics? l:providerModelMetrics? o:accountingSnapshot? o:usageAccountingWatermarks?',
  'session.shutdown/codeChanges': 'i:linesAdded i:linesRemoved t:filesModified',
  'session.shutdown/accountingSnapshot': `s:sessionStartTime n:totalPremiumRequestCost i:totalUserRequests i:totalApiDurationMs o:codeChanges o:modelMetrics i:lastCallInputTokens i:lastCallOutputTokens s:currentModel? n:totalNanoAiu? ${CREDITS}:aiCreditsStatus? o:agentMetrics? l:providerModelMetrics?`,
  'session.shutdown/accountingSnapshot/codeChanges': 'i:linesAdded i:linesRemoved i:filesModifiedCount t:filesModified',
  'session.shutdown/modelMetrics/*': METRIC,
  'session.shutdown/modelMetrics/*/requests': REQUESTS,
  'session.shutdown/modelMetrics/*/usage': TOKENS,
  'session.shutdown/providerModelMetrics': 's:modelId? s:modelDisplayName? o:provider? o:metrics',
  'session.shutdown/providerModelMetrics/provider': PROVIDER,
  'session.shutdown/providerModelMetrics/metrics': METRIC,
  'session.shutdown/providerModelMetrics/metrics/requests': 'i:count n:cost',
  'session.shutdown/providerModelMetrics/metrics/usage': TOKENS,
  'session.shutdown/accountingSnapshot/providerModelMetrics': 'o:provider?',
  'session.shutdown/accountingSnapshot/providerModelMetrics/provider': PROVIDER,
  'session.usage_record': 'o:usage',
  'session.usage_record/usage': `s:model s:modelDisplayName? s:initiator? s:interactionType? s:modelProvider? s:providerType? s:apiCallId? s:finishReason? s:parentToolCallId? i:inputTokens? i:outputTokens? i:cacheReadTokens? i:cacheWriteTokens? n:cost? i:duration? n:timeToFirstTokenMs? n:outputTtftMs? n:interTokenLatencyMs? http|websocket:transport? identity|gzip|zstd:requestBodyEncoding? o:accounting? ${CREDITS}:aiCreditsStatus? o:toolCounts?`,
  'session.usage_record/usage/accounting': 's:sourceSessionId s:usageId i:sequence',
  'session.error': 's:message s:errorType',
  'session.info': 's:message s:infoType',
  'session.warning': 's:message s:warningType',
  'session.model_change': `s:newModel s:previousModel? s:reasoningEffort? ${TIER}:contextTier?`,
  'session.mode_changed': `${MODE}:previousMode ${MODE}:newMode`,
  'session.mode_notice_delivered': `${MODE}:mode s:content?`,
  'session.plan_changed': 'update|create|delete:operation',
  'session.workspace_file_changed': 's:path update|create:operation',
  'session.handoff': 's:handoffTime local|remote:sourceType',
  'session.snapshot_rewind': 's:upToEventId i:eventsRemoved',
  'session.context_changed': 's:cwd',
  'session.truncation':
    'i:tokenLimit i:preTruncationTokensInMessages i:preTruncationMessagesLength i:postTruncationTokensInMessages i:postTruncationMessagesLength i:tokensRemovedDuringTruncation i:messagesRemovedDuringTruncation s:performedBy',
  'session.compaction_start': `s:compactionAttemptId? s:model? i:systemTokens? i:conversationTokens? i:toolDefinitionsTokens? i:currentTokens? i:tokenLimit? ${TRIGGER}:trigger?`,
  'session.compaction_complete': `b:success s:summaryContent? s:customInstructions? s:checkpointPath? s:outcome? i:preCompactionMessagesLength? i:messagesRemoved? i:preCompactionTokens? i:postCompactionTokens? i:tokensRemoved? o:compactionTokensUsed? ${TRIGGER}:trigger? i:checkpointNumber?`,
  'session.compaction_complete/compactionTokensUsed': `s:model? i:requestCount? i:inputTokens? i:outputTokens? i:cacheReadTokens? i:cacheWriteTokens? ${CREDITS}:aiCreditsStatus? i:duration?`,
  'session.title_changed': 's:title',
  'session.binary_asset': 's:data s:assetId s:mimeType resource|image:type i:byteLength',
  'session.usage_checkpoint': 'n:totalNanoAiu',
  'user.message':
    's:content s:transformedContent? s:messageId? s:interactionId? s:turnId? s:parentAgentTaskId? s:source? t:supportedNativeDocumentMimeTypes? l:attachments? idle|steering|queued:delivery? interactive|plan|autopilot|shell:agentMode?',
  'user.message/attachments': '',
  'user.message/attachments/=file': 's:path s:displayName',
  'user.message/attachments/=directory': 's:path s:displayName',
  'user.message/attachments/=selection': 's:filePath s:displayName s:text o:selection',
  'user.message/attachments/=selection/selection': 'o:start o:end',
  'user.message/attachments/=selection/selection/start': 'i:line i:character',
  'user.message/attachments/=selection/selection/end': 'i:line i:character',
  'user.message/attachments/=github_reference': 's:url s:title? s:referenceType? s:state?',
  'user.message/attachments/=blob': 's:mimeType s:data?',
  'system.message': 's:content system|developer:role s:interactionId? o:metadata?',
  'system.message/metadata': 'o:variables?',
  'system.notification': 's:content o:kind',
  'system.notification/kind': 's:type',
  'assistant.turn_start': 's:turnId s:interactionId? s:parentToolCallId?',
  'assistant.turn_end': 's:turnId s:parentToolCallId?',
  'assistant.message':
    's:content s:messageId l:toolRequests? s:originatingMessageId? s:model? s:interactionId? s:turnId? s:reasoningText? s:apiCallId? s:parentToolCallId?',
  'assistant.message/toolRequests':
    's:toolCallId s:name function|custom:type? s:toolTitle? s:mcpServerName? s:mcpToolName? s:intentionSummary?',
  'assistant.reasoning': 's:content s:reasoningId',
  'assistant.intent': 's:intent',
  abort: 's:reason',
  'tool.user_requested': 's:toolCallId s:toolName',
  'tool.execution_start':
    's:toolCallId s:toolName s:turnId? s:model? s:mcpServerName? s:mcpToolName? stdio|http|sse|memory:mcpTransport? user|workspace|plugin|builtin|managed|account:mcpConfigSource? o:shellToolInfo?',
  'tool.execution_start/shellToolInfo': 't:possiblePaths b:hasWriteFileRedirection',
  'tool.execution_complete':
    's:toolCallId b:success o:result? o:error? s:interactionId? s:turnId? s:model? l:fileEdits? o:toolTelemetry? b:isUserRequested? o:shellExecution?',
  'tool.execution_complete/result': 's:content s:detailedContent?',
  'tool.execution_complete/error': 's:message s:code?',
  'tool.execution_complete/fileEdits': 's:path s:kind',
  'tool.execution_complete/shellExecution': 'i:exitCode',
  'permission.requested': `s:requestId o:permissionRequest o:promptRequest? ${MODE}:agentMode? manual|off|assisted|auto|allow-all|on:permissionMode?`,
  'permission.completed':
    's:requestId o:result s:toolCallId? human_response|assisted_approval|judge_recommendation|host_policy|unattended_fallback|authorization_carry_forward:decisionSource?',
  'human_response.recorded': 's:requestId unknown|human_response|host_automation:actor o:response s:toolCallId?',
  'skill.invoked': 's:content s:name s:path',
  'subagent.configured': 's:model b:multiTurn',
  'subagent.started': `s:toolCallId s:agentName s:agentDisplayName s:agentDescription s:model? unset|task_argument|subagent_configuration|custom_agent_definition:taskModelSource? ${CHOSEN_BY}:modelSelectionSource?`,
  'subagent.completed': `s:toolCallId s:agentName s:agentDisplayName s:model? ${CHOSEN_BY}:modelSelectionSource? i:totalToolCalls? i:totalTokens? i:durationMs?`,
  'subagent.failed': 's:toolCallId s:agentName s:agentDisplayName s:error',
  'hook.start': 's:hookInvocationId s:hookType s:parentToolCallId?',
  'hook.end': 's:hookInvocationId s:hookType b:success s:parentToolCallId?',
};

interface Field {
  readonly key: string;
  readonly wanted: Wanted;
  readonly words: readonly string[];
  readonly isOptional: boolean;
  readonly isNullable: boolean;
  /** Key in `FIELDS` of the members below this one; null for none. */
  readonly below: string | null;
}

const FIELDS = wordTable(
  Object.fromEntries(Object.entries(TYPES).map(([type, words]) => [type, fieldsOf(words, type)])),
);

function fieldsOf(words: string, place = ''): Field[] {
  return words.split(' ').flatMap((word) => {
    const [what = '', name] = word.split(':');
    if (name === undefined) return [];
    const key = name.replace(/[?!]$/, '');
    const [isOptional, isNullable] = [key !== name, name.endsWith('?')];
    const below = `${place}/${key}`;
    const choice = what.includes('|') ? what.split('|') : [];
    const wanted = choice.length > 0 ? TYPE_WORDS.word : TYPE_WORDS[what as keyof typeof TYPE_WORDS];
    const hasBelow = below in TYPES || `${below}/*` in TYPES;
    return { key, wanted, words: choice, isOptional, isNullable, below: hasBelow ? below : null };
  });
}

/** The program ignores a record of an unknown type, whatever is in it. */
export function isKnownType(type: string): boolean {
  return FIELDS[type] !== undefined;
}

export function requiredIn(place: string): readonly Pick<MemberFault, 'key' | 'wanted' | 'words'>[] {
  const ofAnyName = place.replace(/[^/]*$/, '*');
  return (FIELDS[place] ?? FIELDS[ofAnyName] ?? []).filter(({ isOptional }) => !isOptional);
}

/** True for a required or optional member that the program knows at `place`. */
export function isKnownMember(place: string, key: string): boolean {
  const fields = place === '' ? ENVELOPE : FIELDS[place];
  const isType = key === 'type' && (place === '' || place.includes('/='));
  return fields === undefined || isType || fields.some((field) => field.key === key);
}

export function faultsOf(value: Value, type: string): readonly MemberFault[] {
  const data = member(value, 'data', 'last');
  const own = faultsIn(value, ENVELOPE, '');
  return isObject(data) ? [...own, ...faultsBelow(data, type)] : own;
}

const ENVELOPE = fieldsOf('id:id time:timestamp parent:parentId o:data s:agentId! b:ephemeral!');

function faultsIn(object: Value, fields: readonly Field[], place: string): MemberFault[] {
  return fields
    .filter((field) => !isSound(member(object, field.key, 'last'), field))
    .map(({ key, wanted, words }) => ({ object, place, key, wanted, words, value: member(object, key, 'last') }));
}

function isSound(value: Value | null, { wanted, words, isOptional, isNullable }: Field): boolean {
  if (value === null) return isOptional;
  if (isNullable && typeOf(value) === 'null') return true;
  return words.length > 0 ? isString(value) && words.includes(textOf(value)) : isA(value, wanted);
}

function faultsBelow(object: Value, place: string): MemberFault[] {
  const fields = FIELDS[place] ?? [];
  const below = fields.flatMap((field) => {
    const { key, below: inner, wanted } = field;
    const value = member(object, key, 'last');
    if (wanted === TYPE_WORDS.t) return textFaults(elements(value), { object, place, key });
    if (inner === null) return NO_FAULTS;
    if (isObject(value)) return faultsBelow(value, inner);
    return elements(value).flatMap((each) =>
      isObject(each)
        ? faultsBelow(each, placeOf(each, inner))
        : { object, place, key, wanted: TYPE_WORDS.o, words: [], value: each },
    );
  });
  return [...faultsIn(object, fields, place), ...below, ...faultsInEach(object, place)];
}

/** Of a list of texts, by its elements. */
function textFaults(all: readonly Value[], where: Pick<MemberFault, 'object' | 'place' | 'key'>): MemberFault[] {
  return all.filter((each) => !isString(each)).map((value) => ({ ...where, wanted: TYPE_WORDS.s, words: [], value }));
}

/** Key in `FIELDS` of an object in a list whose objects have members by their type. */
function placeOf(object: Value, place: string): string {
  const own = `${place}/=${textAt(object, 'type') ?? ''}`;
  return FIELDS[own] === undefined ? place : own;
}

/** True if an attachment has an unknown type: the program does not send such a question. */
export function hasUnknownAttachment(data: Value | null): boolean {
  return elements(member(data, 'attachments', 'last')).some((each) => placeOf(each, ATTACHMENTS) === ATTACHMENTS);
}

const ATTACHMENTS = 'user.message/attachments';

/** Faults of an object whose members have any names and one form. */
function faultsInEach(object: Value, place: string): readonly MemberFault[] {
  const each = `${place}/*`;
  if (FIELDS[each] === undefined) return NO_FAULTS;
  return members(object).flatMap(({ key, value }) =>
    isObject(value)
      ? faultsBelow(value, each)
      : { object, place, key: textOf(key), wanted: TYPE_WORDS.o, words: [], value },
  );
}

const NO_FAULTS: readonly MemberFault[] = [];

const TIME =
  /^(\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/;

function isA(value: Value, wanted: Wanted): boolean {
  const type = typeOf(value);
  switch (wanted) {
    case 'a text':
      return isString(value);
    case 'a whole number':
      return type === 'number' && isInteger(value);
    case 'a number':
      return type === 'number';
    case 'true or false':
      return type === 'true' || type === 'false';
    case 'a list':
    case 'a list of texts':
      return isArray(value);
    case 'an object':
      return isObject(value);
    case 'a UUID or null':
      return type === 'null' || isA(value, 'a UUID');
    case 'a UUID':
      return isString(value) && isUuid(textOf(value));
    default:
      return isString(value) && isTime(textOf(value));
  }
}

/** False for a day that its month lacks: JavaScript would take it for a day of the next month. */
export function isTime(text: string): boolean {
  const [, day] = TIME.exec(text) ?? [];
  if (day === undefined || day.slice(-2) < '29') return day !== undefined;
  return new Date(`${day}T00:00Z`).toISOString().startsWith(day);
}
