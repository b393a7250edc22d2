import { describe, expect, it } from 'vitest';
import { commitment } from '../src/adapters/chain-hash.ts';
import { custodyApp, delivered, fact, newJobId, proof, publicUrl } from './app.ts';
import { refOf } from './neighbours.ts';

const app = custodyApp();

describe('an event of a job', () => {
  it('becomes the next event of the chain when it says something of custody', async () => {
    const job_id = newJobId();
    await app.jobs().emitEvent({ job_id, custody: fact('booked') });
    await app.jobs().emitEvent({ job_id });
    await app.jobs().emitEvent({ job_id, custody: fact('collected', { seal: 'SL-0001' }) });
    const { events } = await app.as('ten_a').record({ id: job_id });
    expect(events.map(({ seq, type }) => [seq, type])).toEqual([
      [1, 'booked'],
      [2, 'collected'],
    ]);
  });

  it('enters the chain without floats, in normal form C, with null for what is empty', async () => {
    const job_id = newJobId();
    const custody = fact('scanned', {
      note: 'Eingang u\u0308ber den Hof',
      seal: '',
      position: { lat: -26.1234567, lng: -0.0000001 },
      details: { location: 'Su\u0308d', seal_match: true, temperature_dc: -185 },
    });
    await app.jobs().emitEvent({ job_id, custody });
    await app.jobs().emitEvent({ job_id, custody: fact('scanned', { details: {} }) });
    const { events, texts } = await app.as('ten_a').record({ id: job_id });
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
});

describe('a delivery', () => {
  it('is certified, and told with the job reference', async () => {
    const job_id = await delivered(app);
    const { id, verify_url } = await app.as('ten_a').certificate({ id: job_id });
    const emitted = await app.emitted(job_id);
    expect(emitted).toMatchObject([
      {
        type: 'pod.available',
        tenant_id: 'ten_a',
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

  it('commits the chain to the recipient, whose name only the proof holds', async () => {
    const job_id = await delivered(app, { recipient: 'Zoe\u0308 of the test' });
    const { events } = await app.as('ten_a').record({ id: job_id });
    const [row] = await app.rows('select * from custody.proof where job_id = $1', [job_id]);
    expect(row.salt).toMatch(/^[0-9a-f]{64}$/);
    expect(events.at(-1)?.details).toEqual({
      recipient_commitment: commitment(row.salt, 'Zo\u00eb of the test'),
    });
    const kept = await app.rows(
      `select bytes from custody.custody_event where job_id = $1
        union all select jws from custody.certificate where job_id = $1`,
      [job_id],
    );
    expect(JSON.stringify([events, kept])).not.toContain('of the test');
  });

  it('salts each commitment anew', async () => {
    const commitmentOf = async () => {
      const { events } = await app.as('ten_a').record({ id: await delivered(app) });
      return events.at(-1)?.details?.recipient_commitment;
    };
    expect(await commitmentOf()).not.toBe(await commitmentOf());
  });

  it('without what it must say is not taken: nothing is appended', async () => {
    const job_id = newJobId();
    await app.jobs().emitEvent({ job_id, custody: fact('booked') });
    await app.jobs().emitOnly({ job_id, custody: null, proof });
    const { events } = await app.as('ten_a').record({ id: job_id });
    expect(events).toHaveLength(1);
    expect(await app.emitted(job_id)).toEqual([]);
  });

  it('of a chain that was altered where it lies is filed, but not certified', async () => {
    const job_id = newJobId();
    await app.jobs().emitEvent({ job_id, custody: fact('booked') });
    await app.as('ten_a').record({ id: job_id });
    await app.rows('alter table custody.custody_event disable trigger only_added_to');
    await app.rows(
      `update custody.custody_event set bytes = replace(bytes, 'drv_1', 'drv_2') where job_id = $1`,
      [job_id],
    );
    await app.rows('alter table custody.custody_event enable trigger only_added_to');
    await app.jobs().emitEvent({ job_id, custody: fact('delivered'), proof });
    expect((await app.as('ten_a').pod({ id: job_id })).recipient).toBe(proof.recipient);
    expect(await app.call('certificate', { id: job_id })).toMatchObject({
      refused: { code: 'certificate_pending' },
    });
    expect((await app.emitted(job_id)).map(({ type }) => type)).toEqual(['pod.available']);
  });
});
