/**
 * Collections and journeys that other tools read, run by those tools. Bruno's command line is run
 * where `SVC_BRUNO` names a folder in which `npm install @usebruno/cli` was run.
 */

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publishedSandboxKey } from '@svc/contracts';
import { routesOf } from '@svc/gateway';
import { collectionSchema } from '@usebruno/schema';
import newman from 'newman';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { redocly } from '../document/tools.ts';
import { type Stage, startStage } from '../journeys/environment.ts';
import { newTenant, type Tenant } from '../journeys/tenants.ts';
import { runBruno } from './bruno.ts';

describe.each(['live', 'sandbox'] as const)('the collections of %s', (environment) => {
  let stage: Stage;
  let tenant: Tenant | undefined;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'journeys-'));
    stage = await startStage({ environment });
    if (environment === 'live') tenant = await newTenant(stage);
  });
  afterAll(async () => {
    await stage.stop();
    await rm(folder, { recursive: true });
  });

  const read = async (path: string) => (await fetch(`${stage.publicUrl}/docs/${path}`)).text();

  /** Requests that need nothing filled in but credentials. */
  const asked = routesOf(environment).filter(
    ({ kind, method, path }) =>
      kind === 'action' &&
      !path.includes('{') &&
      !path.startsWith('/ops') &&
      !path.startsWith('/courier') &&
      (method === 'GET' || environment === 'sandbox'),
  );
  const names = asked.map(({ summary }) => summary);
  const answered = new Map(asked.map(({ summary, status }) => [summary, status]));

  it('Postman sends, with the credentials that its user fills in once', async () => {
    const collection = JSON.parse(await read('postman.json'));
    for (const folder of collection.item) {
      folder.item = folder.item.filter(({ name }: { name: string }) => names.includes(name));
    }
    const envVar =
      tenant === undefined
        ? []
        : [
            { key: 'clientId', value: tenant.clientId },
            { key: 'clientSecret', value: tenant.clientSecret },
          ];
    const sent = await run({ collection, envVar });
    expect(sent).toEqual(answered);
    expect(sent.size).toBeGreaterThan(4);
  });

  it('Bruno imports, with every request', async () => {
    // As its import does, before it validates.
    const collection = JSON.parse(await read('bruno.json'), withIds);
    await collectionSchema.validate(collection);
    const requests = collection.items.flatMap(({ items }: { items: unknown[] }) => items);
    const actions = routesOf(environment).filter(({ kind }) => kind === 'action');
    expect(requests).toHaveLength(actions.length);
  });

  const installed = process.env.SVC_BRUNO;
  // A conditional test would count as skipped.
  if (installed !== undefined) {
    it('Bruno sends, from its command line', async () => {
      const own = join(folder, 'bruno');
      await mkdir(own);
      const { clientId = '', clientSecret = '' } = tenant ?? {};
      const how = { installed, folder: own, variables: { clientId, clientSecret } };
      const collection = JSON.parse(await read('bruno.json'));
      expect(await runBruno(collection, names, how)).toEqual(answered);
    });
  }

  it('Redocly runs every journey of', async () => {
    await writeFile(join(folder, 'journeys.yaml'), await read('journeys.yaml'));
    const inputs =
      tenant === undefined
        ? { apiKey: publishedSandboxKey, session: 'journeys' }
        : {
            clientId: tenant.clientId,
            clientSecret: tenant.clientSecret,
            key: 'journey-1',
            url: `${stage.publicUrl}/hook`,
          };
    const given = Object.entries(inputs).map(([name, value]) => `${name}=${value}`);
    const output = await redocly(['respect', 'journeys.yaml', '--input', given.join(',')], folder);
    expect(output).toMatch(/2 passed, 2 total/);
  });
});

const identified = new Set(['items', 'headers', 'params', 'req', 'file']);
const withIds = (key: string, value: unknown): unknown =>
  key === ''
    ? { uid: newUid(), ...Object(value) }
    : identified.has(key) && Array.isArray(value)
      ? value.map((each) => ({ uid: newUid(), ...each }))
      : value;
const newUid = () => crypto.randomUUID().replaceAll('-', '').slice(0, 21);

/** Status by name of the request. */
function run(options: newman.NewmanRunOptions): Promise<Map<string, number | undefined>> {
  return new Promise((resolve, reject) => {
    newman.run(options, (error, summary) => {
      if (error) return reject(error);
      const sent = summary.run.executions.map(
        ({ item, response }) => [item.name, response?.code] as const,
      );
      return resolve(new Map(sent));
    });
  });
}
