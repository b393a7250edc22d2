import { expect, it, onTestFinished } from 'vitest';
import { everyDay } from '../src/pages/portal/request-chart.ts';
import { sizeText } from '../src/pages/portal/usage.ts';
import { exampleUsage } from './access-answers.ts';
import { deskUnderTest, tokenOf } from './desk-under-test.ts';

const start = '2026-11-01T00:00:00+02:00';

async function desk() {
  const under = await deskUnderTest();
  onTestFinished(() => under.app.close());
  return under;
}

it('shows what is used beside its limit, of this South African month', async () => {
  const { get, services } = await desk();
  const body = (await get('/usage', tokenOf('admin'))).body.replaceAll('\u00a0', ' ');
  for (const text of [
    '2 of 20, disabled',
    '600 a minute, and 100 more',
    '<dt>Today</dt><dd>12 345</dd>',
    '<dt>Refused today (429)</dt><dd>67</dd>',
    '13 145 requests in 30 days, 67 of them refused',
    '<th scope="row">31 Oct 2026</th><td class="amount">800</td><td class="amount">0</td>',
    '<td class="amount">1 234</td><td class="amount">5</td><td class="amount">6</td>',
    '<dt>Signatures and photos</dt><dd>1 500, 61.3 MB</dd>',
    '<dt>Files of orders</dt><dd>0</dd>',
    '<dt>API keys</dt><dd>3</dd>',
    '<dt>People</dt><dd>5</dd>',
  ]) {
    expect(body).toContain(text);
  }
  expect(services.asked('list')).toContainEqual({ created_gte: start, limit: 1 });
});

it('shows a day without requests as none', () => {
  const days = everyDay(exampleUsage.request_days, { last: '2026-11-02', count: 4 });
  expect(days.map(({ day, requests }) => [day, requests])).toEqual([
    ['2026-10-30', 0],
    ['2026-10-31', 800],
    ['2026-11-01', 0],
    ['2026-11-02', 12_345],
  ]);
});

it.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1_000, '1 kB'],
  [61_250_000, '61.3 MB'],
  [999_960, '1000 kB'],
  [2 ** 53, '9007.2 TB'],
])('says %i bytes as %s', (bytes, text) => {
  expect(sizeText(bytes).replaceAll('\u00a0', ' ')).toBe(text);
});

it('says that figures are of the newest deliveries alone', async () => {
  const { get, services } = await desk();
  const { webhooks, ...rest } = exampleUsage;
  const part = webhooks && { ...webhooks, is_complete: false, days: [] };
  services.answers.set('accounts.usage', () => ({ ok: { ...rest, webhooks: part } }));
  const { body } = await get('/usage', tokenOf('admin'));
  expect(body).toContain('Nothing was sent in the last seven days');
  expect(body).toContain('these figures are of the newest');
});

it('shows the rest where a service is away', async () => {
  const { get, services } = await desk();
  const away = { webhooks: null, proof_files: null };
  services.answers.set('accounts.usage', () => ({ ok: { ...exampleUsage, ...away } }));
  const { statusCode, body } = await get('/usage', tokenOf('admin'));
  expect(statusCode).toBe(200);
  expect(body).toContain('Not available at the moment. Open');
  expect(body).toContain('<dt>Signatures and photos</dt><dd>Not available at the moment</dd>');
  expect(body).toContain('600 a minute');
  services.answers.delete('accounts.usage');
  expect((await get('/usage', tokenOf('admin'))).body).toContain('Booked this month');
});
