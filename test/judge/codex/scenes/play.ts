import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppServer } from '../app-server.ts';
import { homeFiles } from './home-files.ts';
import { type ScriptedModel, startScripted } from './model.ts';
import type { Scene, Step } from './scene.ts';

/** A played scene: the files of its home, and what went otherwise than in its script. */
export interface Played {
  readonly files: Readonly<Record<string, string>>;
  readonly wrong: readonly string[];
}

const SERVER = fileURLToPath(new URL('./codex/scenes/mcp-server.mjs', import.meta.url));

/** Plays a scene to the program, offline. */
export async function play(program: string, scene: Scene): Promise<Played> {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'convostore-judge-')));
  const [home, user, work] = ['.codex', 'user', 'orchard'].map((name) => join(top, name)) as [string, string, string];
  for (const folder of [home, user, work]) mkdirSync(folder);
  const model = await startScripted(placed(scene.model, work));
  writeHome(scene, { home, work, top, url: model.url });
  const server = new AppServer(program, home, user);
  const wrong: string[] = [];
  try {
    await server.begin();
    server.reply = replier(scene, wrong);
    if (scene.hooks !== undefined) await trustHooks(server, home, work);
    await steps(scene, { server, work, wrong });
    await server.close();
    wrong.push(...notCalled(model));
    return {
      files: homeFiles(home, { [work]: '/home/ada/orchard', [home]: '/home/ada/.codex', [top]: '/home/ada' }),
      wrong,
    };
  } finally {
    await server.close();
    model.close();
    rmSync(top, { recursive: true, force: true });
  }
}

function notCalled({ unknown }: ScriptedModel): string[] {
  return unknown.map((last) => `the model has no answer to ${last.slice(0, 3000)}`);
}

/** `WORK` in a script is the folder of the scene. */
function placed<T>(script: T, work: string): T {
  return JSON.parse(JSON.stringify(script).replaceAll('WORK', work));
}

interface Places {
  readonly home: string;
  readonly work: string;
  readonly top: string;
  readonly url: string;
}

/** Features that ask something of the network. */
const OFF = [
  'shell_snapshot',
  'enable_request_compression',
  'apps',
  'plugins',
  'remote_plugin',
  'skill_search',
  'tool_suggest',
  'api_key_model_discovery',
];

/** The lines of config.toml for a stand-in at this address; more features may follow. */
export function baseSettings(url: string): string {
  return [
    'model = "gpt-5.5"',
    `openai_base_url = "${url}"`,
    '[features]',
    ...OFF.map((name) => `${name} = false`),
  ].join('\n');
}

function writeHome({ features = [], files = {}, tools, hooks }: Scene, { home, work, top, url }: Places): void {
  const set = [baseSettings(url), ...features.map((name) => `${name} = true`)];
  if (tools !== undefined) {
    const script = join(top, 'tools.json');
    writeFileSync(script, JSON.stringify(tools));
    set.push('[mcp_servers.orchard]', `command = ${JSON.stringify(process.execPath)}`);
    set.push(`args = ${JSON.stringify([SERVER, script])}`);
  }
  if (hooks !== undefined) writeFileSync(join(home, 'hooks.json'), hooksText(hooks));
  writeFileSync(join(home, 'config.toml'), `${set.join('\n')}\n`);
  writeFileSync(join(home, 'auth.json'), JSON.stringify({ OPENAI_API_KEY: 'sk-invented', auth_mode: 'apikey' }));
  for (const [path, text] of Object.entries(files)) {
    const file = join(work, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text.startsWith('base64:') ? Buffer.from(text.slice('base64:'.length), 'base64') : text);
    if (path.endsWith('.sh')) chmodSync(file, 0o755);
  }
}

function hooksText(hooks: Readonly<Record<string, string>>): string {
  const all = Object.entries(hooks).map(([event, command]) => [event, [{ hooks: [{ type: 'command', command }] }]]);
  return JSON.stringify({ hooks: Object.fromEntries(all) });
}

