import { fieldsNamed, fieldsOf } from '../../../codecs/json/value.ts';

/** Types of records without words; records of other types are shown under their type. */
export const METADATA_TYPES: readonly string[] = [
  'agent-color',
  'agent-name',
  'agent-setting',
  'ai-title',
  'api-request',
  'api-request-blob',
  'api-request-shape',
  'atis-latch',
  'attribution-snapshot',
  'bridge-session',
  'content-replacement',
  'continued-in',
  'cost-state',
  'custom-title',
  'file-history-delta',
  'file-history-snapshot',
  'fork-context-ref',
  'isolation-latch',
  'last-prompt',
  'mode',
  'permission-mode',
  'pr-link',
  'queue-operation',
  'relocated',
  'summary',
  'tag',
  'tools-used',
  'worktree-state',
];

/** Types of the records of a conversation, in the order of `CLASS`. */
export const CONVERSATION_TYPES = ['user', 'assistant', 'system', 'attachment', 'progress'];

export const RECORD_TYPES = fieldsOf([...CONVERSATION_TYPES, ...METADATA_TYPES]);

/** Types of metadata that the program uses. */
export const NOTED_TYPES = fieldsNamed('last-prompt', 'custom-title', 'tag', 'queue-operation', 'ai-title');

/** Subtypes of system records that are sent, or mark a compaction. */
export const SUBTYPES = fieldsNamed('compact_boundary', 'local_command');
