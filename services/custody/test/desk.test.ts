/** Reads of the carrier's desk over the jobs of all tenants. */
import { verifyBundle } from '@svc/verify/bundle';
import { describe, expect, it } from 'vitest';
import { custodyApp, delivered, fact, newJobId, proof } from './app.ts';
import { filed } from './images.ts';
import { refOf } from './neighbours.ts';

const app = custodyApp();
const carrier = { tenant: 'ten_carrier' };
const desk = () => app.as(carrier.tenant);

describe('bundleForDesk', () => {
  it("is the tenant's own bundle, and can be verified", async () => {
    const id = await delivered(app);
    const bundle = await desk().bundleForDesk({ id: refOf(id) });
    expect(bundle).toEqual(await app.as('ten_a').bundle({ id }));
    const jwks = await app.as('').certificateKeys({});
    expect(await verifyBundle(bundle, { jwks })).toMatchObject({ verified: true, faults: [] });
  });

  it('refused: job_not_found', async () => {
    expect(await app.call('bundleForDesk', { id: 'job_unknown' }, carrier)).toMatchObject({
      refused: { code: 'job_not_found' },
    });
  });
});

describe('openProofForDesk', () => {
  it('answers who took the parcels, without a file', async () => {
    const id = await delivered(app);
    expect(await desk().openProofForDesk({ id: refOf(id), part: 'document' })).toEqual({
      ...(await app.as('ten_a').pod({ id })),
      file: null,
    });
  });

  it('names the file of a signature, which storage holds', async () => {
    const job_id = newJobId();
    await app.jobs().emitEvent({ job_id, custody: fact('booked') });
    const { id: signature_file_id } = await filed(app, job_id);
    await delivered(app, { job_id, signature_file_id });
    const { file, recipient } = await desk().openProofForDesk({ id: job_id, part: 'signature' });
    expect(recipient).toBe(proof.recipient);
    expect(file).toMatchObject({ media_type: 'image/png' });
    expect((await app.files().get(file?.storage_key ?? '')).length).toBeGreaterThan(0);
  });

  it('refused: file_not_found where none was taken, or it is erased', async () => {
    const job_id = newJobId();
    await app.jobs().emitEvent({ job_id, custody: fact('booked') });
    const { id: signature_file_id } = await filed(app, job_id);
    await delivered(app, { job_id, signature_file_id });
    const open = (part: string) => app.call('openProofForDesk', { id: job_id, part }, carrier);
    expect(await open('photo')).toMatchObject({ refused: { code: 'file_not_found' } });
    await app.as('ten_a').eraseProof({ id: job_id });
    expect(await open('signature')).toMatchObject({ refused: { code: 'file_not_found' } });
  });

  it('refused: pod_pending before the delivery', async () => {
    const id = newJobId();
    await app.jobs().emitEvent({ job_id: id, custody: fact('booked') });
    const input = { id, part: 'document' };
    expect(await app.call('openProofForDesk', input, carrier)).toMatchObject({
      refused: { code: 'pod_pending' },
    });
  });

  it('refused: job_not_found', async () => {
    const input = { id: 'job_unknown', part: 'document' };
    expect(await app.call('openProofForDesk', input, carrier)).toMatchObject({
      refused: { code: 'job_not_found' },
    });
  });
});
