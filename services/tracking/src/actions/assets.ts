import { byCarrier } from '@svc/contracts';
import { newId } from '@svc/kit/ids';
import { toPage } from '@svc/kit/page';
import { command, query } from '../define.ts';
import {
  type AssetRecord,
  changeAsset,
  identifierTaken,
  nothingWith,
  recordedAsset,
  requireAsset,
  toAssetResource,
} from '../domain/boxes/asset.ts';
import {
  findAsset,
  identifierIndex,
  insertAsset,
  listPresences,
  listAssets as listStored,
  lockAsset,
  saveAsset,
} from '../store/boxes/assets.ts';
import { requireSite } from '../workflows/boxes/known-site.ts';

export const createAsset = command('createAsset', {
  gather: ({ home_site_id }, { clients }) => requireSite(clients, home_site_id),
  handle: async (input, { db, tenant, now, actor, recordChange }) => {
    const by = byCarrier(actor, undefined);
    const record: AssetRecord = {
      ...{ ...input, id: newId('ast_', now), state_by: by, state_at: now },
      ...{ created_at: now, retired_at: null },
    };
    if (await findAsset(db, tenant, { identifier: input.identifier })) throw identifierTaken();
    await insertAsset(db, tenant, record);
    recordChange({ object: record.id, after: recordedAsset(record) });
    return toAssetResource(record, nothingWith);
  },
  retryOn: [identifierIndex],
});

export const updateAsset = command('updateAsset', {
  gather: ({ home_site_id }, { clients }) => requireSite(clients, home_site_id),
  handle: async (change, { db, tenant, now, actor, recordChange }) => {
    const before = requireAsset(await lockAsset(db, tenant, change.id));
    const after = changeAsset(before, change, { by: byCarrier(actor, undefined), now });
    if (after.identifier !== before.identifier) {
      if (await findAsset(db, tenant, { identifier: after.identifier })) throw identifierTaken();
    }
    await saveAsset(db, tenant, after);
    const versions = { before: recordedAsset(before), after: recordedAsset(after) };
    recordChange({ object: before.id, ...versions });
    const present = await listPresences(db, tenant, [after.id]);
    return toAssetResource(after, present.get(after.id) ?? nothingWith);
  },
  retryOn: [identifierIndex],
});

export const getAsset = query('getAsset', async ({ id }, { db, tenant }) => {
  const asset = requireAsset(await findAsset(db, tenant, { id }));
  const present = await listPresences(db, tenant, [id]);
  return toAssetResource(asset, present.get(id) ?? nothingWith);
});

export const listAssets = query(
  'listAssets',
  async ({ limit, starting_after, ...filter }, { db, tenant }) => {
    const page = { before: starting_after, max: limit + 1 };
    const found = await listStored(db, tenant, { ...filter, ...page });
    const ids = found.map(({ id }) => id);
    const present = await listPresences(db, tenant, ids);
    const shown = found.map((each) => toAssetResource(each, present.get(each.id) ?? nothingWith));
    return toPage(shown, limit);
  },
);
