import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Line } from '../../journeys/http.ts';
import { problemIn } from '../problem.ts';
import { type Actor, endsOf, uniqueEmail, uniqueKey } from '../requests.ts';
import { type Stand, startStand } from '../stand.ts';
import { expectNothingStored } from '../stored-rows.ts';

const pairs = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`key-${i}`, 'value']));
const longs = (count: number) => 'x'.repeat(count);

interface Bounds {
  line: Line;
  /** The rest of a good body. */
  rest: (actor: Actor) => object;
  fields: Record<string, { within: unknown[]; beyond: unknown[] }>;
}

const proof = { otp: true, id_check: false, signature: true, photo: false };

/** As the decisions have them, not as the contracts say: these two must agree. */
const promised: Bounds[] = [
  {
    line: 'POST /quotes',
    rest: () => ({ sku: 'LAB-STD' }),
    fields: {
      km: { within: [0, 0.001, 15.125, 2000], beyond: [-0.001, -1, 2000.001, 0.0001, '12', null] },
      parcels: { within: [1, 99], beyond: [0, 100, 1.5, -1, '2', null] },
      priority: { within: ['scheduled', 'critical'], beyond: ['', 'STAT', 1, null] },
      timing: { within: ['standard', 'sunday'], beyond: ['', 'monday', 1, null] },
      sku: { within: ['SUP-BOX'], beyond: ['', 1, null, longs(65)] },
    },
  },
  {
    line: 'POST /jobs',
    rest: (actor) => ({ sku: 'LAB-STD', km: 1, ...endsOf(actor) }),
    fields: {
      km: { within: [0, 2000], beyond: [-1, 2001, '1'] },
      parcels: { within: [1, 99], beyond: [0, 100] },
      reference: { within: ['', longs(64)], beyond: [longs(65), 1, null] },
      cost_centre: { within: ['', longs(64)], beyond: [longs(65), 1] },
      metadata: {
        within: [{}, pairs(20), { [longs(40)]: longs(500) }],
        beyond: [pairs(21), { [longs(41)]: '' }, { a: longs(501) }, { a: 1 }, { a: null }, []],
      },
      requirements: { within: [{}, { otp: true }, proof], beyond: [{ otp: 1 }, 'all', []] },
      pickup_site_id: { within: [], beyond: ['', 1, null, longs(65)] },
    },
  },
  {
    line: 'POST /sites',
    rest: () => ({ name: 'C', type: 'clinic', position: { lat: 0, lng: 0 } }),
    fields: {
      position: {
        within: [
          { lat: 90, lng: 180 },
          { lat: -90, lng: -180 },
        ],
        beyond: [{ lat: 90.1, lng: 0 }, { lat: 0, lng: -180.1 }, { lat: 0 }, [0, 0]],
      },
      receiving_hours: { within: ['24/7', 'Mo-Fr 08:00-17:00'], beyond: ['', 'always', 7] },
      time_zone: { within: ['Africa/Johannesburg'], beyond: ['+02:00', 'Africa/Nowhere', ''] },
    },
  },
  {
    line: 'POST /users',
    rest: () => ({ email: uniqueEmail(), name: 'N', role: 'viewer' }),
    fields: {
      email: { within: [], beyond: ['', 'nobody', 'a@b', 'a b@c.example', null] },
      role: { within: ['admin', 'booker'], beyond: ['owner', '', null] },
    },
  },
  {
    line: 'PUT /policies',
    rest: () => ({ default_cost_centre: '', requirements: {} }),
    fields: {
      default_cost_centre: { within: [longs(64)], beyond: [longs(65), null] },
      requirements: { within: [{ 'LAB-STD': proof }], beyond: [{ 'LAB-STD': { otp: true } }, []] },
    },
  },
];

const cases = promised.flatMap(({ line, rest, fields }) =>
  Object.entries(fields).map(([field, values]) => ({ line, rest, field, ...values })),
);

describe('the bounds', () => {
  let stand: Stand;
  let actor: Actor;
  beforeAll(async () => {
    stand = await startStand('live');
    actor = await stand.actor();
  });
  afterAll(() => stand.stop());

  it.each(cases)('of $field at $line let in what is promised', async (given) => {
    for (const value of given.within) {
      const body = { ...given.rest(actor), [given.field]: value };
      const answer = await actor.send(given.line, { key: uniqueKey(), body });
      expect(answer.status, `${JSON.stringify(value)}: ${answer.text}`).toBeLessThan(300);
    }
  });

  it.each(cases)('of $field at $line keep out what is not', async (given) => {
    await expectNothingStored(stand.stage, async () => {
      for (const value of given.beyond) {
        const body = { ...given.rest(actor), [given.field]: value };
        const answer = await actor.send(given.line, { key: uniqueKey(), body });
        expect([400, 422], `${JSON.stringify(value)}: ${answer.text}`).toContain(
          problemIn(answer).status,
        );
      }
    });
  });

  it('of the list are 1 to 100 jobs', async () => {
    for (const limit of [1, 100])
      expect((await actor.send(`GET /jobs?limit=${limit}`)).status).toBe(200);
    for (const limit of [0, 101])
      expect((await actor.send(`GET /jobs?limit=${limit}`)).status).toBe(400);
  });

  it('of an Idempotency-Key are 1 to 255 characters', async () => {
    const send = async (key: string) =>
      (await actor.send('POST /quotes', { key, body: { sku: 'LAB-STD' } })).status;
    expect(await send('k')).toBe(201);
    expect(await send(longs(255))).toBe(201);
    expect(await send(longs(256))).toBe(400);
    expect(await send('')).toBe(400);
  });

  it('of a body are 64 KiB, of a manifest 1 MiB', async () => {
    const send = async (size: number) => {
      const raw = `{"sku":"LAB-STD"${' '.repeat(size - 17)}}`;
      expect(raw).toHaveLength(size);
      return (await actor.send('POST /quotes', { raw })).status;
    };
    expect(await send(65_536)).toBe(201);
    expect(await send(65_537)).toBe(413);
    const manifest = async (size: number) =>
      (await actor.send('POST /manifests', { raw: '{}'.padEnd(size) })).status;
    expect(await manifest(1_048_576)).toBe(400);
    expect(await manifest(1_048_577)).toBe(413);
  });
});
