import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppServer } from '../codex/app-server.ts';
import { codexProgram } from '../codex/program.ts';
import { type Script, startScripted } from '../codex/scenes/model.ts';
import { baseSettings } from '../codex/scenes/play.ts';
import { ASKED, INPUT, type Place, printed, SAID, SECRET, type Sent, SOUGHT, TOOL } from './judge-mcp.ts';

/** Codex in two threads of one folder. */
export async function askCodex({ config, user, work, bin }: Place, wanted: string | undefined): Promise<Sent> {
  const { version, file } = codexProgram(wanted);
  const path = `${bin}:${process.env['PATH']}`;
  const settings = printed(bin, 'codex', { PATH: path, HOME: user, CODEX_HOME: config });
  const ask = async (question: string, script: Script) => {
    const model = await startScripted(script);
    writeFileSync(join(config, 'config.toml'), `${baseSettings(model.url)}\n${settings}`);
    writeFileSync(join(config, 'auth.json'), JSON.stringify({ OPENAI_API_KEY: 'sk-invented', auth_mode: 'apikey' }));
    const server = new AppServer(file, config, user, path);
    try {
      await server.begin();
      const start = { cwd: work, approvalPolicy: 'never', sandbox: 'danger-full-access' };
      const begun = await server.call('thread/start', start);
      if ('error' in begun) return { requests: [], complaint: begun.error };
      const { thread } = begun.result as { readonly thread: { readonly id: string } };
      // Its servers start beside the thread: 'starting', then 'ready' or an error.
      await server.happened('mcpServer/startupStatus/updated', 2);
      const input = [{ type: 'text', text: question, text_elements: [] }];
      await server.call('turn/start', { threadId: thread.id, input });
      const isDone = await server.happened('turn/completed', 1);
      return { requests: [...model.requests], complaint: isDone ? '' : 'its turn does not end' };
    } finally {
      await server.close();
      model.close();
    }
  };
  const call = {
    type: 'function_call',
    name: TOOL,
    namespace: 'mcp__convo',
    arguments: JSON.stringify(INPUT),
    call_id: 'call_1',
  };
  const search = {
    type: 'tool_search_call',
    execution: 'client',
    call_id: 'call_0',
    arguments: { query: SOUGHT },
  };
  await ask(`${SAID}; its key is ${SECRET}.`, []);
  const script: Script = [
    [ASKED.slice(0, -1), [search]],
    ['call_0', [call]],
  ];
  return { version, searches: 1, ...(await ask(ASKED, script)) };
}
