import { countText } from './numbers.ts';

export function archivedText(archived: number, way: string): string {
  return `convo: ${countText(archived, 'archived conversation is', 'archived conversations are')} left out: ${way}`;
}
