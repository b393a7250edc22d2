/** A deploy of the desk, or of accounts behind it, signs nobody out; a desk that crashed comes back. */
import { randomBytes } from 'node:crypto';
import { createTestDatabase } from '@svc/kit/testing/database';
import type { Processes } from '@svc/local/processes';
import { seedEnvironment } from '@svc/local/seed';
import { services } from '@svc/local/services';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type SignedInPerson, signInPerson } from './person.ts';
import { type RollingStage, startRollingStage } from './stage.ts';

const roles = ['accounts', 'pricing', 'jobs', 'desk'];

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
