import { accounts, bookedJob } from '@svc/contracts';
import { expect, it } from 'vitest';
import { newCarrier, reportMilestone } from './carrier.ts';
import { type Line, outcomeOf, resource } from './http.ts';
import { bookingOf, clientsOf, tokenForm } from './tenants.ts';
import type { Given } from './world.ts';

export function credentialJourneys(given: Given): void {
  it('a token is had in the form or by HTTP Basic, with the scopes asked for', async () => {
    const { stage, tenant: newTenant, as } = given();
    const { clientId, clientSecret } = await newTenant();
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
    const body = new URLSearchParams({ grant_type: 'client_credentials', scope: 'jobs:read' });
    const headers = { authorization: `Basic ${basic}` };
    const response = await fetch(`${stage.publicUrl}/oauth/token`, {
      method: 'POST',
      headers,
      body,
    });
    expect(response.headers.get('cache-control')).toBe('no-store');
    const token = tokenForm.parse(await response.json());
    expect(token.scope).toBe('jobs:read');
    const send = as({ authorization: `Bearer ${token.access_token}` });
    expect((await send('GET /jobs')).status).toBe(200);
    expect(outcomeOf(await send('GET /quotes'))).toBe('403 insufficient_scope');
  });

  it('a replaced client of a driver’s device is out at once, with the tokens it has', async () => {
    const carrier = await newCarrier(given());
    const { send, driver_id } = await carrier.courier();
    const milestone = () => reportMilestone(send, 'absent', { type: 'depart' });
    expect(outcomeOf(await milestone())).toBe('404 job_not_found');
    const replaced = await carrier.send(`POST /ops/drivers/${driver_id}/client`);
    resource(replaced, 201, accounts.actions.createClient.output);
    // The hint takes a moment from process to process.
    await expect.poll(async () => outcomeOf(await milestone())).toBe('401 invalid_token');
  });

  it('an API key reads quotes, jobs and tracking, and nothing else', async () => {
    const { stage, tenant: newTenant, as } = given();
    const tenant = await newTenant();
    const { api_key } = await clientsOf(stage, tenant.id).accounts.createApiKey({ name: 'Desk' });
    const send = as({ 'x-api-key': api_key });
    const request = { key: 'a', body: bookingOf(tenant) };
    const { id, ref } = resource(await tenant.send('POST /jobs', request), 201, bookedJob);
    const reads: Line[] = ['GET /quotes', 'GET /jobs', `GET /jobs/${id}`, `GET /tracking/${ref}`];
    for (const line of reads) {
      const answer = await send(line);
      expect(answer.status, line).toBe(200);
      expect(answer.text, line).toBe((await tenant.send(line)).text);
    }
    const refused: Line[] = [
      'POST /quotes',
      'POST /jobs',
      `PATCH /jobs/${id}`,
      `POST /jobs/${id}/cancel`,
      'GET /sites',
      'GET /users',
      'PUT /policies',
    ];
    for (const line of refused) {
      expect(outcomeOf(await send(line, line.startsWith('GET') ? {} : { body: {} })), line).toBe(
        '403 token_required',
      );
    }
  });
}
