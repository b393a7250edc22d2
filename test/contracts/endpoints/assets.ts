/** Boxes of the carrier and their bindings. */
import { asset, binding, loggerFile, tracking } from '@svc/contracts';
import { deliver, deskOf, newCrew, noProof } from '../../journeys/desk.ts';
import { resource } from '../../journeys/http.ts';
import { certifyTrace } from '../../journeys/suspect-trace.ts';
import { type Actor, bookJob, uniqueKey } from '../requests.ts';
import { type Attempt, type EndpointCases, having, type Make } from './endpoint.ts';
import { firstOf } from './fixtures.ts';
import { ownRun } from './jobs.ts';

const newAsset = async ({ send }: Actor, state = 'clean') => {
  const body = { identifier: `BOX-${uniqueKey()}`, kind: 'cool_box', state };
  return resource(await send('POST /ops/assets', { body }), 201, asset);
};
const bind = async ({ send }: Actor, id: string, body: object) =>
  resource(await send(`POST /ops/assets/${id}/bindings`, { body }), 201, binding);
const newProbe = async ({ send, crew }: Actor, vehicle_id = crew.vehicle_id) => {
  const body = { device_id: uniqueKey(), vehicle_id };
  await send('POST /ops/devices', { body });
  return body.device_id;
};

const assetIn =
  (state?: string): Make =>
  async (actor) =>
    (await newAsset(actor, state)).id;
const newBinding = async (actor: Actor) => {
  const { id } = await newAsset(actor);
  return bind(actor, id, { vehicle_id: actor.crew.vehicle_id });
};
/** Sends a binding of what is in another asset. */
const rivalling = (bodyOf: (actor: Actor) => Promise<object>) => async (actor: Actor) => {
  const body = await bodyOf(actor);
  await bind(actor, (await newAsset(actor)).id, body);
  return { vehicle_id: undefined, ...body };
};
const someJob = async (actor: Actor) => ({ job_id: (await bookJob(actor)).id });

const hoursFromNow = (actor: Actor, hours: number) =>
  new Date(actor.provider.now().getTime() + hours * 3_600_000).toISOString();
const ahead = (actor: Actor) => hoursFromNow(actor, 1);
const past = (actor: Actor) => hoursFromNow(actor, -2);

/** A box with a probe, and a job of the actor's courier that was certified in it an hour ago. */
async function certified(actor: Actor) {
  const box = await newAsset(actor);
  const from = hoursFromNow(actor, -3);
  const { vehicle_id } = await newCrew(deskOf(actor.stage, actor.tenant));
  const crew = { ...actor.crew, vehicle_id };
  const device_id = await newProbe(actor, vehicle_id);
  const probe = await bind(actor, box.id, { device_id, from });
  const { id } = await bookJob(actor, { sku: 'LAB-COLD', requirements: noProof });
  await bind(actor, box.id, { job_id: id, from });
  await deliver(deskOf(actor.stage, actor.tenant), id, crew);
  await certifyTrace(actor.stage, id);
  return { id, box, probe };
}
const packs = (body: (actor: Actor) => object | Promise<object>): Attempt => ({ at: ownRun, body });
/** An asset with the logger of the example, all of the day of its file. */
const loggedAsset: Make = async (actor) => {
  const { id } = await newAsset(actor);
  const device_id = 'LOG-7';
  const { vehicle_id } = actor.crew;
  await actor.send('POST /ops/devices', { body: { device_id, vehicle_id } });
  await bind(actor, id, { device_id, from: '2026-11-02T00:00:00Z', replace: true });
  return id;
};

