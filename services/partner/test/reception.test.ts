import type { partner, RequestOf } from '@svc/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newTenant, type PartnerApp, startPartner } from './app.ts';
import { setStatus } from './neighbours.ts';

let app: PartnerApp;
let tenant: string;
let job: string;
beforeAll(async () => {
  app = await startPartner();
});
afterAll(() => app.stop());
beforeEach(async () => {
  tenant = newTenant();
  job = `job_${tenant}`;
  app.clock.set('2026-11-02T08:00:00.000Z');
  setStatus(job, 'delivered');
  const specimens = ['S-2', 'S-1'].map((barcode) => ({ barcode, container: 'tube' }));
  await app.as(tenant).pushManifest({ job_id: job, specimens });
});

type Specimen = RequestOf<typeof partner.actions.receiveSpecimens>['specimens'][number];
const accepted = (barcode: string): Specimen => ({ barcode, verdict: 'accepted' });
const rejected = (barcode: string, reason: Specimen['reason']): Specimen => ({
  barcode,
  verdict: 'rejected',
  ...(reason && { reason }),
});
const receive = (...specimens: Specimen[]) =>
  app.as(tenant).receiveSpecimens({ id: job, specimens });
const refused = async (...specimens: Specimen[]) => {
  const reply = await app.callPartner('receiveSpecimens', { id: job, specimens }, tenant);
  return 'refused' in reply ? reply.refused : reply;
};
const emitted = async (type = 'specimens.received') =>
  (await app.outbox('partner')).filter(
    (event) => event.tenant_id === tenant && event.type === type,
  );

describe('a reception', () => {
  it('begins with what the manifests list', async () => {
    expect(await app.as(tenant).getReception({ id: job })).toEqual({
      ...{ object: 'reception', job_id: job, ref: 'SVC-1' },
      ...{ accepted: 0, rejected: 0, outstanding: 2 },
      specimens: ['S-1', 'S-2'].map((barcode) => ({
        ...{ barcode, expected: true, verdict: null, reason: null, note: null },
        ...{ received_at: null, received_by: null },
      })),
    });
  });

  it('keeps each verdict, shows it on the manifest and emits it without the note', async () => {
    const note = 'Lid was loose';
    const answer = await receive(accepted('S-1'), { ...rejected('S-2', 'leaking'), note });
    expect(answer).toMatchObject({ accepted: 1, rejected: 1, outstanding: 0 });
    expect(answer.specimens[1]).toMatchObject({
      ...{ barcode: 'S-2', verdict: 'rejected', reason: 'leaking', note },
      received_at: '2026-11-02T08:00:00.000Z',
      received_by: expect.any(String),
    });
    const { rows } = await app.owner.query('select id from partner.manifest where tenant_id = $1', [
      tenant,
    ]);
    const { specimens } = await app.as(tenant).getManifest({ id: rows[0].id });
    expect(specimens).toMatchObject([
      { barcode: 'S-1', verdict: 'accepted', reason: null },
      { barcode: 'S-2', verdict: 'rejected', reason: 'leaking' },
    ]);
    const events = await emitted();
    expect(events).toMatchObject([
      {
        job_id: job,
        data: {
          ...{ job_id: job, ref: 'SVC-1', received_at: '2026-11-02T08:00:00.000Z' },
          specimens: [
            { barcode: 'S-1', verdict: 'accepted', reason: null },
            { barcode: 'S-2', verdict: 'rejected', reason: 'leaking' },
          ],
        },
      },
    ]);
    expect(JSON.stringify(events)).not.toContain(note);
  });

  it('gives the same answer to the same verdict, and emits it once', async () => {
    const first = await receive(accepted('S-1'));
    app.clock.advanceMs(60_000);
    expect(await receive(accepted('S-1'))).toEqual(first);
    expect(await emitted()).toHaveLength(1);
  });

  it('takes what no manifest lists as not expected', async () => {
    expect(await receive(rejected('S-9', 'not_expected'))).toMatchObject({
      ...{ rejected: 1, outstanding: 2 },
      specimens: [{}, {}, { barcode: 'S-9', expected: false }],
    });
  });

  it('loses its notes with the proof of the hand-over', async () => {
    await receive({ ...rejected('S-2', 'other'), note: 'Remark' });
    await app.clients(tenant).custody.emit([
      {
        ...{ type: 'proof.erased', job_id: job, internals: {} },
        data: { job_id: job, erased_at: '2026-11-02T09:00:00.000Z' },
      },
    ]);
    await app.once('the note to be erased', async () => {
      const { specimens } = await app.as(tenant).getReception({ id: job });
      return specimens.every(({ note }) => note === null) ? true : undefined;
    });
  });
});

