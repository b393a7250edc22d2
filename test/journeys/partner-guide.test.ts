import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { tenantScopes } from '@svc/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fetchToken } from './tenants.ts';
import { startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

/** What a reader would paste, block after block, in one shell. */
async function scriptOf(guide: string): Promise<string> {
  const text = await readFile(new URL(`../../docs/${guide}`, import.meta.url), 'utf8');
  return [...text.matchAll(/```sh\n(.*?)```/gs)].map(([, block]) => block).join('\n');
}

it('the guide for pharmacies and laboratories does what it says', async () => {
  const tenant = await world.tenant();
  const { pickup, dropoff } = tenant;
  const env = {
    PATH: process.env.PATH,
    BASE: world.stage.baseUrl,
    TOKEN: await fetchToken(world.stage, tenant, tenantScopes),
    PHARMACY: pickup,
    CLINIC: dropoff,
    LAB: pickup,
  };
  const script = `set -euo pipefail\n${await scriptOf('partner.md')}`;
  const { stdout } = await promisify(execFile)('bash', ['-c', script], { env, timeout: 60_000 });
  expect(stdout).toContain('"accepted":1');
  expect(stdout).toContain('"available":true');
  expect(stdout.match(/"object":"partner_order"[^\n]*"status":"ready"/g)).toHaveLength(2);
  expect(stdout).toMatch(/"object":"manifest"[^\n]*"specimen_count":1/);
  expect(stdout).toMatch(/"object":"route"[^\n]*"next_run_on":"2027-01-04"/);
  expect(stdout).toMatch(/"object":"route"[^\n]*"status":"paused"/);
});
