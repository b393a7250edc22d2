/** Every site that the tenant may use: own ones by name, then shared ones. */
import type { accounts, Site } from '@svc/contracts';
import type { Client } from '@svc/kit/client';

type Sites = Pick<Client<typeof accounts>, 'listSites'>;

/** Pages of up to 1 000: a tenant with more sites than this picks from the first ones. */
const pagesMax = 10;

export async function listAllSites({ listSites }: Sites): Promise<Site[]> {
  const sites: Site[] = [];
  let starting_after: string | undefined;
  for (let n = 0; n < pagesMax; n += 1) {
    const { data, has_more } = await listSites({ starting_after });
    sites.push(...data);
    starting_after = data.at(-1)?.id;
    if (!has_more || starting_after === undefined) break;
  }
  return sites;
}

export const siteOptions = (sites: readonly Site[]): (readonly [string, string])[] =>
  sites.map(({ id, name, shared }) => [id, shared ? `${name} (shared)` : name]);
