/** Resources of a tenant: sites, users, policies. */
import {
  type accounts,
  type InputOf,
  type OperatingArea,
  type Policies,
  positionFault,
  type Site,
  type TenantPolicies,
  type User as UserResource,
} from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';

export type { Policies, Site, TenantPolicies };
export type UserRecord = Omit<UserResource, 'created_at'> & { created_at: Date };

type Actions = (typeof accounts)['actions'];
export type SiteChange = InputOf<Actions['updateSite']>;
export type UserChange = InputOf<Actions['updateUser']>;

/** A site that is not moved keeps the position that an earlier version took. */
export function checkPosition(position: Site['position'] | undefined, area: OperatingArea): void {
  const fault = position && positionFault(position, area);
  if (fault) throw new Refusal('invalid_position', `position ${fault}.`, { path: ['position'] });
}

/** Fields that are not named stay as they are; id and sharing are not the tenant's to change. */
export const changeSite = (site: Site, change: SiteChange): Site => ({
  id: site.id,
  name: change.name ?? site.name,
  type: change.type ?? site.type,
  address: change.address ?? site.address,
  phone: change.phone === undefined ? site.phone : change.phone,
  position: change.position ?? site.position,
  time_zone: change.time_zone ?? site.time_zone,
  receiving_hours: change.receiving_hours ?? site.receiving_hours,
  cost_centres: change.cost_centres ?? site.cost_centres,
  shared: site.shared,
});

/** Fields that are not named stay as they are. */
export const changeUser = (user: UserRecord, change: UserChange): UserRecord => ({
  ...user,
  email: change.email ?? user.email,
  name: change.name ?? user.name,
  role: change.role ?? user.role,
});

export const toUserResource = ({
  id,
  email,
  name,
  role,
  created_at,
}: UserRecord): UserResource => ({
  id,
  email,
  name,
  role,
  created_at: created_at.toISOString(),
});

/** A tenant that set no policies books without a cost centre and by the price book's proofs. */
export const noPolicies: Policies = {
  ...{ default_cost_centre: '', requirements: {}, sscc: null, temperature_profiles: [] },
};

/** Another tenant's site, shared or not, is refused like an absent one. */
export const siteNotFound = (): Refusal =>
  new Refusal('site_not_found', 'There is no site with this id that you may change.');

export const userNotFound = (): Refusal =>
  new Refusal('user_not_found', 'There is no user with this id.');

/** E-mail addresses are compared case-insensitively. */
export const emailConflict = (): Refusal =>
  new Refusal('email_taken', 'Another user has this e-mail address.');

export const companyPrefixConflict = (): Refusal =>
  new Refusal('company_prefix_taken', 'Another organisation has this company prefix.', {
    path: ['sscc', 'company_prefix'],
  });

export const unknownTenant = (): Refusal =>
  new Refusal('unknown_tenant', 'There is no tenant with this id.');
