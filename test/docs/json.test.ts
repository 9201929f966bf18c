import { expect, test } from 'vitest';
import { jsonPage, jsonSchema } from '../contract/page.ts';

test('docs/json.md is what the schema of the contract says (npm run docs renews it)', async () => {
  await expect(jsonPage()).toMatchFileSnapshot('../../docs/json.md');
  await expect(jsonSchema()).toMatchFileSnapshot('../../docs/json.schema.json');
});
