import {
  bookedJob,
  bundle,
  certificate,
  jobDetail,
  listedManifest,
  manifest,
  reception,
} from '@svc/contracts';
import { until } from '@svc/devnet';
import { expect, it } from 'vitest';
import { assign, deskOf, noProof, seal } from './desk.ts';
import { eventsOf } from './events.ts';
import { resource } from './http.ts';
import { isLogged, offlineVerdict } from './offline-verdict.ts';
import { projected } from './projection.ts';
import { bookingOf, type Tenant } from './tenants.ts';
import type { Given, World } from './world.ts';

const tube = (barcode: string) => ({
  barcode,
  container: 'tube',
  temperature_class: '2-8C',
  un_number: 'UN3373',
});
const barcodes = ['S-3', 'S-1', 'S-2'];

async function listedJob(tenant: Tenant) {
  const body = { ...bookingOf(tenant), requirements: noProof };
  const { id } = resource(await tenant.send('POST /jobs', { key: 'a', body }), 201, bookedJob);
  const list = { job_id: id, specimens: barcodes.map(tube) };
  const pushed = await tenant.send('POST /manifests', { body: list });
  return { id, listed: resource(pushed, 201, manifest) };
}

async function collect({ stage }: World, id: string, scanned: object): Promise<void> {
  const desk = deskOf(stage);
  await assign(desk, id);
  const box = { parcels_scanned: 1, box_temperature_c: 4.2, ...scanned };
  await desk.jobs.reachMilestone({ id, type: 'collect', seal, ...box });
}

const comparedOnce = ({ send }: Tenant, id: string) =>
  until(
    async () => {
      const found = resource(await send(`GET /manifests/${id}`), 200, listedManifest);
      return found.status === 'open' ? undefined : found;
    },
    { timeoutMs: 60_000, what: `manifest ${id} to be compared` },
  );

export function specimenJourneys(given: Given): void {
  it('a tube that is missing at collection is an incident', async () => {
    const world = given();
    const tenant = await world.tenant();
    const { id, listed } = await listedJob(tenant);
    expect(listed).toMatchObject({ status: 'open', specimen_count: 3, job_id: id });
    await collect(world, id, { barcodes: ['S-1', 'S-3', 'S-9'] });
    const compared = await comparedOnce(tenant, listed.id);
    expect(compared).toMatchObject({ status: 'mismatched', scanned_count: 3 });
    expect(compared.specimens.map(({ barcode }) => barcode)).toEqual(['S-1', 'S-2', 'S-3']);
    const incident = await until(
      async () => (await deskOf(world.stage).jobs.listIncidents({ job_id: id })).data[0],
      { timeoutMs: 60_000, what: 'an incident' },
    );
    expect(incident).toMatchObject({
      category: 'documents',
      description: `Manifest ${listed.id} lists 3 specimens, 3 were scanned. Missing: S-2. Not listed: S-9.`,
    });
    const events = (await eventsOf(world.stage, tenant.id)).filter(
      ({ type }) => type === 'incident.reported',
    );
    expect(events).toMatchObject([{ job_id: id, data: { incident_id: incident.id } }]);
  });

  it('what is all there is none, told by barcode or by number, before or after', async () => {
    const world = given();
    const tenant = await world.tenant();
    const { id, listed } = await listedJob(tenant);
    await collect(world, id, { parcels_scanned: 3 });
    expect(await comparedOnce(tenant, listed.id)).toMatchObject({ status: 'matched' });
    const late = { job_id: id, specimens: barcodes.map(tube) };
    const again = resource(await tenant.send('POST /manifests', { body: late }), 201, manifest);
    expect(again).toMatchObject({ status: 'matched', digest: listed.digest });
    const types = (await eventsOf(world.stage, tenant.id)).map(({ type }) => type);
    expect(types).not.toContain('incident.reported');
  });
  it('what the laboratory says of them is in the chain, certified, logged and verified', async () => {
    const { stage, ...world } = given();
    const tenant = await world.tenant();
    const { id } = await listedJob(tenant);
    await collect({ stage, ...world }, id, { parcels_scanned: 3 });
    const desk = deskOf(stage);
    await desk.jobs.reachMilestone({ id, type: 'deliver', seal, recipient: 'Reception' });
    // A reception that custody hears of before the hand-over is under the same certificate.
    await projected(stage, id);
    const first = resource(await tenant.send(`GET /certificates/${id}`), 200, certificate);
    const specimens = [
      { barcode: 'S-1', verdict: 'accepted' },
      { barcode: 'S-2', verdict: 'rejected', reason: 'leaking' },
      { barcode: 'S-3', verdict: 'accepted' },
    ];
    const path = `/jobs/${id}/reception` as const;
    const said = await tenant.send(`POST ${path}`, { body: { specimens } });
    expect(resource(said, 200, reception)).toMatchObject({ outstanding: 0 });
    const proved = await until(
      async () => {
        const answer = await tenant.send(`GET /jobs/${id}/custody/bundle`);
        const whole = resource(answer, 200, bundle);
        const isReceived = whole.custody.events.at(-1)?.details?.reception === true;
        const verdict = isReceived ? await offlineVerdict(stage.publicUrl, whole) : undefined;
        return verdict && isLogged.test(verdict.out) ? { ...verdict, whole } : undefined;
      },
      { timeoutMs: 60_000, everyMs: 500, what: 'the reception in the chain, and logged' },
    );
    expect(proved.out).toMatch(/^COLD CHAIN NOT SHOWN: custody is verified/);
    expect(proved.whole.custody.events.at(-1)).toMatchObject({
      ...{ type: 'scanned', details: { reception: true, accepted: 2, rejected: 1 } },
    });
    expect(proved.whole.certificate).toMatchObject({
      custody: { events: proved.whole.custody.events.length, seal },
      related: [first.id],
    });
    // Jobs counts by a consumer of its own.
    const counted = async () =>
      resource(await tenant.send(`GET /jobs/${id}`), 200, jobDetail).custody_events;
    await expect.poll(counted).toBe(proved.whole.custody.events.length);
  });
}
