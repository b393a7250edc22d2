import type { CustodyFact, Envelope } from '@svc/contracts';
import { startHost } from '@svc/kit/host';
import { verifyBundle } from '@svc/proof/verify/bundle';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { commitment, genesisHead, hashEvent } from '../src/adapters/chain-hash.ts';
import { type ChainHead, nextEvent } from '../src/domain/chain.ts';
import { withholdFreeText } from '../src/domain/free-text.ts';
import { custodyService } from '../src/service.ts';
import { type CustodyApp, custodyTest, fact, newJobId, proof } from './app.ts';
import { changeKnown, refOf, snapshotOf, tellJob } from './neighbours.ts';

const tenant = 'ten_a';
/** The nth event of a job; every third has no custody fact. */
function eventOf(jobId: string, sequence: number, custody: CustodyFact | null): Envelope {
  return {
    id: `evt_${jobId}_${sequence}`,
    producer: 'jobs',
    type: 'job.updated',
    tenant_id: tenant,
    job_id: jobId,
    sequence,
    created_at: '2026-11-02T08:00:00.000Z',
    data: { job_id: jobId, ref: refOf(jobId), changed: [] },
    internals: { job: snapshotOf(jobId, 'in_transit'), custody },
  };
}

/** The expected chain, computed from the emitted events and the salts that were drawn for it. */
function chainOf(
  jobId: string,
  records: readonly (CustodyFact | null)[],
  salts: ReadonlyMap<number, string>,
) {
  const chain: Pick<ChainHead, 'seq' | 'hash'>[] = [genesisHead];
  for (const each of records) {
    if (!each) continue;
    const head = chain.at(-1) ?? genesisHead;
    const newSalt = () => salts.get(head.seq + 1) ?? 'none was drawn';
    const { fact: entries } = withholdFreeText(each, { newSalt, commitment });
    chain.push(hashEvent(nextEvent(entries, jobId, head)));
  }
  return chain.slice(1).map(({ hash }) => hash);
}

