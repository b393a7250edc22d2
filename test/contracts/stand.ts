/** An environment on a held clock, and who asks in it. */
import { publishedSandboxKey, type Scope, scopes } from '@svc/contracts';
import type { ApiEnvironment } from '@svc/gateway';
import { type HeldClock, heldClock } from '@svc/kit/clock';
import { deskOf, newCrew } from '../journeys/desk.ts';
import { type Stage, type StageOptions, startStage } from '../journeys/environment.ts';
import { createSend, type Send } from '../journeys/http.ts';
import { conformance, fetchDocument } from '../journeys/openapi.ts';
import { clientsOf, fetchToken, newTenant, type Tenant } from '../journeys/tenants.ts';
import { strictDocument } from './openapi/strict-document.ts';
import { type Actor, bookJob, uniqueKey } from './requests.ts';

export interface Stand {
  environment: ApiEnvironment;
  stage: Stage;
  clock: HeldClock;
  /** Asks with these headers alone. */
  sendAs(headers: Record<string, string>): Send;
  /** On live always the same tenant with a fresh token; on the sandbox always a new caller. */
  actor(): Promise<Actor>;
  /** The same caller, with a credential that has not expired. */
  again(actor: Actor): Promise<Actor>;
  /** Another tenant, with sites of its own. */
  foreigner(): Promise<Actor>;
  /** The same tenant with this scope alone; as a courier the device of its crew's driver. */
  holderOf(scope: Scope): Promise<Actor>;
  /** One that this environment takes for some reads. */
  apiKey: string;
  /** Of a telemetry provider with a format; the sandbox has none. */
  providerKey: string;
  stop(): Promise<void>;
}

export async function startStand(
  environment: ApiEnvironment,
  { prism = false }: Pick<StageOptions, 'prism'> = {},
): Promise<Stand> {
  const clock = heldClock('2026-11-02T08:00:00.000Z');
  const stage = await startStage({
    environment,
    clock,
    env: { SVC_TELEMETRY_POLL_MS: '50' },
    prism,
  });
  // Conformance: every request and answer, refusals too, fits the document.
  const observe = conformance(strictDocument(await fetchDocument(stage.publicUrl)));
  const sendAs = (credential: Headers) => createSend(stage.baseUrl, credential, observe);
  const people =
    environment === 'live' ? await liveActors(stage, sendAs, clock) : sandboxActors(stage, sendAs);
  return { environment, stage, clock, sendAs, ...people, stop: () => stage.stop() };
}

type Headers = Record<string, string>;
type SendAs = Stand['sendAs'];
type People = Pick<Stand, 'actor' | 'again' | 'foreigner' | 'holderOf' | 'apiKey' | 'providerKey'>;

async function liveActors(stage: Stage, sendAs: SendAs, clock: HeldClock): Promise<People> {
  // Both hold the carrier's scopes as well, so that they may ask at every endpoint.
  const newActor = async () => {
    const tenant = await newTenant(stage, { scopes });
    const { pickup, dropoff } = tenant;
    const crew = await newCrew(deskOf(stage, tenant.id));
    const { id: job } = await bookJob(tenant);
    await deskOf(stage, tenant.id).jobs.assign({ id: job, ...crew });
    await makeCourier(stage, tenant, crew.driver_id);
    const box = `BOX-${uniqueKey()}`;
    await deskOf(stage, tenant.id).tracking.createAsset({ identifier: box, kind: 'cool_box' });
    const { secret, api_key } = await makeProvider(stage, tenant);
    const provider = { secret, now: clock.now };
    const parts = { stage, pickup, dropoff, job, crew, box, tenant: tenant.id, provider };
    return { tenant, parts, providerKey: api_key ?? '' };
  };
  const [own, rival] = await Promise.all([newActor(), newActor()]);
  const actorOf = async ({ tenant, parts }: typeof own): Promise<Actor> => {
    const credential = { authorization: `Bearer ${await fetchToken(stage, tenant, scopes)}` };
    return { send: sendAs(credential), credential, ...parts };
  };
  const holderOf = async (scope: Scope): Promise<Actor> => {
    const { driver_id } = own.parts.crew;
    const client =
      scope === 'ops:courier' ? await makeDevice(stage, own.tenant.id, driver_id) : own.tenant;
    const credential = { authorization: `Bearer ${await fetchToken(stage, client, [scope])}` };
    return { send: sendAs(credential), credential, ...own.parts };
  };
  const { api_key } = await clientsOf(stage, own.tenant.id).accounts.createApiKey({ name: 'Desk' });
  const actor = () => actorOf(own);
  const { providerKey } = own;
  const foreigner = () => actorOf(rival);
  return { actor, again: actor, foreigner, holderOf, apiKey: api_key, providerKey };
}

async function makeDevice(stage: Stage, tenant: string, id: string) {
  const made = await deskOf(stage, tenant).tracking.createDriverClient({ id });
  return { clientId: made.client_id, clientSecret: made.client_secret };
}

/**
 * The tenant's own client becomes that of two providers, one that signs and one that forwards: one actor
 * asks at every endpoint. The key of the latter has lost its provider.
 */
async function makeProvider(stage: Stage, { id, clientId }: Tenant) {
  const { tracking } = deskOf(stage, id);
  const { secret } = await tracking.createTelemetryProvider({ name: 'Trackers' });
  const { api_key } = await tracking.createTelemetryProvider({ name: 'Own', format: 'traccar' });
  await stage.owner.query(
    'alter table tracking.telemetry_provider drop constraint if exists telemetry_provider_client',
  );
  await stage.owner.query(
    'update tracking.telemetry_provider set client_id = $2 where tenant_id = $1',
    [id, clientId],
  );
  return { secret, api_key };
}

/** Makes the client the device of a driver, too, for the endpoints of couriers. */
async function makeCourier(stage: Stage, { clientId }: Tenant, driver: string): Promise<void> {
  await stage.owner.query('update accounts.client set driver_id = $2 where id = $1', [
    clientId,
    driver,
  ]);
}

/** Nothing of the carrier's can be named there. */
const nothing = {
  job: '',
  crew: { driver_id: '', vehicle_id: '' },
  box: '',
  tenant: '',
  provider: { secret: '', now: () => new Date(0) },
};

function sandboxActors(stage: Stage, sendAs: SendAs): People {
  const actor = async (): Promise<Actor> => {
    const credential = {
      'x-api-key': publishedSandboxKey,
      'svc-sandbox-session': crypto.randomUUID(),
    };
    const sites = { pickup: 'cli-0', dropoff: 'lab-0' };
    return { send: sendAs(credential), credential, stage, ...sites, ...nothing };
  };
  const again = (same: Actor) => Promise.resolve(same);
  return {
    actor,
    again,
    foreigner: actor,
    holderOf: actor,
    apiKey: publishedSandboxKey,
    providerKey: '',
  };
}
