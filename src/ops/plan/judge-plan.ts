import { join } from 'node:path';
import type { SavedPlan } from '../../io/journal/plan-file.ts';
import { DECIDED_VERBS } from '../../model/change-report.ts';
import { pathsIn } from '../../model/check-change.ts';
import { Failure } from '../../model/failure.ts';
import type { Change, PlanHeader, Step } from '../../model/plan.ts';
import type { Ask, PlanRules, Site, WholeKind } from '../../stores/kind.ts';
import { keepOf } from '../change/change-of.ts';
import { vacantFolder } from '../change/output-paths.ts';
import { recogniseAt } from '../sites/recognise.ts';
import { storeAround } from '../sites/store-around.ts';
import { kindOfSite } from '../survey/kind-of.ts';
import type { SurveyOptions } from '../survey/survey.ts';
import type { World } from '../world.ts';
import { whyWorse } from './foresee.ts';
import { whyNotDecided } from './judge-change.ts';

/**
 * Checks a saved plan against the store as it is now, because anybody may have written the file: its root is a store of its kind,
 * each path one that the kind knows, each step one that it could have decided, and the store is no worse off afterwards.
 * Throws Failure `refused` with the reason; nothing is changed.
 */
export async function judgePlan(
  world: World,
  kinds: readonly WholeKind[],
  { name, plan, options }: { readonly name: string; readonly plan: SavedPlan; readonly options: SurveyOptions },
): Promise<void> {
  const { header } = plan;
  const reason = header.newRoot === true ? whyNoOutput(world, kinds, plan) : await whyNot(world, kinds, plan, options);
  if (reason === null) return;
  const hint = 'Nothing was changed. Look at it with --dry-run, or make the plan anew.';
  throw new Failure('refused', `${name} is not one that convo would make: ${reason}`, hint);
}

async function whyNot(
  world: World,
  kinds: readonly WholeKind[],
  plan: SavedPlan,
  options: SurveyOptions,
): Promise<string | null> {
  const { header } = plan;
  const kind = kindOfSite(kinds, header);
  const verb = verbOf(header);
  if (verb === null) return `no plan is made by ${JSON.stringify(header.command)}`;
  const site = siteOf(world, kind, plan);
  if (site === null) return `${header.root} is not a ${kind.name} store`;
  const target = { kind, site, verb };
  return (
    first(plan, (change) => whyNotDecided(target, change)) ??
    whyTwice(plan) ??
    (await whyWorse(world, target, plan, options))
  );
}

function verbOf({ command }: PlanHeader): Ask['verb'] | null {
  return DECIDED_VERBS.find((verb) => verb === command) ?? null;
}

function first({ changes }: SavedPlan, judge: (change: Change) => string | null): string | null {
  for (const change of changes()) {
    const reason = judge(change);
    if (reason !== null) return reason;
  }
  return null;
}

/** The site that a root is, or that the files which a plan names are in: a lone file is recognised alone. */
function siteOf({ disk }: World, kind: WholeKind, { header: { root }, changes }: SavedPlan): Site | null {
  const whole = recogniseAt(disk, [kind], root);
  if (whole?.root === root) return { ...whole, file: null };
  const paths = new Set<string>();
  for (const { steps } of changes()) for (const step of steps) paths.add(sourceOf(step) ?? '');
  paths.delete('');
  const sites = [...paths].map((path) => recogniseAt(disk, [kind], join(root, path)));
  const [site = null] = sites;
  if (site === null || sites.some((each) => each?.root !== root)) return null;
  // Beside a lone file is what a folder of them would hold.
  return { ...site, shape: site.shape === 'file' ? 'folder' : site.shape, file: null };
}

/** The file that is there before a step; null for one that only makes something. */
function sourceOf(step: Step): string | null {
  if (step.do === 'move') return step.from;
  if (step.do === 'plant') return null;
  if (step.do === 'remove' || step.was !== 'absent') return step.path;
  return step.content.from === 'copy' ? step.content.path : null;
}

/** Two Changes of one plan never name one path: what each finds would hang on the other. */
function whyTwice({ changes }: SavedPlan): string | null {
  const seen = new Set<string>();
  for (const change of changes()) {
    const own = new Set(change.steps.flatMap(pathsIn));
    for (const path of own) if (seen.has(path)) return `two of its changes are to ${path}`;
    for (const path of own) seen.add(path);
  }
  return null;
}

/** As `whyNot`, for a plan that writes to a folder of its own. */
function whyNoOutput(world: World, kinds: readonly WholeKind[], plan: SavedPlan): string | null {
  const { header } = plan;
  const kind = kindOfSite(kinds, header);
  const { output } = kind.planRules;
  if (header.command !== 'migrate' || output === undefined)
    return `${kind.name} has no format that is written to a folder of its own`;
  return (
    whyNotVacant(world, kinds, header.root) ??
    first(plan, (change) => whyNotOutput(kind, output, change)) ??
    whyTwice(plan)
  );
}

/** What the verb itself says of a folder that it is to write to. */
function whyNotVacant(world: World, kinds: readonly WholeKind[], root: string): string | null {
  try {
    if (vacantFolder(world, root) !== root) return `${root} is behind a link`;
    const owned = storeAround({ disk: world.disk, kinds, sites: [] }, null, { path: root, type: 'folder' });
    return owned === null ? null : `${root} ${owned}`;
  } catch (error) {
    if (error instanceof Failure && error.code === 'usage') return error.message;
    throw error;
  }
}

function whyNotOutput(
  kind: WholeKind,
  output: NonNullable<PlanRules['output']>,
  { ids, steps, locks, kind: name, keep, path: shown, items }: Change,
): string | null {
  const [id] = ids;
  const [step, ...others] = steps;
  if (id === undefined || ids.length > 1 || step?.do !== 'put' || others.length > 0)
    return 'a change of it does not write one file';
  const { path, was, content } = step;
  const isNew = was === 'absent' && content.from === 'bytes' && shown === path && items === undefined;
  if (!isNew || path !== output.path(id)) return `${path} is not the new file of ${id}`;
  if (name !== kind.name || keep !== keepOf(kind) || locks.length > 0)
    return `${path} is not written as ${kind.name} needs it`;
  return output.isWritten(content.bytes) ? null : `${path} would not hold a conversation`;
}
