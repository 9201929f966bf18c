import { defineKind } from '../define-kind.ts';
import { fnordInfo } from './info.ts';
import { beginFnord } from './scope.ts';

export const fnord = defineKind({
  ...fnordInfo,
  begin: beginFnord,
  verbs: async () => (await import('./change/decide.ts')).fnordVerbs,
});
