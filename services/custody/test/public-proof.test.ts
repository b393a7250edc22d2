import { describe, expect, it } from 'vitest';
import { custodyApp, delivered, fact, newJobId, proof } from './app.ts';

const app = custodyApp();

/** What somebody with the owner's password could do. */
async function alter(sql: string, values: unknown[]) {
  await app.rows('alter table custody.custody_event disable trigger only_added_to');
  await app.rows(sql, values);
  await app.rows('alter table custody.custody_event enable trigger only_added_to');
}

async function certified() {
  const job_id = newJobId();
  const told = {
    note: 'Ring twice',
    position: { lat: -26.1, lng: 28 },
    details: { location: 'Hub' },
  };
  await app.jobs().tell({ job_id, custody: fact('scanned', told) });
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
      jwks: await app.as('').certificateKeys({}),
    });
  });

  it('names no person and no place', async () => {
    const { id } = await certified();
    const shown = JSON.stringify(await app.as('').publicProof({ id }));
    for (const hidden of ['Ring twice', 'lat_e6', 'Hub', 'drv_1', 'cli_1', proof.recipient]) {
      expect(shown).not.toContain(hidden);
    }
  });

  it.each([
    [
      'changed',
      "update custody.custody_event set bytes = replace(bytes, 'SL-', 'XX-') where job_id = $1",
    ],
    ['cut off', 'delete from custody.custody_event where job_id = $1 and seq = 4'],
    ['taken out', 'delete from custody.custody_event where job_id = $1 and seq = 2'],
  ])('says that the chain is not intact when an event was %s', async (_how, sql) => {
    const { id, job_id } = await certified();
    await alter(sql, [job_id]);
    expect((await app.as('').publicProof({ id })).chain_intact).toBe(false);
  });
});

describe('publicProof refused: certificate_not_found', () => {
  it('for an unknown id, and for what is no certificate id', async () => {
    const job_id = await delivered(app);
    await app.as('ten_a').certificate({ id: job_id });
    for (const id of ['POC-0000000000', job_id, '../x']) {
      expect(await app.ask('publicProof', { id }, { tenant: '' })).toMatchObject({
        refused: { code: 'certificate_not_found' },
      });
    }
  });
});

describe('publicProof with bad input', () => {
  it('is told so', async () => {
    expect(await app.ask('publicProof', {})).toEqual({ invalid: expect.anything() });
  });
});
