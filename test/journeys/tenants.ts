/** Customers of a live environment: a tenant of its own for every test. */
import { accounts, pricing, type Scope, tenantScopes } from '@svc/contracts';
import { createClients } from '@svc/kit/client';
import { z } from 'zod';
import type { Stage } from './environment.ts';
import { createSend, type Observe, resource, type Send } from './http.ts';

export interface Tenant {
  id: string;
  name: string;
  clientId: string;
  clientSecret: string;
  /** A clinic and a laboratory of its own. */
  pickup: string;
  dropoff: string;
  /** Asks with a token that carries all that its client holds. */
  send: Send;
  /** Asks with a token of these scopes. */
  sendWith(scopes: readonly Scope[]): Promise<Send>;
}

export const clientsOf = ({ transport }: Stage, tenant: string) =>
  createClients({ accounts, pricing }, transport, { tenant, actor: 'test', requestId: 'test' });

/** 70.1 km apart by the rule for routes: the great circle × 1.3. */
const places = {
  clinic: { type: 'clinic', position: { lat: -26.2041, lng: 28.0473 } },
  laboratory: { type: 'lab', position: { lat: -25.7479, lng: 28.2293 } },
} as const;
export const kmBetweenPlaces = 70.1;

export interface TenantOptions {
  /** One of its own by default. */
  name?: string;
  observe?: Observe;
  /** Scopes of its client, and of its token. */
  scopes?: readonly Scope[];
}

export async function newTenant(
  stage: Stage,
  { name = `Tenant ${crypto.randomUUID()}`, observe, scopes = tenantScopes }: TenantOptions = {},
): Promise<Tenant> {
  const carrier = scopes.some((scope) => scope.startsWith('ops:'));
  const { id } = await clientsOf(stage, '').accounts.createTenant({ name, carrier });
  const { accounts: own } = clientsOf(stage, id);
  const { client_id, client_secret } = await own.createClient({ name, scopes: [...scopes] });
  const pickup = await own.createSite({ name: 'Clinic', ...places.clinic });
  const dropoff = await own.createSite({ name: 'Laboratory', ...places.laboratory });
  const client = { clientId: client_id, clientSecret: client_secret };
  const sendWith = async (wanted: readonly Scope[]) => {
    const token = await fetchToken(stage, client, wanted);
    return createSend(stage.baseUrl, { authorization: `Bearer ${token}` }, observe);
  };
  const send = await sendWith(scopes);
  return { id, name, ...client, pickup: pickup.id, dropoff: dropoff.id, send, sendWith };
}

export const tokenForm = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.literal(900),
  scope: z.string(),
});

interface Client {
  clientId: string;
  clientSecret: string;
}

export async function fetchToken(
  stage: Stage,
  { clientId, clientSecret }: Client,
  scopes: readonly Scope[],
): Promise<string> {
  const form = { client_id: clientId, client_secret: clientSecret, scope: scopes.join(' ') };
  const body = new URLSearchParams({ grant_type: 'client_credentials', ...form });
  const response = await fetch(`${stage.publicUrl}/oauth/token`, { method: 'POST', body });
  const { status, headers } = response;
  const answer = { status, headers, text: await response.text() };
  return resource(answer, 200, tokenForm).access_token;
}

/** A booking that needs nothing but the tenant's own sites. */
export const bookingOf = ({ pickup, dropoff }: Tenant) => ({
  sku: 'LAB-STD',
  km: 10,
  pickup_site_id: pickup,
  dropoff_site_id: dropoff,
});
