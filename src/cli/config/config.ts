import type { Code } from '../../model/finding.ts';
import type { Severity } from '../../model/rules/row.ts';
import { projectConfig, userConfig } from '../../ops/user-files.ts';
import type { Job } from '../command.ts';
import type { Env } from '../env.ts';
import type { GateSettings, UserSettings } from './schema.ts';

/** Settings of the user; null without a file or with --no-config. Loads the checker on demand. */
export async function loadUserSettings({ vars }: Env, wanted: boolean): Promise<UserSettings | null> {
  const file = wanted ? userConfig(vars) : null;
  return file === null ? null : (await import('./schema.ts')).userSettings(file);
}

export async function gateSettings({ env, options, settings }: Job): Promise<GateSettings[]> {
  const file = options.config ? projectConfig(env.cwd, env.vars['HOME'] ?? null) : null;
  const project = file === null ? [] : [(await import('./schema.ts')).projectSettings(file)];
  return [...project, ...(settings === null ? [] : [settings])];
}

/** Severities that settings give to codes; of several, the first one counts. */
export function severitiesIn(all: readonly Pick<GateSettings, 'severities'>[]): ReadonlyMap<Code, Severity> {
  return new Map(all.toReversed().flatMap(({ severities }) => [...severities]));
}

export function flagsOf({ roots, color }: UserSettings, { vars }: Env): Readonly<Record<string, unknown>> {
  const home = vars['HOME'] ?? '~';
  return {
    ...(roots.length === 0 ? {} : { root: roots.map((root) => root.replace(/^~(?=\/)/, home)) }),
    ...(color === undefined ? {} : { color }),
  };
}

export function withPager(env: Env, { pager }: UserSettings): Env {
  if (pager === undefined || env.vars['CONVO_PAGER'] !== undefined) return env;
  const vars = { ...env.vars, CONVO_PAGER: pager === false ? '' : pager };
  return Object.create(env, { vars: { value: vars } });
}
