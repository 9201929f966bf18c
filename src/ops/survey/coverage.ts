import { addAll } from '../../model/collections.ts';
import {
  type Covered,
  type Finding,
  type Gap,
  type PlacedFinding,
  type PlacedGap,
  ruleOf,
} from '../../model/finding.ts';
import { isYoung } from '../../model/time.ts';
import type { CompanionDamage, Site } from '../../stores/kind.ts';
import { locateFinding } from './locate.ts';
import type { EventOf, SurveyEvent } from './survey-event.ts';

export class Coverage {
  conversations = 0;
  readonly unjudged: PlacedFinding[] = [];
  readonly gaps: PlacedGap[] = [];
  readonly #now: number;
  readonly #beside = new Set<string>();

  constructor(now: number) {
    this.#now = now;
  }

  takeDocument(event: SurveyEvent): void {
    addUnread(this.unjudged, event);
    this.takeCompanions(event);
    if (event.type === 'skipped') this.conversations++;
  }

  take(event: SurveyEvent): void {
    addUnread(this.unjudged, event);
    if (event.type === 'answered') this.add(event, { whole: wholeConversations(event), gaps: gapsIn(event) });
  }

  /** Adds the damage of files with words of several conversations, each file once even if several scopes name it. */
  takeCompanions(event: SurveyEvent): void {
    if (event.type !== 'scope-end') return;
    const { site, scope, opened } = event;
    for (const file of opened.companions?.() ?? []) {
      const key = JSON.stringify([site.kind, site.root, file.path]);
      if (this.#beside.has(key)) continue;
      this.#beside.add(key);
      this.addCompanionDamage(site, scope, file.damage());
    }
  }

  addCompanionDamage(site: Site, scope: string, damage: CompanionDamage | null): void {
    if (damage === null) return;
    const { extent, isYoung = false } = damage;
    const finding = locateFinding(site, scope, damage.finding);
    const isUnread = ruleOf(finding.code).unjudged === true;
    if (isUnread && !this.unjudged.some(({ path }) => path === finding.path)) this.unjudged.push(finding);
    if (!isUnread && extent !== null) this.gaps.push({ finding, extent, isYoung });
  }

  addEarlier(findings: readonly PlacedFinding[]): void {
    const known = new Set(this.unjudged.map(({ path }) => path));
    addAll(
      this.unjudged,
      findings.filter(({ path }) => !known.has(path)),
    );
  }

  /** Corrects the numbers after a closer look at some units: adds `whole` to the conversations read whole, and adds new findings. */
  correct(whole: number, { unjudged, gaps }: Pick<Covered, 'unjudged' | 'gaps'>): void {
    const known = new Set([...this.unjudged, ...this.gaps.map(({ finding }) => finding)].map(keyOf));
    this.conversations += whole;
    addAll(
      this.unjudged,
      unjudged.filter((finding) => !known.has(keyOf(finding))),
    );
    addAll(
      this.gaps,
      gaps.filter(({ finding }) => !known.has(keyOf(finding))),
    );
  }

  add(
    { site, scope }: Pick<EventOf<'document' | 'answered'>, 'site' | 'scope'>,
    { whole, gaps }: { readonly whole: number; readonly gaps: readonly Gap[] },
  ): void {
    this.conversations += whole;
    for (const { finding, extent, mtime, isSearched = false } of gaps)
      this.gaps.push({
        finding: locateFinding(site, scope, finding),
        extent,
        isSearched,
        isYoung: ruleOf(finding.code).isBeingWritten === true || isYoung(mtime, this.#now),
      });
  }
}

export function wholeConversations({ answer }: Pick<EventOf<'answered'>, 'answer'>): number {
  return answer.failed === undefined ? (answer.whole ?? answer.conversations) : 0;
}

function gapsIn({ answer }: EventOf<'answered'>): readonly Gap[] {
  return answer.failed === undefined ? (answer.gaps ?? []) : [];
}

function keyOf({ path, code, at, offset }: PlacedFinding): string {
  return JSON.stringify([path, code, at, offset]);
}

export function addUnread(unjudged: PlacedFinding[], event: SurveyEvent): void {
  const finding = unreadIn(event);
  if (finding === undefined || ruleOf(finding.code).unjudged !== true || !('scope' in event)) return;
  unjudged.push(locateFinding(event.site, event.scope, finding));
}

function unreadIn(event: SurveyEvent): Finding | undefined {
  if (event.type === 'finding') return event.finding;
  return event.type === 'answered' ? event.answer.failed : undefined;
}
