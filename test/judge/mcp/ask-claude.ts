import { commandOf, environment, newestClaude, run } from '../claude/program.ts';
import { type Script, startScripted } from '../claude/scenes/model.ts';
import { ASKED, INPUT, type Place, printed, SAID, SECRET, type Sent, SOUGHT, TOOL } from './judge-mcp.ts';

/** Claude Code in two sessions of one project. */
export async function askClaude({ config, user, work, bin }: Place, wanted: string | undefined): Promise<Sent> {
  const version = wanted ?? newestClaude();
  const command = commandOf(version);
  const name = `mcp__convo__${TOOL}`;
  const env = (url: string) => {
    const set = environment(user, config, url);
    return { ...set, PATH: `${bin}:${set['PATH']}` };
  };
  const ask = async (question: string, script: Script) => {
    const model = await startScripted(script);
    try {
      const { exit, output } = await run([...command, '-p', question, '--allowedTools', name], work, env(model.url));
      return { requests: [...model.requests], complaint: exit === 0 ? '' : `exit code ${exit}: ${output.slice(-300)}` };
    } finally {
      model.close();
    }
  };
  const none = env('http://127.0.0.1:9');
  const [, ...words] = printed(bin, 'claude', none).trim().split(' ');
  const added = await run([...command, ...words], work, none);
  if (added.exit !== 0) return { version, requests: [], searches: 0, complaint: added.output };
  const search = (id: string) => ({ type: 'tool_use', id, name: 'ToolSearch', input: { query: SOUGHT } }) as const;
  const script: Script = [
    [ASKED, [search('toolu_1')]],
    // A search waits some seconds for a server that is still starting, and then finds nothing.
    ['toolu_1', [search('toolu_2')]],
    ['toolu_2', [{ type: 'tool_use', id: 'toolu_3', name, input: INPUT }]],
  ];
  await ask(`${SAID}; its key is ${SECRET}.`, []);
  return { version, searches: 2, ...(await ask(ASKED, script)) };
}
