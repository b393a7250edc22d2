/**
 * A deploy of the desk, or of accounts behind it, signs nobody out; a desk that crashed comes back, and
 * the API does not notice.
 */
import { randomBytes } from 'node:crypto';
import { until } from '@svc/devnet';
import { createTestDatabase } from '@svc/kit/testing/database';
import type { Processes } from '@svc/local/processes';
import { seedEnvironment } from '@svc/local/seed';
import { services } from '@svc/local/services';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createSend } from '../journeys/http.ts';
import { fetchToken, newTenant } from '../journeys/tenants.ts';
import { type SignedInPerson, signInPerson } from './person.ts';
import { type RollingStage, startRollingStage } from './stage.ts';

const roles = ['accounts', 'pricing', 'jobs', 'gateway', 'desk'];

/** Requests that are waited for after each step. */
const perRound = 20;

/** Quotes and lists of jobs at the API, one after the other, until they are finished. */
async function startRequests(stage: RollingStage) {
  const tenant = await newTenant(stage);
  const token = await fetchToken(stage, tenant, ['quotes:write', 'jobs:read']);
  const send = createSend(stage.baseUrl, { authorization: `Bearer ${token}` });
  const failures: string[] = [];
  let sent = 0;
  let isOver = false;
  const note = (line: string, status: number, expected: number) => {
    sent += 1;
    if (status !== expected) failures.push(`${line} ${status}`);
  };
  const run = async (): Promise<void> => {
    while (!isOver) {
      const quoted = await send('POST /quotes', { body: { sku: 'LAB-STD' } });
      note('POST /quotes', quoted.status, 201);
      note('GET /jobs', (await send('GET /jobs')).status, 200);
    }
  };
  const running = run();
  return {
    more: () => {
      const begun = sent;
      return until(() => sent >= begun + perRound, { timeoutMs: 60_000, what: 'more requests' });
    },
    finish: async () => {
      isOver = true;
      await running;
      return { sent, failures };
    },
  };
}

describe.skipIf(inject('natsUrl') === undefined)('a person at the desk', () => {
  let stage: RollingStage;
  let processes: Processes;
  let person: SignedInPerson;

  beforeAll(async () => {
    const secret = randomBytes(32).toString('hex');
    const adminUrl = inject('postgresUrl');
    const database = await createTestDatabase({ adminUrl, services, secret });
    stage = await startRollingStage(database, secret);
    processes = await stage.version();
    for (const role of roles) await stage.roles.start(role, processes.start);
    await seedEnvironment(stage.transport, 'live');
    person = await signInPerson(stage.deskUrl, 'admin@demo.example');
  });
  afterAll(() => stage?.stop());

  it.each(['accounts', 'desk'])('sees every page while %s is replaced', async (role) => {
    const visits = person.startVisits(['/', '/jobs', '/sites', '/clients', '/sessions']);
    const before = await stage.roles.start(role, processes.start);
    await visits.more();
    expect(await stage.roles.end(before)).toBe(0);
    await visits.more();
    expect(await visits.finish()).toEqual({});
  });

  it('crashes without a failed request at the API', async () => {
    const requests = await startRequests(stage);
    await requests.more();
    await stage.roles.kill('desk');
    expect((await person.get('/')).status).toBe(503);
    await requests.more();
    await stage.roles.start('desk', processes.start);
    await requests.more();
    const { sent, failures } = await requests.finish();
    expect(failures).toEqual([]);
    expect(sent).toBeGreaterThan(3 * perRound);
  });

  it('sends a form that was open when the desk crashed', async () => {
    const form = await person.formOn('/', '/sign-out');
    await stage.roles.kill('desk');
    expect((await person.get('/')).status).toBe(503);
    await stage.roles.start('desk', processes.start);
    expect((await person.get('/')).status).toBe(200);
    const answer = await person.post('/sign-out', form);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/signed-out']);
    expect((await person.get('/')).status).toBe(303);
  });
});
