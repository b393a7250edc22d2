/** Lists of the control desk: fleet, incidents, sites, files and telemetry. */
import { describe, expect, it } from 'vitest';
import { driverOnFile, probe, provider, vehicleOnFile } from './desk-answers.ts';
import { tokenOf, useDesk } from './desk-under-test.ts';
import { pageOf } from './examples.ts';
import { hrefsOf, textOf } from './markup.ts';

const { get, services } = useDesk();
const open = (path: string) => get(path, tokenOf('dispatcher'));
const text = async (path: string) => textOf((await open(path)).body);

describe('a list of the desk', () => {
  it('marks documents that expire soon', async () => {
    const { body } = await open('/desk/drivers');
    expect(body).toContain('Driving licence: <strong class="mark">expires on 20 Nov 2026</strong>');
    expect(await text('/desk/vehicles')).toContain('Roadworthy: until 31 Jan 2027');
  });
});

describe('the fleet', () => {
  it('leads from each row to its page, with telephone, base and retirement', async () => {
    const left = { ...driverOnFile, status: 'retired' as const };
    services.answer('tracking.listDrivers', pageOf([left]));
    services.answer('tracking.listVehicles', pageOf([vehicleOnFile]));
    const { body } = await open('/desk/drivers?status=all');
    expect(body).toContain(
      '<a class="target" href="/desk/drivers/x_01">Naledi Example</a> <span class="chip calm">Retired</span>',
    );
    expect(body).toContain('<a class="target" href="tel:+27825550123">+27825550123</a>');
    expect(body).toContain('<td>Depot north</td>');
    expect(await text('/desk/vehicles')).toContain('Depot north 2-8C: 12');
  });

  it('shows shifts of a driver, and days on which they do not hold', async () => {
    const shown = await text('/desk/drivers/x_01');
    expect(shown).toMatch(/Monday 08:00 17:00/);
    expect(shown).toMatch(/25 Dec 2026 Off/);
    const night = { week: [{ day: 'fri' as const, from: '22:00', to: '06:00' }], exceptions: [] };
    services.answer('tracking.getDriver', { ...driverOnFile, shifts: night });
    expect(await text('/desk/drivers/x_01')).toContain('Friday 22:00 06:00, the next day');
    services.answer('tracking.getDriver', { ...driverOnFile, shifts: null });
    expect(await text('/desk/drivers/x_01')).toContain('Not recorded: any time suits.');
  });
});

it('a file shows its rows and what is wrong with them', async () => {
  const { body } = await open('/desk/files/file_1');
  expect(textOf(body)).toContain('consignee: No such consignee.');
  expect(body).toContain('<strong class="mark">Refused</strong>');
  expect(hrefsOf(body, /^HC-0001$/)).toEqual(['/desk/jobs/job_01']);
});

describe('the page of telemetry', () => {
  it('shows who sends, when last, and what was refused', async () => {
    services.answer('accounts.listRequests', pageOf([]));
    expect(await text('/desk/telemetry')).toMatch(
      /Trackers Signed batches .*2 devices of Trackers .*2 Nov 2026, 09:59 0 cli_tp/,
    );
    expect(services.asked('listRequests')).toEqual([
      { client_id: 'cli_tp', failed: true, limit: 100 },
    ]);
  });

  it('says that a provider never sent anything', async () => {
    const silent = { ...provider, device_count: 0, last_reading_at: null };
    services.answer('tracking.listTelemetryProviders', pageOf([silent]));
    expect(await text('/desk/telemetry')).toContain('None yet');
  });

  it('lists the devices of one provider, and names its format', async () => {
    services.answer('tracking.listTelemetryProviders', pageOf([{ ...provider, format: 'tive' }]));
    const { body } = await open('/desk/telemetry?provider=x_01');
    expect(textOf(body)).toMatch(/Trackers Tive .*Devices of Trackers All devices/);
    expect(services.asked('listDevices')).toMatchObject([{ provider_id: 'x_01' }]);
    expect(hrefsOf(body)).toContain('/desk/telemetry?provider=x_01');
  });

  it('leads from a device to the box that it is in', async () => {
    services.answer('tracking.listDevices', pageOf([{ ...probe, asset_id: 'x_01' }]));
    const { body } = await open('/desk/telemetry');
    expect(hrefsOf(body, /^BOX-7$/)).toEqual(['/desk/boxes/x_01']);
  });

  it.each([
    [{}, '<strong class="mark">expires on 20 Nov 2026</strong>'],
    [{ calibrated_until: '2026-11-01' }, '<strong class="mark">expired on 1 Nov 2026</strong>'],
    [{ calibrated_until: '2027-06-30' }, '<td>30 Jun 2027</td>'],
    [{ calibrated_until: null }, '<strong class="mark">not calibrated</strong>'],
    [{ calibrated_until: null, temperature_c: null }, 'Not a probe'],
  ])('shows the calibration of a device with %j', async (change, shown) => {
    services.answer('tracking.listDevices', pageOf([{ ...probe, ...change }]));
    const { body } = await open('/desk/telemetry');
    expect(body).toContain(shown);
    expect(textOf(body)).toContain('CA 123-456');
  });
});