describe('events of a job', () => {
  const app = custodyTest();
  const consume = (events: readonly Envelope[]) => app.consume('jobs', events);
  const saltsOf = async (jobId: string) => {
    const sql = 'select seq, salt from custody.custody_text where job_id = $1';
    const rows: { seq: number; salt: string }[] = await app.sql(sql, [jobId]);
    return new Map(rows.map(({ seq, salt }) => [seq, salt]));
  };

  it('make the same chain in any order and with any repetitions', async () => {
    const notes = fc.array(fc.option(fc.string({ maxLength: 20 })), { minLength: 1, maxLength: 7 });
    const arrivals = notes
      .map((texts) => texts.map((note) => (note === null ? null : fact('scanned', { note }))))
      .chain((entries) =>
        fc.record({
          entries: fc.constant(entries),
          order: fc.shuffledSubarray(
            entries.map((_, i) => i),
            { minLength: entries.length },
          ),
          repeats: fc.array(fc.nat(entries.length - 1), { maxLength: 5 }),
        }),
      );
    await fc.assert(
      fc.asyncProperty(arrivals, async ({ entries, order, repeats }) => {
        const jobId = newJobId();
        for (const index of [...order, ...repeats]) {
          await consume([eventOf(jobId, index + 1, entries[index] ?? null)]);
        }
        const rows = await app.sql(
          'select hash from custody.custody_event where job_id = $1 order by seq',
          [jobId],
        );
        expect(rows.map(({ hash }) => hash)).toEqual(chainOf(jobId, entries, await saltsOf(jobId)));
      }),
      { numRuns: 40 },
    );
  });

  it('in one transaction make the chains that they make one by one', async () => {
    const jobs = Array.from({ length: 5 }, () => newJobId());
    const entries = [
      fact('booked', { note: 'ring twice' }),
      fact('collected', { seal: 'SL-0001' }),
      fact('scanned', { details: { location: 'hub' } }),
    ];
    const all = jobs.flatMap((jobId) => entries.map((each, n) => eventOf(jobId, n + 1, each)));
    await consume(all);
    for (const jobId of jobs) {
      const more = fact('scanned', { note: 'further on' });
      await consume([eventOf(jobId, entries.length + 1, more)]);
      const sql = 'select hash from custody.custody_event where job_id = $1 order by seq';
      const hashes = (await app.sql(sql, [jobId])).map(({ hash }) => hash);
      expect(hashes).toEqual(chainOf(jobId, [...entries, more], await saltsOf(jobId)));
    }
  });

  it('after a delivery in the same transaction are not in its certificate', async () => {
    const jobId = newJobId();
    const custody = fact('delivered', { seal: 'SL-0001' });
    const { type, data, internals } = tellJob(tenant, { job_id: jobId, custody, proof });
    await consume([
      eventOf(jobId, 1, fact('booked')),
      { ...eventOf(jobId, 2, null), type, data, internals },
      eventOf(jobId, 3, fact('scanned', { note: 'the empty box' })),
    ]);
    changeKnown(jobId, { last_sequence: 3 });
    const issued = await app.as(tenant).certificate({ id: jobId });
    expect(issued.custody.events).toBe(2);
    const { events } = await app.as(tenant).record({ id: jobId });
    expect(events.map((event) => event.type)).toEqual(['booked', 'delivered', 'scanned']);
    expect(await app.typesOf(jobId)).toEqual(['pod.available', 'certificate.issued']);
  });

  it('that arrive concurrently, each twice, are appended once each', async () => {
    const jobId = newJobId();
    const entries = Array.from({ length: 12 }, (_, n) => fact('scanned', { note: `stop ${n}` }));
    const all = entries.flatMap((each, n) => [
      eventOf(jobId, n + 1, each),
      eventOf(jobId, n + 1, each),
    ]);
    await Promise.all(all.map((envelope) => consume([envelope])));
    const rows = await app.sql(
      'select hash from custody.custody_event where job_id = $1 order by seq',
      [jobId],
    );
    expect(rows.map(({ hash }) => hash)).toEqual(chainOf(jobId, entries, await saltsOf(jobId)));
  });
});

const buses = inject('natsUrl') ? [true, false] : [false];

describe.each(buses)('two replicas (nats: %s)', (nats) => {
  const app = custodyTest({ nats });
  secondReplica(app, nats);

  it('append each event once, certify each delivery once, and make one key', async () => {
    const jobs = await Promise.all(Array.from({ length: 12 }, () => app.delivered()));
    const jwks = await keysAfter(jobs);
    for (const id of jobs) {
      const bundle = await app.as().bundle({ id });
      expect(await verifyBundle(bundle, { jwks })).toMatchObject({ verified: true, events: 3 });
      expect(await app.typesOf(id)).toEqual(['pod.available', 'certificate.issued']);
    }
    expect(jwks.keys).toHaveLength(1);
  });

  const keysAfter = async (jobs: string[]) => {
    for (const id of jobs) await app.as().certificate({ id });
    return app.as().certificateKeys({});
  };
});

/** The same service once more, on the same database and bus. */
function secondReplica(app: CustodyApp, nats: boolean) {
  let host: Awaited<ReturnType<typeof startHost>> | undefined;
  beforeAll(async () => {
    const { config, clock, log } = app.running().host;
    host = await startHost({
      name: 'replica',
      services: [custodyService],
      env: {
        SVC_SECRET: config.SVC_SECRET,
        SVC_POSTGRES_URL: config.SVC_POSTGRES_URL,
        SVC_NAMESPACE: config.SVC_NAMESPACE,
        SVC_FILES_URL: app.filesUrl(),
        ...(nats && { SVC_NATS_URL: config.SVC_NATS_URL }),
      },
      clock,
      log,
      timers: false,
    });
  });
  afterAll(() => host?.stop());
}
