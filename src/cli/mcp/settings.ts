import { quotedWord } from '../../model/command.ts';
import { KIND_NAMES, KIND_TABLE, type KindTraits } from '../../model/kinds.ts';

const ASKING = KIND_NAMES.flatMap((kind) => {
  const { mcpClient }: KindTraits = KIND_TABLE[kind];
  return mcpClient === null ? [] : [{ kind, ...mcpClient }];
});

export const CLIENTS: readonly [string, ...string[]] = ['json', ...ASKING.map(({ kind }) => kind)];

export function settingsFor(
  client: string,
  [command = 'convo', ...args]: readonly string[],
  vars: Readonly<Record<string, string | undefined>>,
): string {
  const setup = ASKING.find(({ kind }) => kind === client)?.setup ?? 'json';
  // Clients pass on few variables, so those of a program's home are in the settings.
  const homes = ASKING.flatMap(({ home }) => (vars[home] ? [[home, vars[home]] as const] : []));
  if (setup === 'json') {
    const server = { command, args, ...(homes.length === 0 ? {} : { env: Object.fromEntries(homes) }) };
    return JSON.stringify({ mcpServers: { convo: server } }, null, 2);
  }
  if (setup !== 'toml') return [setup, ...[command, ...args].map(quotedWord)].join(' ');
  const env = homes.map(([name, value]) => `${name} = ${JSON.stringify(value)}`).join(', ');
  return [
    '[mcp_servers.convo]',
    `command = ${JSON.stringify(command)}`,
    `args = ${JSON.stringify(args)}`,
    ...(env === '' ? [] : [`env = { ${env} }`]),
  ].join('\n');
}

export function askingConversation(
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
