import {
  bookedJob,
  cancelledJob,
  type Job,
  jobs,
  quote,
  quoteList,
  statuses,
} from '@svc/contracts';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { outcomeOf, resource, type Send } from '../http.ts';
import { shared } from '../worker-stages.ts';
import { book, booking, cancel, isSample, list, type Sandbox, sampleIn } from './callers.ts';

let sandbox: Sandbox;
shared.beforeAll(({ heldSandbox }) => {
  sandbox = heldSandbox;
});

const detail = jobs.actions.get.output;

describe('three sessions and two addresses', () => {
  let callers: Send[];
  beforeAll(() => {
    const { session, from } = sandbox;
    callers = [session(), session(), session(), from('203.0.113.7'), from('203.0.113.8')];
  });

  it('see and count their own jobs and quotes, and nobody else’s', async () => {
    for (const [place, send] of callers.entries()) {
      await send('POST /quotes', { body: { sku: 'LAB-STD' } });
      for (let n = 0; n <= place; n += 1) await book(send, { reference: `of ${place}` });
    }
    for (const [place, send] of callers.entries()) {
      const { data, total } = await list(send);
      const own = data.filter((job) => !isSample(job));
      expect(own.map(({ reference }) => reference)).toEqual(Array(place + 1).fill(`of ${place}`));
      expect(total).toBe(12 + place + 1);
      expect(resource(await send('GET /quotes'), 200, quoteList).data).toHaveLength(1);
    }
  });

  it('neither read, book from, cancel, change, track nor certify what another has', async () => {
    for (const [place, owner] of callers.entries()) {
      const held = resource(await owner('POST /quotes', { body: { sku: 'LAB-STD' } }), 201, quote);
      const { id, ref } = await book(owner);
      for (const other of callers.filter((_, index) => index !== place)) {
        const outcomes = [
          await other(`GET /jobs/${id}`),
          await other(`GET /jobs/${ref}`),
          await other(`POST /jobs/${ref}/cancel`, cancel),
          await other(`PATCH /jobs/${id}`, { body: { cost_centre: 'mine' } }),
          await other(`GET /tracking/${ref}`),
          await other(`GET /certificates/${id}`),
          await other('POST /jobs', { key: held.id, body: { ...booking, quote_id: held.id } }),
        ].map(outcomeOf);
        expect(outcomes).toEqual([
          ...Array(4).fill('404 job_not_found'),
          '404 tracking_not_found',
          '404 certificate_not_found',
          '404 quote_not_found',
        ]);
        sandbox.clock.advanceMs(15_000);
      }
      expect(resource(await owner(`GET /jobs/${id}`), 200, detail).status).toBe('booked');
    }
  });

  it('get their own receipts for the same Idempotency-Key', async () => {
    const ids = await Promise.all(
      callers.map(async (send) => {
        const request = { key: 'the same', body: booking };
        return resource(await send('POST /jobs', request), 201, bookedJob).id;
      }),
    );
    expect(new Set(ids).size).toBe(callers.length);
  });
});

