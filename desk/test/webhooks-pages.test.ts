import { publicEventTypes } from '@svc/contracts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { exampleDelivery, exampleEndpoint, exampleEvent } from './access-answers.ts';
import { deskUnderTest, hiddenFields, tokenOf } from './desk-under-test.ts';
import { listOf } from './examples.ts';

const token = tokenOf('admin');
const path = '/webhooks/wh_01';

async function desk(env: Record<string, string> = {}) {
  const under = await deskUnderTest({ env });
  onTestFinished(() => under.app.close());
  const { services, get } = under;
  const withDelivery = async (change: object) => {
    services.answers.set('webhooks.listDeliveries', () =>
      listOf([{ ...exampleDelivery, ...change }]),
    );
    const { body } = await get(path, token);
    return body.slice(body.indexOf('aria-label="Deliveries"'));
  };
  return { ...under, withDelivery };
}

describe('the log of deliveries', () => {
  it.each([
    [{ response_code: 500 }, 'HTTP 500'],
    [{ response_code: null, failure: 'timeout' }, 'No answer within 10 seconds'],
    [{ response_code: null, failure: 'name_not_resolved' }, 'The host name has no address'],
    [{ response_code: null, failure: 'address_not_allowed' }, 'The address is not public'],
    [{ response_code: null, failure: 'connection_failed' }, 'The connection was refused or broke'],
    [{ response_code: null, failure: 'tls_failed' }, 'The certificate is not valid, or TLS failed'],
    [{ response_code: null, failure: 'invalid_response' }, 'The answer is not HTTP'],
    [{ response_code: 200, failure: 'timeout' }, 'HTTP 200: No answer within 10 seconds'],
    [{ response_code: null, attempt: 0 }, 'No attempt so far'],
  ])('says of %j: %s', async (change, words) => {
    const { withDelivery } = await desk();
    expect(await withDelivery(change)).toContain(`<td>${words}<`);
  });

  it.each([
    ['pending', 'Under way'],
    ['succeeded', 'Succeeded'],
    ['failed', 'Given up'],
  ])('says of the status %s: %s', async (status, words) => {
    const { withDelivery } = await desk();
    expect(await withDelivery({ status })).toContain(`<td>${words}</td>`);
  });

  it('shows attempts, duration and the next attempt', async () => {
    const { withDelivery } = await desk();
    const next = '2026-11-02T09:00:00.000Z';
    const row = await withDelivery({ attempt: 4, duration_ms: 77, next_attempt_at: next });
    expect(row).toContain('<td>4</td>');
    expect(row).toContain('<td>77 ms</td>');
    expect(row).toContain(`<time datetime="${next}">Mon, 2 Nov 2026, 11:00</time>`);
  });

  it('is filtered by status, and paged with the filter', async () => {
    const { get, services } = await desk();
    services.answers.set('webhooks.listDeliveries', () => listOf([exampleDelivery], true));
    const { body } = await get(`${path}?status=failed&starting_after=whd_9`, token);
    const asked = services.calls.find(({ action }) => action === 'listDeliveries');
    expect(asked?.input).toEqual({ id: 'wh_01', status: 'failed', starting_after: 'whd_9' });
    expect(body).toContain(`href="${path}?status=failed&amp;starting_after=whd_01"`);
    expect(body).toContain('<option value="failed" selected>');
  });

  it('may be empty', async () => {
    const { get, services } = await desk();
    services.answers.set('webhooks.listDeliveries', () => listOf([]));
    expect((await get(path, token)).body).toContain('No delivery fits.');
  });
});

