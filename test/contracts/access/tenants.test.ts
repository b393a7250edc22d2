import type { ApiEnvironment } from '@svc/gateway';
import { isRaw, reservedNames } from '@svc/gateway/endpoint/bodies';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Answer } from '../../journeys/http.ts';
import type { Make } from '../endpoints/endpoint.ts';
import { created } from '../endpoints/fixtures.ts';
import { makeListed, sharedTarget } from '../endpoints/index.ts';
import { hubVehicle } from '../endpoints/tracking.ts';
import { problemIn } from '../problem.ts';
import { environments } from '../refusals/cases.ts';
import {
  type ActionRoute,
  type Actor,
  actionsOf,
  bookJob,
  labelOf,
  lineTo,
  requestFor,
} from '../requests.ts';
import { type Stand, startStand } from '../stand.ts';

/** All that may differ between two answers that say the same. */
const changing = /^(date|x-request-id|x-ratelimit-.*)$/;

function comparable({ status, headers, text }: Answer): unknown {
  const lasting = [...headers].filter(([name]) => !changing.test(name));
  return { status, lasting, text: text.replace(/"request_id":"req_\w+"/, '') };
}

/** A field of the newest entry of a log, in which the owner has one. */
const logged =
  (path: '/audit-log' | '/request-log', field: string): Make =>
  async (owner) => {
    await makeListed(path, owner);
    const { text } = await owner.send(`GET ${path}`);
    return String(logForm.parse(JSON.parse(text)).data[0]?.[field]);
  };
const logForm = z.object({ data: z.array(z.record(z.string(), z.unknown())) });

/** Something of the owner's that a field of a request may name. */
const named: Record<string, Make> = {
  quote_id: created('/quotes'),
  job_id: created('/jobs'),
  route_id: created('/routes'),
  pickup_site_id: async ({ pickup }) => pickup,
  dropoff_site_id: async ({ dropoff }) => dropoff,
  site_id: async ({ pickup }) => pickup,
  asset_id: created('/ops/assets'),
  in_asset_id: created('/ops/assets'),
  provider_id: created('/ops/telemetry-providers'),
  site: async ({ pickup }) => pickup,
  ending_before: async (owner) => (await bookJob(owner)).ref,
  vehicle_id: async ({ crew }) => crew.vehicle_id,
  hub_id: hubVehicle,
  driver_id: async ({ crew }) => crew.driver_id,
  person_id: logged('/audit-log', 'person_id'),
  object_id: logged('/audit-log', 'object_id'),
  request_id: logged('/request-log', 'id'),
  client_id: logged('/request-log', 'client_id'),
};

function makeNamed(route: ActionRoute, field: string, owner: Actor): Promise<string> {
  if (field === 'starting_after') return makeListed(route.path, owner);
  const make = named[field];
  if (!make) throw new Error(`add what ${field} of ${labelOf(route)} may name`);
  return make(owner);
}

/** Their pages begin after a time, a number and a device's name, which are nothing of a tenant's. */
const pagedByTime = /^\/jobs\/\{id\}\/temperature/;

/** Names that the tenant chooses itself, and places of the carrier's boxes and hubs, which any site may be. */
const ownNames = ['device_id', 'home_site_id', 'hub_site_id'];

/** Fields beside the path that name something of a tenant's. */
function namingFields(route: ActionRoute): string[] {
  // Ids of devices are rejected reading by reading, and tested where that is.
  if (pagedByTime.test(route.path) || isRaw(route.body)) return [];
  const { properties = {} } = z.toJSONSchema(route.contract.input, { io: 'input' });
  // Fields that the gateway sets are not sent by a caller.
  const isSent = (name: string) => route.body === 'json' || name in route.query;
  return Object.keys(properties).filter(
    (name) =>
      isSent(name) &&
      ![...route.pathNames, ...reservedNames, ...ownNames].includes(name) &&
      /(_id|^site|^starting_after|^ending_before)$/.test(name),
  );
}

/** The carrier's desk serves all tenants: any job, site, debtor, file or alarm is there for it. */
const forAllTenants = /^\/ops\/(jobs|sites|incidents|payments|files|events|consumables)/;

/** Its path names a format, which is nobody's. */
const ofNobody = /^\/telemetry\/forwarded\//;

