import { entry } from '../error-entry.ts';

export const assetErrors = {
  asset_not_found: entry(404, 'Asset not found', 'No asset of the carrier with this id or label.'),
  binding_not_found: entry(404, 'Binding not found', 'No binding with this id.'),
  unknown_asset: entry(422, 'Unknown asset', 'No asset of the carrier with this id.'),
  unknown_device: entry(422, 'Unknown device', 'No device with this id is registered.'),
  identifier_taken: entry(409, 'Identifier in use', 'Another asset has this identifier.'),
  asset_unusable: entry(
    409,
    'Asset not usable',
    'The asset is retired or quarantined: nothing can be put in it. Change its `status` or `state` first.',
  ),
  box_in_use: entry(
    409,
    'Asset is elsewhere',
    'The asset is in another vehicle or asset, or at another site, at that time. The detail names the binding: end it first, or send `replace`.',
  ),
  asset_nested: entry(
    409,
    'Asset cannot stand in this one',
    'An asset cannot stand in itself or in what stands in it, and at most four stand one in another. The detail names which.',
  ),
  parcel_bound: entry(
    409,
    'Parcels are in another asset',
    'A parcel is in one box at a time. The detail names the binding: end it first, or send `replace`.',
  ),
  binding_overlaps: entry(
    409,
    'Binding overlaps another',
    'The probe is in another asset, or the binding was ended, at that time. The detail names the binding: end it first, or send `replace`.',
  ),
  wrong_box: entry(
    409,
    'File of another box or time',
    'The logger was not in this asset at any time of the file. The detail names where it was.',
  ),
  certified_time: entry(
    409,
    'Time is certified',
    'The cold chain of a job is certified over that time, so what was in the box can no longer be changed. The detail names the job.',
  ),
};
