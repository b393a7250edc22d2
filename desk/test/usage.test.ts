import { expect, it, onTestFinished } from 'vitest';
import { deskUnderTest, tokenOf } from './desk-under-test.ts';

const start = '2026-11-01T00:00:00+02:00';

it('shows what is used beside its limit, of this South African month', async () => {
  const { app, get, services } = await deskUnderTest({ env: { SVC_LIVE_LIMIT: '60' } });
  onTestFinished(() => app.close());
  const { body } = await get('/usage', tokenOf('admin'));
  for (const text of [
    '2 of 20, disabled',
    '60 a minute, and 10 more',
    '<dt>API keys</dt><dd>2</dd>',
  ]) {
    expect(body).toContain(text);
  }
  expect(services.asked('list')).toContainEqual({ created_gte: start, limit: 1 });
});

it('shows the rest where a service is away', async () => {
  const { app, get, services } = await deskUnderTest();
  onTestFinished(() => app.close());
  services.answers.delete('webhooks.usage');
  const { statusCode, body } = await get('/usage', tokenOf('admin'));
  expect(statusCode).toBe(200);
  expect(body).toContain('Not available at the moment');
  expect(body).toContain('Booked this month');
});
