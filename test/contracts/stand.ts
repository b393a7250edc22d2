/** An environment on a held clock, and who asks in it. */
import { scopes } from '@svc/contracts';
import { type Environment, publishedSandboxKey } from '@svc/gateway';
import { type HeldClock, heldClock } from '@svc/kit/clock';
import { deskOf, newCrew } from '../journeys/desk.ts';
import { type Stage, startStage } from '../journeys/environment.ts';
import { type Ask, asker } from '../journeys/http.ts';
import { conformance, fetchDocument } from '../journeys/openapi.ts';
import { clientsOf, fetchToken, newTenant, type Tenant } from '../journeys/tenants.ts';
import { type Actor, bookJob } from './requests.ts';

export interface Stand {
  environment: Environment;
  stage: Stage;
  clock: HeldClock;
  /** Asks with these headers alone. */
  askAs(headers: Record<string, string>): Ask;
  /** On live always the same tenant with a fresh token; on the sandbox always a new caller. */
  actor(): Promise<Actor>;
  /** The same caller, with a credential that has not expired. */
  again(actor: Actor): Promise<Actor>;
  /** Somebody else, with sites of its own. */
  stranger(): Promise<Actor>;
  /** One that this environment takes for some reads. */
  apiKey: string;
  stop(): Promise<void>;
}

export async function startStand(environment: Environment): Promise<Stand> {
  const clock = heldClock('2026-11-02T08:00:00.000Z');
  const stage = await startStage({
    environment,
    clock,
    env: { SVC_TELEMETRY_POLL_MS: '50' },
  });
  // Whatever is asked, and however it is refused: it is documented.
  const observe = conformance(await fetchDocument(stage.publicUrl));
  const askAs = (credential: Headers) => asker(stage.baseUrl, credential, observe);
  const people =
    environment === 'live' ? await liveActors(stage, askAs, clock) : sandboxActors(stage, askAs);
  return { environment, stage, clock, askAs, ...people, stop: () => stage.stop() };
}

type Headers = Record<string, string>;
type AskAs = Stand['askAs'];
type People = Pick<Stand, 'actor' | 'again' | 'stranger' | 'apiKey'>;

async function liveActors(stage: Stage, askAs: AskAs, clock: HeldClock): Promise<People> {
  // Both hold the carrier's scopes as well, so that they may ask at every endpoint.
  const newActor = async () => {
    const tenant = await newTenant(stage, { scopes });
    const { pickup, dropoff } = tenant;
    const crew = await newCrew(deskOf(stage, tenant.id));
    const { id: job } = await bookJob(tenant);
    const secret = await makeProvider(stage, tenant);
    const provider = { secret, now: clock.now };
    const parts = { stage, pickup, dropoff, job, crew, tenant: tenant.id, provider };
    return { tenant, parts };
  };
  const [own, rival] = await Promise.all([newActor(), newActor()]);
  const actorOf = async ({ tenant, parts }: typeof own): Promise<Actor> => {
    const credential = { authorization: `Bearer ${await fetchToken(stage, tenant, scopes)}` };
    return { ask: askAs(credential), credential, ...parts };
  };
  const { api_key } = await clientsOf(stage, own.tenant.id).accounts.createApiKey({ name: 'Desk' });
  const actor = () => actorOf(own);
  return { actor, again: actor, stranger: () => actorOf(rival), apiKey: api_key };
}

/** The tenant's own client becomes that of a provider: one actor asks at every endpoint. */
async function makeProvider(stage: Stage, { id, clientId }: Tenant): Promise<string> {
  const made = await deskOf(stage, id).tracking.createTelemetryProvider({ name: 'Trackers' });
  await stage.owner.query('update tracking.telemetry_provider set client_id = $2 where id = $1', [
    made.id,
    clientId,
  ]);
  return made.secret;
}

/** Nothing of the carrier's can be named there. */
const nothing = {
  job: '',
  crew: { driver_id: '', vehicle_id: '' },
  tenant: '',
  provider: { secret: '', now: () => new Date(0) },
};

function sandboxActors(stage: Stage, askAs: AskAs): People {
  const actor = async (): Promise<Actor> => {
    const credential = {
      'x-api-key': publishedSandboxKey,
      'svc-sandbox-session': crypto.randomUUID(),
    };
    const sites = { pickup: 'cli-0', dropoff: 'lab-0' };
    return { ask: askAs(credential), credential, stage, ...sites, ...nothing };
  };
  const again = (same: Actor) => Promise.resolve(same);
  return { actor, again, stranger: actor, apiKey: publishedSandboxKey };
}
