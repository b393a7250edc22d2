/** Seed of an environment: a price book, a signing key, demo tenants. */
import { readFile } from 'node:fs/promises';
import {
  accounts,
  carrierScopes,
  files,
  jobs,
  pricing,
  type Scope,
  tenantScopes,
} from '@svc/contracts';
import { createClients } from '@svc/kit/client';
import { Refusal } from '@svc/kit/refusal';
import type { Transport } from '@svc/kit/transport';
import { liveTenants, type SeedTenant, sandboxTenant } from './seed-tenants.ts';
import type { EnvironmentName } from './settings.ts';

export interface ClientCredentials {
  tenant_id: string;
  client_id: string;
  client_secret: string;
  scopes: Scope[];
}

/** Secrets are shown once, so the caller stores them and passes them in at the next start. */
export interface LiveCredentials {
  clients: Record<'demo' | 'rival' | 'operator', ClientCredentials>;
  api_keys: { demo: string };
}

const as = (transport: Transport, tenant: string) =>
  createClients({ accounts, jobs, pricing }, transport, {
    tenant,
    actor: 'seed',
    requestId: 'seed',
  });

/** Twice is no change. An earlier version of the services may not know the roles of the users. */
export async function seedEnvironment(
  transport: Transport,
  environment: EnvironmentName,
  { withUsers = true }: { withUsers?: boolean } = {},
): Promise<void> {
  const { pricing: prices, accounts: keys } = as(transport, '');
  await prices.importPriceBook({ yaml: await priceBook(environment) });
  if ((await keys.jwks({})).keys.length === 0) await keys.rotateSigningKey({ immediately: true });
  const tenants = environment === 'live' ? liveTenants : [sandboxTenant];
  for (const { users = [], ...tenant } of tenants) {
    await seedTenant(transport, { ...tenant, users: withUsers ? users : [] });
  }
  if (environment === 'sandbox') await as(transport, sandboxTenant.id).jobs.makeSamples({});
}

const priceBook = (environment: EnvironmentName): Promise<string> =>
  readFile(new URL(import.meta.resolve(`@svc/pricing/books/${environment}-2026-12.yaml`)), 'utf8');

async function seedTenant(
  transport: Transport,
  { id, name, carrier = false, sites, users = [] }: SeedTenant,
): Promise<void> {
  await as(transport, '').accounts.createTenant({ id, name, carrier });
  const { accounts: own } = as(transport, id);
  for (const site of sites) await own.putSite(site);
  for (const user of users) await own.createUser(user).catch(unlessTaken);
}

/** A user of an earlier start stays, with the role that it has by now. */
function unlessTaken(error: unknown): void {
  if (!(error instanceof Refusal) || error.code !== 'email_taken') throw error;
}

/** Distribution centres of the demo tenants; rows that come after six are for tomorrow. */
export async function seedWholesalers(transport: Transport): Promise<void> {
  const put = (tenant: string, username: string, centres: readonly [string, string][]) =>
    createClients({ files }, transport, {
      tenant,
      actor: 'seed',
      requestId: 'seed',
    }).files.putWholesaler({
      username,
      dcs: centres.map(([dc, site_id]) => ({ dc, site_id, cut_off: '06:00' })),
    });
  await put('ten_demo', 'demo', [
    ['jhb', 'site_demo_whl-0'],
    ['cpt', 'site_demo_whl-0'],
  ]);
  await put('ten_rival', 'rival', [['pta', 'site_rival_lab-0']]);
}

/** Clients for the demo tenants; known ones are kept while their secrets still work. */
export async function seedCredentials(
  transport: Transport,
  known: LiveCredentials | undefined,
): Promise<LiveCredentials> {
  if (known && (await stillWork(transport, known))) return known;
  const client = async (tenant: string, scopes: readonly Scope[]) => ({
    tenant_id: tenant,
    ...(await as(transport, tenant).accounts.createClient({ name: 'Demo', scopes: [...scopes] })),
    scopes: [...scopes],
  });
  const { api_key } = await as(transport, 'ten_demo').accounts.createApiKey({ name: 'Demo' });
  return {
    clients: {
      demo: await client('ten_demo', tenantScopes),
      rival: await client('ten_rival', tenantScopes),
      operator: await client('ten_operator', carrierScopes),
    },
    api_keys: { demo: api_key },
  };
}

async function stillWork(transport: Transport, known: LiveCredentials): Promise<boolean> {
  const { accounts: anyone } = as(transport, '');
  const answers = await Promise.all(
    Object.values(known.clients).map(({ client_id, client_secret }) =>
      anyone.issueToken({ client_id, client_secret }),
    ),
  );
  const { principal } = await anyone.verifyApiKey({ key: known.api_keys.demo });
  return principal !== null && answers.every((answer) => 'access_token' in answer);
}
