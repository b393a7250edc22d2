import { custodyFact } from '@svc/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type JobsApp, newTenant, startJobs } from './app.ts';
import { carrierOf, deliver } from './carrier.ts';

let app: JobsApp;
let tenant: string;
beforeAll(async () => {
  app = await startJobs();
});
afterAll(() => app.stop());
beforeEach(() => {
  app.clock.set('2026-11-02T08:00:00.000Z');
  tenant = newTenant();
});

const road = () => carrierOf(app);
const inTransit = (requirements: object = {}) =>
  road().jobThatIs(tenant, 'in_transit', { requirements });
const codeOf = async (id: string) => (await app.clients(tenant).jobs.handoverCode({ id })).code;
const tryCode = (id: string, handover_code: string, request?: string) =>
  road().reportAs('drv_1', id, { ...deliver, handover_code }, request);
const wrongFor = async (id: string) => ((await codeOf(id)) === '000000' ? '111111' : '000000');
const quarterHourMs = 15 * 60_000;

describe('deliver', () => {
  it('keeps proof and digests, and the recipient out of timeline and details', async () => {
    const { id, ref } = await inTransit({ otp: true, photo: true, id_check: true });
    await road().report(id, {
      ...deliver,
      id_check: 'over_14_confirmed',
      photo_file_id: 'file_p',
      handover_code: await codeOf(id),
      note: 'handed to Naledi Mokoena',
    });
    const completed = (await road().events(id)).at(-1);
    expect(completed).toMatchObject({
      type: 'delivery.completed',
      data: { recipient: 'Naledi Mokoena', otp_verified: true },
      internals: {
        job: { status: 'delivered', delivered_at: '2026-11-02T08:00:00.000Z' },
        custody: {
          type: 'delivered',
          // Free text, which custody keeps outside the chain.
          note: 'handed to Naledi Mokoena',
          details: {
            otp_verified: true,
            id_check: 'over_14_confirmed',
            signature_sha256: 'sha-of-signature',
            photo_sha256: 'sha-of-photo',
          },
        },
        proof: {
          recipient: 'Naledi Mokoena',
          otp_verified: true,
          id_check: 'over_14_confirmed',
          signature_file_id: 'file_s',
          photo_file_id: 'file_p',
        },
      },
    });
    const { details } = custodyFact.parse(completed?.internals.custody);
    const shown = [details, await app.clients(tenant).jobs.track({ ref })];
    expect(JSON.stringify(shown)).not.toContain('Mokoena');
  });

  it.each([
    ['otp', 'handover_code'],
    ['id_check', 'id_check'],
    ['photo', 'photo_file_id'],
  ])('is refused with proof_required when %s is missing', async (requirement, missing) => {
    const { id } = await inTransit({ [requirement]: true });
    expect(await road().reportAs('drv_1', id, deliver)).toMatchObject({
      refused: { code: 'proof_required', detail: expect.stringContaining(missing) },
    });
  });

  it('is refused with unknown_file when a file is not of the job', async () => {
    const { id } = await inTransit();
    const reply = await road().reportAs('drv_1', id, { ...deliver, signature_file_id: 'file_x' });
    expect(reply).toMatchObject({ refused: { code: 'unknown_file' } });
  });

  it('with files is refused with job_not_found when there is no job', async () => {
    expect(await road().reportAs('drv_1', 'job_none', deliver)).toMatchObject({
      refused: { code: 'job_not_found' },
    });
  });
});

describe('a wrong handover code', () => {
  it('is refused, and the fifth locks the code for 15 minutes', async () => {
    const { id } = await inTransit({ otp: true });
    const wrong = await wrongFor(id);
    for (let tries = 1; tries <= 5; tries += 1) {
      const reply = await tryCode(id, wrong);
      expect(reply).toMatchObject({ refused: { code: 'invalid_handover_code' } });
    }
    const locked = { refused: { code: 'handover_locked' } };
    expect(await tryCode(id, wrong)).toMatchObject(locked);
    expect(await tryCode(id, await codeOf(id))).toMatchObject(locked);
    expect(await app.clients(tenant).jobs.handoverCode({ id })).toMatchObject({
      locked_until: '2026-11-02T08:15:00.000Z',
    });
    app.clock.advanceMs(quarterHourMs);
    expect(await tryCode(id, await codeOf(id))).toMatchObject({ ok: { status: 'delivered' } });
  });

  it('counts once however many try at once: five are told so, the others wait', async () => {
    const { id } = await inTransit({ otp: true });
    const wrong = await wrongFor(id);
    const replies = await Promise.all(Array.from({ length: 30 }, () => tryCode(id, wrong)));
    const codes = replies.map((reply) => ('refused' in reply ? reply.refused.code : 'answered'));
    expect(codes.filter((code) => code === 'invalid_handover_code')).toHaveLength(5);
    expect(codes.filter((code) => code === 'handover_locked')).toHaveLength(25);
  });

  it('counts once when its request is repeated, and repeats its refusal', async () => {
    const { id } = await inTransit({ otp: true });
    const wrong = await wrongFor(id);
    const first = await tryCode(id, wrong, `wrong-${id}`);
    const replays = await Promise.all(
      Array.from({ length: 10 }, () => tryCode(id, wrong, `wrong-${id}`)),
    );
    for (const replay of replays) expect(replay).toEqual({ ...first, replayed: true });
    const { rows } = await app.owner.query('select code_attempts from jobs.job where id = $1', [
      id,
    ]);
    expect(rows).toEqual([{ code_attempts: 1 }]);
  });

  it('while locked may be repeated later with the same request', async () => {
    const { id } = await inTransit({ otp: true });
    const wrong = await wrongFor(id);
    for (let tries = 1; tries <= 5; tries += 1) await tryCode(id, wrong);
    const right = await codeOf(id);
    expect(await tryCode(id, right, `later-${id}`)).toMatchObject({
      refused: { code: 'handover_locked' },
    });
    app.clock.advanceMs(quarterHourMs);
    expect(await tryCode(id, right, `later-${id}`)).toMatchObject({ ok: { status: 'delivered' } });
  });

  it('tells nobody and moves nothing', async () => {
    const { id } = await inTransit({ otp: true });
    const before = await road().events(id);
    await tryCode(id, await wrongFor(id));
    expect(await road().events(id)).toEqual(before);
    expect((await app.clients(tenant).jobs.get({ id })).status).toBe('in_transit');
  });
});
