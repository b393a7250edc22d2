/**
 * Boxes of the carrier, and which parcels and probes were in them when.
 *
 * Terms
 * - **asset**: a cool box, compartment, tote, cage, lock-box or logger; known by what is printed on it.
 * - **binding**: what was with an asset from when to when: a probe in it, parcels in it, or the
 *   vehicle, site or other asset that it is in.
 * - **unit**: an asset that others stand in: a bag in a crate in a cage. It takes them along.
 * - **box of a parcel**: the asset that the parcel is bound to. Only probes bound to it count.
 */
import { z } from 'zod';
import { explained, idOf, jobId, objectType, siteId, vehicleId } from '../description.ts';
import { barcode, celsius, opaqueId, temperatureClass, timestamp } from '../primitives.ts';
import { addedAt, fleetStatus } from './fleet.ts';
import { deviceId } from './telemetry.ts';

export const assetId = idOf('ast', 'the asset');
export const bindingId = idOf('bnd', 'the binding');

export const assetKinds = [
  ...(['cool_box', 'compartment', 'tote', 'cage', 'lock_box', 'logger'] as const),
] as const;
export const assetKind = explained(z.enum(assetKinds), 'Kind of the asset.', {
  cool_box: 'an insulated box with its own climate.',
  compartment: 'a closed part of a vehicle with its own climate.',
  tote: 'a bag or crate.',
  cage: 'a roll cage or pallet that crates stand in.',
  lock_box: 'a box that stays at a site for collections.',
  logger: 'a recording thermometer that travels with parcels.',
});
export type AssetKind = z.infer<typeof assetKind>;

export const assetStates = [
  'clean',
  'conditioned',
  'in_use',
  'due_for_return',
  'quarantined',
] as const;
export const assetState = explained(
  z.enum(assetStates),
  'State of the asset, as last recorded; parcels put in it make it `in_use`.',
  {
    clean: 'cleaned, and not conditioned.',
    conditioned: 'ready for parcels: packs or temperature are as they must be.',
    in_use: 'parcels are or were in it since it was last cleaned.',
    due_for_return: 'to be brought back to its home.',
    quarantined: 'not to be used: no parcels can be put in it.',
  },
);
export type AssetState = z.infer<typeof assetState>;

/** As printed on it, upper-cased: a GRAI, an SSCC or the carrier's own number. */
export const assetIdentifier = z
  .string()
  .trim()
  .toUpperCase()
  .pipe(barcode)
  .describe(
    'Identifier on its label, as a scanner reads it: a GRAI, an SSCC or your own number. Unique within the carrier; upper-cased.',
  );

const day = (what: string) => z.iso.date().nullable().describe(`${what}, \`YYYY-MM-DD\`.`);

export const assetFields = z.object({
  identifier: assetIdentifier,
  kind: assetKind,
  temperature_class: temperatureClass
    .nullable()
    .describe(
      `Temperature class that it is qualified for; null for none. ${temperatureClass.description}`,
    ),
  hold_hours: z
    .int()
    .min(1)
    .max(240)
    .nullable()
    .describe('Hours that it holds its temperature once conditioned, 1 to 240; null if unknown.'),
  qualified_until: day('Last day of its qualification; null if it has none'),
  home_site_id: opaqueId.nullable().describe('Site that it belongs to; null for none.'),
});

export const asset = z
  .object({
    object: objectType('asset'),
    id: assetId,
    ...assetFields.shape,
    state: assetState,
    state_by: z.string().describe('Role and pseudonymous id of who recorded the state.'),
    state_at: timestamp.describe('When the state was recorded, UTC.'),
    status: fleetStatus,
    in_asset_id: assetId.nullable().describe('Asset that it stands in; null if it stands in none.'),
    vehicle_id: vehicleId
      .nullable()
      .describe(
        'Vehicle that it is in, by itself or with what it stands in; null if it is in none.',
      ),
    site_id: siteId
      .nullable()
      .describe('Site that it is at, by itself or with what it stands in; null if it is at none.'),
    placed_at: timestamp
      .nullable()
      .describe('Since when it has been there, UTC; null while no place is known.'),
    asset_ids: z.array(assetId).describe('Assets that stand in it now; not those in them.'),
    device_ids: z.array(deviceId).describe('Probes that are in it now; not those of assets in it.'),
    job_ids: z
      .array(jobId)
      .describe('Jobs whose parcels are in it now; not those of assets in it.'),
    temperature_c: celsius
      .nullable()
      .describe('Latest temperature of its probes, °C; null until one is measured.'),
    created_at: addedAt,
  })
  .describe('A box, compartment, tote, cage, lock-box or logger of the carrier.');
