import { exitCode, verifyBundle } from '@svc/verify/bundle';
import { describe, expect, it } from 'vitest';
import { custodyApp, delivered, fact, newJobId } from './app.ts';
import { refOf } from './neighbours.ts';

const app = custodyApp();

describe('bundle', () => {
  it('is verified offline with the published keys alone', async () => {
    const id = await delivered(app);
    const bundle = JSON.parse(JSON.stringify(await app.as('ten_a').bundle({ id })));
    const verdict = await verifyBundle(bundle, { jwks: await app.as('').certificateKeys({}) });
    expect(verdict).toMatchObject({ verified: true, faults: [], events: 3, seal: 'SL-0001' });
    const { thumbprint } = verdict.signer;
    expect(await verifyBundle(bundle, { thumbprint: thumbprint ?? '' })).toMatchObject({
      verified: true,
    });
  });

  it('holds what the other actions show, and the one key that signed', async () => {
    const id = await delivered(app);
    await app.as('ten_a').certificate({ id });
    const { kid } = await app.as('').rotateCertificateKey({});
    const later = await delivered(app);
    const { custody, certificate, certificate_jws, jwks, job, format, texts_from } = await app
      .as('ten_a')
      .bundle({ id: later });
    expect(format).toBe('svc.custody.bundle.v1');
    expect(job).toEqual({ id: later, ref: refOf(later) });
    expect({ ...custody, texts_from, next: null }).toEqual(
      await app.as('ten_a').record({ id: later }),
    );
    expect(certificate).toEqual(await app.as('ten_a').certificate({ id: later }));
    expect({ jws: certificate_jws }).toEqual(await app.as('ten_a').certificateJws({ id: later }));
    expect(jwks.keys).toMatchObject([{ kid }]);
    expect((await app.as('ten_a').bundle({ id })).jwks.keys[0]?.kid).not.toBe(kid);
  });

  it('of a job on its way has a whole chain that nobody signed for yet', async () => {
    const id = newJobId();
    await app.jobs().emitEvent({ job_id: id, custody: fact('booked') });
    const bundle = await app.as('ten_a').bundle({ id: refOf(id) });
    expect(bundle).toMatchObject({ certificate: null, certificate_jws: null, jwks: { keys: [] } });
    const verdict = await verifyBundle(bundle, { jwks: await app.as('').certificateKeys({}) });
    expect(verdict).toMatchObject({ chain: 'ok', events: 1 });
    expect(exitCode(verdict)).toBe(2);
  });
});

describe('bundle refused: job_not_found', () => {
  it.each(['job_unknown', 'POC-0000000000', 'no id'])('for %s', async (id) => {
    expect(await app.call('bundle', { id })).toMatchObject({ refused: { code: 'job_not_found' } });
  });

  it("for another tenant's job", async () => {
    const id = await delivered(app);
    expect(await app.call('bundle', { id }, { tenant: 'ten_b' })).toMatchObject({
      refused: { code: 'job_not_found' },
    });
  });
});

describe('bundle with bad input', () => {
  it('is told so', async () => {
    expect(await app.call('bundle', {})).toEqual({ invalid: expect.anything() });
  });
});
