/** What the sandbox has of its own; pages and forms that it shares with live are tested with theirs. */
import { describe, expect, it } from 'vitest';
import { answerAll } from './answers.ts';
import { openDesk, tokenOf, useDesk } from './desk-under-test.ts';
import { formMarkup, hrefsOf } from './markup.ts';
import { everyRole } from './persons.ts';
import { everyPage } from './routes.ts';
import { createServices } from './services.ts';

const sandbox = createServices();
answerAll(sandbox);
const env = { SVC_SANDBOX_URL: 'https://sandbox.example.test' };
const { get, send, services } = useDesk({ env, sandboxTransport: sandbox });

const page = '/sandbox/book';
const entered = { pickup_site_id: 'cli-0', sku: 'LAB-STD', reference: 'R', scenario: 'delivered' };

describe('the sandbox', () => {
  it('is a link for those who see something there, and live is the way back', async () => {
    for (const role of everyRole) {
      const { body } = await get('/', tokenOf(role));
      const isThere = everyPage.some(({ base, roles }) => base !== '' && roles.includes(role));
      expect(hrefsOf(body, /^Sandbox$/), role).toEqual(isThere ? ['/sandbox/'] : []);
      expect(body).not.toContain('class="environment"');
    }
    const { body } = await get('/sandbox/', tokenOf('viewer'));
    expect(hrefsOf(body, /^Back to live$/)).toEqual(['/']);
  });

  it('is nowhere where the installation has none', async () => {
    const { get: read } = openDesk();
    expect((await read('/', tokenOf('admin'))).body).not.toContain('class="switch"');
    expect((await read('/sandbox/', tokenOf('admin'))).statusCode).toBe(404);
  });

  it('shows key and session to those alone who may do everything there', async () => {
    const session = /svc-sandbox-session: portal-[0-9a-f]{32}</;
    for (const role of ['booker', 'viewer', 'auditor'] as const) {
      expect((await get('/sandbox/', tokenOf(role))).body).not.toMatch(session);
    }
    expect((await get('/sandbox/', tokenOf('admin'))).body).toMatch(session);
  });

  it('books a job with its scenario, and leads to it', async () => {
    const fields = { ...entered, dropoff_site_id: 'lab-0' };
    const { answer } = await send({ page, fields, role: 'booker' });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/sandbox/jobs/job_new']);
    expect(sandbox.asked('book')).toEqual([fields]);
    expect(services.callsOfPeople()).toEqual([]);
  });

  it('refuses a journey to the site where it begins, under its own address', async () => {
    sandbox.calls.length = 0;
    const { answer } = await send({ page, fields: { ...entered, dropoff_site_id: 'cli-0' } });
    expect(answer.statusCode).toBe(400);
    expect(formMarkup(answer.body, page)).toContain('Choose another site');
    expect(sandbox.asked('book')).toEqual([]);
  });
});
