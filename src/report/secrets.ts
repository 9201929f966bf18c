import { counted } from '../model/collections.ts';
import { idWord } from '../model/id-word.ts';
import type { PlacedSecret, SecretsOf } from '../model/secret.ts';
import type { Covered } from '../model/unsearched.ts';
import { byExtent } from './gaps.ts';
import { showWord } from './grep.ts';
import { contractJson, conversationJson, missedJson } from './json-text.ts';
import { countText, numberText } from './numbers.ts';
import { printable } from './printable.ts';

/** Each line begins with the operand of `show`. Never the secret itself. */
export function* secretLines({ conversation, secrets }: SecretsOf): Generator<string> {
  const id = idWord(conversation);
  for (const secret of secrets) {
    const { index, where, rule, length } = secret;
    const word = showWord(id, secret);
    const place = index === null ? word : `${word}:${index}`;
    yield `${place}:${printable(where)}: ${rule}, ${countText(length, 'character')}`;
  }
}

/** By rule, most frequent first. None are said to be in what was searched whole alone. */
export function secretSummary(found: readonly SecretsOf[], { conversations, gaps }: Covered): string[] {
  const counts = counted(found.flatMap(({ secrets }) => secrets.map(({ rule }) => rule)));
  const all = found.reduce((sum, { secrets }) => sum + secrets.length, 0);
  if (all === 0) return [`no secrets in ${countText(conversations, 'conversation')}`];
  const looked = Math.max(conversations + byExtent(gaps).partly.length, found.length);
  const of = `in ${numberText(found.length)} of ${countText(looked, 'conversation')}`;
  const rules = [...counts].sort(([, a], [, b]) => b - a).map(([rule, count]) => `${count} ${rule}`);
  return [`${countText(all, 'secret')} ${of}: ${rules.join(', ')}`];
}

export function secretsJson(found: readonly SecretsOf[], searched: Covered): string {
  return contractJson('secrets', {
    conversations: searched.conversations,
    secrets: found.flatMap(({ conversation, secrets }) => {
      const { kind, root, project, id, path } = conversationJson(conversation);
      return secrets.map(({ rule, index, agent, where, length }: PlacedSecret) => ({
        kind: kind ?? null,
        root: root ?? null,
        project: project ?? null,
        id: id ?? null,
        path: path ?? null,
        index,
        ...(agent === undefined ? {} : { agent }),
        where,
        rule,
        length,
      }));
    }),
    findings: missedJson(searched),
  });
}
