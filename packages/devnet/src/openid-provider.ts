/**
 * An OpenID provider for development and tests: one button per person and no password. On 127.0.0.1,
 * or over TLS where containers reach it.
 * Everything is in memory; keys are new at every start.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { text } from 'node:stream/consumers';
import { html } from '@svc/web/html';
import { baseStyle } from '@svc/web/style';
import { exportJWK, generateKeyPair } from 'jose';
import {
  type Adapter,
  type AdapterPayload,
  type Configuration,
  interactionPolicy,
  Provider,
} from 'oidc-provider';
import type { TlsCertificate } from './certificates.ts';
import { freePort } from './ports.ts';

/** Person on the provider's sign-in page. */
export interface DemoPerson {
  email: string;
  /** Second line of the button, below the address. */
  role: string;
  isVerified?: boolean;
}

export interface OpenIdProviderOptions {
  port?: number;
  redirectUris: readonly string[];
  people: readonly DemoPerson[];
  /** Returns the address at the userinfo endpoint alone, as OpenID Connect Core permits. */
  conformClaims?: boolean;
  /** Certificate for a host of this machine; without one it listens on 127.0.0.1 in plain HTTP. */
  tls?: TlsCertificate & { host: string };
}

export interface OpenIdProvider {
  issuer: string;
  clientId: string;
  stop(): Promise<void>;
}

const clientId = 'desk';

export async function startOpenIdProvider(options: OpenIdProviderOptions): Promise<OpenIdProvider> {
  const port = options.port ?? (await freePort());
  const { server, issuer } = serverOf(options.tls, port);
  await once(server, 'listening');
  const provider = new Provider(issuer, await configuration(options));
  const answer = provider.callback();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!request.url?.startsWith(choosing)) {
      answer(request, response);
      return;
    }
    choose(provider, options.people, { request, response }).catch(() => {
      response.writeHead(400, { 'content-type': 'text/plain' }).end('Begin the sign-in again.');
    });
  });
  return {
    issuer,
    clientId,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const serverOf = (tls: OpenIdProviderOptions['tls'], port: number) =>
  tls
    ? {
        server: createTlsServer({ cert: tls.certificate, key: tls.privateKey }).listen(port),
        issuer: `https://${tls.host}:${port}`,
      }
    : {
        server: createServer().listen(port, '127.0.0.1'),
        issuer: `http://127.0.0.1:${port}`,
      };

const choosing = '/choose/';

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

async function choose(
  provider: Provider,
  people: readonly DemoPerson[],
  { request, response }: Exchange,
): Promise<void> {
  await provider.interactionDetails(request, response);
  if (request.method === 'POST') {
    const accountId = new URLSearchParams(await text(request)).get('email') ?? '';
    await provider.interactionFinished(request, response, { login: { accountId } });
    return;
  }
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    .end(choicePage(people));
}

const choicePage = (people: readonly DemoPerson[]): string =>
  html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,"><title>Development sign-in</title>
<style>${{ markup: baseStyle }}body{margin:0 auto;max-width:30rem;padding:1rem;color:var(--ink);background:var(--paper);font:1rem/1.5 system-ui,sans-serif}button{display:block;width:100%;margin:.5rem 0;padding:.75rem;font:inherit;text-align:left}</style></head>
<body><main><h1>Who signs in?</h1>
<p>This provider is for development: it asks for no password.</p>
<form method="post">${people.map(({ email, role }) => html`<button name="email" value="${email}">${role} <span class="soft">${email}</span></button>`)}</form>
</main></body></html>`.markup;

async function configuration(options: OpenIdProviderOptions): Promise<Configuration> {
  const { people, redirectUris, conformClaims = false } = options;
  return {
    adapter: memoryAdapter,
    clients: [
      {
        client_id: clientId,
        token_endpoint_auth_method: 'none',
        redirect_uris: [...redirectUris],
        post_logout_redirect_uris: redirectUris.map((uri) => new URL('/signed-out', uri).href),
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    jwks: { keys: [await signingKey()] },
    cookies: { keys: [crypto.randomUUID()] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: conformClaims,
    findAccount: (_context, email) => {
      const person = people.find((each) => each.email === email);
      const { isVerified = true } = person ?? {};
      const claims = { sub: email, email, email_verified: isVerified };
      return person && { accountId: email, claims: () => claims };
    },
    loadExistingGrant: async ({ oidc: { client, session, provider } }) => {
      const parts = { clientId: client?.clientId ?? '', accountId: session?.accountId ?? '' };
      const grant = new provider.Grant(parts);
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
    features: { devInteractions: { enabled: false } },
    interactions: { policy: alwaysAsked(), url: (_context, { uid }) => choosing + uid },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    renderError: (context, { error, error_description: detail }) => {
      context.type = 'text/plain';
      context.body = `${error}: ${detail ?? ''}`;
    },
  };
}

async function signingKey() {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256', kid: crypto.randomUUID() };
}

/** A development browser signs in as one person after the other: no sign-in is remembered. */
function alwaysAsked(): interactionPolicy.DefaultPolicy {
  const { Check, base } = interactionPolicy;
  const policy = base();
  policy
    .get('login')
    ?.checks.add(
      new Check(
        'chosen_anew',
        'a person is chosen at each sign-in',
        'login_required',
        ({ oidc }) => (oidc.result?.login ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT),
      ),
    );
  return policy;
}

/** In-memory storage of the provider, by kind; lives as long as the process. */
function memoryAdapter(): Adapter {
  const stored = new Map<string, AdapterPayload>();
  const found = (matches: (payload: AdapterPayload) => boolean) =>
    [...stored.values()].find(matches);
  return {
    upsert: async (id, payload) => {
      stored.set(id, payload);
    },
    find: async (id) => stored.get(id),
    findByUserCode: async () => undefined,
    findByUid: async (wanted) => found(({ uid }) => uid === wanted),
    consume: async (id) => {
      const payload = stored.get(id);
      if (payload) payload.consumed = Math.floor(Date.now() / 1000);
    },
    destroy: async (id) => {
      stored.delete(id);
    },
    revokeByGrantId: async (wanted) => {
      for (const [id, { grantId }] of stored) if (grantId === wanted) stored.delete(id);
    },
  };
}
