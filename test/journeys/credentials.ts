import { bookedJob } from '@svc/contracts';
import { expect, it } from 'vitest';
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
    const ask = as({ authorization: `Bearer ${token.access_token}` });
    expect((await ask('GET /jobs')).status).toBe(200);
    expect(outcomeOf(await ask('GET /quotes'))).toBe('403 insufficient_scope');
  });

  it('an API key reads quotes, jobs and tracking, and nothing else', async () => {
    const { stage, tenant: newTenant, as } = given();
    const tenant = await newTenant();
    const { api_key } = await clientsOf(stage, tenant.id).accounts.createApiKey({ name: 'Desk' });
    const ask = as({ 'x-api-key': api_key });
    const request = { key: 'a', body: bookingOf(tenant) };
    const { id, ref } = resource(await tenant.ask('POST /jobs', request), 201, bookedJob);
    const reads: Line[] = ['GET /quotes', 'GET /jobs', `GET /jobs/${id}`, `GET /tracking/${ref}`];
    for (const line of reads) {
      const answer = await ask(line);
      expect(answer.status, line).toBe(200);
      expect(answer.text, line).toBe((await tenant.ask(line)).text);
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
      expect(outcomeOf(await ask(line, line.startsWith('GET') ? {} : { body: {} })), line).toBe(
        '403 token_required',
      );
    }
  });
}
