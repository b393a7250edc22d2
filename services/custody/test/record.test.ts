import { genesisHash, hashEvent } from '@svc/verify/event';
import { describe, expect, it } from 'vitest';
import { custodyApp, delivered, fact, newJobId } from './app.ts';
import { refOf } from './neighbours.ts';

const app = custodyApp();

describe('record', () => {
  it('shows every event, each with the hash of the one before it', async () => {
    const id = await delivered(app);
    const record = await app.as('ten_a').record({ id });
    expect(record.events.map(({ seq, type }) => [seq, type])).toEqual([
      [1, 'booked'],
      [2, 'collected'],
      [3, 'delivered'],
    ]);
    let previous = genesisHash;
    for (const event of record.events) {
      expect(event).toMatchObject({ v: 1, job_id: id, prev_hash: previous });
      expect(event.hash).toBe(hashEvent(event));
      previous = event.hash;
    }
    expect(record).toMatchObject({ job_id: id, chain_hash: previous });
  });

  it('shows events as the contract lists their members', async () => {
    const id = await delivered(app);
    const { events } = await app.as('ten_a').record({ id });
    expect(Object.keys(events[0] ?? {})).toEqual([
      'v',
      'job_id',
      'seq',
      'at',
      'type',
      'by',
      'note',
      'seal',
      'position',
      'details',
      'prev_hash',
      'hash',
    ]);
  });

  it('takes the reference of the job', async () => {
    const id = await delivered(app);
    expect((await app.as('ten_a').record({ id: refOf(id) })).job_id).toBe(id);
  });

  it('has what was answered before it was asked', async () => {
    const id = newJobId();
    for (let count = 1; count <= 20; count += 1) {
      await app.jobs().tell({ job_id: id, custody: fact('scanned') });
      expect((await app.as('ten_a').record({ id })).events).toHaveLength(count);
    }
  });

  it('of a chain longer than a message comes in pages, all of them as it was at the first', async () => {
    const id = newJobId();
    const note = 'n'.repeat(500);
    const long = 600;
    for (let told = 0; told < long; told += 1) {
      await app.jobs().tell({ job_id: id, custody: fact('scanned', { note }) });
    }
    const first = await app.as('ten_a').record({ id });
    expect(Buffer.byteLength(JSON.stringify(first))).toBeLessThan(400_000);
    await app.jobs().tell({ job_id: id, custody: fact('scanned') });
    const pages = [first];
    for (let last = first; last.next !== null; pages.push(last)) {
      last = await app.as('ten_a').record({ id, starting_after: last.next });
    }
    expect(pages.length).toBeGreaterThan(1);
    const events = pages.flatMap((page) => page.events);
    expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: long }, (_, n) => n + 1));
    expect(new Set(pages.map(({ chain_hash }) => chain_hash))).toEqual(
      new Set([events.at(-1)?.hash]),
    );
    expect((await app.as('ten_a').bundle({ id })).custody.events.length).toBeLessThan(long);
  });

  it('shows what there is when the latest event does not come within two seconds', async () => {
    const id = newJobId();
    await app.jobs().tell({ job_id: id, custody: fact('booked') });
    await app.rows('update jobs.job_sequence set last = last + 1 where job_id = $1', [id]);
    const asked = performance.now();
    expect((await app.as('ten_a').record({ id })).events).toHaveLength(1);
    expect(performance.now() - asked).toBeGreaterThan(1900);
    expect(performance.now() - asked).toBeLessThan(4000);
  });

  it('of a job that nothing was told of yet has the hash its first event will follow', async () => {
    const id = newJobId();
    await app.jobs().tell({ job_id: id });
    expect(await app.as('ten_a').record({ id })).toEqual({
      job_id: id,
      chain_hash: genesisHash,
      events: [],
      next: null,
    });
  });
});

describe('record refused: job_not_found', () => {
  it.each([
    ['an unknown job', 'job_unknown', 'ten_a'],
    ['an id that cannot be one', '../job', 'ten_a'],
  ])('for %s', async (_what, id, tenant) => {
    expect(await app.ask('record', { id }, { tenant })).toMatchObject({
      refused: { code: 'job_not_found' },
    });
  });

  it("for another tenant's job", async () => {
    const id = await delivered(app);
    expect(await app.ask('record', { id }, { tenant: 'ten_b' })).toMatchObject({
      refused: { code: 'job_not_found' },
    });
  });
});

describe('record with bad input', () => {
  it('is told so', async () => {
    expect(await app.ask('record', {})).toEqual({ invalid: expect.anything() });
    const starting_after = '7';
    const asked = { id: newJobId(), starting_after };
    expect(await app.ask('record', asked)).toEqual({ invalid: expect.anything() });
  });
});
