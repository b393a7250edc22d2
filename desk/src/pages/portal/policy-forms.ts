/**
 * Changes of the policies, a part at a time: the command puts all of them, so the rest is read just
 * before.
 */
import { accounts, contact, pricing, type TenantPolicies, withActions } from '@svc/contracts';
import type { Html } from '@svc/web/html';
import { choice, type Field, inGroup, line, orNull, phone, pick } from '../../form/field.ts';
import type { FieldValues } from '../../form/form-fields.ts';
import { form, type RenderContext } from '../../route/route.ts';
import { codeLabels, requirementLabels, scanLabels, undeliverableLabels } from './words.ts';

const asks = { accounts: withActions(accounts, 'getPolicies') };
const placed = { access: 'admin:sites', home: '/policies', asks } as const;
const { default_cost_centre } = accounts.actions.putPolicies.input.shape;

const defaultsFields = {
  default_cost_centre: line(default_cost_centre, {
    label: 'Cost centre',
    hint: 'Of bookings that name none.',
  }),
  ...inGroup(
    { legend: 'Whom recipients may call', about: 'Shown on public tracking pages.' },
    {
      'contact.phone': phone('Telephone'),
      'contact.email': orNull(
        line(contact.shape.email, {
          ...{ label: 'E-mail', type: 'email' },
          error: 'Enter an e-mail address, e.g. desk@lab.example.',
        }),
      ),
    },
  ),
};

function withDefaults(
  policies: TenantPolicies,
  entered: FieldValues<typeof defaultsFields>,
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

const asked = { yes: 'Ask for it', no: 'Do not ask for it' };
function decided(label: string): Field<boolean> {
  const { entry, ...field } = choice(asked, { label, usual: 'no' });
  return { ...field, entry: entry.transform((entered) => entered === 'yes') };
}

export const putProof = form(accounts, 'putPolicies', {
  ...placed,
  path: '/policies/proof',
  fields: {
    sku: pick(pricing.actions.createQuote.input.shape.sku, {
      ...{ label: 'Service', first: 'Choose a service' },
      missing: 'Choose a service.',
    }),
    otp: decided(requirementLabels.otp),
    id_check: decided(requirementLabels.id_check),
    signature: decided(requirementLabels.signature),
    photo: decided(requirementLabels.photo),
    pickup_otp: decided(codeLabels.pickup_otp),
    return_otp: decided(codeLabels.return_otp),
    scan: choice(scanLabels, {
      label: 'Scanned at every hand-off',
      hint: 'A code that cannot be read is reported as an incident.',
    }),
    undeliverable: choice(undeliverableLabels, { label: 'If it cannot be handed over' }),
  },
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
  input: async ({ param }, clients) => {
    const policies = await clients.accounts.getPolicies({});
    const { [param('sku')]: _dropped, ...requirements } = policies.requirements;
    return { ...policies, requirements };
  },
});

export const defaultsForm = (policies: TenantPolicies, { forms }: RenderContext): Html => {
  const { default_cost_centre, contact } = policies;
  return forms.show(putDefaults, {
    submit: 'Save the defaults',
    values: {
      default_cost_centre,
      'contact.phone': contact?.phone,
      'contact.email': contact?.email,
    },
  });
};

type Services = readonly { sku: string; name: string }[];

/** Without the price book a service is named by its SKU. */
export const proofForm = (services: Services, { forms }: RenderContext): Html =>
  forms.show(putProof, {
    submit: 'Save the proof',
    known: {
      sku:
        services.length === 0
          ? { control: 'line', label: 'SKU of the service' }
          : { options: services.map(({ sku, name }) => [sku, name] as const) },
    },
  });
