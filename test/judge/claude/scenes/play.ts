import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { environment } from '../program.ts';
import { homeFiles } from './home-files.ts';
import { startScripted } from './model.ts';
import type { Scene, Step } from './scene.ts';

/** A played scene: the files of its home, and what went otherwise than in its script. */
export interface Played {
  readonly files: Readonly<Record<string, string>>;
  readonly wrong: readonly string[];
}

const SERVER = fileURLToPath(new URL('./codex/scenes/mcp-server.mjs', import.meta.url));
const SESSION = '7d3f0a52-1c4e-4b8a-9f61-2e5d8c7b9a10';
/** Milliseconds: longer than this no run took on a busy machine. */
const PATIENCE = 120_000;

/** Plays a scene to the program, offline. */
export async function play(command: readonly string[], scene: Scene): Promise<Played> {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'convostore-judge-')));
  const [config, home, work] = ['.claude', 'user', 'app'].map((name) => join(top, name)) as [string, string, string];
  for (const folder of [config, home, work]) mkdirSync(folder);
  const model = await startScripted(JSON.parse(JSON.stringify(scene.model).replaceAll('WORK', work)));
  const args = writeHome(scene, { config, work, top });
  const env = { ...environment(home, config, model.url), IS_SANDBOX: '1' };
  const wrong: string[] = [];
  try {
    for (const [n, step] of scene.steps.entries()) {
      const session = n === 0 ? ['--session-id', SESSION] : ['--resume', SESSION];
      const said = await run([...command, ...printed(step), ...session, ...args, ...(step.args ?? [])], {
        step,
        work,
        env,
      });
      if (said !== null) wrong.push(said);
    }
    wrong.push(...model.unknown.map((last) => `the model has no answer to ${last}`));
    return {
      files: homeFiles(config, { [work]: '/home/ada/app', [config]: '/home/ada/.claude', [top]: '/home/ada' }),
      wrong,
    };
  } finally {
    model.close();
    rmSync(top, { recursive: true, force: true });
  }
}

/** Answers the flags that the files need. */
function writeHome(
  { files = {}, tools, hooks = {} }: Scene,
  { config, work, top }: { readonly config: string; readonly work: string; readonly top: string },
): string[] {
  for (const [path, words] of Object.entries(files)) {
    const file = join(work, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, words.startsWith('base64:') ? Buffer.from(words.slice('base64:'.length), 'base64') : words);
    if (path.endsWith('.sh')) chmodSync(file, 0o755);
  }
  const events = Object.entries(hooks).map(([event, command]) => [event, [{ hooks: [{ type: 'command', command }] }]]);
  writeFileSync(join(config, 'settings.json'), JSON.stringify({ hooks: Object.fromEntries(events) }));
  const free = ['--permission-mode', 'bypassPermissions'];
  if (tools === undefined) return free;
  const [script, servers] = [join(top, 'tools.json'), join(top, 'servers.json')];
  writeFileSync(script, JSON.stringify(tools));
  writeFileSync(
    servers,
    JSON.stringify({ mcpServers: { orchard: { command: process.execPath, args: [SERVER, script] } } }),
  );
  return [...free, '--mcp-config', servers];
}

function printed({ ask }: Step): string[] {
  if (typeof ask === 'string') return ['-p', ask];
  return ['-p', '--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose'];
}

interface Running {
  readonly step: Step;
  readonly work: string;
  readonly env: Readonly<Record<string, string>>;
}

/** What went wrong; null for nothing. A turn that failed is no mistake. */
async function run([file = '', ...args]: readonly string[], { step, work, env }: Running): Promise<string | null> {
  const how = { timeout: PATIENCE, killSignal: 'SIGKILL' } as const;
  const child = spawn(file, args, { cwd: work, env, stdio: ['pipe', 'pipe', 'pipe'], ...how });
  const { ask } = step;
  if (typeof ask !== 'string')
    child.stdin.write(`${JSON.stringify({ type: 'user', message: { role: 'user', content: ask } })}\n`);
  child.stdin.end();
  const [out, err, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return status === null
    ? `${JSON.stringify(ask).slice(0, 80)} did not end: ${out.slice(-300)} ${err.slice(-300)}`
    : null;
}
