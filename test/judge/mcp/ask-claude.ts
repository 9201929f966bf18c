import { startModel, type ToolUse } from '../claude/model.ts';
import { claude, commandOf, environment, run } from '../claude/program.ts';
import { ASKED, INPUT, type Place, printed, SAID, SECRET, type Sent, SOUGHT, TOOL } from './judge-mcp.ts';

/** It waits some seconds for a server that is still starting, and then finds nothing. */
const SEARCHES = 2;

/** Claude Code in two sessions of one project. */
export async function askClaude({ config, user, work, bin }: Place, wanted: string | undefined): Promise<Sent> {
  const version = wanted ?? claude.newest();
  const command = commandOf(version);
  const name = `mcp__convo__${TOOL}`;
  const env = (url: string) => {
    const set = environment(user, config, url);
    return { ...set, PATH: `${bin}:${set['PATH']}` };
  };
  const ask = async (question: string, uses: readonly ToolUse[]) => {
    const model = await startModel('It is noted.', uses);
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
  if (added.exit !== 0) return { version, requests: [], searches: SEARCHES, complaint: added.output };
  await ask(`${SAID}; its key is ${SECRET}.`, []);
  return {
    version,
    searches: SEARCHES,
    ...(await ask(ASKED, [
      ...Array.from({ length: SEARCHES }, () => ({ name: 'ToolSearch', input: { query: SOUGHT } })),
      { name, input: INPUT },
    ])),
  };
}
