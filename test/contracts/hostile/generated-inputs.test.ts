import { errors, quote, readingsMax } from '@svc/contracts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Answer, type Line, resource } from '../../journeys/http.ts';
import { makeTarget } from '../endpoints/index.ts';
import { bag } from '../endpoints/partner.ts';
import { expectLimitHeaders, problemIn } from '../problem.ts';
import {
  type ActionRoute,
  type Actor,
  actionsOf,
  deafReceiver,
  labelOf,
  lineTo,
  signedBy,
  uniqueKey,
} from '../requests.ts';
import { type Stand, startStand } from '../stand.ts';
import { broken, fitting, type Known } from './arbitrary.ts';
import { bodySchema, inputSchema } from './schema.ts';

/** Reproducible by default; SVC_RUNS and SVC_SEED look further. */
const numRuns = Number(process.env.SVC_RUNS ?? 40);
const seed = Number(process.env.SVC_SEED ?? 20_261_102);

/** A fault in one reading of a signed batch does not keep the others out. */
const anyBatch = z.object({ readings: z.array(z.unknown()).min(1).max(readingsMax) });
const inputOf = ({ body, contract }: ActionRoute) =>
  body === 'signed' ? anyBatch : contract.input;

describe('generated requests', () => {
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
      time_zone: ['Africa/Johannesburg', 'UTC'],
      receiving_hours: ['24/7', 'Mo-Fr 08:00-17:00'],
      registration: ['CA 123-456', 'GP 1'],
      driver_id: [actor.crew.driver_id],
      vehicle_id: [actor.crew.vehicle_id],
      // Of a job that was booked and assigned.
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
      // Of a specimen that no manifest lists.
      verdict: ['rejected'],
      reason: ['not_expected'],
      timezone: ['Africa/Johannesburg'],
      events: [['*'], ['job.created', 'pod.available']],
    };
  });
  afterAll(() => stand.stop());

  const keys = fc.oneof(
    fc.constantFrom('', 'one', 'two'),
    fc.string({ unit: 'binary-ascii', maxLength: 300 }).map((text) => text.replace(/[^ -~]/g, '')),
  );
  const segments = fc
    .string({ unit: 'binary', minLength: 1, maxLength: 80 })
    .map((text) => encodeURIComponent(text.toWellFormed()))
    // A client resolves these before it sends anything.
    .filter((segment) => !/^\.\.?$/.test(segment));

  const carrying = (route: ActionRoute, body: unknown) => {
    if (route.body === 'signed') return signedBy(actor, JSON.stringify(body) ?? '');
    return route.body === 'json' && { body };
  };

  const checks = (route: ActionRoute) => async (bodies: fc.Arbitrary<unknown>) => {
    const targets = await Promise.all([1, 2, 3].map(() => makeTarget(route.path, actor)));
    const target = fc.oneof({ arbitrary: fc.constantFrom(...targets), weight: 4 }, segments);
    const key = fc.oneof({ arbitrary: fc.constant(undefined), weight: 4 }, keys);
    let accepted = 0;
    const property = fc.asyncProperty(bodies, target, key, async (body, at, sent) => {
      const request = { ...carrying(route, body), key: sent ?? uniqueKey() };
      const answer = await actor.send(lineTo(route, at), request);
      expectSound(answer, route);
      const ids = Object.fromEntries(route.pathNames.map((name) => [name, decodeURIComponent(at)]));
      const payload: unknown =
        route.body === 'none' ? {} : JSON.parse(JSON.stringify(body) ?? '{}');
      const isBody = typeof payload === 'object' && payload !== null && !Array.isArray(payload);
      const fits = isBody && inputOf(route).safeParse({ ...payload, ...ids }).success;
      if (answer.status < 300) {
        accepted += 1;
        expect(fits, 'accepted although the contract says no').toBe(true);
      } else if (fits && sent === undefined) {
        expectDeclared(answer, route);
      }
    });
    await fc.assert(property, { numRuns, seed });
    return accepted;
  };

  const changes = actionsOf('live').filter(
    ({ contract, body }) => contract.kind === 'command' && (body === 'json' || body === 'none'),
  );
  describe.each(changes.map((route) => [labelOf(route), route] as const))('to %s', (_, route) => {
    const whole = () => fitting(bodySchema(route), known);

    it('that fit the contract are done, or refused by a declared rule', async () => {
      expect(await checks(route)(whole())).toBeGreaterThan(0);
    });

    it('that nearly fit are never a fault of ours', async () => {
      await checks(route)(broken(whole()));
    });
  });

  const reads = actionsOf('live').filter(({ contract }) => contract.kind === 'query');
  it.each(reads.map((route) => [labelOf(route), route] as const))(
    'to %s with any query are answered or refused',
    async (_, route) => {
      const { properties = {} } = inputSchema(route);
      const noise = fc.string({ unit: 'binary', maxLength: 80 });
      const values = Object.keys(route.query).map((name) => {
        const fit = fitting(properties[name] ?? {}, known).map(String);
        return [name, fc.oneof({ arbitrary: fit, weight: 3 }, noise)] as const;
      });
      const queries = fc.record(
        { ...Object.fromEntries(values), undeclared: noise },
        { requiredKeys: [] },
      );
      const property = fc.asyncProperty(queries, segments, async (query, segment) => {
        const sent = new URLSearchParams();
        for (const [name, text = ''] of Object.entries(query)) sent.set(name, text.toWellFormed());
        const line: Line = `${lineTo(route, segment)}?${sent}`;
        expectSound(await actor.send(line), route);
      });
      await fc.assert(property, { numRuns, seed });
    },
  );
});

/** Done as the contract says, or a problem that is not our fault. */
function expectSound(answer: Answer, { contract, status }: ActionRoute): void {
  expectLimitHeaders(answer.headers);
  if (answer.status === status) {
    contract.output.parse(JSON.parse(answer.text));
    return;
  }
  const { code } = problemIn(answer);
  expect(Object.keys(errors)).toContain(code);
  expect(answer.status, answer.text).toBeLessThan(500);
}

function expectDeclared(answer: Answer, { contract }: ActionRoute): void {
  const { code, errors: items = [] } = problemIn(answer);
  // The gateway takes no name that reaches into a prototype, nor one that is not documented.
  if (items.some(({ code: each }) => each === 'forbidden_name' || each === 'unknown_field')) return;
  expect(contract.refusals, answer.text).toContain(code);
}
