import { describe, expect, it } from 'vitest';
import { custodyApp, delivered, fact, newJobId } from './app.ts';

const app = custodyApp();
const issued = (tenant_id: string, job_id: string) =>
  app.as('').issuedCertificates({ tenant_id, job_id });

describe('deskCustody', () => {
  it('is the head of the chain of any tenant, with the certificates', async () => {
    const job_id = newJobId();
    const state = () => app.as('').deskCustody({ tenant_id: 'ten_a', job_id });
    expect(await state()).toEqual({ events: 0, chain_hash: null, certificates: [] });
    await delivered(app, { job_id });
    const { events, chain_hash } = await app.as('ten_a').record({ id: job_id });
    const { certificates } = await issued('ten_a', job_id);
    expect(await state()).toEqual({ events: events.length, chain_hash, certificates });
  });
});

describe('issuedCertificates', () => {
  it('are none before the hand-over', async () => {
    const job_id = newJobId();
    await app.jobs().emitEvent({ job_id, custody: fact('scanned', {}) });
    expect(await issued('ten_a', job_id)).toEqual({ certificates: [] });
  });

  it('are their ids and links afterwards, and nothing else', async () => {
    const job_id = newJobId();
    await delivered(app, { job_id });
    const { id, type, verify_url } = await app.as('ten_a').certificate({ id: job_id });
    expect(await issued('ten_a', job_id)).toEqual({ certificates: [{ id, type, verify_url }] });
    expect(await issued('ten_b', job_id)).toEqual({ certificates: [] });
  });
});
