import { expect, test } from 'vitest';
import { scan } from '../../../../src/codecs/json/scan.ts';
import { root, type Value } from '../../../../src/codecs/json/value.ts';
import { faultsOf, isKnownMember } from '../../../../src/stores/copilot/read/known-types.ts';

const ENVELOPE = { id: '00000001-0000-4000-8000-000000000001', timestamp: '2026-05-04T09:00:00.000Z', parentId: null };
const ENDED = { totalApiDurationMs: 1, sessionStartTime: 1, modelMetrics: {} };
const CODE_CHANGES = { linesAdded: 0, linesRemoved: 0, filesModified: [] };

const METRIC = {
  requests: { count: 1, cost: 0 },
  usage: { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 },
};
const shutdown = (modelMetrics: object, providerModelMetrics: readonly object[] = []) => ({
  ...ENDED,
  ...{ shutdownType: 'routine', codeChanges: CODE_CHANGES, modelMetrics, providerModelMetrics },
});

/** What 1.0.102 answered to a session with such a record: null where it went on. */
test.each([
  ['system.message', { content: '', role: 'system' }, null],
  ['system.message', { content: '', role: '[redacted]' }, 'role'],
  ['system.message', { content: '' }, 'role'],
  ['user.message', { content: '', agentMode: null }, null],
  ['user.message', { content: '', agentMode: 'zzz' }, 'agentMode'],
  ['user.message', { content: '', delivery: 7 }, 'delivery'],
  ['session.mode_changed', { previousMode: 'plan', newMode: '' }, 'newMode'],
  ['session.shutdown', { ...ENDED, shutdownType: 'routine', codeChanges: CODE_CHANGES }, null],
  ['session.shutdown', { ...ENDED, shutdownType: 'zzz', codeChanges: CODE_CHANGES }, 'shutdownType'],
  [
    'session.shutdown',
    { ...ENDED, shutdownType: 'routine', codeChanges: CODE_CHANGES, accountingSnapshot: {} },
    'sessionStartTime',
  ],
  ['session.shutdown', shutdown({ m: METRIC }), null],
  ['session.shutdown', shutdown({ m: { ...METRIC, requests: {} } }), null],
  ['session.shutdown', shutdown({ m: 7 }), 'm'],
  ['session.shutdown', shutdown({ m: {} }), 'requests'],
  ['session.shutdown', shutdown({ m: { ...METRIC, usage: { ...METRIC.usage, inputTokens: null } } }), 'inputTokens'],
  ['session.shutdown', shutdown({}, [{ provider: null, metrics: METRIC }]), null],
  ['session.shutdown', shutdown({}, [{ provider: {}, metrics: METRIC }]), 'id'],
  ['session.shutdown', shutdown({}, [{ metrics: { ...METRIC, aiCreditsStatus: 'zzz' } }]), 'aiCreditsStatus'],
  ['session.model_change', { newModel: 'm', contextTier: null, reasoningEffort: 'zzz' }, null],
  ['session.model_change', { newModel: 'm', contextTier: 'zzz' }, 'contextTier'],
  ['session.model_change', { newModel: 'm', reasoningEffort: 7 }, 'reasoningEffort'],
  ['session.resume', { resumeTime: '', eventCount: 1, sessionLimits: {} }, null],
  ['session.resume', { resumeTime: '', eventCount: 1, sessionLimits: 'zzz' }, 'sessionLimits'],
  ['session.usage_record', { usage: { model: 'm', accounting: { usageId: '', sourceSessionId: '' } } }, 'sequence'],
  [
    'session.binary_asset',
    { assetId: 'a', type: 'image', mimeType: 'image/png', data: '', byteLength: 1.5 },
    'byteLength',
  ],
  [
    'tool.execution_start',
    { toolCallId: 'c', toolName: 'bash', shellToolInfo: { possiblePaths: [] } },
    'hasWriteFileRedirection',
  ],
  ['tool.execution_complete', { toolCallId: 'c', success: true, shellExecution: {} }, 'exitCode'],
  ['tool.execution_complete', { toolCallId: 'c', success: true, fileEdits: [{ path: '' }] }, 'kind'],
  ['permission.requested', { requestId: '', permissionRequest: { kind: 'zzz' } }, null],
  ['permission.completed', { requestId: '' }, 'result'],
  ['human_response.recorded', { requestId: '', actor: 'zzz', response: {} }, 'actor'],
  ['subagent.configured', { model: 'm' }, 'multiTurn'],
  ['session.plan_changed', { operation: 'zzz' }, 'operation'],
  ['session.handoff', { handoffTime: '', sourceType: 'local' }, null],
  ['session.truncation', { tokenLimit: 1 }, 'preTruncationTokensInMessages'],
  ['abort', { reason: 'zzz' }, null],
  ['user.message', { content: '', attachments: [{ type: 'zzz' }, {}] }, null],
  ['user.message', { content: '', attachments: ['zzz'] }, 'attachments'],
  ['user.message', { content: '', attachments: [{ type: 'file', path: '' }] }, 'displayName'],
  ['user.message', { content: '', attachments: [{ type: 'directory', displayName: '' }] }, 'path'],
  ['user.message', { content: '', attachments: [{ type: 'selection', filePath: '', displayName: '' }] }, 'text'],
  [
    'user.message',
    {
      content: '',
      attachments: [
        { type: 'selection', filePath: '', displayName: '', text: '', selection: { start: { line: 1 }, end: {} } },
      ],
    },
    'character',
  ],
  ['user.message', { content: '', attachments: [{ type: 'github_reference', number: null }] }, 'url'],
  ['user.message', { content: '', attachments: [{ type: 'blob', data: '' }] }, 'mimeType'],
  ['user.message', { content: '', attachments: [{ type: 'blob', mimeType: '' }] }, null],
  ['assistant.message', { content: '', messageId: '', toolRequests: ['zzz'] }, 'toolRequests'],
  ['assistant.message', { content: '', messageId: '', toolRequests: [null] }, 'toolRequests'],
  ['tool.execution_complete', { toolCallId: 'c', success: true, fileEdits: ['zzz'] }, 'fileEdits'],
  ['user.message', { content: '', supportedNativeDocumentMimeTypes: ['a'] }, null],
  ['user.message', { content: '', supportedNativeDocumentMimeTypes: ['a', 7] }, 'supportedNativeDocumentMimeTypes'],
  ['session.shutdown', { ...shutdown({}), codeChanges: { ...CODE_CHANGES, filesModified: ['a'] } }, null],
  ['session.shutdown', { ...shutdown({}), codeChanges: { ...CODE_CHANGES, filesModified: [null] } }, 'filesModified'],
  ['model.message', {}, null],
] as const)('%s %j is loaded as the program loads it', (type, data, fault) => {
  const record = Buffer.from(JSON.stringify({ type, data, ...ENVELOPE }));
  const keys = faultsOf(root(scan(record)) as Value, type).map(({ key }) => key);
  expect(keys[0] ?? null).toBe(fault);
});

test.each([
  [{}, null],
  [{ agentId: '', ephemeral: true }, null],
  [{ agentId: null }, 'agentId'],
  [{ agentId: 7 }, 'agentId'],
  [{ ephemeral: null }, 'ephemeral'],
  [{ ephemeral: 'true' }, 'ephemeral'],
])('a record with %j beside its data is loaded as the program loads it', (more, fault) => {
  const record = Buffer.from(JSON.stringify({ type: 'abort', data: { reason: '' }, ...ENVELOPE, ...more }));
  const keys = faultsOf(root(scan(record)) as Value, 'abort').map(({ key }) => key);
  expect(keys[0] ?? null).toBe(fault);
});

test('the type of an attachment holds none of its words', () => {
  const isKnown = (key: string) => isKnownMember('user.message/attachments/=file', key);
  expect(['type', 'path', 'displayName', 'p@th'].map(isKnown)).toEqual([true, true, true, false]);
});
