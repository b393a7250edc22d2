/** Blocks of JSON in the guides, each parsed by the contract of what it illustrates. */
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { feedEvent, receptionRequest, telemetryBatch, tenantPolicies } from '@svc/contracts';
import { expect, it } from 'vitest';
import type { z } from 'zod';
import { root } from './npm-start.ts';

interface Illustration {
  schema: z.ZodType;
  /** Members that the guide names beside the block. */
  more?: object;
}

/** By file, its blocks in order. */
const illustrations: Record<string, Illustration[]> = {
  'docs/partner.md': [{ schema: receptionRequest, more: { id: 'job_01KAK7QW3ZC5V8M2N4P6R8T0XA' } }],
  'docs/telemetry.md': [{ schema: telemetryBatch }],
  'docs/labels.md': [
    {
      schema: tenantPolicies,
      more: { default_cost_centre: '', requirements: {} },
    },
  ],
  'docs/webhooks.md': [{ schema: feedEvent }],
};

const exclude = (name: string) => /(^|\/)(node_modules|\.\w+)$/.test(name);

async function blocks(): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {};
  for await (const file of glob('**/*.md', { cwd: root, exclude })) {
    const text = await readFile(join(root, file), 'utf8');
    const own = [...text.matchAll(/^ *```json\n(.*?)^ *```$/gms)];
    if (own.length > 0) found[file] = own.map(([, json = '']) => JSON.parse(json));
  }
  return found;
}

it('each fits the contract that it illustrates, and none is left out', async () => {
  const found = await blocks();
  const counts = (all: Record<string, unknown[]>) =>
    Object.fromEntries(Object.entries(all).map(([file, own]) => [file, own.length]));
  expect(counts(found)).toEqual(counts(illustrations));
  for (const [file, own] of Object.entries(illustrations)) {
    for (const [i, { schema, more }] of own.entries()) {
      const block = found[file]?.[i];
      expect(schema.parse({ ...Object(block), ...more }), file).toMatchObject(Object(block));
    }
  }
});
