import { flag, flagMany, toggle, type Values } from './command.ts';
import { GLOBAL_FLAGS } from './global-flags.ts';
import { choice } from './values/choice.ts';

const { root, kind, project, json, utc, pager, color, allowEmpty, quiet, verbose, debug } = GLOBAL_FLAGS;

/** The global flags with what their values must be. */
export const GLOBAL = {
  root: flagMany(root.flags, root.about),
  kind: flag(kind.flags, kind.about, choice(['fnord', 'tenex', 'rao', 'claude'])),
  project: flagMany(project.flags, project.about),
  json: toggle(json.flags, json.about),
  utc: toggle(utc.flags, utc.about),
  pager: { ...toggle(pager.flags, pager.about), absent: true },
  color: flag(color.flags, color.about, choice(['always', 'never', 'auto'])),
  allowEmpty: toggle(allowEmpty.flags, allowEmpty.about),
  quiet: toggle(quiet.flags, quiet.about),
  verbose: toggle(verbose.flags, verbose.about),
  debug: toggle(debug.flags, debug.about),
} as const;

export type Options = Values<typeof GLOBAL>;
