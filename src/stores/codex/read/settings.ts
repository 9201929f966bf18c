import { aList, aText, object, objectWith } from './accepted.ts';
import type { Entry } from './record.ts';

const settings = objectWith({
  model: aText,
  model_provider_id: aText,
  approval_policy: (value) => value !== null,
  approvals_reviewer: aText,
  requested_approvals_reviewer: aText,
  permission_profile: object,
  cwd: aText,
  runtime_workspace_roots: aList,
  collaboration_mode: object,
});
const applied = objectWith({ thread_id: aText, thread_settings: settings });

/** True for a record of the settings of a thread, as 0.171.0 takes it. */
export function hasSettings({ shape, payloadType, payload }: Entry): boolean {
  return payloadType === 'thread_settings_applied' && shape === 'record' && applied(payload);
}
