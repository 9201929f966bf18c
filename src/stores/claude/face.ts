import type { Face } from '../kind.ts';
import { place } from './layout/place.ts';
import { homes, recognise } from './layout/recognise.ts';
import { remarks } from './remarks.ts';

/** Claude Code's sessions, as Anthropic's open reader takes them: docs/formats/claude.md. */
export const face: Face = {
  name: 'claude',
  formats: ['claude'],
  targets: ['claude'],
  layout: { homes, recognise, place },
  writes: 'inside',
  remarks,
  skips: () => false,
};
