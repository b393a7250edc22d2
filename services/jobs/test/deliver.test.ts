import { custodyFact } from '@svc/contracts';
import { refused } from '@svc/kit/testing/service-test';
import { describe, expect, it } from 'vitest';
import { booking, collect, deliver, deliveryFailed, jobsTest } from './app.ts';

const app = jobsTest();

const inTransit = (requirements: object = {}) => app.jobThatIs('in_transit', { requirements });
const codeOf = async (id: string) => (await app.as().handoverCode({ id })).code;
const tryCode = (id: string, handover_code: string) =>
  app.reportAs('drv_1', id, { ...deliver, handover_code });
const wrongFor = async (id: string) => ((await codeOf(id)) === '000000' ? '111111' : '000000');
const quarterHourMs = 15 * 60_000;

it('deliver keeps files and their digests, and the recipient out of timeline and details', async () => {
  const { id, ref } = await inTransit({ otp: true, photo: true });
  const handover_code = await codeOf(id);
  await app.report(id, { ...deliver, photo_file_id: 'file_p', handover_code });
  const completed = (await app.outbox(id)).at(-1);
  expect(completed).toMatchObject({
    type: 'delivery.completed',
    internals: {
      custody: {
        details: { signature_sha256: 'sha-of-signature', photo_sha256: 'sha-of-photo' },
      },
      proof: { otp_verified: true, signature_file_id: 'file_s', photo_file_id: 'file_p' },
    },
  });
  const { details } = custodyFact.parse(completed?.internals.custody);
  const shown = [details, await app.as().track({ ref })];
  expect(JSON.stringify(shown)).not.toContain('Mokoena');
});

describe('a wrong handover code', () => {
  it('is refused, and the fifth locks the code for 15 minutes', async () => {
    const { id } = await inTransit({ otp: true });
    const wrong = await wrongFor(id);
    for (let tries = 1; tries <= 5; tries += 1) {
      const reply = await tryCode(id, wrong);
      expect(reply).toEqual(refused('invalid_handover_code'));
    }
    const locked = refused('handover_locked');
    expect(await tryCode(id, wrong)).toMatchObject(locked);
    expect(await tryCode(id, await codeOf(id))).toMatchObject(locked);
    expect(await app.as().handoverCode({ id })).toMatchObject({
      locked_until: '2026-11-02T08:15:00.000Z',
    });
    app.clock.advanceMs(quarterHourMs);
    expect(await tryCode(id, await codeOf(id))).toMatchObject({ ok: { status: 'delivered' } });
  });

  it('counts concurrent attempts: five are invalid, the others locked out', async () => {
    const { id } = await inTransit({ otp: true });
    const wrong = await wrongFor(id);
    const replies = await Promise.all(Array.from({ length: 30 }, () => tryCode(id, wrong)));
    const codes = replies.map((reply) => ('refused' in reply ? reply.refused.code : 'answered'));
    expect(codes.filter((code) => code === 'invalid_handover_code')).toHaveLength(5);
    expect(codes.filter((code) => code === 'handover_locked')).toHaveLength(25);
  });
});

describe('handoverCode', () => {
  it('returns six digits that stay the same for every assigned driver', async () => {
    const { id, ref } = await app.jobThatIs('assigned');
    const answer = await app.as().handoverCode({ id });
    expect(answer).toEqual({
      object: 'handover_code',
      job_id: id,
      code: expect.stringMatching(/^\d{6}$/),
      pickup_code: null,
      locked_until: null,
    });
    await app.assign(id, 'drv_2', 'veh_2');
    expect(await app.as().handoverCode({ id: ref })).toEqual(answer);
  });

  it('stores the code encrypted and shows it nowhere else', async () => {
    const { id, ref } = await app.jobThatIs('assigned');
    const { code } = await app.as().handoverCode({ id });
    const rows = await app.sql('select handover_code from jobs.job where id = $1', [id]);
    expect(rows[0].handover_code).toMatch(/^v1\./);
    const shown = [
      await app.as().get({ id }),
      await app.as().track({ ref }),
      await app.desk().listForDesk({}),
      await app.outbox(id),
    ];
    expect(JSON.stringify(shown)).not.toContain(`"${code}"`);
    expect(JSON.stringify(shown)).not.toContain(rows[0].handover_code);
  });
});

describe('the code of a collection', () => {
  const requirements = { otp: false, id_check: false, signature: false, photo: false };
  const assigned = async (more: object) => {
    const { id } = await app.as().book(booking({ requirements: { ...requirements, ...more } }));
    await app.assign(id);
    return id;
  };
  const codesOf = (id: string) => app.as().handoverCode({ id });
  const collecting = (id: string, handover_code?: string) =>
    app.reportAs('drv_1', id, { ...collect, handover_code });

  it('is another than that of the delivery, and counts in the chain', async () => {
    const id = await assigned({ pickup_otp: true });
    const { pickup_code } = await codesOf(id);
    expect(pickup_code).toMatch(/^\d{6}$/);
    const lacking = await collecting(id);
    expect(lacking).toEqual(refused('proof_required'));
    const wrong = await collecting(id, pickup_code === '000000' ? '000001' : '000000');
    expect(wrong).toEqual(refused('invalid_handover_code'));
    expect(await collecting(id, pickup_code ?? '')).toMatchObject({ ok: { status: 'collected' } });
    const fact = (await app.outbox(id)).at(-1)?.internals.custody;
    expect(fact).toMatchObject({ type: 'collected', details: { otp_verified: true } });
    expect(await codesOf(id)).toMatchObject({ pickup_code: null });
  });

  it('is locked after five wrong attempts, even for the right code', async () => {
    const id = await assigned({ pickup_otp: true });
    const { pickup_code } = await codesOf(id);
    const wrong = pickup_code === '000000' ? '000001' : '000000';
    for (let tries = 0; tries < 5; tries += 1) await collecting(id, wrong);
    const locked = await collecting(id, pickup_code ?? '');
    expect(locked).toEqual(refused('handover_locked'));
  });

  it('is required at the return where the booking asks for it', async () => {
    const id = await assigned({ return_otp: true });
    await collecting(id);
    await app.report(id, deliveryFailed);
    const { return_job_id } = await app.as().get({ id });
    const back = return_job_id ?? '';
    const taken = { type: 'deliver', recipient: 'Reception', seal: 'SEAL-1' } as const;
    const without = await app.reportAs('drv_1', back, taken);
    expect(without).toEqual(refused('proof_required'));
    const { code } = await codesOf(back);
    const told = await app.reportAs('drv_1', back, { ...taken, handover_code: code });
    expect(told).toMatchObject({ ok: { status: 'delivered' } });
  });
});
