import type { Face } from '../kind.ts';
import { placeClaude } from './layout/place.ts';
import { claudeHomes, recogniseClaude } from './layout/recognise.ts';
import { claudeRemarks } from './remarks.ts';

/** Claude Code's sessions, as Anthropic's open reader takes them: docs/formats/claude.md. */
export const claudeFace: Face = {
  name: 'claude',
  formats: ['claude'],
  targets: ['claude'],
  layout: { homes: claudeHomes, recognise: recogniseClaude, place: placeClaude },
  writes: 'inside',
  remarks: claudeRemarks,
  skips: () => false,
};
