import { jobs } from '@svc/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { booking, type JobsApp, newTenant, startJobs } from './app.ts';
import { carrierOf, collect, deliveryFailed } from './carrier.ts';

let app: JobsApp;
let tenant: string;
beforeAll(async () => {
  app = await startJobs();
});
afterAll(() => app.stop());
beforeEach(() => {
  tenant = newTenant();
});

const road = () => carrierOf(app);
const fetchCode = (id: string, as = tenant) =>
  app.call([jobs, 'handoverCode'], { id }, { tenant: as });

describe('handoverCode', () => {
  it('answers six digits, the same until delivery for every assigned driver', async () => {
    const { id, ref } = await road().jobThatIs(tenant, 'assigned');
    const answer = await app.clients(tenant).jobs.handoverCode({ id });
    expect(answer).toEqual({
      object: 'handover_code',
      job_id: id,
      code: expect.stringMatching(/^\d{6}$/),
      pickup_code: null,
      locked_until: null,
    });
    await road().assign(id, 'drv_2', 'veh_2');
    expect(await app.clients(tenant).jobs.handoverCode({ id: ref })).toEqual(answer);
  });

  it('is stored sealed, and neither told nor shown elsewhere', async () => {
    const { id, ref } = await road().jobThatIs(tenant, 'assigned');
    const { code } = await app.clients(tenant).jobs.handoverCode({ id });
    const { rows } = await app.owner.query('select handover_code from jobs.job where id = $1', [
      id,
    ]);
    expect(rows[0].handover_code).toMatch(/^v1\./);
    const shown = [
      await app.clients(tenant).jobs.get({ id }),
      await app.clients(tenant).jobs.track({ ref }),
      await road().desk().listForDesk({}),
      await road().events(id),
    ];
    expect(JSON.stringify(shown)).not.toContain(`"${code}"`);
    expect(JSON.stringify(shown)).not.toContain(rows[0].handover_code);
  });

  it.each(['en_route_pickup', 'collected', 'in_transit', 'exception'] as const)(
    'is there when the job is %s',
    async (status) => {
      const { id } = await road().jobThatIs(tenant, status);
      expect(await fetchCode(id)).toHaveProperty('ok');
    },
  );
});

describe('handoverCode refuses', () => {
  it.each(['booked', 'delivered', 'cancelled'] as const)(
    'with invalid_transition a job that is %s',
    async (status) => {
      const { id } = await road().jobThatIs(tenant, status);
      expect(await fetchCode(id)).toMatchObject({ refused: { code: 'invalid_transition' } });
    },
  );

  it("with job_not_found another tenant's job like one that never was", async () => {
    const { id } = await road().jobThatIs(tenant, 'assigned');
    const never = await fetchCode('job_none');
    expect(never).toMatchObject({ refused: { code: 'job_not_found' } });
    expect(await fetchCode(id, newTenant())).toEqual(never);
  });
});

describe('the code of a collection', () => {
  const requirements = { otp: false, id_check: false, signature: false, photo: false };
  const assigned = async (more: object) => {
    const { id } = await app
      .clients(tenant)
      .jobs.book(booking({ requirements: { ...requirements, ...more } }));
    await road().assign(id);
    return id;
  };
  const codesOf = (id: string) => app.clients(tenant).jobs.handoverCode({ id });
  const collecting = (id: string, handover_code?: string) =>
    road().reportAs('drv_1', id, { ...collect, handover_code });

  it('is one of its own, told at the pickup, and counts in the chain', async () => {
    const id = await assigned({ pickup_otp: true });
    const { pickup_code } = await codesOf(id);
    expect(pickup_code).toMatch(/^\d{6}$/);
    const lacking = await collecting(id);
    expect(lacking).toMatchObject({ refused: { code: 'proof_required' } });
    const wrong = await collecting(id, pickup_code === '000000' ? '000001' : '000000');
    expect(wrong).toMatchObject({ refused: { code: 'invalid_handover_code' } });
    expect(await collecting(id, pickup_code ?? '')).toMatchObject({ ok: { status: 'collected' } });
    const fact = (await road().events(id)).at(-1)?.internals.custody;
    expect(fact).toMatchObject({ type: 'collected', details: { otp_verified: true } });
    expect(await codesOf(id)).toMatchObject({ pickup_code: null });
  });

  it('is not asked for by other jobs', async () => {
    const id = await assigned({});
    expect(await codesOf(id)).toMatchObject({ pickup_code: null });
    expect(await collecting(id)).toMatchObject({ ok: { status: 'collected' } });
  });

  it('is locked after five wrong ones, for a right one too', async () => {
    const id = await assigned({ pickup_otp: true });
    const { pickup_code } = await codesOf(id);
    const wrong = pickup_code === '000000' ? '000001' : '000000';
    for (let tries = 0; tries < 5; tries += 1) await collecting(id, wrong);
    const locked = await collecting(id, pickup_code ?? '');
    expect(locked).toMatchObject({ refused: { code: 'handover_locked' } });
  });

  it('of a return is its handover code, where the booking asks for one', async () => {
    const id = await assigned({ return_otp: true });
    await collecting(id);
    await road().report(id, deliveryFailed);
    const { return_job_id } = await app.clients(tenant).jobs.get({ id });
    const back = return_job_id ?? '';
    const taken = { type: 'deliver', recipient: 'Reception', seal: 'SEAL-1' } as const;
    const without = await road().reportAs('drv_1', back, taken);
    expect(without).toMatchObject({ refused: { code: 'proof_required' } });
    const { code } = await codesOf(back);
    const told = await road().reportAs('drv_1', back, { ...taken, handover_code: code });
    expect(told).toMatchObject({ ok: { status: 'delivered' } });
  });
});
