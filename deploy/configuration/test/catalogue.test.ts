import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { catalogue, roleShapes, undescribed } from '../src/catalogue.ts';
import { configurePage } from '../src/page.ts';
import { describeSetting } from '../src/setting-schema.ts';

const root = join(import.meta.dirname, '../../..');

it('docs/operations/configure.md is what the schemas say', () => {
  const committed = readFileSync(join(root, 'docs/operations/configure.md'), 'utf8');
  expect(committed).toBe(configurePage(catalogue()));
});

it('every setting has a description, and a secret says so and shows no value', () => {
  expect(undescribed(catalogue())).toEqual([]);
  const named = catalogue().filter(({ name }) => /SECRET|PASSWORD|SEED|_KEY$/.test(name));
  expect(named.filter(({ isSecret }) => !isSecret).map(({ name }) => name)).toEqual([
    'SVC_SANDBOX_KEY',
    'SVC_SFTP_HOST_KEY',
  ]);
  expect(catalogue().filter(({ isSecret, standard }) => isSecret && standard)).toEqual([]);
});

describe('a new role', () => {
  const shape = { SVC_ENVIRONMENT: z.enum(['live', 'sandbox']).default('live') };
  const own = { SVC_PARCELS_MAX: z.coerce.number().int().min(1).default(3).describe('Parcels.') };

  it('stands with its settings on the page, and where others share one, beside them', () => {
    const page = configurePage(
      catalogue([...roleShapes, { role: 'parcels', shape: { ...shape, ...own } }]),
    );
    expect(page).toContain(
      '## parcels\n\n| setting | type | default | unit | meaning |\n| --- | --- | --- | --- | --- |\n' +
        '| `SVC_PARCELS_MAX` | whole number from 1 | `3` |  | Parcels. |\n',
    );
    expect(page).toMatch(/\| `SVC_ENVIRONMENT` \|.*Which of the two APIs/);
  });

  it('is refused with a setting that nothing describes', () => {
    const parcels = { role: 'parcels', shape: { SVC_PARCELS_MAX: z.string() } };
    expect(undescribed(catalogue([parcels]))).toEqual([
      'SVC_PARCELS_MAX of parcels has no .describe(…) in its schema',
    ]);
  });
});

const whole = z.coerce.number().int().min(5).max(9).default(6);
const list = z.string().transform((text) => text.split(','));
it.each<[string, z.ZodType, object]>([
  ['SVC_A_MS', whole, { type: 'whole number, 5 to 9', unit: 'ms', standard: '6' }],
  ['SVC_A', z.string().min(32), { type: 'text, at least 32 characters', isRequired: true }],
  ['SVC_A', z.stringbool().default(false), { type: '`true`, `false`', standard: 'false' }],
  ['SVC_A', list.optional(), { type: 'text', isRequired: false }],
  ['SVC_A', z.url().optional().meta({ secret: true }), { type: 'URL', isSecret: true }],
])('describes every setting of %s', (name, schema, expected) => {
  expect(describeSetting(name, schema)).toMatchObject(expected);
});
