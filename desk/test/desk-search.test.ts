/** The search over everything, and the counts of the menu. */
import { describe, expect, it } from 'vitest';
import { deskJob } from './desk-answers.ts';
import { tokenOf, useDesk } from './desk-under-test.ts';
import { pageOf } from './examples.ts';
import { hrefsOf, textOf } from './markup.ts';

const { get, services } = useDesk();
const { answer, asked } = services;
const open = async (path: string) => (await get(path, tokenOf('dispatcher'))).body;

describe('the search', () => {
  it.each([
    ['naledi exam', '/desk?driver_id=drv_1'],
    ['123-456', '/desk/map?plate=CA+123-456'],
    ['box-7', '/desk/boxes/x_01'],
    ['SVC-77', '/desk/jobs/job_77'],
  ])('for %s leads to %s', async (q, href) => {
    answer('jobs.listForDesk', pageOf(q === 'SVC-77' ? [{ ...deskJob, id: 'job_77' }] : []));
    const found = (await open(`/desk/search?q=${encodeURIComponent(q)}`)).split('id="found"')[1];
    expect(hrefsOf(found ?? '')).toContain(href);
    expect(asked('listForDesk')).toEqual([{ q, limit: 8 }]);
  });

  it('says what it found none of, and asks nothing without a text', async () => {
    answer('jobs.listForDesk', pageOf([]));
    expect(textOf(await open('/desk/search?q=zzzz'))).toContain('Files None found.');
    services.calls.length = 0;
    await open('/desk/search');
    expect(services.callsOfPeople()).toEqual([]);
  });

  it('refuses a text that no search can be made with', async () => {
    expect(textOf(await open('/desk/search?q=x'))).toContain('Enter 2 to 64 characters');
  });
});

describe('the counts of the menu', () => {
  const counts = async () => JSON.parse(await open('/desk/counts'));

  it('are those of jobs without a driver and of open alarms', async () => {
    answer('webhooks.listOpsEventKinds', { data: [] });
    expect(await counts()).toEqual({ unassigned: 3, alarms: 0 });
  });

  it('leave out what a service that is away would tell', async () => {
    services.answers.delete('jobs.countUnassigned');
    answer('webhooks.listOpsEventKinds', { data: [] });
    expect(await counts()).toEqual({ alarms: 0 });
  });
});