describe('a sample that one caller cancels', () => {
  it('is cancelled for that caller, under the same id and ref, and as it was for all others', async () => {
    const [one, other] = [sandbox.session(), sandbox.session()];
    const sample = await sampleIn(one, 'booked');
    const before = await list(other);
    const answer = await one(`POST /jobs/${sample.ref}/cancel`, cancel);
    const cancelled = resource(answer, 200, cancelledJob);
    expect(cancelled).toMatchObject({ id: sample.id, ref: sample.ref, status: 'cancelled' });
    expect(cancelled.tracking_url).not.toBe(sample.tracking_url);
    for (const name of [sample.id, sample.ref]) {
      expect(resource(await one(`GET /jobs/${name}`), 200, detail).status).toBe('cancelled');
      expect(resource(await other(`GET /jobs/${name}`), 200, detail).status).toBe('booked');
    }
    expect(outcomeOf(await one(`POST /jobs/${sample.id}/cancel`, cancel))).toBe(
      '409 already_cancelled',
    );
    expect(await list(other)).toEqual(before);
    const own = await list(one);
    expect(own.total).toBe(12);
    expect(own.data.map(({ id }) => id)).toEqual(before.data.map(({ id }) => id));
    expect((await list(one, 'status=booked')).total).toBe(1);
    expect((await list(other, 'status=booked')).total).toBe(2);
    const tracked = await one(`GET /tracking/${sample.ref}`);
    expect(tracked.text).toContain('"status":"cancelled"');
    expect((await other(`GET /tracking/${sample.ref}`)).text).toContain('"status":"booked"');
  });

  it('is copied once, however many ask at once', async () => {
    const send = sandbox.session();
    const { id } = await sampleIn(send, 'assigned');
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => send(`POST /jobs/${id}/cancel`, cancel)),
    );
    const outcomes = answers.map(({ status }) => status).sort();
    expect(outcomes).toEqual([200, ...Array(11).fill(409)]);
    expect((await list(send)).total).toBe(12);
  });

  it('can be changed by others in their own way', async () => {
    const [one, other] = [sandbox.session(), sandbox.session()];
    const { id } = await sampleIn(one, 'exception');
    const change = { body: { cost_centre: 'CC-9' } };
    resource(await one(`PATCH /jobs/${id}`, change), 200, bookedJob);
    resource(await other(`POST /jobs/${id}/cancel`, cancel), 200, cancelledJob);
    const seen = async (send: Send) => resource(await send(`GET /jobs/${id}`), 200, detail);
    expect(await seen(one)).toMatchObject({ status: 'exception', cost_centre: 'CC-9' });
    expect(await seen(other)).toMatchObject({ status: 'cancelled', cost_centre: '' });
    expect(await seen(sandbox.session())).toMatchObject({ status: 'exception', cost_centre: '' });
  });

  it('is not copied by what is refused, or changes nothing', async () => {
    const send = sandbox.session();
    const delivered = await sampleIn(send, 'delivered');
    const moving = await sampleIn(send, 'in_transit');
    const { id, cost_centre } = await sampleIn(send, 'booked');
    expect(outcomeOf(await send(`POST /jobs/${delivered.id}/cancel`, cancel))).toBe(
      '409 already_delivered',
    );
    expect(outcomeOf(await send(`PATCH /jobs/${moving.id}`, { body: { reference: 'x' } }))).toBe(
      '409 in_custody',
    );
    const same = resource(
      await send(`PATCH /jobs/${id}`, { body: { cost_centre } }),
      200,
      bookedJob,
    );
    expect(same.webhook_events).toEqual([]);
    expect((await list(send)).data.every(isSample)).toBe(true);
  });
});

/** A query, and the jobs that it asks for. */
type Filter = [query: string, fits: (job: Job) => boolean];
const isAt =
  (site: string) =>
  ({ pickup, dropoff }: Job): boolean =>
    [pickup.site_id, dropoff.site_id].includes(site);

describe('the list', () => {
  it('mixes samples and own jobs under every filter, page size and direction', async () => {
    const send = sandbox.session();
    for (let n = 0; n < 5; n += 1) {
      await book(send, {
        reference: n % 2 === 0 ? 'even' : 'odd',
        ...(n > 2 && { dropoff_site_id: 'lab-1' }),
      });
      sandbox.clock.advanceMs(1_000);
    }
    const copied = await sampleIn(send, 'booked');
    await send(`POST /jobs/${copied.id}/cancel`, cancel);
    const all = (await list(send)).data;
    expect(all).toHaveLength(17);
    const middle = all[6]?.created_at ?? '';
    const filters: Filter[] = [
      ['', () => true],
      ...statuses.map((status): Filter => [`status=${status}`, (job) => job.status === status]),
      ...['lab-1', 'cli-0', 'nowhere'].map((site): Filter => [`site=${site}`, isAt(site)]),
      ...['even', 'SAMPLE-03'].map(
        (text): Filter => [`reference=${text}`, (job) => job.reference === text],
      ),
      [`created_gte=${middle}`, (job) => job.created_at >= middle],
      [`created_lt=${middle}&site=lab-0`, (job) => job.created_at < middle && isAt('lab-0')(job)],
      ['status=cancelled&site=cli-0', (job) => job.status === 'cancelled' && isAt('cli-0')(job)],
    ];
    const ids = (of: readonly { id: string }[]) => of.map(({ id }) => id);
    const wanted = fc.record({
      filter: fc.constantFrom(...filters),
      limit: fc.integer({ min: 1, max: 20 }),
      place: fc.integer({ min: 0, max: 16 }),
      way: fc.constantFrom('first', 'starting_after', 'ending_before'),
    });
    await fc.assert(
      fc.asyncProperty(wanted, async ({ filter: [query, fits], limit, place, way }) => {
        sandbox.clock.advanceMs(1_100);
        const matching = all.filter(fits);
        const cursor = all[place]?.id ?? '';
        const beyond = {
          first: matching,
          starting_after: matching.filter(({ id }) => id < cursor),
          ending_before: matching.filter(({ id }) => id > cursor),
        }[way];
        const shown = way === 'ending_before' ? beyond.slice(-limit) : beyond.slice(0, limit);
        const paging = way === 'first' ? '' : `&${way}=${cursor}`;
        const answer = await list(send, `limit=${limit}${paging}&${query}`);
        expect(ids(answer.data)).toEqual(ids(shown));
        expect(answer.total).toBe(matching.length);
        expect(answer.has_more).toBe(beyond.length > limit);
      }),
      { numRuns: 150, seed: 2026 },
    );
  });
});
