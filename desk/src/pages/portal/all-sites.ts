/** Every site that the tenant may use: own ones by name, then shared ones. */
import type { accounts, Site } from '@svc/contracts';
import type { Client } from '@svc/kit/client';

export type Sites = Pick<Client<typeof accounts>, 'listSites'>;
export type SiteOptions = readonly (readonly [id: string, label: string])[];

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

export const siteOptions = (sites: readonly Site[]): SiteOptions =>
  sites.map(({ id, name, shared }) => [id, shared ? `${name} (shared)` : name]);

/** Labels that people type; each stands for one site. */
export function typedSites(sites: readonly Site[]): SiteOptions {
  const options = siteOptions(sites);
  const named = Map.groupBy(options, ([, label]) => label);
  return options.map(([id, label]) => [id, named.get(label)?.[1] ? `${label} (${id})` : label]);
}

/** The site that a text means: its whole label, or a part that no other one has. */
export function siteNamed(sites: SiteOptions, text: string): string | undefined {
  const wanted = text.toLowerCase();
  const fitting = sites.filter(([, label]) => label.toLowerCase().includes(wanted));
  const whole = fitting.find(([, label]) => label.length === text.length);
  return (whole ?? (fitting.length === 1 ? fitting[0] : undefined))?.[0];
}
