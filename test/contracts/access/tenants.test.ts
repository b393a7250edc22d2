import { accounts, quote } from '@svc/contracts';
import type { ApiEnvironment } from '@svc/gateway';
import { reservedNames } from '@svc/gateway/http/courier';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Answer, type Line, resource } from '../../journeys/http.ts';
import { makeListed, makeTarget } from '../endpoints/index.ts';
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

const environments: readonly ApiEnvironment[] = ['live', 'sandbox'];

/** All that may differ between two answers that say the same. */
const changing = /^(date|x-request-id|x-ratelimit-.*)$/;

function comparable({ status, headers, text }: Answer): unknown {
  const lasting = [...headers].filter(([name]) => !changing.test(name));
  return { status, lasting, text: text.replace(/"request_id":"req_\w+"/, '') };
}

/** How somebody gets hold of something that a field of a request may name. */
const named: Record<string, (owner: Actor) => Promise<string>> = {
  quote_id: async ({ send }) =>
    resource(await send('POST /quotes', { body: { sku: 'LAB-STD' } }), 201, quote).id,
  pickup_site_id: async ({ pickup }) => pickup,
  dropoff_site_id: async ({ dropoff }) => dropoff,
  site_id: async ({ pickup }) => pickup,
  job_id: async (owner) => (await bookJob(owner)).id,
  route_id: (owner) => makeTarget('/routes/{id}', owner),
  site: async ({ pickup }) => pickup,
  ending_before: async (owner) => (await bookJob(owner)).ref,
  vehicle_id: async ({ crew }) => crew.vehicle_id,
  driver_id: async ({ crew }) => crew.driver_id,
  person_id: async (owner) => (await changeOf(owner)).person_id,
  object_id: async (owner) => (await changeOf(owner)).object_id ?? '',
  request_id: (owner) => makeListed('/request-log', owner),
  client_id: async (owner) => {
    await makeListed('/request-log', owner);
    const logged = accounts.actions.listRequests.output;
    return resource(await owner.send('GET /request-log'), 200, logged).data[0]?.client_id ?? '';
  },
};

async function changeOf(owner: Actor) {
  await makeListed('/audit-log', owner);
  const { data } = resource(
    await owner.send('GET /audit-log'),
    200,
    accounts.actions.listChanges.output,
  );
  const [change] = data;
  if (!change) throw new Error('no change in the log');
  return change;
}

function makeNamed(route: ActionRoute, field: string, owner: Actor): Promise<string> {
  if (field === 'starting_after') return makeListed(route.path, owner);
  const make = named[field];
  if (!make) throw new Error(`say here what ${field} of ${labelOf(route)} may name`);
  return make(owner);
}

/** Their pages begin after a time, a number and a device's name, which belong to nobody. */
const pagedByTime = /^\/jobs\/\{id\}\/temperature/;

/** Fields beside the path that name something which belongs to somebody. */
/** Names that the tenant chooses itself. */
const ownNames = ['device_id'];

function namingFields(route: ActionRoute): string[] {
  // Ids in a signed body are rejected reading by reading, and tested where that is.
  if (pagedByTime.test(route.path) || route.body === 'signed') return [];
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

describe.each(environments)('on the %s API', (environment) => {
  let stand: Stand;
  let own: Actor;
  let foreigner: Actor;
  beforeAll(async () => {
    stand = await startStand(environment);
    [own, foreigner] = await Promise.all([stand.actor(), stand.foreigner()]);
  });
  afterAll(() => stand.stop());
  // A caller of the sandbox may ask 60 times a minute.
  beforeEach(() => {
    if (environment === 'sandbox') stand.clock.advanceMs(60_000);
  });
  // The carrier's desk serves all tenants: any job, site, debtor, file or alarm is there for it.
  const routes = actionsOf(environment).filter(
    ({ path }) => !/^\/ops\/(jobs|sites|incidents|payments|files|events)/.test(path),
  );

  it.each(
    routes
      .filter(({ pathNames }) => pathNames.length > 0)
      .map((route) => [labelOf(route), route] as const),
  )("%s answers to another's id as to an absent one", async (_, route) => {
    const request = requestFor(route, own);
    const foreign = await makeTarget(route.path, foreigner);
    const sendTo = (target: string, key: string) =>
      own.send(lineTo(route, target), { ...request, ...(request.key && { key }) });
    const absent = await sendTo(absentLike(foreign), 'absent');
    expect(absent.status).toBe(404);
    expect(comparable(await sendTo(foreign, 'foreign'))).toEqual(comparable(absent));
    // And so does a replay.
    expect(comparable(await sendTo(foreign, 'foreign'))).toEqual(
      comparable(await sendTo(absentLike(foreign), 'absent')),
    );
  });

  const fields = routes.flatMap((route) =>
    namingFields(route).map((field) => [route, field] as const),
  );
  // Sites of the sandbox belong to nobody.
  const owned = fields.filter(([, field]) => environment === 'live' || !field.includes('site'));
  it.each(owned.map(([route, field]) => [field, labelOf(route), route] as const))(
    "%s of %s may not name what is another's, and does not tell that it is there",
    async (field, _, route) => {
      const foreign = await makeNamed(route, field, foreigner);
      const answer = await requestNaming(route, field, foreign);
      expect(comparable(answer)).toEqual(
        comparable(await requestNaming(route, field, absentLike(foreign))),
      );
      expect(answer.text).not.toContain(foreign);
    },
  );

  const requestNaming = async (
    route: ActionRoute,
    field: string,
    value: string,
  ): Promise<Answer> => {
    if (route.body === 'feed') {
      const { key, raw, headers } = requestFor(route, own);
      const feed = { ...JSON.parse(String(raw)), [field]: value };
      const sent = { ...(key && { key }), ...(headers && { headers }), raw: JSON.stringify(feed) };
      return own.send(lineTo(route), sent);
    }
    if (route.body !== 'json') {
      const target = await makeTarget(route.path, own);
      const line: Line = `${lineTo(route, target)}?${new URLSearchParams({ [field]: value })}`;
      return own.send(line);
    }
    const { key, body } = requestFor(route, own);
    return own.send(lineTo(route), {
      ...(key && { key }),
      body: { ...Object(body), [field]: value },
    });
  };
});

/** As long as the real one and of the same form, but of nobody's. */
const absentLike = (id: string): string => id.slice(0, -6) + '0'.repeat(6);
