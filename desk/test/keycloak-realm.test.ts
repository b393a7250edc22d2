/** The sample realm of deploy/keycloak against what the desk asks its provider for. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startOpenIdProvider } from '@svc/devnet';
import { readConfig } from '@svc/kit/config';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { deskConfig } from '../src/config.ts';
import { createProvider, newChecks } from '../src/identity/provider.ts';
import { publicUrl } from './sign-in-desk.ts';

const client = z.looseObject({
  clientId: z.string(),
  redirectUris: z.array(z.string()),
  defaultClientScopes: z.array(z.string()),
  attributes: z.record(z.string(), z.string()),
});
const realm = z.looseObject({ clients: z.tuple([client]) });
const file = join(import.meta.dirname, '../../deploy/keycloak/realm.json');
// The guide replaces it, too; a provider on a loopback address serves no other desk.
const text = readFileSync(file, 'utf8').replaceAll('https://desk.example.org', publicUrl);
const [desk] = realm.parse(JSON.parse(text)).clients;

it('lets the desk sign people in and out, and grants the scopes that it asks for', async () => {
  const local = await startOpenIdProvider({ redirectUris: desk.redirectUris, people: [] });
  try {
    const config = readConfig(deskConfig, {
      SVC_SECRET: 'x'.repeat(32),
      SVC_DESK_URL: publicUrl,
      SVC_OIDC_ISSUER: local.issuer,
      SVC_OIDC_CLIENT_ID: desk.clientId,
    });
    const provider = createProvider(config);
    const asked = (await provider.begin(newChecks())).searchParams;
    expect(desk.redirectUris).toEqual([asked.get('redirect_uri')]);
    expect(desk.attributes['pkce.code.challenge.method']).toBe(asked.get('code_challenge_method'));
    const scopes = asked.get('scope')?.split(' ') ?? [];
    expect(['openid', ...desk.defaultClientScopes]).toEqual(expect.arrayContaining(scopes));
    const afterwards = (await provider.end())?.searchParams.get('post_logout_redirect_uri');
    expect(desk.attributes['post.logout.redirect.uris']).toBe(afterwards);
  } finally {
    await local.stop();
  }
});

it('has a confidential client for the code flow alone, and holds no secret', () => {
  expect(desk).toMatchObject({
    publicClient: false,
    clientAuthenticatorType: 'client-secret',
    standardFlowEnabled: true,
    implicitFlowEnabled: false,
    directAccessGrantsEnabled: false,
  });
  expect(desk).not.toHaveProperty('secret');
});
