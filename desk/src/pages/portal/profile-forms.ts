/** Temperature profiles of the organisation, beside the built-in ones: listed, added, changed, removed. */
import {
  accounts,
  type OwnProfile,
  ownProfile,
  ownProfilesMax,
  type TenantPolicies,
  withActions,
} from '@svc/contracts';
import { BadInput } from '@svc/kit/refusal';
import { type Html, html } from '@svc/web/html';
import type { z } from 'zod';
import { choice, line, number } from '../../form/field.ts';
import type { FieldValues } from '../../form/form-fields.ts';
import { form, type RenderContext } from '../../route/route.ts';
import { classLabels } from '../../words/profile.ts';

const { shape } = ownProfile;
const noName = 'Small letters, digits and _, a letter first, and no name of a built-in profile.';

const fields = {
  temperature_class: choice(classLabels, {
    ...{ label: 'Temperature class', hint: 'It is priced and carried as this class.' },
  }),
  min_c: number(shape.min_c, { label: 'Lowest, °C' }),
  max_c: number(shape.max_c, { label: 'Highest, °C' }),
  allowed_minutes: number(shape.allowed_minutes, {
    ...{ label: 'Minutes outside', hint: 'So long at a time is an excursion.' },
  }),
  absolute_min_c: number(shape.absolute_min_c, {
    ...{ label: 'Lower limit, °C', hint: 'Below it is an excursion immediately.' },
  }),
  absolute_max_c: number(shape.absolute_max_c, {
    ...{ label: 'Upper limit, °C', hint: 'Above it is an excursion immediately.' },
  }),
};

function check(entered: FieldValues<typeof fields>, context: z.RefinementCtx): void {
  const { min_c, max_c, absolute_min_c, absolute_max_c } = entered;
  const rules = [
    ['max_c', min_c < max_c, 'Must be above the lowest.'],
    ['absolute_min_c', absolute_min_c <= min_c, 'Must not be above the lowest of the range.'],
    ['absolute_max_c', max_c <= absolute_max_c, 'Must not be below the highest of the range.'],
  ] as const;
  for (const [name, isRight, message] of rules) {
    if (!isRight) context.addIssue({ code: 'custom', path: [name], message });
  }
}

const asks = { accounts: withActions(accounts, 'getPolicies') };
const placed = { access: 'admin:sites', home: '/policies', asks } as const;

/** All policies, with other profiles: the command puts all of them. */
const withProfiles = (
  policies: TenantPolicies,
  change: (profiles: readonly OwnProfile[]) => OwnProfile[],
): TenantPolicies => ({
  ...policies,
  temperature_profiles: change(policies.temperature_profiles),
});

const others = (all: readonly OwnProfile[], of: string): OwnProfile[] =>
  all.filter(({ name }) => name !== of);

const addProfile = form(accounts, 'putPolicies', {
  ...{ ...placed, path: '/policies/profiles', check },
  fields: {
    name: line(shape.name, {
      ...{ label: 'Name', hint: 'As bookings send it, e.g. plasma_frozen', max: 40 },
      ...{ missing: noName, error: noName },
    }),
    ...fields,
  },
  input: async ({ fields: profile }, clients) => {
    const policies = await clients.accounts.getPolicies({});
    return withProfiles(policies, (all) => {
      if (others(all, profile.name).length === all.length) return [...all, profile];
      const message = 'There is a profile of this name: change it.';
      throw new BadInput([{ path: ['name'], code: 'custom', message }]);
    });
  },
});

const changeProfile = form(accounts, 'putPolicies', {
  ...{ ...placed, path: '/policies/profiles/{profile}', check, fields },
  input: async ({ fields: changed, param }, clients) =>
    withProfiles(await clients.accounts.getPolicies({}), (all) => [
      ...others(all, param('profile')),
      { name: param('profile'), ...changed },
    ]),
});

const removeProfile = form(accounts, 'putPolicies', {
  ...{ ...placed, path: '/policies/profiles/{profile}/remove' },
  input: async ({ param }, clients) =>
    withProfiles(await clients.accounts.getPolicies({}), (all) => others(all, param('profile'))),
});

export const profilesView = (
  { temperature_profiles: profiles }: TenantPolicies,
  context: RenderContext,
): Html => html`${profiles.length === 0 ? html`<p>None of your own.</p>` : profileTable(profiles, context)}
${
  profiles.length < ownProfilesMax
    ? context.forms.fold(
        addProfile,
        { label: 'Add a profile' },
        { submit: 'Add the profile', prefix: 'profile' },
      )
    : html`<p>${ownProfilesMax} are the most: remove one to add another.</p>`
}`;

const columns = ['Name', 'Class', 'Range', 'Minutes outside', 'Limits'];

const profileTable = (profiles: readonly OwnProfile[], { forms }: RenderContext): Html =>
  html`<div class="table" role="region" aria-label="Temperature profiles" tabindex="0"><table>
<caption>Bookings take them by their names; booked jobs keep what they were booked with</caption>
<thead><tr>${columns.map((name) => html`<th scope="col">${name}</th>`)}<th scope="col"><span class="unseen">Actions</span></th></tr></thead>
<tbody>${profiles
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .map((each) => {
      const { name, min_c, max_c, allowed_minutes, absolute_min_c, absolute_max_c } = each;
      const parts = { params: { profile: name }, submitOf: name, prefix: name };
      return html`<tr><th scope="row">${name}</th><td>${each.temperature_class}</td><td>${min_c} to ${max_c} °C</td>
<td>${allowed_minutes}</td><td>${absolute_min_c} and ${absolute_max_c} °C</td><td><div class="actions">
${forms.fold(changeProfile, { label: 'Change' }, { ...parts, submit: 'Save', values: each })}
${forms.show(removeProfile, { ...parts, submit: 'Remove' })}</div></td></tr>`;
    })}</tbody></table></div>`;

export const profileRoutes = [addProfile, changeProfile, removeProfile];