/** Services know tenants, not environments: on the sandbox one endpoint shows that a session is one. */
const tenantRoutes = (environment: ApiEnvironment): ActionRoute[] =>
  environment === 'live'
    ? actionsOf('live').filter(({ path }) => !forAllTenants.test(path) && !ofNobody.test(path))
    : actionsOf('sandbox').filter(
        ({ environments: served, operationId }) =>
          !served.includes('live') || operationId === 'getJob',
      );

/** Cursors that are no ids of the actor's. */
const absentCursors: Readonly<Record<string, string>> = {
  after_row: '9999',
  'starting_after of getTemperature': '1793606400000.1.TR-1',
  'starting_after of getTemperatureForDesk': '1793606400000.1.TR-1',
};

describe.each(environments)('on the %s API', (environment) => {
  let stand: Stand;
  let own: Actor;
  let foreigner: Actor;
  beforeAll(async () => {
    stand = await startStand(environment);
    [own, foreigner] = await Promise.all([stand.actor(), stand.foreigner()]);
  });
  afterAll(() => stand.stop());
  // A caller of the sandbox may send 60 requests a minute.
  beforeEach(() => {
    if (environment === 'sandbox') stand.clock.advanceMs(60_000);
  });

  /** The response to a request by this id in the path. */
  const sendTo = (route: ActionRoute, target: string, key: string) => {
    const request = requestFor(route, own);
    return own.send(lineTo(route, target), { ...request, ...(request.key && { key }) });
  };

  const sendNaming = async (route: ActionRoute, field: string, value: string): Promise<Answer> => {
    const { key, body, raw, headers } = requestFor(route, own);
    const attempt = { ...(key && { key }), ...(headers && { headers }) };
    if (route.body === 'feed') {
      const feed = { ...JSON.parse(String(raw)), [field]: value };
      return own.send(lineTo(route), { ...attempt, raw: JSON.stringify(feed) });
    }
    if (route.body === 'json') {
      return own.send(lineTo(route), { ...attempt, body: { ...Object(body), [field]: value } });
    }
    const target = await sharedTarget(route.path, own);
    return own.send(`${lineTo(route, target)}?${new URLSearchParams({ [field]: value })}`);
  };

  const cases = tenantRoutes(environment).map((route) => ({
    label: labelOf(route),
    route,
    // Sites of the sandbox are shared by all.
    fields: namingFields(route).filter((name) => environment === 'live' || !name.includes('site')),
  }));
  const naming = cases.filter(({ route, fields }) => route.pathNames.length + fields.length > 0);

  it.each(naming)(
    "$label returns for another tenant's id what it returns for an absent one",
    async ({ route, fields }) => {
      if (route.pathNames.length > 0) {
        const foreign = await sharedTarget(route.path, foreigner);
        const absent = await sendTo(route, absentLike(foreign), 'absent');
        expect(absent.status).toBe(404);
        expect(comparable(await sendTo(route, foreign, 'foreign'))).toEqual(comparable(absent));
        const replay = await sendTo(route, foreign, 'foreign');
        const replayOfAbsent = await sendTo(route, absentLike(foreign), 'absent');
        expect(comparable(replay)).toEqual(comparable(replayOfAbsent));
      }
      for (const field of fields) {
        const foreign = await makeNamed(route, field, foreigner);
        const answer = await sendNaming(route, field, foreign);
        const absent = await sendNaming(route, field, absentLike(foreign));
        expect(comparable(answer), field).toEqual(comparable(absent));
        expect(answer.text, field).not.toContain(foreign);
      }
    },
  );

  it('a cursor that names nothing is refused by its name on every list', async () => {
    const lists = actionsOf(environment).flatMap((route) =>
      cursors.filter((name) => name in route.query).map((name) => ({ route, name })),
    );
    for (const { route, name } of lists) {
      if (environment === 'sandbox') stand.clock.advanceMs(60_000);
      const cursor =
        absentCursors[`${name} of ${route.operationId}`] ??
        absentCursors[name] ??
        'job_00000000000000000000000000';
      const target = await sharedTarget(route.path, own);
      const answer = await own.send(`${lineTo(route, target)}?${name}=${cursor}`);
      const { detail, errors } = problemIn(answer);
      const label = `${labelOf(route)} ${name}`;
      expect(errors, label).toMatchObject([{ pointer: `/query/${name}`, code: 'unknown_cursor' }]);
      expect(detail, label).not.toContain(cursor);
    }
  });
});
const cursors = ['starting_after', 'ending_before', 'after_row'];

/** An id of the same length and form that is assigned to nothing. */
const absentLike = (id: string): string => id.slice(0, -6) + '0'.repeat(6);
