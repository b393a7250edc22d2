import { expect, it, onTestFinished } from 'vitest';
import { pageOf, probe, provider } from './desk-answers.ts';
import { deskUnderTest, tokenOf } from './desk-under-test.ts';
import { hostileText } from './examples.ts';

const token = tokenOf('dispatcher');
async function desk() {
  const under = await deskUnderTest();
  onTestFinished(() => under.app.close());
  return under;
}

it('providers show who sends, when last, and what was refused', async () => {
  const { get, services } = await desk();
  services.answers.set('accounts.listRequests', () => pageOf([], false));
  const { body } = await get('/desk/telemetry', token);
  expect(body).toContain('<th scope="row">Trackers</th>');
  expect(body).toContain('<td>2</td>');
  expect(body).toContain('<time datetime="2026-11-02T07:59:00.000Z">');
  expect(body).toContain('<td>0</td><td><code>cli_tp</code></td>');
  expect(services.asked('listRequests')).toEqual([
    { client_id: 'cli_tp', failed: true, limit: 100 },
  ]);
});

it('a provider that never sent says so, and hostile names are escaped', async () => {
  const { get, services } = await desk();
  services.answers.set('tracking.listTelemetryProviders', () =>
    pageOf([{ ...provider, name: hostileText, device_count: 0, last_reading_at: null }]),
  );
  const { body } = await get('/desk/telemetry', token);
  expect(body).toContain('None yet');
  expect(body).not.toContain('<script>alert');
});

it.each([
  [{}, '<strong class="mark">expires on 20 Nov 2026</strong>'],
  [{ calibrated_until: '2026-11-01' }, '<strong class="mark">expired on 1 Nov 2026</strong>'],
  [{ calibrated_until: '2027-06-30' }, '<td>30 Jun 2027</td>'],
  [{ calibrated_until: null }, '<strong class="mark">not calibrated</strong>'],
  [{ calibrated_until: null, temperature_c: null }, 'Not a probe'],
])('a device with %o shows its calibration', async (change, shown) => {
  const { get, services } = await desk();
  services.answers.set('tracking.listDevices', () => pageOf([{ ...probe, ...change }]));
  const { body } = await get('/desk/telemetry', token);
  expect(body).toContain(shown);
  expect(body).toContain('<td>CA 123-456</td>');
});
