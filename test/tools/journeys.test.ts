/** Journeys in Arazzo, run by Redocly. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publishedSandboxKey } from '@svc/contracts';
import { expect } from 'vitest';
import { redocly } from '../document/tools.ts';
import { newTenant } from '../journeys/tenants.ts';
import { shared } from '../journeys/worker-stages.ts';

shared.for(['live', 'sandbox'] as const)(
  'Redocly runs every journey of the %s environment',
  async (environment, { live, sandbox }) => {
    const stage = { live, sandbox }[environment];
    const { clientId, clientSecret } = await newTenant(live);
    const inputs = {
      live: { clientId, clientSecret, key: 'journey-1', url: `${stage.publicUrl}/hook` },
      sandbox: { apiKey: publishedSandboxKey, session: 'journeys' },
    }[environment];
    const folder = await mkdtemp(join(tmpdir(), 'journeys-'));
    const source = await fetch(`${stage.publicUrl}/docs/journeys.yaml`);
    await writeFile(join(folder, 'journeys.yaml'), await source.text());
    const given = Object.entries(inputs).map(([name, value]) => `${name}=${value}`);
    const output = await redocly(['respect', 'journeys.yaml', '--input', given.join(',')], folder);
    expect(output).toMatch(/2 passed, 2 total/);
    await rm(folder, { recursive: true });
  },
);
