import { describe, expect, it } from 'vitest';
import { custodyApp, delivered, fact, newJobId, proof, publicUrl } from './app.ts';
import { filed, jpeg } from './images.ts';
import { refOf } from './neighbours.ts';

const app = custodyApp();

describe('pod', () => {
  it('shows what the hand-over left behind', async () => {
    const id = await delivered(app);
    expect(await app.as('ten_a').pod({ id })).toEqual({
      job_id: id,
      recipient: proof.recipient,
      otp_verified: true,
      id_check: 'over_14_confirmed',
      signature_url: null,
      photo_url: null,
      delivered_at: '2026-11-02T09:00:00.000Z',
    });
  });

  it('takes the reference of the job', async () => {
    const id = await delivered(app);
    expect((await app.as('ten_a').pod({ id: refOf(id) })).job_id).toBe(id);
    expect((await app.as('ten_a').pod({ id: refOf(id) })).job_id).toBe(id);
  });

  it('links to the files, which the chain has committed to', async () => {
    const job_id = newJobId();
    await app.jobs().emitEvent({ job_id, custody: fact('booked') });
    const signature = await filed(app, job_id);
    const photo = await filed(app, job_id, {
      kind: 'photo',
      bytes: jpeg,
      media_type: 'image/jpeg',
    });
    await delivered(app, { job_id, signature_file_id: signature.id, photo_file_id: photo.id });
    const { signature_url, photo_url } = await app.as('ten_a').pod({ id: job_id });
    const link = `^${publicUrl}/files/proof/[\\w.]+$`;
    expect(signature_url).toMatch(new RegExp(link));
    expect(photo_url).toMatch(new RegExp(link));
    expect(photo_url).not.toBe(signature_url);
    const { events } = await app.as('ten_a').record({ id: job_id });
    expect(events.at(-1)?.details).toMatchObject({
      signature_sha256: signature.sha256,
      photo_sha256: photo.sha256,
    });
  });
});

describe('pod refused', () => {
  it('pod_pending before delivery', async () => {
    const id = newJobId();
    await app.jobs().emitEvent({ job_id: id, custody: fact('booked') });
    expect(await app.call('pod', { id })).toMatchObject({ refused: { code: 'pod_pending' } });
  });

  it.each(['job_unknown', 'not an id'])('job_not_found for %s', async (id) => {
    expect(await app.call('pod', { id })).toMatchObject({ refused: { code: 'job_not_found' } });
  });

  it("job_not_found for another tenant's job", async () => {
    const id = await delivered(app);
    await app.as('ten_a').pod({ id });
    for (const key of [id, refOf(id)]) {
      expect(await app.call('pod', { id: key }, { tenant: 'ten_b' })).toMatchObject({
        refused: { code: 'job_not_found' },
      });
    }
  });
});

describe('pod with bad input', () => {
  it('is told so', async () => {
    expect(await app.call('pod', {})).toEqual({ invalid: expect.anything() });
  });
});
