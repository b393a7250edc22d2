/** What a person decided on contents that were out of range: in the chain, certified, told. */
import { verifyBundle } from '@svc/proof/verify/bundle';
import { describe, expect, it, vi } from 'vitest';
import { custodyTest } from './app.ts';
import { inRange } from './neighbours.ts';

const app = custodyTest();
const deadline = { timeout: 60_000, interval: 20 };
const coldChainOf = (id: string) =>
  vi.waitFor(() => app.as().coldChainCertificate({ id }), deadline);
const verified = async (id: string) => {
  const bundle = JSON.parse(JSON.stringify(await app.as().bundle({ id })));
  return verifyBundle(bundle, { jwks: await app.as('').certificateKeys({}) });
};

describe('a decision on contents that were out of range', () => {
  const decided = { disposition: 'discard', at: '2026-11-02T10:15:00.000Z' };
  const seal = (id: string) => app.sealed(id, { ...inRange, result: 'excursion' });

  it('is in the chain, and a further certificate states it', async () => {
    const job_id = await app.delivered({ temperature_class: '2-8C' });
    await seal(job_id);
    const first = await coldChainOf(job_id);
    app.clock.set(new Date(app.clock.now().getTime() + 60_000));
    await app.disposed(job_id);
    const further = await vi.waitFor(async () => {
      const { certificate } = await coldChainOf(job_id);
      expect(certificate.id).not.toBe(first.certificate.id);
      return certificate;
    }, deadline);
    expect(further).toMatchObject({ dispositions: [decided], custody: { events: 4 } });
    expect(further.cold_chain).toEqual(first.certificate.cold_chain);
    expect((await app.as().record({ id: job_id })).events.at(-1)).toMatchObject({
      type: 'decided',
      by: 'desk:usr_1',
    });
    const { texts } = await app.as().record({ id: job_id });
    expect(texts).toMatchObject([{ seq: 4, member: 'note', text: 'Asked the laboratory' }]);
    expect(await verified(job_id)).toMatchObject({ verified: true, events: 4 });
    const told = (await app.outbox(job_id)).find(({ type }) => type === 'excursion.decided');
    expect(told?.data).toMatchObject({ disposition: 'discard', decided_at: decided.at });
  });

  it('before the certificate is covered by it', async () => {
    const job_id = await app.delivered({ temperature_class: '2-8C' });
    await app.disposed(job_id);
    await vi.waitFor(async () => {
      const types = (await app.outbox(job_id)).map(({ type }) => type);
      expect(types).toContain('excursion.decided');
    }, deadline);
    await seal(job_id);
    const { certificate } = await coldChainOf(job_id);
    expect(certificate).toMatchObject({ dispositions: [decided], custody: { events: 4 } });
    expect(await verified(job_id)).toMatchObject({ verified: true });
  });
});