describe('an endpoint', () => {
  it('that is disabled says why nothing is sent, and can be made active', async () => {
    const { get, services, post } = await desk();
    expect((await get(path, token)).body).not.toContain('Nothing is sent:');
    services.answers.set('webhooks.get', () => ({
      ok: { ...exampleEndpoint, status: 'disabled' },
    }));
    const { body } = await get(path, token);
    expect(body).toContain('Nothing is sent: it was disabled');
    expect(body).toContain('<option value="disabled" selected>');
    const own = hiddenFields(body, `${path}/status`);
    const answer = await post(`${path}/status`, token, { ...own, status: 'active' });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, path]);
    expect(services.calls.at(-1)?.input).toEqual({ id: 'wh_01', status: 'active' });
  });

  it('has no other status', async () => {
    const { get, post, services } = await desk();
    const own = hiddenFields((await get(path, token)).body, `${path}/status`);
    const answer = await post(`${path}/status`, token, { ...own, status: 'asleep' });
    expect(answer.body).toContain('id="e-endpoint-status">Choose one of the two.');
    expect(services.calls.filter(({ action }) => action === 'update')).toEqual([]);
  });

  it('that is not there is a 404', async () => {
    const { get, services } = await desk();
    const detail = 'There is no webhook with this id.';
    services.answers.set('webhooks.get', () => ({
      refused: { code: 'webhook_not_found', detail },
    }));
    expect((await get(path, token)).statusCode).toBe(404);
  });

  it('shows the events that it receives as checked', async () => {
    const { get } = await desk();
    const { body } = await get(path, token);
    const checked = [...body.matchAll(/name="events" value="([^"]*)" checked>/g)];
    expect(checked.map(([, type]) => type)).toEqual(['job.created', 'delivery.completed']);
  });

  it('can be given every type of the catalogue but the test, each with its words', async () => {
    const { get } = await desk();
    const { body } = await get('/webhooks', token);
    const offered = [...body.matchAll(/name="events" value="([^"]*)">/g)].map(([, type]) => type);
    expect(offered).toEqual(['*', ...publicEventTypes.filter((type) => type !== 'webhook.test')]);
    expect(body).toContain('pod.available<span class="soft">The proof of delivery can be fetched.');
  });

  it.each([
    [{ url: 'no address', events: '*' }, 'url', 'Enter an address that begins with https://.'],
    [{ url: `https://a.example/${'x'.repeat(2_048)}`, events: '*' }, 'url', 'Enter at most 2048'],
    [{ url: 'https://a.example' }, 'events', 'Choose at least one.'],
  ])('that is new, with %j, is shown at its field', async (fields, field, fault) => {
    const { get, post, services } = await desk();
    const own = hiddenFields((await get('/webhooks', token)).body, '/webhooks');
    const answer = await post('/webhooks', token, { ...own, ...fields });
    expect(answer.statusCode).toBe(400);
    expect(answer.body).toContain(`id="e-${field}">${fault}`);
    expect(services.calls.filter(({ action }) => action === 'create')).toEqual([]);
  });
});

describe('a replay', () => {
  it.each(['', 'yesterday', '2026-11-02', '2026-02-31T08:00'])(
    'since %j is shown at its field',
    async (since) => {
      const { get, post } = await desk();
      const own = hiddenFields((await get(path, token)).body, `${path}/replay`);
      const answer = await post(`${path}/replay`, token, { ...own, since });
      expect(answer.statusCode).toBe(400);
      expect(answer.body).toContain('id="e-since"');
    },
  );

  it.each([
    [0, 'There is nothing to send again'],
    [1, '1 event is sent again'],
    [2, '2 events are sent again'],
  ])('of %i events says: %s', async (replayed, words) => {
    const { get, post, services } = await desk();
    services.answers.set('webhooks.replay', () => ({ ok: { object: 'replay', replayed } }));
    const own = hiddenFields((await get(path, token)).body, `${path}/replay`);
    const { body } = await post(`${path}/replay`, token, { ...own, since: '2026-11-02T08:00' });
    expect(body).toContain(`<h1>${words}</h1>`);
  });
});

describe('the event feed', () => {
  it.each([
    ['', {}],
    ['?type=', {}],
    ['?type=job.created&starting_after=evt_9', { type: 'job.created', starting_after: 'evt_9' }],
  ])('with %j asks for %j', async (search, input) => {
    const { get, services } = await desk();
    await get(`/events${search}`, token);
    expect(services.callsOfPeople().map((call) => call.input)).toEqual([input]);
  });

  it('shows the data as JSON, and events without a job', async () => {
    const { get, services } = await desk();
    const event = { ...exampleEvent, job_id: '', sequence: 0, data: { message: 'It works.' } };
    services.answers.set('webhooks.listEvents', () => listOf([event]));
    const { body } = await get('/events', token);
    expect(body).toContain('<pre>{\n  &quot;message&quot;: &quot;It works.&quot;\n}</pre>');
    expect(body).toContain('<td>None</td>');
  });
});
