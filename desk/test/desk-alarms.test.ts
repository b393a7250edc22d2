import { describe, expect, it } from 'vitest';
import { decided, liveJob } from './desk-answers.ts';
import { tokenOf, useDesk } from './desk-under-test.ts';
import { pageOf } from './examples.ts';
import { hrefsOf, textOf, textsOf } from './markup.ts';
import type { Role } from './persons.ts';

const { get, services } = useDesk();
const open = async (query = '', role: Role = 'dispatcher') =>
  (await get(`/desk/alarms${query}`, tokenOf(role))).body;
const count = (body: string, button: string) =>
  textsOf(body, 'button').filter((text) => text.startsWith(button)).length;

describe('the page of alarms', () => {
  it('asks for the kinds of the open ones unless another state or type is wanted', async () => {
    await open();
    await open('?status=closed&severity=critical&starting_after=oev_9');
    await open('?status=none&severity=warning');
    await open('?type=job.unassigned');
    expect(services.asked('listOpsEventKinds')).toEqual([{}, { severity: 'warning' }]);
    expect(services.asked('listOpsEvents')).toEqual([
      { status: 'closed', severity: 'critical', starting_after: 'oev_9', limit: 50 },
      { status: 'open', type: 'job.unassigned', limit: 50 },
    ]);
  });

  it('shows many of a kind in one row with a way to each, below what is urgent', async () => {
    const body = await open();
    const text = textOf(body);
    expect(hrefsOf(body, /^Show each/)).toEqual(['/desk/alarms?status=open&type=job.unassigned']);
    const urgent = text.indexOf('HC-0001 out of range for 6 min, 2 °C');
    expect(urgent).toBeGreaterThan(0);
    expect(urgent).toBeLessThan(text.indexOf('62 jobs without a driver'));
    expect(body.match(/data-alarm/g)).toHaveLength(6);
  });

  it('says what happened, how urgent it is, who sees to it and what to do', async () => {
    services.answer('jobs.listLive', pageOf([{ ...liveJob, driver_id: 'drv_1' }]));
    const body = await open('?type=temperature.excursion');
    const text = textOf(body);
    for (const words of [
      'Temperature out of range',
      'Minutes out of range 6',
      'Lowest so far, °C 2',
      'Critical',
      'Escalated 09:51',
      'HC-0001 out of range for 6 min, 2 °C, driver Naledi Example',
      'billing-jobs could not handle pod.available in 8 attempts',
      'Lerato M, Mon, 2 Nov 2026, 09:48 Called the driver.',
      'Call operations, who re-drive it: what they do.',
      'Host hooks.example',
      'Tell the customer, who enables it in the portal',
    ]) {
      expect(text).toContain(words);
    }
    expect(text).not.toContain('Highest so far');
    expect(hrefsOf(body)).toContain('/desk/jobs/job_01');
    expect(count(body, 'Acknowledge')).toBe(3);
    expect(count(body, 'Take it with the note')).toBe(3);
  });

  it('asks quality what happens to contents that were out of range, until that is recorded', async () => {
    expect(count(await open('', 'quality'), 'Record the decision')).toBe(1);
    const shared = await open();
    expect(count(shared, 'Record the decision')).toBe(0);
    expect(textOf(shared)).toContain('Waits for a decision of quality.');
    services.answer('webhooks.listOpsEvents', pageOf([decided]));
    const closed = await open('?status=closed', 'quality');
    expect(textOf(closed)).toContain('Quarantine: keep it apart. Lerato M');
    expect(count(closed, 'Record the decision')).toBe(0);
  });
});
