import type { Checkout } from '../model/checkout.ts';
import type { Conversation, View } from '../model/conversation.ts';
import type { PlacedFinding } from '../model/finding.ts';
import { row } from '../model/findings.ts';
import type { Sharing } from '../model/sharing.ts';
import type { Session } from '../stores/kind.ts';
import { checkouts } from './checkouts.ts';
import type { Reading } from './reading.ts';
import { type Sharers, sharers } from './sharers.ts';
import { locateFinding, locateView } from './survey/locate.ts';
import { type Met, type SurveyOptions, survey } from './survey/survey.ts';

/** What a list is asked, beside what every survey is. */
export interface ListAsk extends SurveyOptions {
  /** Which conversations are listed. */
  readonly wanted: (view: View) => boolean;
  /** Told each scope that has any, in its owner's order, with those who share it where that was asked; awaited. */
  readonly tell: (conversations: readonly Conversation[], sharing: Sharing | null) => Promise<void>;
  /** Look for who shares each scope. */
  readonly sharing: boolean;
}

/** What a list came to. */
export interface Listed {
  /** Conversations in scope, listed or not. */
  readonly found: number;
  /** What could not be judged. */
  readonly unjudged: readonly PlacedFinding[];
}

/** The conversations of the sites, scope by scope; only one scope is held at a time. */
export async function list({ disk, kinds, sites }: Reading, ask: ListAsk): Promise<Listed> {
  const unjudged: PlacedFinding[] = [];
  const sharing = ask.sharing ? sharers(disk) : null;
  const checkoutOf = checkouts(disk);
  let found = 0;
  let conversations: Conversation[] = [];
  for await (const met of survey(disk, kinds, sites, ask)) {
    if (met.is === 'document') {
      found += met.document.conversations.length;
      conversations.push(...wantedOf(met, ask));
    }
    if (met.is === 'finding' && row(met.finding.code).unjudged === true)
      unjudged.push(locateFinding(met.site, met.scope, met.finding, null));
    if (met.is !== 'seen') continue;
    const checkout = conversations.length === 0 ? null : await checkoutOf(met.site.root);
    await tellScope(met, ordered(met.session, inCheckout(checkout, conversations)), ask, sharing);
    conversations = [];
  }
  return { found, unjudged };
}

/** The conversations, with the working copy that their store lies in. */
function inCheckout(checkout: Checkout | null, all: Conversation[]): Conversation[] {
  return checkout === null ? all : all.map((each) => ({ ...each, ...checkout }));
}

async function tellScope(
  { site, scope, session }: Extract<Met, { is: 'seen' }>,
  conversations: readonly Conversation[],
  ask: ListAsk,
  sharing: Sharers | null,
): Promise<void> {
  sharing?.learn(site, session);
  if (conversations.length === 0) return;
  await ask.tell(conversations, (await sharing?.of(site, scope)) ?? null);
}

/** Plain values at once: a view may work out its members when asked, and hold the file's bytes until then. */
function wantedOf({ site, scope, document }: Extract<Met, { is: 'document' }>, { wanted }: ListAsk): Conversation[] {
  return document.conversations.filter(wanted).map((view) => locateView(site, scope, view));
}

function ordered({ order }: Session, conversations: Conversation[]): Conversation[] {
  return order === undefined ? conversations : conversations.sort(order);
}
