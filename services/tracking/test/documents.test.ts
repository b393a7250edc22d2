import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { dueNotice } from '../src/domain/compliance-document.ts';
import { trackingTest } from './app.ts';

const app = trackingTest();

const own = (tenant = app.tenant) => app.as(tenant);
const licence = { document: 'driving_licence', expires_on: '2026-11-20' };
const renewed = { ...licence, expires_on: '2031-11-20' };
const first = { document: 'first_aid', expires_on: '2028-01-31' };
const emitted = async (type: string) =>
  (await app.outbox()).filter((event) => event.tenant_id === app.tenant && event.type === type);

describe.each([
  [
    'driver',
    'putDriverDocument',
    () => own().createDriver({ first_name: 'Thandi', last_name: 'M', documents: [licence, first] }),
  ],
  [
    'vehicle',
    'putVehicleDocument',
    () => own().createVehicle({ registration: `CA ${app.tenant}`, documents: [licence, first] }),
  ],
] as const)('the document of a %s', (type, action, create) => {
  const put = (id: string, paper: object, tenant = app.tenant, request?: string) =>
    app.call(action, { id, ...paper }, { tenant, ...(request && { request }) });

  it('replaces the expiry of its kind, in its place', async () => {
    const { id } = await create();
    expect(await put(id, renewed)).toMatchObject({ ok: { id, documents: [renewed, first] } });
    expect(await emitted('compliance.renewed')).toMatchObject([
      { job_id: '', data: { subject_type: type, subject_id: id, ...renewed } },
    ]);
  });

  it('is announced again as expiring after a renewal', async () => {
    await app.sql('truncate tracking.compliance_document');
    const { id } = await create();
    const look = async (day: string) => {
      app.clock.set(`${day}T04:00:00.000Z`);
      await app.runSchedule('notify-expiring-documents');
      return (await emitted('compliance.expiring')).length;
    };
    expect(await look('2026-11-19')).toBe(1);
    await put(id, { ...licence, expires_on: '2026-12-31' });
    expect(await look('2026-11-20')).toBe(1);
    expect(await look('2026-12-30')).toBe(2);
  });
});

beforeEach(async () => {
  await app.sql('truncate tracking.compliance_document');
});

const look = async (day: string) => {
  app.clock.set(`${day}T04:00:00.000Z`);
  await app.runSchedule('notify-expiring-documents');
};
const told = async () => (await app.outbox()).filter((event) => event.tenant_id === app.tenant);
const driving = { document: 'driving_licence', expires_on: '2026-12-31' };
const carrier = () => app.as();
const newDriver = (documents: (typeof driving)[]) =>
  carrier().createDriver({ first_name: 'Thandi', last_name: 'Mokoena', documents });

describe('compliance.expiring', () => {
  it('is emitted 30, 7 and 1 days ahead, under the tenant of the carrier', async () => {
    const { id } = await newDriver([driving]);
    const days = ['2026-11-30', '2026-12-01', '2026-12-02', '2026-12-24', '2026-12-25'];
    const counts: number[] = [];
    for (const day of [...days, '2026-12-30', '2026-12-31', '2027-01-01']) {
      await look(day);
      await look(day);
      counts.push((await told()).length);
    }
    expect(counts).toEqual([0, 1, 1, 2, 2, 3, 3, 3]);
    expect((await told())[0]).toMatchObject({
      type: 'compliance.expiring',
      tenant_id: app.tenant,
      job_id: '',
      data: { subject_type: 'driver', subject_id: id, ...driving },
    });
  });

  it('is not emitted for what is retired, until it is brought back', async () => {
    const { id } = await newDriver([driving]);
    await carrier().updateDriver({ id, status: 'retired' });
    await look('2026-12-01');
    expect(await told()).toEqual([]);
    await carrier().updateDriver({ id, status: 'active' });
    await look('2026-12-02');
    expect(await told()).toMatchObject([{ data: { subject_id: id } }]);
  });

  it('is emitted once for each of many documents, also in two concurrent runs', async () => {
    const papers = Array.from({ length: 20 }, (_, n) => ({ ...driving, document: `paper ${n}` }));
    for (let n = 0; n < 12; n += 1) await newDriver(papers);
    await Promise.all([look('2026-12-01'), look('2026-12-01')]);
    await look('2026-12-01');
    const subjects = (await told()).map(({ data }) => `${data.subject_id} ${data.document}`);
    expect([subjects.length, new Set(subjects).size]).toEqual([240, 240]);
  });

  it('is emitted exactly when the rules require it, after any earlier events', async () => {
    const days = fc.integer({ min: -3, max: 40 });
    const paper = fc.record({ days, notified_days: fc.constantFrom(null, 30, 7, 1) });
    const papers = fc.sample(paper, { numRuns: 300, seed: 7, unbiased: true }).map((each, seq) => ({
      tenant_id: app.tenant,
      subject_type: 'driver' as const,
      subject_id: `drv_${seq}`,
      seq,
      document: 'driving_licence',
      expires_on: new Date(Date.UTC(2026, 11, 1 + each.days)).toISOString().slice(0, 10),
      notified_days: each.notified_days,
    }));
    await app.sql(
      `insert into tracking.compliance_document
         select * from json_populate_recordset(null::tracking.compliance_document, $1)`,
      [JSON.stringify(papers)],
    );
    await look('2026-12-01');
    const due = papers.filter((each) => dueNotice(each, '2026-12-01') !== undefined);
    expect((await told()).map(({ data }) => data.subject_id).toSorted()).toEqual(
      due.map(({ subject_id }) => subject_id).toSorted(),
    );
  });
});
