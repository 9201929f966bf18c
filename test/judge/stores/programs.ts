import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, newestOf, published } from '../npm.ts';
import { type RecordedFile, type RecordedStore, recordedStores } from '../recorded-stores.ts';
import { chatSaid, googleSaid, QUESTION, recordedChat, recordedSaid, unnamed } from './said.ts';

/** A run of the program. */
export interface Place {
  readonly home: string;
  /** The folder in which it is started. */
  readonly work: string;
  /** Of the stand-in for the model. */
  readonly port: number;
}

/** A program that keeps a store below its home, and how it is asked. */
export interface StoreProgram {
  readonly package: string;
  /** Below `node_modules`; the package itself where npm has one for all platforms. */
  readonly file: string;
  readonly onNode22?: boolean;
  /** Of the store, below the home. */
  readonly store: string;
  /** That the files of recorded stores name. */
  readonly folder: string;
  recorded(): readonly RecordedStore[];
  prepare(place: Place): void;
  environment(place: Place): Readonly<Record<string, string>>;
  /** Null where it lists on a terminal only. */
  readonly list: { readonly args: readonly string[]; has(output: string, id: string): boolean } | null;
  resume(id: string): readonly string[];
  /** A new conversation, for a program that deletes files beside its first request, which is answered after `wait` milliseconds. */
  readonly cleanUp: { readonly args: readonly string[]; readonly wait: number } | null;
  /** `cut`: characters of each text. */
  said(request: Readonly<Record<string, unknown>>, cut?: number): string[];
}

/** As Gemini CLI and Qwen Code are recorded. */
function listedAnswer({ id = '', listed, sent, deleted = [] }: RecordedFile) {
  return { id, answer: { listed: listed ?? null, sent: sent === null ? null : recordedSaid(sent), deleted } };
}

/** As GitHub Copilot CLI and Pi are recorded: all sessions have one id, and their lists are not asked for. */
function chatAnswer(id: string) {
  return ({ sent }: RecordedFile) => {
    return { id, answer: { listed: null, sent: sent === null ? null : recordedChat(sent), deleted: [] } };
  };
}

const gemini: StoreProgram = {
  package: '@google/gemini-cli',
  file: '@google/gemini-cli',
  store: '.gemini',
  folder: '/srv/ada/rose',
  recorded: () => recordedStores('gemini', listedAnswer),
  prepare: ({ home }) =>
    settings(join(home, '.gemini/settings.json'), {
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
      general: { enableAutoUpdate: false, disableAutoUpdate: true },
      security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
    }),
  environment: ({ port }) => ({
    GEMINI_API_KEY: 'dummy',
    GOOGLE_GEMINI_BASE_URL: `http://127.0.0.1:${port}`,
    GEMINI_CLI_NO_RELAUNCH: '1',
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
  }),
  list: { args: ['--list-sessions'], has: (output, id) => output.includes(`[${id}]`) },
  resume: (id) => ['-m', 'gemini-2.5-pro', '--yolo', '--resume', id, '-p', QUESTION],
  cleanUp: { args: ['-m', 'gemini-2.5-pro', '--yolo', '-p', 'Something new'], wait: 4000 },
  said: googleSaid,
};

