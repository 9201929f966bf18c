import { KIND_NAMES, KIND_TABLE, type KindTraits } from '../../model/kinds.ts';
import { quotedWord } from '../../model/shell-word.ts';

/** Programs that ask servers, and how each is told of one. */
const ASKING = KIND_NAMES.flatMap((kind) => {
  const { asks }: KindTraits = KIND_TABLE[kind];
  return asks === null ? [] : [{ kind, ...asks }];
});

/** The clients that can be told of this server; `json` for any other. */
export const CLIENTS: readonly [string, ...string[]] = ['json', ...ASKING.map(({ kind }) => kind)];

/** The command line, or the settings, by which a client starts a command of convo. */
export function settingsFor(
  client: string,
  [command = 'convo', ...args]: readonly string[],
  vars: Readonly<Record<string, string | undefined>>,
): string {
  const told = ASKING.find(({ kind }) => kind === client)?.told ?? 'json';
  // Clients hand few variables on: those that say where a program keeps its conversations go with the settings.
  const homes = ASKING.flatMap(({ home }) => (vars[home] ? [[home, vars[home]] as const] : []));
  if (told === 'json') {
    const server = { command, args, ...(homes.length === 0 ? {} : { env: Object.fromEntries(homes) }) };
    return JSON.stringify({ mcpServers: { convo: server } }, null, 2);
  }
  if (told !== 'toml') return [told, ...[command, ...args].map(quotedWord)].join(' ');
  const env = homes.map(([name, value]) => `${name} = ${JSON.stringify(value)}`).join(', ');
  return [
    '[mcp_servers.convo]',
    `command = ${JSON.stringify(command)}`,
    `args = ${JSON.stringify(args)}`,
    ...(env === '' ? [] : [`env = { ${env} }`]),
  ].join('\n');
}

/** The conversation that asks, where its program says so; null where none does. */
export function askingOf(
  vars: Readonly<Record<string, string | undefined>>,
  meta: Readonly<Record<string, unknown>>,
): string | null {
  const sessions = ASKING.map(({ session }) => session);
  const called = sessions.flatMap(({ member }) => (member === undefined ? [] : [meta[member]]));
  const started = sessions.flatMap(({ variable }) => (variable === undefined ? [] : [vars[variable]]));
  const [first = null] = [...called, ...started].filter(
    (each): each is string => typeof each === 'string' && each !== '',
  );
  return first;
}
