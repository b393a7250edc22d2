import { query } from '../define.ts';
import { toProviderResource } from '../domain/telemetry/provider.ts';
import { listProviders } from '../store/providers.ts';

export const listTelemetryProviders = query(
  'listTelemetryProviders',
  async (page, { db, tenant }) => {
    const found = await listProviders(db, tenant, {
      before: page.starting_after,
      max: page.limit + 1,
    });
    return {
      object: 'list',
      data: found.slice(0, page.limit).map(toProviderResource),
      has_more: found.length > page.limit,
    };
  },
);
