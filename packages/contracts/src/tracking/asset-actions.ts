/** Assets of the carrier, and their bindings. */
import { z } from 'zod';
import { command, query } from '../define.ts';
import { jobId } from '../description.ts';
import { byId, instant, opaqueId, page, pageOf } from '../primitives.ts';
import {
  asset,
  assetFields,
  assetIdentifier,
  assetState,
  binding,
  bindingKind,
  courierBoxes,
  parcelCodes,
} from './assets.ts';
import { fleetStatus } from './fleet.ts';
import { deviceId } from './telemetry.ts';

const assetIssues = { 'id.invalid_format': 'asset_not_found' } as const;
const bindingIssues = { 'id.invalid_format': 'binding_not_found' } as const;

const conflicts = ['box_in_use', 'parcel_bound', 'binding_overlaps', 'certified_time'] as const;
const nested = ['unknown_asset', 'asset_nested'] as const;
const from = instant
  .optional()
  .describe(
    'Since when; defaults to now. At most 60 s in the future. Earlier than a certified time is refused.',
  );

/** What the asset is with: exactly one of the five. */
const bound = z.object({
  device_id: deviceId.optional().describe('Probe that is in the asset now.'),
  job_id: opaqueId.optional().describe('Job whose parcels are in the asset: id or reference.'),
  parcels: parcelCodes.optional(),
  vehicle_id: opaqueId.optional().describe('Vehicle that the asset is in: `veh_…`.'),
  site_id: opaqueId.optional().describe('Site that the asset is at.'),
  in_asset_id: opaqueId
    .optional()
    .describe(
      'Asset that the asset stands in, and moves with: `ast_…`. At most four one in another.',
    ),
});
const subjects = ['device_id', 'job_id', 'vehicle_id', 'site_id', 'in_asset_id'] as const;

export const assetActions = {
  createAsset: command({
    input: assetFields.extend({
      temperature_class: assetFields.shape.temperature_class.default(null),
      hold_hours: assetFields.shape.hold_hours.default(null),
      qualified_until: assetFields.shape.qualified_until.default(null),
      home_site_id: assetFields.shape.home_site_id.default(null),
      state: assetState.default('clean'),
    }),
    output: asset,
    refusals: ['identifier_taken', 'unknown_site'],
    example: { identifier: 'BOX-0007', kind: 'cool_box', temperature_class: '2-8C' },
  }),
  listAssets: query({
    input: z.object({
      state: assetState.optional().describe(`Only those in this state. ${assetState.description}`),
      status: fleetStatus
        .optional()
        .describe('Only those with this status: `active` or `retired`.'),
      vehicle_id: opaqueId
        .optional()
        .describe('Only those in this vehicle, with those that stand in them.'),
      site_id: opaqueId
        .optional()
        .describe('Only those at this site, with those that stand in them.'),
      ...page,
    }),
    output: pageOf(asset),
    refusals: [],
  }),
  getAsset: query({
    input: byId,
    output: asset,
    refusals: ['asset_not_found'],
    issues: assetIssues,
  }),
  updateAsset: command({
    input: assetFields.extend({ state: assetState, status: fleetStatus }).partial().extend({
      id: opaqueId,
    }),
    output: asset,
    refusals: ['asset_not_found', 'identifier_taken', 'unknown_site'],
    issues: assetIssues,
    example: { id: 'ast_01J', state: 'conditioned' },
  }),
  /** Binds a probe, parcels or a place to an asset. */
  bindAsset: command({
    input: bound
      .extend({
        id: opaqueId,
        from,
        replace: z
          .boolean()
          .default(false)
          .describe('Whether to end a current binding that is in the way, at the same moment.'),
      })
      .superRefine((each, { addIssue }) => {
        const named = subjects.filter((name) => each[name] !== undefined);
        if (named.length === 1) return;
        const message = 'exactly one of device_id, job_id, vehicle_id, site_id and in_asset_id';
        for (const name of named.length > 0 ? named : subjects) {
          addIssue({ code: 'custom', path: [name], message });
        }
      })
      .refine(({ parcels, job_id }) => (parcels ?? null) === null || job_id !== undefined, {
        path: ['parcels'],
        error: 'only with job_id',
      }),
    output: binding,
    refusals: [
      ...['asset_not_found', 'job_not_found', 'unknown_vehicle', 'unknown_device', 'unknown_site'],
      ...['asset_unusable', 'invalid_time', 'invalid_body', ...nested, ...conflicts],
    ] as const,
    issues: { ...assetIssues, 'job_id.invalid_format': 'job_not_found' },
    example: { id: 'ast_01J', vehicle_id: 'veh_01J' },
  }),
  endBinding: command({
    input: z.object({
      id: opaqueId,
      to: instant
        .optional()
        .describe('Until when; defaults to now. Not before its start; at most 60 s ahead.'),
    }),
    output: binding,
    refusals: ['binding_not_found', 'invalid_time', 'binding_overlaps', 'certified_time'],
    issues: bindingIssues,
    example: { id: 'bnd_01J', to: '2026-11-02T10:00:00Z' },
  }),
  /** Current and past ones of an asset, newest first. */
  listBindings: query({
    input: z.object({
      id: opaqueId,
      kind: bindingKind.optional().describe(`Only those of this kind. ${bindingKind.description}`),
      ...page,
    }),
    output: pageOf(binding),
    refusals: ['asset_not_found'],
    issues: assetIssues,
  }),
  /**
   * For jobs: boxes of these jobs, and those that wait at these sites. `whole`: the outermost units
   * that hold parcels of these jobs, and of no others.
   */
  boxesOfCourier: query({
    input: z.object({
      job_ids: z.array(opaqueId).max(100),
      site_ids: z.array(opaqueId).max(200),
    }),
    output: z.object({
      boxes: z.array(courierBoxes.shape.boxes.element.extend({ job_id: jobId })),
      take_along: courierBoxes.shape.take_along,
      whole: z.array(assetIdentifier),
    }),
    refusals: [],
  }),
  /** By its courier: the parcels go into a box, which travels in the vehicle of the job. */
  packBox: command({
    input: z
      .object({
        id: opaqueId.describe('Job: id or reference.'),
        identifier: assetIdentifier,
        parcels: parcelCodes.default(null),
        empty: z
          .boolean()
          .default(false)
          .describe('Whether the box is taken along without parcels, for its way back.'),
        into: assetIdentifier
          .optional()
          .describe(
            'Crate or cage that the box is put into, by its label; it is in the vehicle of the job then, too.',
          ),
        at: instant
          .optional()
          .describe('When that was done; defaults to now. At most 60 s in the future.'),
        courier_id: opaqueId,
      })
      .refine(({ empty, parcels }) => !empty || parcels === null, {
        path: ['parcels'],
        error: 'not with empty',
      }),
    output: binding,
    refusals: [
      ...['job_not_found', 'asset_not_found', 'asset_unusable', 'invalid_time', 'certified_time'],
      ...['binding_overlaps', 'parcel_bound', 'invalid_body', ...nested],
    ] as const,
    issues: { 'id.invalid_format': 'job_not_found' },
    example: { id: 'job_01J', identifier: 'BOX-0007', courier_id: 'drv_01J' },
  }),
};
