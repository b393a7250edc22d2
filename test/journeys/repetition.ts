import { bookedJob, jobs } from '@svc/contracts';
import { expect, it } from 'vitest';
import { type Answer, outcomeOf, resource } from './http.ts';
import { bookingOf } from './tenants.ts';
import type { Given } from './world.ts';

const replayed = (answer: Answer) => answer.headers.get('idempotent-replayed');

export function repetitionJourneys(given: Given): void {
  it('a repeated key answers with the bytes of the first time, and books once', async () => {
    const tenant = await given().tenant();
    const { send } = tenant;
    const request = { key: 'attempt 1', body: bookingOf(tenant) };
    const first = await send('POST /jobs', request);
    const { id } = resource(first, 201, bookedJob);
    expect(replayed(first)).toBeNull();
    const again = await send('POST /jobs', request);
    expect(again).toMatchObject({ status: 201, text: first.text });
    expect(replayed(again)).toBe('true');
    const other = { ...request, body: { ...request.body, km: 11 } };
    expect(outcomeOf(await send('POST /jobs', other))).toBe('422 idempotency_key_reused');

    const cancel = { key: 'attempt 1', body: { reason: 'No longer needed' } };
    const cancelled = await send(`POST /jobs/${id}/cancel`, cancel);
    expect(cancelled.status).toBe(200);
    const cancelledAgain = await send(`POST /jobs/${id}/cancel`, cancel);
    expect(cancelledAgain).toMatchObject({ status: 200, text: cancelled.text });
    expect(replayed(cancelledAgain)).toBe('true');
    const list = resource(await send('GET /jobs'), 200, jobs.actions.list.output);
    expect(list.data.map((job) => job.id)).toEqual([id]);
  });

  it('a refusal is kept like a success, whatever became possible since', async () => {
    const tenant = await given().tenant();
    const { send } = tenant;
    const body = { ...bookingOf(tenant), pickup_site_id: 'site_unknown' };
    const first = await send('POST /jobs', { key: 'k', body });
    expect(outcomeOf(first)).toBe('422 unknown_site');
    const again = await send('POST /jobs', { key: 'k', body });
    expect(outcomeOf(again)).toBe('422 unknown_site');
    expect(replayed(again)).toBe('true');
  });

  it('twenty at once with one key book once', async () => {
    const tenant = await given().tenant();
    const request = { key: 'twins', body: bookingOf(tenant) };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => tenant.send('POST /jobs', request)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter((answer) => replayed(answer) === 'true')).toHaveLength(19);
    expect(resource(await tenant.send('GET /jobs'), 200, jobs.actions.list.output).total).toBe(1);
  });
}