export const assets: EndpointCases = {
  targets: {
    '/ops/bindings/{id}': async (actor) => (await newBinding(actor)).id,
    '/ops/assets/{id}/logger-files': loggedAsset,
  },
  listed: {
    '/ops/assets': (owner) => firstOf(owner, 'GET /ops/assets'),
    '/ops/consumables': (owner) => firstOf(owner, 'GET /ops/consumables'),
    '/ops/assets/{id}/bindings': async (owner) => (await newBinding(owner)).id,
    '/ops/assets/{id}/logger-files': async (owner) => {
      const { id: _, ...body }: Record<string, unknown> = {
        ...tracking.actions.uploadLoggerFile.example,
      };
      const to = await loggedAsset(owner);
      const sent = await owner.send(`POST /ops/assets/${to}/logger-files`, { body });
      return resource(sent, 201, loggerFile).id;
    },
  },
  refusals: {
    'createAsset unknown_site': { body: { home_site_id: 'absent' } },
    'updateAsset unknown_site': { body: { home_site_id: 'absent' } },
    'bindAsset unknown_site': { body: { vehicle_id: undefined, site_id: 'absent' } },
    'createAsset identifier_taken': { body: ({ box }: Actor) => ({ identifier: box }) },
    'updateAsset identifier_taken': {
      body: async (actor: Actor) => ({ identifier: (await newAsset(actor)).identifier }),
    },
    'bindAsset job_not_found': { body: { vehicle_id: undefined, job_id: 'job_absent' } },
    'bindAsset unknown_vehicle': { body: { vehicle_id: 'veh_absent' } },
    'bindAsset unknown_device': { body: { vehicle_id: undefined, device_id: 'P-absent' } },
    'bindAsset unknown_asset': { body: { vehicle_id: undefined, in_asset_id: 'ast_absent' } },
    'bindAsset asset_nested': having(newAsset, ({ send }, { id }) =>
      send(`POST /ops/assets/${id}/bindings`, { body: { in_asset_id: id } }),
    ),
    'bindAsset asset_unusable': {
      at: assetIn('quarantined'),
      body: async (actor: Actor) => ({ vehicle_id: undefined, job_id: (await bookJob(actor)).id }),
    },
    'bindAsset invalid_time': { body: (actor: Actor) => ({ from: ahead(actor) }) },
    'bindAsset invalid_body': {
      body: async (actor: Actor) => {
        const { id: job_id } = await bookJob(actor);
        return { vehicle_id: undefined, job_id, parcels: ['1', '2', '3'] };
      },
    },
    'bindAsset box_in_use': having(newBinding, ({ send, pickup }, { asset_id }) =>
      send(`POST /ops/assets/${asset_id}/bindings`, { body: { site_id: pickup } }),
    ),
    'bindAsset parcel_bound': { body: rivalling(someJob) },
    'bindAsset binding_overlaps': {
      body: rivalling(async (actor) => ({ device_id: await newProbe(actor) })),
    },
    'bindAsset certified_time': having(certified, async (actor, { id }) => {
      const other = await newAsset(actor);
      const body = { job_id: id, from: past(actor), replace: true };
      return actor.send(`POST /ops/assets/${other.id}/bindings`, { body });
    }),
    'endBinding invalid_time': { body: (actor: Actor) => ({ to: ahead(actor) }) },
    'endBinding binding_overlaps': having(newBinding, async ({ send }, { id }) => {
      await send(`POST /ops/bindings/${id}/end`, { body: {} });
      const to = '2020-01-01T00:00:00Z';
      return send(`POST /ops/bindings/${id}/end`, { body: { to } });
    }),
    'endBinding certified_time': having(certified, (actor, { probe }) =>
      actor.send(`POST /ops/bindings/${probe.id}/end`, { body: { to: past(actor) } }),
    ),
    'createDevice binding_overlaps': having(newProbe, async (actor, device_id) => {
      const { id } = await bind(actor, (await newAsset(actor)).id, { device_id });
      const to = hoursFromNow(actor, 50 / 3_600);
      await actor.send(`POST /ops/bindings/${id}/end`, { body: { to } });
      const asset_id = (await newAsset(actor)).id;
      const { vehicle_id } = actor.crew;
      return actor.send('POST /ops/devices', { body: { device_id, vehicle_id, asset_id } });
    }),
    'handOutConsumables unknown_site': { body: { site_id: 'absent' } },
    'handOutConsumables job_not_found': { body: { job_id: 'job_absent' } },
    'handOutConsumables invalid_time': { body: (actor: Actor) => ({ at: ahead(actor) }) },
    'uploadLoggerFile wrong_box': { at: assetIn() },
    'uploadLoggerFile invalid_body': { body: { content: 'No rows' } },
    'packBox asset_not_found': packs(() => ({ identifier: 'ABSENT' })),
    'packBox unknown_asset': packs(() => ({ into: 'ABSENT' })),
    'packBox asset_nested': packs(({ box }) => ({ into: box })),
    'packBox asset_unusable': packs(async (actor) => ({
      identifier: (await newAsset(actor, 'quarantined')).identifier,
    })),
    'packBox invalid_time': packs((actor) => ({ at: ahead(actor) })),
    'packBox invalid_body': packs(() => ({ parcels: ['1', '2'] })),
    'packBox parcel_bound': having(ownRun, async (actor, id) => {
      await bind(actor, (await newAsset(actor)).id, { job_id: id });
      const body = { identifier: actor.box, parcels: ['1'] };
      return actor.send(`POST /courier/jobs/${id}/boxes`, { body });
    }),
    'packBox binding_overlaps': having(ownRun, async (actor, id) => {
      const bound = await bind(actor, (await newAsset(actor)).id, {
        job_id: id,
        from: past(actor),
      });
      await actor.send(`POST /ops/bindings/${bound.id}/end`, { body: {} });
      const body = { identifier: actor.box, at: past(actor) };
      return actor.send(`POST /courier/jobs/${id}/boxes`, { body });
    }),
    'packBox certified_time': having(certified, async (actor, { id }) => {
      const { identifier } = await newAsset(actor);
      const body = { identifier, at: past(actor) };
      return actor.send(`POST /courier/jobs/${id}/boxes`, { body });
    }),
  },
};
