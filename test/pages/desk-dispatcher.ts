/** A day of a dispatcher, with the keyboard alone: from the sign-in to the proof. */
import { tracking } from '@svc/contracts';
import { until } from '@svc/devnet';
import { createClients } from '@svc/kit/client';
import { seedCredentials } from '@svc/local/seed';
import { createApi } from '@svc/simulators/api';
import { installDevice, registerProvider } from '@svc/simulators/fleet/provider';
import { expect, it } from 'vitest';
import { noProof } from '../journeys/desk.ts';
import { type DeskInBrowser, type GivenDesk, signIn } from './desk-visitor.ts';
import { enter, follow, press, tick } from './keyboard.ts';
import { deadlineMs, expectAccessible, expectSound, textOf } from './page-view.ts';
import { takeScreenshot } from './screenshot.ts';

const registration = 'CA 417-020';
const seal = 'SL-00421';

/** Nine minutes at 11.8 °C in the vehicle's box. */
async function warm({ desk: { stage }, clock }: DeskInBrowser): Promise<void> {
  const { clients } = await seedCredentials(stage.transport, undefined);
  const urls = { live: { base_url: stage.baseUrl }, auth: { auth_url: stage.publicUrl } };
  const api = createApi(urls, clients.operator);
  const carrier = { tenant: 'ten_operator', actor: 'test', requestId: 'test' };
  const own = createClients({ tracking }, stage.transport, carrier);
  const { data } = await own.tracking.listVehicles({});
  const vehicle = data.find((each) => each.registration === registration);
  await installDevice(api, 'probe-story', vehicle?.id ?? '');
  const provider = await registerProvider({
    ...{ desk: api, urls },
    clock: () => clock.now().getTime(),
  });
  for (let seq = 1; seq <= 9; seq += 1) {
    clock.advanceMs(60_000);
    const at = clock.now().toISOString();
    const place = { vehicle: registration, position: { lat: -26.2, lng: 28.05 }, speed_kmh: 0 };
    await provider.post([{ device_id: 'probe-story', seq, at, ...place, temperature_c: 11.8 }]);
  }
}

export function dispatcher(given: GivenDesk): void {
  it('assigns, drives, sees to alarms, settles an exception and checks the proof', async () => {
    const { ref } = await given().desk.book({ requirements: noProof, reference: 'LAB-2041' });
    await using seen = await signIn(given(), { name: 'Demo Dispatcher' });
    const { page } = seen;
    const shown = async (text: string) => {
      const isShown = async () => (await textOf(page)).includes(text) || void (await page.reload());
      await until(isShown, { timeoutMs: deadlineMs, what: text });
    };
    const meant = async (confirmation = 'It happened like that') => {
      await enter(page, 'Why the desk does it', 'Phone of the courier is flat');
      await tick(page, confirmation);
    };
    const shoot = async (file: string) => {
      await takeScreenshot(seen, file);
      await expectSound(seen);
    };

    await follow(page, 'Drivers');
    await press(page, 'Add a driver');
    await enter(page, 'First name', 'Naledi');
    await enter(page, 'Last name', 'Example');
    await follow(page, 'Add the driver');
    await follow(page, 'Vehicles');
    await press(page, 'Add a vehicle');
    await enter(page, 'Number plate', registration);
    await follow(page, 'Add the vehicle');

    await follow(page, 'Dispatch');
    await expectSound(seen);
    await follow(page, ref);
    await press(page, 'Assign driver and vehicle');
    await enter(page, 'Driver', 'Naledi');
    await enter(page, 'Vehicle', registration.slice(0, 4));
    await follow(page, 'Assign');
    await press(page, 'Left');
    await meant();
    await follow(page, 'Record Left');
    await press(page, 'Collected');
    await enter(page, 'Seal number', seal);
    await enter(page, 'Parcels counted', '1');
    await enter(page, 'Temperature in the box', '4.2');
    await meant();
    await follow(page, 'Record Collected');
    await press(page, 'Left');
    await meant();
    await follow(page, 'Record Left');

    await warm(given());
    await follow(page, 'Map');
    await page.locator('#map svg').waitFor();
    await shoot('desk-map');
    await follow(page, 'Alarms');
    await shown('Temperature out of range');
    await shoot('desk-alarms');
    await follow(page, 'Acknowledge Temperature out of range');
    await shown('Acknowledged');

    await follow(page, 'Dispatch');
    await follow(page, ref);
    await press(page, 'Scanned');
    await enter(page, 'Where the parcels', 'Midrand hub');
    await enter(page, 'Seal number', 'SL-00999');
    await tick(page, 'It is another seal');
    await meant();
    await follow(page, 'Record Scanned');
    await shown('Interrupted');
    await press(page, 'Go on');
    await enter(page, 'New seal number', 'SL-00422');
    await meant('What interrupted it is settled');
    await follow(page, 'Record Go on');
    await press(page, 'Handed over');
    await enter(page, 'Who takes the parcels', 'Reception');
    await enter(page, 'Seal number', 'SL-00422');
    await meant();
    await follow(page, 'Record Handed over');
    await shown('check POC-');
    await enter(page, 'Note for the others at the desk', 'Box 4 runs warm: have it checked');
    await follow(page, 'Add the note');
    await shown('Box 4 runs warm');
    expect(await textOf(page)).toContain('The chain is whole');
    await page.evaluate('scrollTo(0, 0)');
    await shoot('desk-job');
    await expectAccessible(seen);
    for (const part of ['Temperatures', 'Chain of custody']) {
      await page.getByRole('heading', { name: part }).evaluate((each) => each.scrollIntoView());
      await takeScreenshot(seen, `desk-job-${part.split(' ')[0]?.toLowerCase()}`);
    }

    await follow(page, 'check POC-');
    await page.getByText('This proof holds.').waitFor();
    const names = page.locator('#own').getByText('Holds: Every event names the fingerprint');
    await names.waitFor({ state: 'attached' });
  });
}
