import { tracking } from '@svc/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type App, newTenant, startTracking } from './app.ts';

let app: App;
let carrier: string;
beforeAll(async () => {
  app = await startTracking();
});
afterAll(() => app.stop());
beforeEach(() => {
  carrier = newTenant();
});

const own = (tenant = carrier) => app.clients(tenant).tracking;
const licence = { document: 'driving_licence', expires_on: '2026-11-20' };
const renewed = { ...licence, expires_on: '2031-11-20' };
const first = { document: 'first_aid', expires_on: '2028-01-31' };
const emitted = async (type: string) =>
  (await app.outbox('tracking')).filter(
    (event) => event.tenant_id === carrier && event.type === type,
  );

describe.each([
  [
    'driver',
    'putDriverDocument',
    () => own().createDriver({ first_name: 'Thandi', last_name: 'M', documents: [licence, first] }),
  ],
  [
    'vehicle',
    'putVehicleDocument',
    () => own().createVehicle({ registration: `CA ${carrier}`, documents: [licence, first] }),
  ],
] as const)('the document of a %s', (type, action, create) => {
  const put = (id: string, paper: object, tenant = carrier, request?: string) =>
    app.call([tracking, action], { id, ...paper }, { tenant, ...(request && { request }) });

  it('replaces the end of its kind, in its place', async () => {
    const { id } = await create();
    expect(await put(id, renewed)).toMatchObject({ ok: { id, documents: [renewed, first] } });
    expect(await emitted('compliance.renewed')).toMatchObject([
      { job_id: '', data: { subject_type: type, subject_id: id, ...renewed } },
    ]);
  });

  it('of a new kind is filed after the others', async () => {
    const { id } = await create();
    const permit = { document: 'permit', expires_on: '2027-06-30' };
    expect(await put(id, permit)).toMatchObject({ ok: { documents: [licence, first, permit] } });
  });

  it('is warned about anew', async () => {
    await app.owner.query('truncate tracking.compliance_document');
    const { id } = await create();
    const look = async (day: string) => {
      app.clock.set(`${day}T04:00:00.000Z`);
      await app.runSchedule('tracking', 'notify-expiring-documents');
      return (await emitted('compliance.expiring')).length;
    };
    expect(await look('2026-11-19')).toBe(1);
    await put(id, { ...licence, expires_on: '2026-12-31' });
    expect(await look('2026-11-20')).toBe(1);
    expect(await look('2026-12-30')).toBe(2);
  });

  it('beyond twenty is refused', async () => {
    const { id } = await create();
    for (let n = 2; n < 20; n += 1) await put(id, { ...first, document: `kind_${n}` });
    expect(await put(id, { ...first, document: 'another' })).toMatchObject({
      refused: { code: 'invalid_body' },
    });
    expect(await put(id, renewed)).toHaveProperty('ok');
  });

  it('of another carrier answers as one that is not there', async () => {
    const { id } = await create();
    const refused = { refused: { code: `${type}_not_found` } };
    expect(await put(id, renewed, newTenant())).toMatchObject(refused);
    expect(await put('absent', renewed)).toMatchObject(refused);
    expect(await put('', renewed)).toMatchObject(refused);
    expect(await put(id, { ...renewed, expires_on: 'soon' })).toHaveProperty('invalid');
  });
});
