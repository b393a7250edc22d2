import { query } from '../define.ts';
import { toManifestResource } from '../domain/manifest.ts';
import { getManifest as getStored } from '../store/manifests.ts';

export const getManifest = query('getManifest', async ({ id }, { db, tenant }) => {
  const manifest = await getStored(db, tenant, id);
  return { ...toManifestResource(manifest), specimens: manifest.specimens };
});
