import { claudeHazards } from './claude/hazards.ts';
import { claudeLeftovers } from './claude/leftovers.ts';
import { claudeLines } from './claude/lines.ts';
import { claudeListing } from './claude/listing.ts';
import { claudeReferences } from './claude/references.ts';
import { claudeStructure } from './claude/structure.ts';
import type { FindingPage } from './row.ts';

/** Findings of Claude Code's sessions; facts in docs/formats/claude.md. */
export const claudeRows = {
  ...claudeLines,
  ...claudeStructure,
  ...claudeReferences,
  ...claudeListing,
  ...claudeLeftovers,
  ...claudeHazards,
} as const satisfies Record<`CL${number}`, FindingPage>;
