import { publicEventTypes } from '@svc/contracts';
import { describe, expect, it } from 'vitest';
import { healthView, percentText } from '../src/pages/webhooks/health.ts';
import { exampleDelivery, exampleEndpoint, exampleEvent, exampleHealth } from './access-answers.ts';
import { tokenOf, useDesk } from './desk-under-test.ts';
import { pageOf } from './examples.ts';
import { entriesOf, offeredBy, textOf } from './markup.ts';

const { get, send, services } = useDesk();
const path = '/webhooks/x_01';
const open = async (to: string) => (await get(to, tokenOf('admin'))).body;

describe('the log of deliveries', () => {
  const rowWith = async (change: object) => {
    services.answer('webhooks.listDeliveries', pageOf([{ ...exampleDelivery, ...change }]));
    const body = await open(path);
    return textOf(body.slice(body.indexOf('aria-label="Deliveries"')));
  };
  const noResponse = { response_code: null };

  it.each([
    [{ response_code: 500 }, 'HTTP 500'],
    [{ ...noResponse, failure: 'timeout' }, 'No answer within 10 seconds'],
    [{ ...noResponse, failure: 'name_not_resolved' }, 'The host name has no address'],
    [{ ...noResponse, failure: 'address_not_allowed' }, 'The address is not public'],
    [{ ...noResponse, failure: 'connection_failed' }, 'The connection was refused or broke'],
    [{ ...noResponse, failure: 'tls_failed' }, 'The certificate is not valid, or TLS failed'],
    [{ ...noResponse, failure: 'invalid_response' }, 'The answer is not HTTP'],
    [{ response_code: 200, failure: 'timeout' }, 'HTTP 200: No answer within 10 seconds'],
    [{ ...noResponse, attempt: 0 }, 'No attempt so far'],
  ])('says of a delivery with %j: %s', async (change, words) => {
    expect(await rowWith(change)).toMatch(new RegExp(` \\d+ ${words} Body`));
  });

  it.each([
    ['pending', 'Under way'],
    ['succeeded', 'Succeeded'],
    ['failed', 'Given up'],
  ])('shows the status %s of a delivery as "%s"', async (status, words) => {
    expect(await rowWith({ status })).toContain(` x_01 ${words} 3`);
  });

  it('shows attempts, duration and the next attempt', async () => {
    const next = '2026-11-02T09:00:00.000Z';
    const row = await rowWith({ attempt: 4, duration_ms: 77, next_attempt_at: next });
    expect(row).toMatch(/Given up 4 .* 77 ms .* Mon, 2 Nov 2026, 11:00 Send again/);
  });

  it('says that no delivery fits the filter', async () => {
    services.answer('webhooks.listDeliveries', pageOf([]));
    expect(textOf(await open(path))).toContain('No delivery fits.');
  });
});

describe('an endpoint', () => {
  it('says why nothing is sent while it is disabled, and can be made active', async () => {
    const words = 'Nothing is sent: it was disabled';
    expect(textOf(await open(path))).not.toContain(words);
    services.answer('webhooks.get', { ...exampleEndpoint, status: 'disabled' });
    const body = await open(path);
    expect(textOf(body)).toContain(words);
    expect(entriesOf(body, `${path}/status`).status).toBe('disabled');
    await send({ page: path, action: `${path}/status`, fields: { status: 'active' } });
    expect(services.asked('update')).toEqual([{ id: 'x_01', status: 'active' }]);
  });

  it('shows the events that it receives as checked', async () => {
    const { events } = entriesOf(await open(path), `${path}/events`);
    expect(events).toEqual(['job.created', 'delivery.completed']);
  });

  it('can be given every type of the catalogue but the test, each with its words', async () => {
    const body = await open('/webhooks');
    const types = publicEventTypes.filter((type) => type !== 'webhook.test');
    expect(offeredBy(body, 'events')).toEqual(['*', ...types]);
    expect(textOf(body)).toContain('pod.available The proof of delivery is available.');
  });

  it.each([
    [0, 'There is nothing to send again'],
    [1, '1 event is sent again'],
  ])('says after a replay of %i events: %s', async (replayed, words) => {
    services.answer('webhooks.replay', { object: 'replay', replayed });
    const fields = { since: '2026-11-02T08:00' };
    const { answer } = await send({ page: path, action: `${path}/replay`, fields });
    expect(answer.body).toContain(`<h1>${words}</h1>`);
  });
});

describe('the health of an endpoint', () => {
  const now = new Date('2026-11-02T08:00:00.000Z');
  it.each([
    [0, 4, '0 %'],
    [2, 3, '66.6 %'],
    [9_999, 10_000, '99.9 %'],
    [7, 7, '100 %'],
  ])('with %i accepted of %i is %s', (part, whole, text) => {
    expect(percentText(part, whole)).toBe(text);
  });

  it('says what was sent, day by day', () => {
    const text = textOf(healthView(exampleHealth, now).markup);
    for (const words of ['8 of 11, 88.8 %', '120 ms in the middle', 'within 900 ms']) {
      expect(text).toContain(words);
    }
    expect(text).toContain('2 Nov 2026 1 8 2');
    expect(text).not.toContain('More than');
  });

  it('says that nothing was sent, and that not all is counted', () => {
    const none = { ...exampleHealth, succeeded: 0, pending: 0, failed: 0, days: [] };
    expect(healthView(none, now).markup).toContain('Nothing was sent');
    expect(healthView({ ...exampleHealth, is_complete: false }, now).markup).toContain('More than');
  });
});

describe('the feed of events', () => {
  it('shows the data as JSON, and events without a job', async () => {
    const event = { ...exampleEvent, job_id: '', sequence: 0, data: { message: 'It works.' } };
    services.answer('webhooks.listEvents', pageOf([event]));
    const body = await open('/events');
    expect(body).toContain('<pre>{\n  &quot;message&quot;: &quot;It works.&quot;\n}</pre>');
    expect(textOf(body)).toContain('None');
  });
});