export type Asset = z.infer<typeof asset>;

export const bindingKinds = ['probe', 'parcels', 'place'] as const;
export const bindingKind = explained(z.enum(bindingKinds), 'What is bound to the asset.', {
  probe: 'a probe that measures in it.',
  parcels: 'parcels of a job that lie in it.',
  place: 'the vehicle, site or other asset that it is in.',
});
export type BindingKind = z.infer<typeof bindingKind>;

export const parcelCodes = z
  .array(barcode)
  .min(1)
  .max(99)
  .refine((codes) => new Set(codes).size === codes.length, { error: 'each parcel once' })
  .nullable()
  .describe('Barcodes of the parcels, 1 to 99; null for all parcels of the job.');

export const binding = z
  .object({
    object: objectType('binding'),
    id: bindingId,
    kind: bindingKind,
    asset_id: assetId,
    device_id: deviceId.nullable().describe('Probe; null for another kind.'),
    job_id: jobId.nullable().describe('Job of the parcels; null for another kind.'),
    parcels: parcelCodes,
    vehicle_id: vehicleId.nullable().describe('Vehicle that it is in; null otherwise.'),
    site_id: siteId.nullable().describe('Site that it is at; null otherwise.'),
    in_asset_id: assetId.nullable().describe('Asset that it stands in; null otherwise.'),
    from: timestamp.describe('Since when, UTC.'),
    to: timestamp.nullable().describe('Until when, UTC; null while it lasts.'),
    bound_by: z.string().describe('Role and pseudonymous id of who recorded it. No name.'),
    ended_by: z.string().nullable().describe('Who recorded its end; null while it lasts.'),
    created_at: timestamp.describe('When it was recorded, UTC.'),
  })
  .describe('What was with an asset, from when to when.');
export type Binding = z.infer<typeof binding>;

const labelled = {
  identifier: z.string().describe('As a scanner reads it from its label, e.g. `BOX-0007`.'),
  kind: assetKind,
};

/** What a courier needs to know of boxes at a stop. */
export const courierBoxes = z.object({
  boxes: z
    .array(
      z
        .object({
          ...labelled,
          parcels: z.int().min(1).describe('Number of parcels of the job in it.'),
          codes: z
            .array(barcode)
            .nullable()
            .describe('Their barcodes; null where all parcels of the job lie in it.'),
          units: z
            .array(labelled.identifier)
            .describe('What the box stands in, the nearest first; empty if it stands in nothing.'),
        })
        .describe('A box that parcels of the job lie in.'),
    )
    .describe('Boxes that parcels of the job lie in now; empty while that cannot be looked up.'),
  take_along: z
    .array(
      z
        .object({ ...labelled, site_id: siteId.describe('Site of the job that it stands at.') })
        .describe('A box that waits for its way back.'),
    )
    .describe(
      'Boxes that stand empty at a site of the job, and are due for return or at home elsewhere.',
    ),
});
export type CourierBoxes = z.infer<typeof courierBoxes>;

/** One time of parcels in a box, as a certificate states it: no barcodes. */
export const certifiedBox = z
  .object({
    asset_id: assetId,
    identifier: z.string().describe('Identifier on the label of the box.'),
    kind: assetKind,
    parcels: z.int().min(1).describe('Number of parcels of the job in it.'),
    from: timestamp.describe('Since when the parcels were in it, within the trace, UTC.'),
    to: timestamp.describe('Until when, within the trace, UTC.'),
    probes: z
      .array(
        z.object({
          device_id: z.string().describe("The provider's own id of the probe."),
          from: timestamp.describe('Since when the probe was in it, within that time, UTC.'),
          to: timestamp.describe('Until when, within that time, UTC.'),
        }),
      )
      .describe('Probes that were in the box in that time; empty if there was none.'),
  })
  .describe('A box that parcels of the job were in, and its probes.');
export type CertifiedBox = z.infer<typeof certifiedBox>;