const qwen: StoreProgram = {
  package: '@qwen-code/qwen-code',
  file: '@qwen-code/qwen-code',
  store: '.qwen',
  folder: '/srv/ada/rose',
  recorded: () => recordedStores('qwen', listedAnswer),
  prepare: ({ home }) =>
    settings(join(home, '.qwen/settings.json'), {
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
      general: { enableAutoUpdate: false, disableAutoUpdate: true },
      security: { auth: { selectedType: 'openai' }, folderTrust: { enabled: false } },
      memory: { enableManagedAutoMemory: false, enableManagedAutoDream: false },
    }),
  environment: ({ port }) => ({
    OPENAI_API_KEY: 'dummy',
    OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`,
    OPENAI_MODEL: 'stand-in',
    QWEN_CODE_NO_RELAUNCH: '1',
  }),
  list: {
    args: ['sessions', 'list', '--json', '--limit', '1000'],
    has: (output, id) => output.includes(`"${id}"`),
  },
  resume: (id) => ['--yolo', '--resume', id, '-p', QUESTION],
  cleanUp: null,
  said: chatSaid,
};

const COPILOT_ID = '69aac295-6e53-43a5-9c59-54cb2f60fa1d';

const copilot: StoreProgram = {
  package: '@github/copilot',
  file: `@github/copilot-${process.platform}-${process.arch}/copilot`,
  store: '.copilot',
  folder: '/home/ada/app',
  recorded: () => recordedStores('copilot', chatAnswer(COPILOT_ID), (path) => `session-state/${COPILOT_ID}/${path}`),
  // What it unpacks, hundreds of megabytes, is taken again by the next run.
  prepare: ({ home }) => {
    const shared = cacheFolder('copilot-unpacked');
    mkdirSync(shared, { recursive: true });
    symlinkSync(shared, join(home, '.cache'));
  },
  environment: ({ port }) => ({
    COPILOT_OFFLINE: 'true',
    COPILOT_AUTO_UPDATE: 'false',
    COPILOT_MODEL: 'stand-in',
    COPILOT_PROVIDER_BASE_URL: `http://127.0.0.1:${port}/v1`,
    COPILOT_PROVIDER_API_KEY: 'dummy',
  }),
  list: null,
  resume: (id) => [`--resume=${id}`, '--allow-all-tools', '--no-color', '-s', '-p', QUESTION],
  cleanUp: null,
  said: (request, cut) => unnamed(chatSaid(request, cut)),
};

const PI_ID = '01a21fc0-3af1-7149-ac2c-22ea7f423475';

const pi: StoreProgram = {
  package: '@earendil-works/pi-coding-agent',
  file: '@earendil-works/pi-coding-agent',
  onNode22: true,
  store: '.pi/agent',
  folder: '/home/ada/app',
  recorded: () =>
    recordedStores('pi', chatAnswer(PI_ID), () => `sessions/--home-ada-app--/2026-11-28T01-23-41-426Z_${PI_ID}.jsonl`),
  prepare: ({ home, port }) => {
    const models = [{ id: 'stand-in', contextWindow: 128_000 }];
    const provider = { baseUrl: `http://127.0.0.1:${port}/v1`, api: 'openai-completions', apiKey: 'dummy', models };
    settings(join(home, '.pi/agent/models.json'), { providers: { local: provider } });
  },
  environment: () => ({ PI_OFFLINE: '1', PI_TELEMETRY: '0' }),
  list: null,
  resume: (id) => ['--session', id, '--model', 'local/stand-in', '-p', QUESTION],
  cleanUp: null,
  said: (request, cut) => unnamed(chatSaid(request, cut)),
};

/** By the word on the command line. */
export const STORE_PROGRAMS: Readonly<Record<string, StoreProgram>> = { gemini, qwen, copilot, pi };

function settings(path: string, value: object): void {
  mkdirSync(join(path, '..'), { recursive: true });
  if (!existsSync(path)) writeFileSync(path, JSON.stringify(value));
}

/** All variables of a run; only the path is the user's. */
export function variablesOf(program: StoreProgram, place: Place): Readonly<Record<string, string>> {
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: place.home,
    LANG: 'C.UTF-8',
    TERM: 'dumb',
    NO_COLOR: '1',
    NO_BROWSER: '1',
    TZ: 'UTC',
    ...program.environment(place),
  };
}

/** The command of a version, which is fetched unless it is there. */
export function storeCommand(name: string, program: StoreProgram, wanted: string | undefined) {
  const version = wanted ?? newestOf(program.package);
  const isOwn = program.file === program.package;
  const path = published(name, `${program.package}@${version}`, isOwn ? `${program.file}/package.json` : program.file);
  if (!isOwn) return { version, command: [path] };
  const { bin } = JSON.parse(readFileSync(path, 'utf8'));
  const [file] = typeof bin === 'string' ? [bin] : Object.values<string>(bin);
  const node = program.onNode22 === true ? node22() : process.execPath;
  return { version, command: [node, join(path, '..', file ?? '')] };
}

/** As npm has it, where this one is older. */
function node22(): string {
  if (Number(process.versions.node.split('.')[0]) >= 22) return process.execPath;
  const name = `node-${process.platform}-${process.arch}`;
  return published('node', `${name}@22.23.3`, `${name}/bin/node`);
}
