import { quote } from '@svc/contracts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Line, resource } from '../../journeys/http.ts';
import { makeTarget, sharedTarget } from '../endpoints/index.ts';
import { bag } from '../endpoints/partner.ts';
import { expectLimitHeaders, problemIn } from '../problem.ts';
import {
  type ActionRoute,
  type Actor,
  actionsOf,
  deafReceiver,
  labelOf,
  lineTo,
  requestFor,
  uniqueKey,
} from '../requests.ts';
import { type Stand, startStand } from '../stand.ts';
import { fitting, type Known } from './arbitrary.ts';
import { placesOf, unstorable, withLiteral } from './literals.ts';
import { bodySchema, inputSchema, variantFor } from './schema.ts';
import { refusalOf } from './validation.ts';

/** Reproducible by default; SVC_RUNS and SVC_SEED look further. */
const numRuns = Number(process.env.SVC_RUNS ?? 8);
const seed = Number(process.env.SVC_SEED ?? 20_261_102);

// Requests that a contract refuses never reach a service: values.test.ts and parameters.test.ts.
describe('a service', () => {
  let stand: Stand;
  let actor: Actor;
  let known: Known;
  beforeAll(async () => {
    stand = await startStand('live');
    actor = await stand.actor();
    const held = await actor.send('POST /quotes', { body: { sku: 'LAB-STD' } });
    const sites = [actor.pickup, actor.dropoff];
    known = {
      sku: ['LAB-STD', 'BLD-STD', 'SUP-BOX'],
      quote_id: [resource(held, 201, quote).id],
      pickup_site_id: sites,
      dropoff_site_id: sites,
      position: [{ lat: -26.2, lng: 28.04 }],
      time_zone: ['Africa/Johannesburg', 'UTC'],
      receiving_hours: ['24/7', 'Mo-Fr 08:00-17:00'],
      registration: ['CA 123-456', 'GP 1'],
      driver_id: [actor.crew.driver_id],
      vehicle_id: [actor.crew.vehicle_id],
      // The version after booking and assignment.
      version: [2],
      job_id: [actor.job],
      tenant_id: [actor.tenant],
      received_on: ['2026-10-31', '2026-11-02'],
      url: [deafReceiver],
      sealed_bag: [bag.sealed_bag],
      stops: [[{ site_id: actor.pickup, window: '08:00-08:30' }]],
      days: [['mon'], ['tue', 'sun']],
      starts_on: ['2026-12-01'],
      ends_on: [null, '2026-12-31'],
      // The only verdict on a specimen that no manifest lists.
      verdict: ['rejected'],
      reason: ['not_expected'],
      timezone: ['Africa/Johannesburg'],
      events: [['*'], ['job.created', 'pod.available']],
    };
  });
  afterAll(() => stand.stop());

  const segments = fc
    .string({ unit: 'binary', minLength: 1, maxLength: 80 })
    .map((text) => encodeURIComponent(text.toWellFormed()))
    // A client resolves these before it sends anything.
    .filter((segment) => !/^\.\.?$/.test(segment));

  const changes = actionsOf('live').filter(({ body }) => body === 'json');
  it.each(changes.map((route) => [labelOf(route), route] as const))(
    'does what %s asks with a fitting body, or refuses it by a declared rule',
    async (_, route) => {
      const line = lineTo(route, await makeTarget(route.path, actor));
      const names = Object.keys(variantFor(bodySchema(route), route.example).properties ?? {});
      let acceptedCount = 0;
      const property = fc.asyncProperty(
        fitting(bodySchema(route), known),
        fc.option(fc.subarray(names, { maxLength: Math.min(names.length, 2) }), { freq: 3 }),
        async (whole, replaced) => {
          const { body: example } = requestFor(route, actor);
          const body =
            replaced === null ? whole : { ...Object(example), ...picked(whole, replaced) };
          const raw = JSON.stringify(body);
          const answer = await actor.send(line, { raw, key: uniqueKey() });
          expectSound(answer, route);
          if (answer.status < 300) acceptedCount += 1;
          else if (refusalOf(route, { raw }) === undefined) {
            expect(route.contract.refusals, answer.text).toContain(problemIn(answer).code);
          }
        },
      );
      await fc.assert(property, { numRuns, seed });
      expect(acceptedCount).toBeGreaterThan(0);
    },
  );

  const reads = actionsOf('live').filter(({ contract }) => contract.kind === 'query');
  it.each(reads.map((route) => [labelOf(route), route] as const))(
    'answers or refuses %s with a generated query',
    async (_, route) => {
      const { properties = {} } = inputSchema(route);
      const noise = fc.string({ unit: 'binary', maxLength: 80 });
      const values = Object.keys(route.query).map((name) => {
        const fit = fitting(properties[name] ?? {}, known).map(String);
        return [name, fc.oneof({ arbitrary: fit, weight: 3 }, noise)] as const;
      });
      const queries = fc.record(Object.fromEntries(values), { requiredKeys: [] });
      const target = await sharedTarget(route.path, actor);
      const at = fc.oneof({ arbitrary: fc.constant(target), weight: 2 }, segments);
      const property = fc.asyncProperty(queries, at, async (query, segment) => {
        const sent = new URLSearchParams();
        for (const [name, text = ''] of Object.entries(query)) sent.set(name, text.toWellFormed());
        const line: Line = `${lineTo(route, segment)}?${sent}`;
        expectSound(await actor.send(line), route);
      });
      await fc.assert(property, { numRuns, seed });
    },
  );

  it('survives text that Postgres cannot store wherever a contract accepts it', async () => {
    for (const route of changes) {
      const raws = placesOf(route)
        .filter(({ path }) => path.length > 0)
        .flatMap((place) => unstorable.map((literal) => withLiteral(place, literal)))
        .filter((raw) => refusalOf(route, { raw }) === undefined);
      if (raws.length === 0) continue;
      const line = lineTo(route, await makeTarget(route.path, actor));
      for (const raw of raws) {
        expectSound(await actor.send(line, { raw, key: uniqueKey() }), route);
      }
    }
  });
});

const picked = (whole: unknown, names: readonly string[]) =>
  Object.fromEntries(Object.entries(Object(whole)).filter(([name]) => names.includes(name)));

/** The documented status, or a problem that is not our fault; the sender checks the form of both. */
function expectSound(answer: Answer, { status }: ActionRoute): void {
  expectLimitHeaders(answer.headers);
  if (answer.status === status) return;
  expect(problemIn(answer).status, answer.text).toBeLessThan(500);
}
