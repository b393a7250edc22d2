import { refused } from '@svc/kit/testing/service-test';
import { genesisHash, hashEvent } from '@svc/proof/verify/event';
import { describe, expect, it, vi } from 'vitest';
import { commitment } from '../src/adapters/chain-hash.ts';
import { custodyTest, fact, newJobId, proof, publicUrl } from './app.ts';
import { changeKnown, refOf } from './neighbours.ts';

const deadlineMs = 60_000;
const app = custodyTest();

describe('record', () => {
  it('returns every event, each with the hash of its predecessor', async () => {
    const id = await app.delivered();
    const record = await app.as().record({ id });
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

  it('returns events with the members of the contract in their order', async () => {
    const id = await app.delivered();
    const { events } = await app.as().record({ id });
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

  it('keeps notes and locations outside the chain, which has commitments to them', async () => {
    const id = newJobId();
    const entry = { note: 'Handed to Sister Dlamini', details: { location: 'Ward 3', parcels: 2 } };
    await app.emitEvent({ job_id: id, custody: fact('booked') });
    await app.emitEvent({ job_id: id, custody: fact('scanned', entry) });
    const { events, texts, texts_from } = await app.as().record({ id });
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
    const stored = await app.sql('select bytes from custody.custody_event where job_id = $1', [id]);
    expect(JSON.stringify(stored)).not.toMatch(/Dlamini|Ward/);
  });

  it('has each event emitted before the call, or waits two seconds for it', async () => {
    const id = newJobId();
    for (let count = 1; count <= 20; count += 1) {
      await app.emitOnly({ job_id: id, custody: fact('scanned') });
      const startedMs = performance.now();
      const { events } = await app.as().record({ id });
      const waitedMs = performance.now() - startedMs;
      expect(events.length === count || waitedMs > 1900, `${events.length} of ${count}`).toBe(true);
    }
  });

  it('pages a chain longer than a message, as it was at the first page', async () => {
    const id = newJobId();
    const note = 'n'.repeat(500);
    const details = { code: 'c'.repeat(500) };
    const long = 600;
    for (let entry = 0; entry < long; entry += 1) {
      await app.emitOnly({ job_id: id, custody: fact('scanned', { note, details }) });
    }
    await vi.waitFor(async () => {
      const sql = 'select 1 from custody.custody_event where job_id = $1';
      expect(await app.sql(sql, [id])).toHaveLength(long);
    }, deadlineMs);
    const first = await app.as().record({ id });
    expect(Buffer.byteLength(JSON.stringify(first))).toBeLessThan(400_000);
    await app.emitEvent({ job_id: id, custody: fact('scanned') });
    const pages = [first];
    for (let last = first; last.next !== null; pages.push(last)) {
      last = await app.as().record({ id, starting_after: last.next });
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
    expect((await app.as().bundle({ id })).custody.events.length).toBeLessThan(long);
  });

  it('returns the genesis hash of a job without custody facts', async () => {
    const id = newJobId();
    await app.emitEvent({ job_id: id });
    expect(await app.as().record({ id })).toEqual({
      job_id: id,
      chain_hash: genesisHash,
      events: [],
      texts: [],
      texts_from: 0,
      next: null,
    });
  });
});

it('an event of a job enters the chain without floats, in normal form C, with null for empty fields', async () => {
  const job_id = newJobId();
  const custody = fact('scanned', {
    note: 'Eingang u\u0308ber den Hof',
    seal: '',
    position: { lat: -26.1234567, lng: -0.0000001 },
    details: { location: 'Su\u0308d', seal_match: true, temperature_dc: -185 },
  });
  await app.emitEvent({ job_id, custody });
  await app.emitEvent({ job_id, custody: fact('scanned', { details: {} }) });
  const { events, texts } = await app.as().record({ id: job_id });
  expect(texts.map(({ text }) => text)).toEqual(['S\u00fcd', 'Eingang \u00fcber den Hof']);
  expect(events).toMatchObject([
    {
      note: null,
      seal: null,
      position: { lat_e6: -26_123_457, lng_e6: 0 },
      details: { seal_match: true, temperature_dc: -185 },
    },
    { note: null, position: null, details: null },
  ]);
});

describe('a delivery', () => {
  it('is certified, and emits pod.available and certificate.issued', async () => {
    const job_id = await app.delivered();
    const { id, verify_url } = await app.as().certificate({ id: job_id });
    const emitted = await app.outbox(job_id);
    expect(emitted).toMatchObject([
      {
        type: 'pod.available',
        tenant_id: app.tenant,
        sequence: 1,
        data: {
          job_id,
          ref: refOf(job_id),
          pod_url: `${publicUrl}/v1/jobs/${job_id}/pod`,
        },
      },
      {
        type: 'certificate.issued',
        sequence: 2,
        data: {
          job_id,
          ref: refOf(job_id),
          certificate_id: id,
          type: 'proof_of_custody',
          verify_url,
        },
      },
    ]);
  });

  it('commits the chain to the recipient, whose name only the proof has', async () => {
    const job_id = await app.delivered({ recipient: 'Zoe\u0308 of the test' });
    const { events } = await app.as().record({ id: job_id });
    const [row] = await app.sql('select * from custody.proof where job_id = $1', [job_id]);
    expect(row.salt).toMatch(/^[0-9a-f]{64}$/);
    expect(events.at(-1)?.details).toEqual({
      recipient_commitment: commitment(row.salt, 'Zo\u00eb of the test'),
    });
    const kept = await app.sql(
      `select bytes from custody.custody_event where job_id = $1
        union all select jws from custody.certificate where job_id = $1`,
      [job_id],
    );
    expect(JSON.stringify([events, kept])).not.toContain('of the test');
  });

  it('draws a new salt for each commitment', async () => {
    const commitmentOf = async () => {
      const { events } = await app.as().record({ id: await app.delivered() });
      return events.at(-1)?.details?.recipient_commitment;
    };
    expect(await commitmentOf()).not.toBe(await commitmentOf());
  });

  it('without a custody fact is rejected and appends nothing', async () => {
    const job_id = await app.booked();
    await app.emitOnly({ job_id, custody: null, proof });
    const { events } = await app.as().record({ id: job_id });
    expect(events).toHaveLength(1);
    expect(await app.outbox(job_id)).toEqual([]);
  });

  it('of a chain that was tampered with is filed, but not certified', async () => {
    const job_id = await app.booked();
    await app.as().record({ id: job_id });
    await app.tamper(
      `update custody.custody_event set bytes = replace(bytes, 'drv_1', 'drv_2') where job_id = $1`,
      [job_id],
    );
    await app.emitEvent({ job_id, custody: fact('delivered'), proof });
    expect((await app.as().pod({ id: job_id })).recipient).toBe(proof.recipient);
    expect(await app.call('certificate', { id: job_id })).toEqual(refused('certificate_pending'));
    expect(await app.typesOf(job_id)).toEqual(['pod.available']);
  });
});

const reads = [
  ['record', {}],
  ['certificate', {}],
  ['pod', {}],
  ['openProof', { part: 'document', reason: 'A parcel is missed' }],
  ['openProofForDesk', { part: 'document' }],
] as const;

it('a read of a delivered job waits two seconds for an event that does not come', async () => {
  const id = await app.booked();
  changeKnown(id, { status: 'delivered', last_sequence: 2 });
  await Promise.all(
    reads.map(async ([action, input]) => {
      const startedMs = performance.now();
      await app.call(action, { id, ...input });
      expect(performance.now() - startedMs, action).toBeGreaterThan(1900);
    }),
  );
});