/** The program runs no hook that its user has not trusted. */
async function trustHooks(server: AppServer, home: string, work: string): Promise<void> {
  const answer = await server.call('hooks/list', { cwds: [work] });
  if ('error' in answer) throw new Error(answer.error);
  const { data } = answer.result as { data: readonly { hooks: readonly { key: string; currentHash: string }[] }[] };
  const trusted = data.flatMap(({ hooks }) =>
    hooks.map(({ key, currentHash }) => `[hooks.state.${JSON.stringify(key)}]\ntrusted_hash = "${currentHash}"\n`),
  );
  appendFileSync(join(home, 'config.toml'), trusted.join(''));
}

function replier({ replies = {} }: Scene, wrong: string[]) {
  const waiting = new Map<string, object[]>(Object.entries(replies).map(([method, given]) => [method, [...given]]));
  return (method: string, params: object): object => {
    const reply = waiting.get(method)?.shift();
    if (reply === undefined) wrong.push(`no reply to ${method} ${JSON.stringify(params).slice(0, 300)}`);
    if (reply === undefined || !('byQuestion' in reply)) return reply ?? {};
    const questions = (params as { questions?: readonly { id: string }[] }).questions ?? [];
    const given = reply.byQuestion as readonly (readonly string[])[];
    return { answers: Object.fromEntries(questions.map(({ id }, i) => [id, { answers: given[i] ?? [] }])) };
  };
}

interface Stage {
  readonly server: AppServer;
  readonly work: string;
  readonly wrong: string[];
}

const ENDED = 'turn/completed';

async function steps(scene: Scene, stage: Stage): Promise<void> {
  const { server, work, wrong } = stage;
  const mode = scene.isLegacy === true ? { historyMode: 'legacy' } : {};
  const start = { cwd: work, approvalPolicy: 'never', sandbox: 'danger-full-access', ...mode, ...scene.start };
  const begun = await server.call('thread/start', placed(start, work));
  if ('error' in begun) throw new Error(`${scene.name}: ${begun.error}`);
  let thread = (begun.result as { thread: { id: string } }).thread.id;
  const turns: string[] = [];
  for (const step of placed(scene.steps, work)) {
    const ended = server.events.filter(({ method }) => method === ENDED).length;
    if ('kill' in step) server.kill();
    else if ('pause' in step) await new Promise((resolve) => setTimeout(resolve, step.pause));
    else if ('waitFor' in step) {
      if (!(await server.happened(step.waitFor, 1, 10_000))) wrong.push(`${step.waitFor} never came`);
    } else {
      const [method, params] = calledBy(step, thread, turns);
      const answer = await server.call(method, params);
      if ('error' in answer) {
        wrong.push(`${method}: ${answer.error}`);
        continue;
      }
      const { turn, thread: next } = answer.result as { turn?: { id: string }; thread?: { id: string } };
      if (turn !== undefined) turns.push(turn.id);
      if (next !== undefined && 'call' in step) thread = next.id;
      const awaited = 'ask' in step ? (step.isLeft === true ? 0 : (step.turns ?? 1)) : (step.turns ?? 0);
      if (awaited > 0 && !(await server.happened(ENDED, ended + awaited, 20_000)))
        wrong.push(`no end of the turn of ${JSON.stringify(step).slice(0, 100)}`);
    }
  }
}

/** In `params`, `TURN n` is the id of that turn. */
function calledBy(
  step: Extract<Step, { ask: unknown } | { call: string }>,
  threadId: string,
  turns: readonly string[],
) {
  if ('ask' in step) {
    const input = typeof step.ask === 'string' ? [{ type: 'text', text: step.ask, text_elements: [] }] : step.ask;
    return ['turn/start', { threadId, input, ...step.with }] as const;
  }
  const params = JSON.stringify(step.params ?? {}).replace(/TURN (\d+)/g, (_, n) => turns[Number(n)] ?? '');
  return [step.call, { threadId, ...JSON.parse(params) }] as const;
}
