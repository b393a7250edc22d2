import { templatesMax } from '@svc/contracts';
import { newTenant, refused } from '@svc/kit/testing/service-test';
import { expect, it } from 'vitest';
import { booking, jobsTest } from './app.ts';

const app = jobsTest();
const name = 'Morning histology';

it('saveTemplate names a job, and under the same name another one takes its place', async () => {
  const tenant = newTenant();
  const { id, ref } = await app.as(tenant).book(booking());
  const saved = await app.as(tenant).saveTemplate({ id: ref, name });
  expect(saved).toEqual({
    object: 'booking_template',
    ...{ id: expect.stringMatching(/^tpl_/), job_id: id, name },
    created_at: '2026-11-02T08:00:00.000Z',
  });
  const other = await app.as(tenant).book(booking());
  const again = await app.as(tenant).saveTemplate({ id: other.id, name: name.toUpperCase() });
  expect(again).toMatchObject({ id: saved.id, job_id: other.id });
  expect(await app.as(tenant).listTemplates({})).toEqual({ data: [again] });
});

it('another tenant neither lists, names nor removes what is not theirs', async () => {
  const tenant = newTenant();
  const { id } = await app.as(tenant).book(booking());
  const saved = await app.as(tenant).saveTemplate({ id, name });
  const rival = app.as(newTenant());
  expect(await rival.listTemplates({})).toEqual({ data: [] });
  const named = await app.call('saveTemplate', { id, name }, { tenant: newTenant() });
  expect(named).toEqual(refused('job_not_found'));
  await rival.removeTemplate({ id: saved.id });
  expect(await app.as(tenant).listTemplates({})).toEqual({ data: [saved] });
});

it('removeTemplate takes the name away and leaves the job, twice, too', async () => {
  const tenant = newTenant();
  const { id } = await app.as(tenant).book(booking());
  const saved = await app.as(tenant).saveTemplate({ id, name });
  for (const _ of [1, 2]) await app.as(tenant).removeTemplate({ id: saved.id });
  expect(await app.as(tenant).listTemplates({})).toEqual({ data: [] });
  expect(await app.as(tenant).get({ id })).toMatchObject({ status: 'booked' });
});

it('saveTemplate returns too_many_templates above the limit, and keeps none of it', async () => {
  const tenant = newTenant();
  const { id } = await app.as(tenant).book(booking());
  const names = Array.from({ length: templatesMax }, (_, n) => `Round ${n}`);
  for (const each of names) await app.as(tenant).saveTemplate({ id, name: each });
  const further = await app.call('saveTemplate', { id, name }, { tenant });
  expect(further).toEqual(refused('too_many_templates'));
  expect((await app.as(tenant).listTemplates({})).data).toHaveLength(templatesMax);
});