describe('the chain of custody is told', () => {
  const completed = () => emitted('reception.completed');

  it('once, when nothing is outstanding any more, with all that was said', async () => {
    await receive({ ...rejected('S-2', 'leaking'), note: 'Lid was loose' });
    await receive(rejected('S-9', 'not_expected'));
    expect(await completed()).toEqual([]);
    app.clock.advanceMs(60_000);
    await receive(accepted('S-1'));
    await receive(accepted('S-1'));
    const events = await completed();
    expect(events).toMatchObject([
      {
        job_id: job,
        data: {
          ...{ job_id: job, received_at: '2026-11-02T08:01:00.000Z', accepted: 1, rejected: 2 },
          specimens: [
            { barcode: 'S-2', verdict: 'rejected', reason: 'leaking' },
            { barcode: 'S-9', verdict: 'rejected', reason: 'not_expected' },
            { barcode: 'S-1', verdict: 'accepted', reason: null },
          ],
        },
      },
    ]);
    expect(JSON.stringify(events)).not.toContain('Lid');
  });

  it('nothing of what is unexpected after that, and again after a later manifest', async () => {
    await receive(accepted('S-1'), accepted('S-2'));
    await receive(rejected('S-9', 'not_expected'));
    expect(await completed()).toHaveLength(1);
    const specimens = [{ barcode: 'S-3', container: 'tube' }];
    await app.as(tenant).pushManifest({ job_id: job, specimens });
    await receive(accepted('S-3'));
    expect(await completed()).toMatchObject([{}, { data: { accepted: 3, rejected: 1 } }]);
  });

  it('nothing of a job without a manifest', async () => {
    const other = `job_other_${tenant}`;
    setStatus(other, 'delivered');
    const specimens = [rejected('S-9', 'not_expected')];
    await app.as(tenant).receiveSpecimens({ id: other, specimens });
    expect(await completed()).toEqual([]);
  });
});

