import { aboutFile, type PlacedFinding } from '../../model/finding.ts';
import type { SealHead } from '../../model/seal.ts';
import type { Reading } from '../reading.ts';
import { locateFinding } from '../survey/locate.ts';
import type { SurveyEvent } from '../survey/survey.ts';
import type { ReadSeal } from './read-seal.ts';

/** The counts of a manifest, without hashes. */
export interface QuickCheck {
  see(event: SurveyEvent): void;
  /** A finding for each count that is smaller than the sealed one. */
  differences(): Iterable<PlacedFinding>;
}

/** Begins a comparison of the counts and bytes in the head of a manifest. */
export function quickCheck({ sites }: Reading, { head }: ReadSeal): QuickCheck {
  const now = { conversations: 0, files: 0, bytes: 0 };
  const addParts = (parts: readonly { readonly type: string; readonly size: number }[]): void => {
    for (const { type, size } of parts) {
      if (type === 'folder') continue;
      now.files++;
      now.bytes += size;
    }
  };
  return {
    see: (event) => {
      if (event.type === 'seen') addParts(event.shared);
      if (event.type !== 'document') return;
      addParts(event.parts);
      now.conversations += event.document.conversations.filter(
        ({ bytes }) => bytes > 0 || event.parts.length > 0,
      ).length;
    },
    differences: () => shrunkCounts(head, now).flatMap((detail) => placed(sites[0], detail)),
  };
}

function shrunkCounts(was: SealHead, now: SealHead): string[] {
  const keys = ['conversations', 'files', 'bytes'] as const;
  return keys.flatMap((key) =>
    now[key] < was[key] ? [`holds ${now[key]} ${key}, where the seal counted ${was[key]}`] : [],
  );
}

function placed(site: Reading['sites'][number] | undefined, detail: string): PlacedFinding[] {
  if (site === undefined) return [];
  return [locateFinding(site, null, aboutFile('ST508', null, '', detail))];
}
