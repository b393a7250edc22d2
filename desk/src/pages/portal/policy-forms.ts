/**
 * Changes of the policies, a part at a time: the command puts all of them, so the rest is read just
 * before.
 */
import { accounts, type TenantPolicies, withActions } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { z } from 'zod';
import { choiceEntry, lineEntry, phoneEntry, requiredLineEntry } from '../entries.ts';
import { selectField, textField } from '../fields.ts';
import { form, type RenderContext } from '../route.ts';
import { decidedProof } from './booking-entries.ts';
import {
  codeLabels,
  codeNames,
  optionsOf,
  requirementLabels,
  requirementNames,
  scanLabels,
  scanPolicies,
  undeliverableChoices,
  undeliverableLabels,
} from './words.ts';

const asks = { accounts: withActions(accounts, 'getPolicies') };
const placed = { access: 'admin:sites', home: '/policies', next: '/policies', asks } as const;

export const defaultsFields = z.object({
  default_cost_centre: lineEntry(64),
  'contact.phone': phoneEntry,
  'contact.email': lineEntry(254)
    .transform((value) => (value === '' ? null : value))
    .refine((value) => value === null || z.email().safeParse(value).success, {
      error: 'Enter an e-mail address, e.g. desk@lab.example.',
    }),
});

export function withDefaults(
  policies: TenantPolicies,
  entered: z.output<typeof defaultsFields>,
): TenantPolicies {
  const { 'contact.phone': phone, 'contact.email': email, default_cost_centre } = entered;
  const contact = phone === null && email === null ? null : { phone, email };
  return { ...policies, default_cost_centre, contact };
}

export const putDefaults = form(accounts, 'putPolicies', {
  ...placed,
  path: '/policies',
  fields: defaultsFields,
  input: async ({ fields }, clients) =>
    withDefaults(await clients.accounts.getPolicies({}), fields),
});

const proofFields = z.object({
  sku: requiredLineEntry(64, 'Choose a service.'),
  otp: decidedProof,
  id_check: decidedProof,
  signature: decidedProof,
  photo: decidedProof,
  pickup_otp: decidedProof,
  return_otp: decidedProof,
  scan: choiceEntry(scanPolicies),
  undeliverable: choiceEntry(undeliverableChoices),
});

export const putProof = form(accounts, 'putPolicies', {
  ...placed,
  path: '/policies/proof',
  fields: proofFields,
  input: async ({ fields: { sku, ...proof } }, clients) => {
    const policies = await clients.accounts.getPolicies({});
    // Fields that the form does not have keep their values.
    const requirements = { ...policies.requirements[sku], ...proof };
    return { ...policies, requirements: { ...policies.requirements, [sku]: requirements } };
  },
});

export const dropProof = form(accounts, 'putPolicies', {
  ...placed,
  path: '/policies/proof/{sku}/remove',
  fields: z.object({}),
  input: async ({ param }, clients) => {
    const policies = await clients.accounts.getPolicies({});
    const { [param('sku')]: _dropped, ...requirements } = policies.requirements;
    return { ...policies, requirements };
  },
});

export const defaultsForm = (policies: TenantPolicies, { forms }: RenderContext): Html =>
  forms.show(putDefaults, {
    submit: 'Save the defaults',
    fields: (entries) => html`${textField(
      {
        name: 'default_cost_centre',
        label: 'Cost centre',
        hint: 'Of bookings that name none.',
        value: policies.default_cost_centre,
        maxLength: 64,
      },
      entries,
    )}
<fieldset><legend>Whom recipients may call</legend>
<p class="soft">Shown on public tracking pages.</p>
${textField(
  {
    name: 'contact.phone',
    label: 'Telephone',
    type: 'tel',
    value: policies.contact?.phone ?? '',
    maxLength: 32,
  },
  entries,
)}
${textField(
  {
    name: 'contact.email',
    label: 'E-mail',
    type: 'email',
    value: policies.contact?.email ?? '',
    maxLength: 254,
  },
  entries,
)}
</fieldset>`,
  });

type Services = readonly { sku: string; name: string }[];

const options = [
  ['yes', 'Ask for it'],
  ['no', 'Do not ask for it'],
] as const;

/** Without the price book a service is named by its SKU. */
export const proofForm = (services: Services, { forms }: RenderContext): Html =>
  forms.show(putProof, {
    submit: 'Save the proof',
    fields: (entries) => html`${
      services.length === 0
        ? textField(
            { name: 'sku', label: 'SKU of the service', required: true, maxLength: 64 },
            entries,
          )
        : selectField(
            {
              name: 'sku',
              label: 'Service',
              required: true,
              options: [
                ['', 'Choose a service'],
                ...services.map(({ sku, name }) => [sku, name] as const),
              ],
            },
            entries,
          )
    }
${requirementNames.map((name) =>
  selectField({ name, label: requirementLabels[name], options, value: 'no' }, entries),
)}
${codeNames.map((name) =>
  selectField({ name, label: codeLabels[name], options, value: 'no' }, entries),
)}
${selectField({ name: 'scan', label: 'Scanned at every hand-off', hint: 'A code that cannot be read is reported as an incident.', options: optionsOf(scanLabels, scanPolicies), value: 'none' }, entries)}
${selectField({ name: 'undeliverable', label: 'If it cannot be handed over', options: optionsOf(undeliverableLabels, undeliverableChoices), value: 'return' }, entries)}`,
  });
