import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../claude/program.ts';
import { startStoreModel } from '../stores/model.ts';
import { STORE_PROGRAMS, storeCommand, variablesOf } from '../stores/programs.ts';
import { ASKED, INPUT, type Place, printed, SAID, SECRET, type Sent, TOOL } from './judge-mcp.ts';

type Body = Readonly<Record<string, unknown>>;

/** Gemini CLI in two sessions of one project. */
export async function askGemini({ user, work, bin }: Place, wanted: string | undefined): Promise<Sent> {
  const program = STORE_PROGRAMS['gemini'];
  if (program === undefined) throw new Error('gemini is not among the programs that are judged');
  const { version, command } = storeCommand('gemini', program, wanted);
  let called = false;
  const call = (request: Body) => {
    const name = called ? undefined : toolOf(request);
    if (name === undefined || !JSON.stringify(request).includes(ASKED)) return null;
    called = true;
    return { functionCall: { name, args: INPUT } };
  };
  const ask = async (question: string) => {
    const model = await startStoreModel('Yes.', 0, call);
    const place = { home: user, work, port: model.port };
    const set = variablesOf(program, place);
    const env = { ...set, PATH: `${bin}:${set['PATH']}` };
    try {
      program.prepare(place);
      addServer(join(user, '.gemini/settings.json'), printed(bin, 'gemini', env));
      const words = ['-m', 'gemini-2.5-pro', '--yolo', '-p', question];
      const { exit, output } = await run([...command, ...words], work, env);
      const requests = model.requests.map((request) => JSON.stringify(request));
      return { requests, complaint: exit === 0 ? '' : `exit code ${exit}: ${output.slice(-300)}` };
    } finally {
      model.close();
    }
  };
  await ask(`${SAID}; its key is ${SECRET}.`);
  return { version, searches: 0, ...(await ask(ASKED)) };
}

/** The name under which a request offers the tool. */
function toolOf({ tools }: Body): string | undefined {
  return new RegExp(`"name":"(\\w*${TOOL})"`).exec(JSON.stringify(tools ?? []))?.[1];
}

/** Adds what `--print` prints to the settings of the program. */
function addServer(path: string, text: string): void {
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), ...JSON.parse(text) }));
}
