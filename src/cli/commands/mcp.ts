import { Failure } from '../../model/failure.ts';
import { REDACTED_TOO } from '../../model/secret.ts';
import { pathFromArgument } from '../../ops/user-files.ts';
import { command, innerWords, type Job } from '../command.ts';
import { EXIT } from '../exit.ts';
import { amount, flag, flagList, toggle, wordOf } from '../flag.ts';
import { CLIENTS, settingsFor } from '../mcp/settings.ts';
import { redactorFor } from '../redact.ts';
import { momentFlag, momentOf, spanAt } from '../values/moment.ts';

const DEFAULT_SEARCH_SECONDS = 20;

/** Keeps the text as typed, which a client's settings repeat. */
const typedMoment = momentFlag((text) => {
  const moment = momentOf(text);
  return moment === null ? null : { text, moment };
});

export const mcpCommand = command({
  operands: '',
  about:
    'Serves Claude Code, Codex or any other client of the Model Context Protocol on stdin and stdout: it finds, lists and reads past ' +
    'conversations and says why one is missing. It only reads, uses no network, leaves secrets out, and ends with its client. It sees ' +
    'the project of the folder that the client runs in, and its worktrees; only flags of this command line widen that.',
  examples: [
    ['convo mcp --print claude', 'the command that makes Claude Code use it'],
    ['convo mcp --print codex', 'the settings for Codex'],
    ['convo mcp --all-projects --since 90d', 'every project, what changed in the last 90 days'],
  ],
  flags: {
    print: flag('--print <client>', `the setup of a client: ${CLIENTS.join(', ')}`, wordOf(CLIENTS)),
    allProjects: toggle('--all-projects', 'every project, not only that of the folder it runs in'),
    since: flag('--since <time>', 'only what changed from then on: 90d, 2026-01-31', typedMoment),
    within: flag(
      '--within <seconds>',
      `a search answers in so many seconds, with what it has (${DEFAULT_SEARCH_SECONDS})`,
      amount,
    ),
    redactAlso: flagList('--redact-also <what>', 'leave out names too: home,user,host,mail', wordOf(REDACTED_TOO)),
    withSecrets: toggle('--with-secrets', 'leave secrets in'),
  },
  run: async (job, _, flags) => {
    const { print, allProjects, since, within = DEFAULT_SEARCH_SECONDS, redactAlso, withSecrets } = flags;
    const { env, options } = job;
    refuseMixed(job, flags);
    if (print !== undefined) {
      // Absolute, since a client starts the server in another folder.
      const paths = options.roots.paths.map((path) => pathFromArgument(env.cwd, path));
      const words = [
        'convo',
        ...innerWords({ ...options, roots: { from: 'words', paths } }),
        'mcp',
        ...serverWords(flags),
      ];
      await job.out.line(settingsFor(print, words, env.vars));
      return EXIT.done;
    }
    if (env.stdin.isTTY === true)
      throw new Failure(
        'usage',
        'mcp speaks with a program, not with a person',
        '`convo mcp --print claude` prints the command that adds it to Claude Code.',
      );
    const { serve } = await import('../mcp/serve.ts');
    const now = Math.floor(env.now() / 1000);
    let redactor: ReturnType<typeof redactorFor> | null = null;
    await serve(job, {
      folder: allProjects ? null : (env.vars['CLAUDE_PROJECT_DIR'] ?? env.cwd),
      since: since === undefined ? null : spanAt(since.moment, now).from,
      within: within * 1000,
      redactor: () => {
        redactor ??= withSecrets ? Promise.resolve(null) : redactorFor(job, true, redactAlso);
        return redactor;
      },
    });
    return EXIT.done;
  },
});

interface ServerFlags {
  readonly allProjects: boolean;
  readonly since: { readonly text: string } | undefined;
  readonly within: number | undefined;
  readonly redactAlso: readonly string[];
  readonly withSecrets: boolean;
}

function refuseMixed({ options }: Job, { allProjects, redactAlso, withSecrets }: ServerFlags): void {
  if (allProjects && options.project.length > 0)
    throw new Failure('usage', 'only one of --all-projects and --project can be given');
  if (withSecrets && redactAlso.length > 0)
    throw new Failure('usage', 'only one of --redact-also and --with-secrets can be given');
}

function serverWords({ allProjects, since, within, redactAlso, withSecrets }: ServerFlags): string[] {
  return [
    ...(allProjects ? ['--all-projects'] : []),
    ...(since === undefined ? [] : ['--since', since.text]),
    ...(within === undefined ? [] : ['--within', String(within)]),
    ...(redactAlso.length === 0 ? [] : ['--redact-also', redactAlso.join(',')]),
    ...(withSecrets ? ['--with-secrets'] : []),
  ];
}
