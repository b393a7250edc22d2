import { genesisHash, hashEvent } from '@svc/verify/event';
import { describe, expect, it, vi } from 'vitest';
import { commitment } from '../src/adapters/chain-hash.ts';
import { custodyApp, delivered, fact, newJobId } from './app.ts';
import { changeKnown, refOf } from './neighbours.ts';

const deadlineMs = 60_000;
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

  it('keeps notes and locations outside the chain, which holds commitments to them', async () => {
    const id = newJobId();
    const entry = { note: 'Handed to Sister Dlamini', details: { location: 'Ward 3', parcels: 2 } };
    await app.jobs().emitEvent({ job_id: id, custody: fact('booked') });
    await app.jobs().emitEvent({ job_id: id, custody: fact('scanned', entry) });
    const { events, texts, texts_from } = await app.as('ten_a').record({ id });
    expect(texts).toEqual([
      { seq: 2, member: 'location', text: 'Ward 3', salt: expect.stringMatching(/^[0-9a-f]{64}$/) },
      { seq: 2, member: 'note', text: entry.note, salt: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
    expect(texts_from).toBe(0);
    const [location, note] = texts;
    expect(events[1]).toMatchObject({ v: 1, note: null });
    expect(events[1]?.details).toEqual({
      parcels: 2,
      location_commitment: commitment(location?.salt ?? '', 'Ward 3'),
      note_commitment: commitment(note?.salt ?? '', entry.note),
    });
    const stored = await app.rows('select bytes from custody.custody_event where job_id = $1', [
      id,
    ]);
    expect(JSON.stringify(stored)).not.toMatch(/Dlamini|Ward/);
  });

  it('takes the reference of the job', async () => {
    const id = await delivered(app);
    expect((await app.as('ten_a').record({ id: refOf(id) })).job_id).toBe(id);
  });

  it('has what was answered before it was asked, or has waited two seconds for it', async () => {
    const id = newJobId();
    for (let count = 1; count <= 20; count += 1) {
      await app.jobs().emitOnly({ job_id: id, custody: fact('scanned') });
      const startedMs = performance.now();
      const { events } = await app.as('ten_a').record({ id });
      const waitedMs = performance.now() - startedMs;
      expect(events.length === count || waitedMs > 1900, `${events.length} of ${count}`).toBe(true);
    }
  });

  it('of a chain longer than a message comes in pages, all of them as it was at the first', async () => {
    const id = newJobId();
    const note = 'n'.repeat(500);
    const details = { code: 'c'.repeat(500) };
    const long = 600;
    for (let entry = 0; entry < long; entry += 1) {
      await app.jobs().emitOnly({ job_id: id, custody: fact('scanned', { note, details }) });
    }
    await vi.waitFor(async () => {
      const sql = 'select 1 from custody.custody_event where job_id = $1';
      expect(await app.rows(sql, [id])).toHaveLength(long);
    }, deadlineMs);
    const first = await app.as('ten_a').record({ id });
    expect(Buffer.byteLength(JSON.stringify(first))).toBeLessThan(400_000);
    await app.jobs().emitEvent({ job_id: id, custody: fact('scanned') });
    const pages = [first];
    for (let last = first; last.next !== null; pages.push(last)) {
      last = await app.as('ten_a').record({ id, starting_after: last.next });
    }
    expect(pages.length).toBeGreaterThan(1);
    const events = pages.flatMap((page) => page.events);
    const texts = pages.flatMap((page) => page.texts);
    expect(texts.map(({ seq }) => seq)).toEqual(events.map(({ seq }) => seq));
    expect(texts.every(({ text }) => text === note)).toBe(true);
    const counts = pages.map((page) => page.texts_from !== null && page.texts.length > 0);
    expect(counts.indexOf(true), 'texts follow when all events are told').toBe(
      counts.lastIndexOf(false) + 1,
    );
    expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: long }, (_, n) => n + 1));
    expect(new Set(pages.map(({ chain_hash }) => chain_hash))).toEqual(
      new Set([events.at(-1)?.hash]),
    );
    expect((await app.as('ten_a').bundle({ id })).custody.events.length).toBeLessThan(long);
  });

  it('shows what there is when the latest event does not come within two seconds', async () => {
    const id = newJobId();
    await app.jobs().emitEvent({ job_id: id, custody: fact('booked') });
    changeKnown(id, { last_sequence: 2 });
    const startedMs = performance.now();
    expect((await app.as('ten_a').record({ id })).events).toHaveLength(1);
    expect(performance.now() - startedMs).toBeGreaterThan(1900);
    expect(performance.now() - startedMs).toBeLessThan(20_000);
  });

  it('of a job that nothing was told of yet has the hash its first event will follow', async () => {
    const id = newJobId();
    await app.jobs().emitEvent({ job_id: id });
    expect(await app.as('ten_a').record({ id })).toEqual({
      job_id: id,
      chain_hash: genesisHash,
      events: [],
      texts: [],
      texts_from: 0,
      next: null,
    });
  });
});

describe('record refused: job_not_found', () => {
  it.each([
    ['an unknown job', 'job_unknown', 'ten_a'],
    ['an id that cannot be one', '../job', 'ten_a'],
  ])('for %s', async (_what, id, tenant) => {
    expect(await app.call('record', { id }, { tenant })).toMatchObject({
      refused: { code: 'job_not_found' },
    });
  });

  it("for another tenant's job", async () => {
    const id = await delivered(app);
    expect(await app.call('record', { id }, { tenant: 'ten_b' })).toMatchObject({
      refused: { code: 'job_not_found' },
    });
  });
});

describe('record with bad input', () => {
  it('is told so', async () => {
    expect(await app.call('record', {})).toEqual({ invalid: expect.anything() });
    const starting_after = '7';
    const startedMs = { id: newJobId(), starting_after };
    expect(await app.call('record', startedMs)).toEqual({ invalid: expect.anything() });
  });
});