describe('a verdict is refused', () => {
  it('that contradicts an earlier one, with who said that and when', async () => {
    await receive(accepted('S-1'));
    expect(await refused(rejected('S-1', 'broken'))).toMatchObject({
      code: 'already_received',
      detail: expect.stringMatching(/^S-1 was accepted at 2026-11-02T08:00:00.000Z by \w+\.$/),
    });
    await receive(rejected('S-2', 'broken'));
    expect(await refused(rejected('S-2', 'leaking'))).toMatchObject({ code: 'already_received' });
  });

  it.each([
    ['an acceptance of what no manifest lists', accepted('S-9')],
    ['a rejection of it for another reason', rejected('S-9', 'broken')],
    ['a rejection of what one lists as not expected', rejected('S-1', 'not_expected')],
  ])('as not expected: %s', async (_name, specimen) => {
    expect(await refused(specimen)).toMatchObject({ code: 'specimen_not_expected' });
  });

  it('with all others of its request', async () => {
    expect(await refused(accepted('S-1'), accepted('S-9'))).toMatchObject({
      code: 'specimen_not_expected',
    });
    expect(await refused(accepted('S-1'), accepted('S-1'))).toMatchObject({
      code: 'duplicate_barcode',
    });
    expect(await app.as(tenant).getReception({ id: job })).toMatchObject({ outstanding: 2 });
    expect(await emitted()).toEqual([]);
  });

  it('before the delivery, and of a job that is not there', async () => {
    setStatus(job, 'in_transit');
    expect(await refused(accepted('S-1'))).toMatchObject({
      code: 'invalid_transition',
      detail: 'Job SVC-1 is in_transit; specimens are received once it is delivered.',
    });
    const input = { id: 'absent', specimens: [accepted('S-1')] };
    expect(await app.callPartner('receiveSpecimens', input, tenant)).toMatchObject({
      refused: { code: 'job_not_found' },
    });
    expect(await app.callPartner('getReception', { id: 'absent' }, tenant)).toMatchObject({
      refused: { code: 'job_not_found' },
    });
  });

  it.each([
    ['a rejection without a reason', [rejected('S-1', undefined)]],
    ['an acceptance with one', [{ ...accepted('S-1'), reason: 'broken' as const }]],
    ['a reason that is not of the list', [{ barcode: 'S-1', verdict: 'rejected', reason: 'ugly' }]],
    ['no specimen', []],
  ])('as bad input: %s', async (_name, specimens) => {
    expect(
      await app.callPartner('receiveSpecimens', { id: job, specimens }, tenant),
    ).toHaveProperty('invalid');
  });
});

it('two at once about one specimen: one counts', async () => {
  const [one, other] = await Promise.all([
    refused(accepted('S-1')),
    refused(rejected('S-1', 'broken')),
  ]);
  expect([one, other].filter((each) => 'code' in each)).toMatchObject([
    { code: 'already_received' },
  ]);
  expect(await emitted()).toHaveLength(1);
});

it('a specimen of a run is received once, whichever stop brought it', async () => {
  const plan = { sku: 'LAB-ROUTE', days: ['tue' as const], starts_on: '2026-11-03' };
  const { id: route_id } = await app.as(tenant).createRoute({
    ...{ ...plan, name: 'North', dropoff_site_id: 'lab-0' },
    stops: [
      { site_id: 'cli-0', window: '10:00-10:30' },
      { site_id: 'ph-0', window: '10:00-11:00' },
    ],
  });
  await app.bookStops();
  const { runs } = await app.as(tenant).getRoute({ id: route_id });
  const [first = '', second = ''] = runs.map(({ job_id }) => job_id ?? '');
  const specimens = ['R-1', 'R-2'].map((barcode) => ({ barcode, container: 'tube' }));
  const { id } = await app.as(tenant).pushManifest({ route_id, specimens });
  for (const each of [first, second]) setStatus(each, 'delivered');
  await app.as(tenant).receiveSpecimens({ id: first, specimens: [accepted('R-1')] });
  expect(await app.as(tenant).getReception({ id: second })).toMatchObject({ accepted: 1 });
  const again = { id: second, specimens: [rejected('R-1', 'missing')] };
  expect(await app.callPartner('receiveSpecimens', again, tenant)).toMatchObject({
    refused: { code: 'already_received' },
  });
  expect((await app.as(tenant).getManifest({ id })).specimens).toMatchObject([
    { verdict: 'accepted' },
    { verdict: null },
  ]);
  await app.as(tenant).receiveSpecimens({ id: second, specimens: [accepted('R-2')] });
  const completed = await emitted('reception.completed');
  expect(completed.map(({ job_id }) => job_id)).toEqual([first, second].sort());
  expect(completed, 'each with its own specimens').toMatchObject([
    { data: { accepted: 1, specimens: [{ barcode: first < second ? 'R-1' : 'R-2' }] } },
    { data: { accepted: 1, specimens: [{ barcode: first < second ? 'R-2' : 'R-1' }] } },
  ]);
});
