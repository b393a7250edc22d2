/** Forms that add a box, change it, and record what is in it and where it is; their labels. */
import {
  type AssetKind,
  type AssetState,
  assetFields,
  barcode,
  deviceId,
  opaqueId,
  tracking,
} from '@svc/contracts';
import { z } from 'zod';
import {
  choice,
  choiceOrNone,
  day,
  type Field,
  line,
  lines,
  moment,
  numberOrNull,
  orNone,
  orNull,
  pick,
  tick,
} from '../../../form/field.ts';
import { type FieldValues, withId } from '../../../form/form-fields.ts';
import { changedMembers } from '../../../form/originals.ts';
import { form } from '../../../route/route.ts';
import { classLabels } from '../../../words/profile.ts';
import { fleetStatusLabels } from './status.ts';

export const kindLabels: Readonly<Record<AssetKind, string>> = {
  ...{ cool_box: 'Cool box', compartment: 'Compartment', tote: 'Tote', cage: 'Cage' },
  ...{ lock_box: 'Lock-box', logger: 'Logger' },
};
export const boxStates: Readonly<Record<AssetState, string>> = {
  ...{ clean: 'Clean', conditioned: 'Conditioned', in_use: 'In use' },
  ...{ due_for_return: 'Due for return', quarantined: 'Quarantined' },
};

export const boxesPath = '/desk/boxes';
export const boxPath = '/desk/boxes/{id}';

const overdue = 'Overdue after three days at another site';
const homeSite: Field<string | null> = {
  ...orNull(line(opaqueId, { label: 'Home site', hint: overdue })),
  ...{ control: 'select', first: 'None' },
};

const noIdentifier = 'What is printed on it: letters, digits and signs without spaces.';
const fields = {
  identifier: line(assetFields.shape.identifier, {
    ...{ label: 'Identifier', hint: 'As on its label, e.g. BOX-0007', max: 64 },
    ...{ missing: noIdentifier, error: noIdentifier },
  }),
  kind: choice(kindLabels, { label: 'Kind' }),
  temperature_class: choiceOrNone(classLabels, { label: 'Temperature class', first: 'None' }),
  hold_hours: numberOrNull(assetFields.shape.hold_hours, {
    ...{ label: 'Hold time in hours', hint: 'How long it keeps its temperature once conditioned' },
  }),
  qualified_until: orNull(day({ label: 'Qualified until' })),
  home_site_id: homeSite,
};
const inputOf = (entered: FieldValues<typeof fields>) => ({
  ...{ ...entered, temperature_class: entered.temperature_class ?? null },
});

const refusals = { identifier_taken: { field: 'identifier' } } as const;

export const createAsset = form(tracking, 'createAsset', {
  ...{ path: '/desk/boxes/add', access: 'ops:dispatch', home: boxesPath, fields, refusals },
  input: ({ fields: entered }) => inputOf(entered),
});

const common = { access: 'ops:dispatch', home: boxPath } as const;

export const updateAsset = form(tracking, 'updateAsset', {
  ...{ ...common, path: '/desk/boxes/{id}/update', fields, refusals },
  keepsOriginals: true,
  input: ({ fields: entered, originals, param }) => ({
    id: param('id'),
    ...changedMembers(inputOf(entered), originals && inputOf(originals)),
  }),
});

export const recordState = form(tracking, 'updateAsset', {
  ...{ ...common, path: '/desk/boxes/{id}/state' },
  fields: {
    state: choice(boxStates, { label: 'State' }),
    status: choice(fleetStatusLabels, { label: 'Status', hint: 'Retired: takes no parcels' }),
  },
  input: withId,
});

/** What every binding says with its subject. */
const { entry: ticked, ...replace } = tick({
  ...{ label: 'End the present binding', hint: 'If it is recorded elsewhere' },
});
const beginning = {
  from: moment({ label: 'Since when', hint: 'Empty for now' }),
  replace: { ...replace, entry: ticked.transform((yes) => yes !== undefined) },
};

const elsewhere = {
  text: 'It is recorded elsewhere at that time. Tick this to end that binding.',
  field: 'replace',
};
const bound = {
  ...common,
  refusals: {
    ...{ box_in_use: elsewhere, parcel_bound: elsewhere, binding_overlaps: elsewhere },
    ...{ invalid_time: { field: 'from' }, certified_time: { field: 'from' } },
    ...{ asset_nested: { field: 'in_asset_id' } },
    job_not_found: { text: 'There is no job with this number.', field: 'job_id' },
  },
} as const;

export const putInVehicle = form(tracking, 'bindAsset', {
  ...{ ...bound, path: '/desk/boxes/{id}/vehicle' },
  fields: {
    vehicle_id: pick(opaqueId, { label: 'Vehicle', missing: 'Choose the vehicle.' }),
    ...beginning,
  },
  input: withId,
});

export const putAtSite = form(tracking, 'bindAsset', {
  ...{ ...bound, path: '/desk/boxes/{id}/site' },
  fields: { site_id: pick(opaqueId, { label: 'Site', missing: 'Choose the site.' }), ...beginning },
  input: withId,
});

export const putInUnit = form(tracking, 'bindAsset', {
  ...{ ...bound, path: '/desk/boxes/{id}/unit' },
  fields: {
    in_asset_id: pick(opaqueId, { label: 'Crate or cage', missing: 'Choose the crate or cage.' }),
    ...beginning,
  },
  input: withId,
});

export const putProbe = form(tracking, 'bindAsset', {
  ...{ ...bound, path: '/desk/boxes/{id}/probe' },
  fields: {
    device_id: pick(deviceId, { label: 'Probe', missing: 'Choose the probe.' }),
    ...beginning,
  },
  input: withId,
});

export const putParcels = form(tracking, 'bindAsset', {
  ...{ ...bound, path: '/desk/boxes/{id}/parcels' },
  fields: {
    job_id: line(opaqueId, {
      ...{ label: 'Job', hint: 'Number or id, e.g. HC-0001', missing: 'Enter the number.' },
    }),
    parcels: orNone(
      lines(z.array(barcode).max(99), {
        ...{ label: 'Barcodes', hint: 'One a line; empty for all parcels', what: 'barcodes' },
      }),
    ),
    ...beginning,
  },
  input: withId,
});

export const endBinding = form(tracking, 'endBinding', {
  ...{ ...common, path: '/desk/boxes/{id}/bindings/{binding}/end' },
  input: ({ param }) => ({ id: param('binding') }),
});
