import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dueNotice } from '../src/domain/compliance-document.ts';
import { type App, newTenant, startTracking } from './app.ts';

let app: App;
let tenant: string;
beforeAll(async () => {
  app = await startTracking();
});
afterAll(() => app.stop());
beforeEach(async () => {
  tenant = newTenant();
  await app.owner.query('truncate tracking.compliance_document');
});

const look = async (day: string) => {
  app.clock.set(`${day}T04:00:00.000Z`);
  await app.runSchedule('tracking', 'notify-expiring-documents');
};
const told = async () =>
  (await app.outbox('tracking')).filter((event) => event.tenant_id === tenant);
const licence = { document: 'driving_licence', expires_on: '2026-12-31' };
const carrier = () => app.clients(tenant).tracking;
const newDriver = (documents: (typeof licence)[]) =>
  carrier().createDriver({ first_name: 'Thandi', last_name: 'Mokoena', documents });

describe('compliance.expiring', () => {
  it('is told 30, 7 and 1 days before, under the tenant of the carrier', async () => {
    const { id } = await newDriver([licence]);
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
      tenant_id: tenant,
      job_id: '',
      data: { subject_type: 'driver', subject_id: id, ...licence },
    });
  });

  it('is told of the papers of vehicles too', async () => {
    const documents = [{ document: 'roadworthiness', expires_on: '2026-11-09' }];
    const { id } = await carrier().createVehicle({ registration: 'CA 1', documents });
    await look('2026-11-02');
    expect(await told()).toMatchObject([
      { data: { subject_type: 'vehicle', subject_id: id, document: 'roadworthiness' } },
    ]);
  });

  it('is told after downtime of what was missed: once, and not of what has expired', async () => {
    await newDriver([
      licence,
      { document: 'first_aid', expires_on: '2026-12-27' },
      { document: 'dangerous_goods', expires_on: '2027-01-27' },
      { document: 'passport', expires_on: '2027-01-28' },
    ]);
    await look('2026-12-28');
    const documents = (await told()).map(({ data }) => data.document);
    expect(documents).toEqual(['driving_licence', 'dangerous_goods']);
  });

  it('is told once of each of many, also when two look at once', async () => {
    const papers = Array.from({ length: 20 }, (_, n) => ({ ...licence, document: `paper ${n}` }));
    for (let n = 0; n < 12; n += 1) await newDriver(papers);
    await Promise.all([look('2026-12-01'), look('2026-12-01')]);
    await look('2026-12-01');
    const subjects = (await told()).map(({ data }) => `${data.subject_id} ${data.document}`);
    expect([subjects.length, new Set(subjects).size]).toEqual([240, 240]);
  });

  it('is told exactly when the rules say, whatever was told before', async () => {
    const days = fc.integer({ min: -3, max: 40 });
    const paper = fc.record({ days, notified_days: fc.constantFrom(null, 30, 7, 1) });
    const papers = fc.sample(paper, { numRuns: 300, seed: 7, unbiased: true }).map((each, seq) => ({
      tenant_id: tenant,
      subject_type: 'driver' as const,
      subject_id: `drv_${seq}`,
      seq,
      document: 'driving_licence',
      expires_on: new Date(Date.UTC(2026, 11, 1 + each.days)).toISOString().slice(0, 10),
      notified_days: each.notified_days,
    }));
    await app.owner.query(
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
