import type { Flag } from './command.ts';

/** How a flag is spelled and explained; what its values must be is left to `options.ts`. */
type Spelled = Pick<Flag<unknown>, 'flags' | 'about' | 'many'>;

/** Flags of every command; they may stand before or after its name. */
export const GLOBAL_FLAGS = {
  root: {
    flags: '--root <path>',
    about: 'a home, project, conversations folder or one file; may be given several times',
    many: true,
  },
  kind: { flags: '--kind <kind>', about: 'only stores of this kind: fnord, tenex or rao', many: false },
  project: { flags: '--project <name>', about: 'only this project; may be given several times', many: true },
  json: { flags: '--json', about: 'one JSON document on stdout (schema 1), whatever the exit code', many: false },
  utc: { flags: '--utc', about: 'exact times in UTC instead of local and relative ones', many: false },
  pager: { flags: '--no-pager', about: 'write long text straight to the terminal', many: false },
  color: { flags: '--color <when>', about: 'always, never or auto; alone it means always', many: false },
  allowEmpty: { flags: '--allow-empty', about: 'a scope without a conversation is no error', many: false },
  quiet: { flags: '-q, --quiet', about: 'no commentary on stderr, only failures', many: false },
  verbose: { flags: '-v, --verbose', about: 'say which stores are looked at', many: false },
  debug: { flags: '--debug', about: 'show where in the program a failure arose', many: false },
} as const satisfies Record<string, Spelled>;
