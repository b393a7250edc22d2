import { verify } from '@svc/webhook-verify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, newTenant, startWebhooks, wanting } from './app.ts';
import { type Receiver, startReceiver } from './receiver.ts';

let app: App;
let receiver: Receiver;
beforeAll(async () => {
  app = await startWebhooks();
  receiver = await startReceiver();
});
afterAll(async () => {
  await app?.stop();
  await receiver?.stop();
});

describe('test', () => {
  it('sends webhook.test to this endpoint alone, whatever it wants', async () => {
    const tenant = newTenant();
    const { id, secret } = await app.as(tenant).create(wanting(receiver.url, ['job.created']));
    const other = await app.as(tenant).create(wanting(`${receiver.url}?other`));
    const answer = await app.as(tenant).test({ id });
    expect(answer).toEqual({
      object: 'webhook_test',
      event_id: expect.stringMatching(/^evt_\w{26}$/),
    });
    await app.logged(tenant, id, ([first]) => first?.status === 'succeeded');
    const [sent] = receiver.received;
    const now = app.clock.now();
    expect(verify(sent?.body ?? '', sent?.headers ?? {}, secret, { now })).toMatchObject({
      ok: true,
      event: {
        id: answer.event_id,
        type: 'webhook.test',
        job_id: '',
        sequence: 0,
        data: { webhook_id: id, message: expect.any(String) },
      },
    });
    expect(await app.log(tenant, other.id)).toEqual([]);
    const since = '2026-11-01T00:00:00.000Z';
    expect(await app.as(tenant).replay({ id: other.id, since })).toMatchObject({ replayed: 0 });
  });

  it('repeated with its key, sends once', async () => {
    const tenant = newTenant();
    const { id } = await app.as(tenant).create(wanting(receiver.url));
    const first = await app.call('test', { id }, tenant, `test-${id}`);
    expect(await app.call('test', { id }, tenant, `test-${id}`)).toEqual({
      ...first,
      replayed: true,
    });
    expect(await app.log(tenant, id)).toHaveLength(1);
  });
});
