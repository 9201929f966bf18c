import { fieldsNamed, fieldsOf } from '../../../codecs/json/value.ts';

/** Records that hold nothing that was said; one of another type is shown under that type. */
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

/** Metadata that says more than its own words. */
export const NOTED_TYPES = fieldsNamed('last-prompt', 'custom-title', 'tag', 'queue-operation', 'ai-title');

/** Records of the system that are sent, or compact. */
export const SUBTYPES = fieldsNamed('compact_boundary', 'local_command');
