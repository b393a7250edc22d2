import { describe, expect, it } from 'vitest';
import { custodyApp, delivered, fact, newJobId, proof, publicUrl } from './app.ts';

const app = custodyApp();

/** Rewrites a row as the holder of the owner's password can. */
async function alter(sql: string, values: unknown[]) {
  await app.rows('alter table custody.custody_event disable trigger only_added_to');
  await app.rows(sql, values);
  await app.rows('alter table custody.custody_event enable trigger only_added_to');
}

async function certified() {
  const job_id = newJobId();
  const entry = {
    note: 'Ring twice',
    position: { lat: -26.1, lng: 28 },
    details: { location: 'Hub' },
  };
  await app.jobs().emitEvent({ job_id, custody: fact('scanned', entry) });
  await delivered(app, { job_id });
  return app.as('ten_a').certificate({ id: job_id });
}

describe('publicProof', () => {
  it('shows anybody the certificate and the links of the chain', async () => {
    const certificate = await certified();
    const shown = await app.as('').publicProof({ id: certificate.id });
    const { jws } = await app.as('ten_a').certificateJws({ id: certificate.id });
    const { events } = await app.as('ten_a').record({ id: certificate.job_id });
    expect(shown).toEqual({
      format: 'svc.custody.proof.v1',
      certificate,
      certificate_jws: jws,
      events: events.map(({ seq, at, type, seal, prev_hash, hash }) => ({
        seq,
        at,
        type,
        seal,
        prev_hash,
        hash,
      })),
      chain_intact: true,
      cold_chain_certificate: null,
      jwks: await app.as('').certificateKeys({}),
      log: {
        origin: 'svc.example/log',
        checkpoint_url: `${publicUrl}/log/checkpoint`,
        entries: ['key', 'certificate'].map((type) => ({
          entry: expect.stringContaining(`"type":"${type}"`),
          proof: null,
        })),
      },
    });
  });

  it('names no person and no place', async () => {
    const { id } = await certified();
    const shown = JSON.stringify(await app.as('').publicProof({ id }));
    // With the salt, or an entry of the chain, others could find its hand-overs in the log.
    for (const hidden of [
      'salt',
      'hmac-sha256:',
      'Ring twice',
      'lat_e6',
      'Hub',
      'drv_1',
      'cli_1',
      proof.recipient,
    ]) {
      expect(shown).not.toContain(hidden);
    }
  });

  it('is the same at the next view, from memory', async () => {
    const { id } = await certified();
    const first = await app.as('').publicProof({ id });
    expect(await app.as('').publicProof({ id })).toEqual(first);
  });

  it('shows the events that its certificate covers, and none that came later', async () => {
    const { id, job_id, custody } = await certified();
    await app.jobs().emitEvent({ job_id, custody: fact('returned') });
    await app.as('ten_a').record({ id: job_id });
    const { events, chain_intact } = await app.as('').publicProof({ id });
    expect(events).toHaveLength(custody.events);
    expect(chain_intact).toBe(true);
  });

  it.each([
    [
      'changed',
      "update custody.custody_event set bytes = replace(bytes, 'SL-', 'XX-') where job_id = $1",
    ],
    ['cut off', 'delete from custody.custody_event where job_id = $1 and seq = 4'],
    ['taken out', 'delete from custody.custody_event where job_id = $1 and seq = 2'],
    [
      'changed where only the shown hash lies',
      "update custody.custody_event set hash = 'sha256:' || repeat('0', 64) where job_id = $1 and seq = 2",
    ],
  ])('says that the chain is not intact when an event was %s', async (_how, sql) => {
    const { id, job_id } = await certified();
    expect((await app.as('').publicProof({ id })).chain_intact, 'remembered').toBe(true);
    await alter(sql, [job_id]);
    expect((await app.as('').publicProof({ id })).chain_intact).toBe(false);
  });
});

describe('publicProof refused: certificate_not_found', () => {
  it('for an unknown id, and for what is no certificate id', async () => {
    const job_id = await delivered(app);
    await app.as('ten_a').certificate({ id: job_id });
    for (const id of ['POC-0000000000', job_id, '../x']) {
      expect(await app.call('publicProof', { id }, { tenant: '' })).toMatchObject({
        refused: { code: 'certificate_not_found' },
      });
    }
  });
});

describe('publicProof with bad input', () => {
  it('is told so', async () => {
    expect(await app.call('publicProof', {})).toEqual({ invalid: expect.anything() });
  });
});
