import { countText } from './numbers.ts';

/** That archived conversations were not asked for, and the way to them. */
export function archivedText(archived: number, way: string): string {
  return `convo: ${countText(archived, 'archived conversation is', 'archived conversations are')} left out: ${way}`;
}
