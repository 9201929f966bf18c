import type { Section } from '../../model/conversation.ts';

/** The names of a conversation that are not its title, as a section; none without any. */
export function namesSection(names: readonly string[], title: string | null): Section[] {
  const others = otherNames(names, title);
  const value = { source: JSON.stringify(others) };
  return others.length === 0 ? [] : [{ key: 'names', title: 'other names', value, lines: others }];
}

function otherNames(names: readonly string[], title: string | null): string[] {
  const trimmed = names.map((name) => name.trim());
  return [...new Set(trimmed)].filter((name) => name !== '' && name !== title?.trim());
}
