import { jobs } from '@svc/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type JobsApp, newTenant, startJobs } from './app.ts';
import { carrierOf } from './carrier.ts';

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
  it('answers six digits, the same until delivery, whoever is assigned', async () => {
    const { id, ref } = await road().jobThatIs(tenant, 'assigned');
    const answer = await app.clients(tenant).jobs.handoverCode({ id });
    expect(answer).toEqual({
      object: 'handover_code',
      job_id: id,
      code: expect.stringMatching(/^\d{6}$/),
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
