import { refused } from '@svc/kit/testing/service-test';
import { Kysely, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPublicCertificate } from '../src/store/certificates.ts';
import type { Tables } from '../src/store/schema.ts';
import { getCertifiedChain } from '../src/workflows/certified-chain.ts';
import { custodyTest, fact, newJobId, proof, publicUrl } from './app.ts';

const app = custodyTest();

/** Rewrites a row as the holder of the owner's password can. */
async function alter(sql: string, values: unknown[]) {
  await app.tamper(sql, values);
}

async function certified() {
  const job_id = newJobId();
  const entry = {
    note: 'Ring twice',
    position: { lat: -26.1, lng: 28 },
    details: { location: 'Hub' },
  };
  await app.emitEvent({ job_id, custody: fact('scanned', entry) });
  await app.delivered({ job_id });
  return app.as().certificate({ id: job_id });
}

describe('publicProof', () => {
  it('shows anybody the certificate and the links of the chain', async () => {
    const certificate = await certified();
    const shown = await app.as('').publicProof({ id: certificate.id });
    const { jws } = await app.as().certificateJws({ id: certificate.id });
    const { events } = await app.as().record({ id: certificate.job_id });
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

  it('shows the events that its certificate covers, and no later ones', async () => {
    const { id, job_id, custody } = await certified();
    await app.emitEvent({ job_id, custody: fact('returned') });
    await app.as().record({ id: job_id });
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
  ])('reports a chain that is not intact when an event was %s', async (_how, sql) => {
    const { id, job_id } = await certified();
    expect((await app.as('').publicProof({ id })).chain_intact, 'remembered').toBe(true);
    await alter(sql, [job_id]);
    expect((await app.as('').publicProof({ id })).chain_intact).toBe(false);
  });
});

it('publicProof refuses any other id with certificate_not_found', async () => {
  const job_id = await app.delivered();
  await app.as().certificate({ id: job_id });
  for (const id of ['POC-0000000000', job_id, '../x']) {
    expect(await app.call('publicProof', { id }, { tenant: '' })).toEqual(
      refused('certificate_not_found'),
    );
  }
});

const minuteMs = 60_000;
let db: Kysely<Tables>;
/** Statements that read contents of events. */
let reads = 0;
beforeAll(() => {
  const connectionString = app.running().service('custody').databaseUrl;
  db = new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: new Pool({ connectionString, options: '-c search_path=custody' }),
    }),
    log: ({ query }) => {
      if (query.sql.includes('"bytes"')) reads += 1;
    },
  });
});
afterAll(() => db.destroy());

async function certificate() {
  const job_id = await app.delivered();
  const { id } = await app.as().certificate({ id: job_id });
  const found = await findPublicCertificate(db, id);
  if (!found) throw new Error('it is certified');
  return found;
}

describe('the verdict on a certified chain', () => {
  it('is cached for ten minutes while its rows are unchanged', async () => {
    const covering = await certificate();
    const readsAfter = async (minutes: number) => {
      reads = 0;
      const now = new Date(app.clock.now().getTime() + minutes * minuteMs);
      expect(await getCertifiedChain(db, covering, now)).toMatchObject({ chain_intact: true });
      return reads;
    };
    expect(await readsAfter(0)).toBe(1);
    expect(await readsAfter(0)).toBe(0);
    expect(await readsAfter(9)).toBe(0);
    expect(await readsAfter(10)).toBe(1);
    expect(await readsAfter(19)).toBe(0);
  });

  it('is computed again after any write to a row', async () => {
    const covering = await certificate();
    await getCertifiedChain(db, covering, app.clock.now());
    await app.tamper('update custody.custody_event set hash = hash where job_id = $1', [
      covering.job_id,
    ]);
    reads = 0;
    await getCertifiedChain(db, covering, app.clock.now());
    expect(reads).toBe(1);
  });
});
