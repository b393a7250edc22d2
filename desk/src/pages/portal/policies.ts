/** Defaults of the organisation's bookings, and whom recipients may call. */
import { accounts, pricing, type TenantPolicies, withActions } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { page, type RenderContext } from '../../route/route.ts';
import { type Part, partOf } from '../../view/part.ts';
import { defaultsForm, dropProof, proofForm, putDefaults, putProof } from './policy-forms.ts';
import { profileRoutes, profilesView } from './profile-forms.ts';
import { putSscc, ssccForm } from './sscc-form.ts';
import {
  codeLabels,
  codeNames,
  requirementLabels,
  requirementNames,
  scanLabels,
  undeliverableLabels,
} from './words.ts';

type Services = readonly { sku: string; name: string }[];

const policiesPage = page({
  path: '/policies',
  access: 'admin:sites',
  nav: { label: 'Policies', icon: 'clipboard-list', group: 'Organisation' },
  title: 'Policies',
  asks: {
    accounts: withActions(accounts, 'getPolicies'),
    pricing: withActions(pricing, 'listQuotes'),
  },
  load: async ({ clients }) => {
    const [policies, prices] = await Promise.all([
      clients.accounts.getPolicies({}),
      partOf(clients.pricing.listQuotes({})),
    ]);
    return { policies, services: servicesOf(prices) };
  },
  render: ({ policies, services }, context) => html`<h1>Policies</h1>
<h2>Defaults</h2>
${defaultsForm(policies, context)}
<h2>Numbers on parcels</h2>
${ssccForm(policies, context)}
<h2>Temperature profiles</h2>
<p>Ranges beside the temperature classes and the built-in profiles, e.g. of your own validation.</p>
${profilesView(policies, context)}
<h2>Proof at the hand-over</h2>
<p>What a booking does not name follows this list, then the price book.</p>
${proofTable(policies, { services, context })}
<h2>Set the proof of a service</h2>
${proofForm(services, context)}`,
});

const servicesOf = (prices: Part<{ quotable_skus: Services }>): Services =>
  prices.is === 'present' ? prices.data.quotable_skus : [];

function proofTable(
  { requirements }: TenantPolicies,
  { services, context }: { services: Services; context: RenderContext },
): Html {
  const skus = Object.keys(requirements).toSorted();
  if (skus.length === 0) return html`<p>No service has a rule of its own.</p>`;
  const nameOf = (sku: string) => services.find((each) => each.sku === sku)?.name ?? sku;
  return html`<div class="table" role="region" aria-label="Proof by service" tabindex="0"><table>
<caption>Proof that is asked for, by service</caption>
<thead><tr><th scope="col">Service</th>${requirementNames.map((name) => html`<th scope="col">${requirementLabels[name]}</th>`)}<th scope="col">On the way</th><th scope="col"><span class="unseen">Action</span></th></tr></thead>
<tbody>${skus.map(
    (sku) =>
      html`<tr><th scope="row">${nameOf(sku)}</th>${requirementNames.map((name) => html`<td>${requirements[sku]?.[name] ? 'Yes' : 'No'}</td>`)}<td>${onTheWay(requirements[sku])}</td><td>${context.forms.show(
        dropProof,
        { params: { sku }, submit: 'Remove', submitOf: `the rule of ${nameOf(sku)}` },
      )}</td></tr>`,
  )}</tbody></table></div>`;
}

/** Rules before and after the hand-over; none by default. */
function onTheWay(rule: TenantPolicies['requirements'][string] | undefined): string {
  const { scan = 'none', undeliverable = 'return' } = rule ?? {};
  const words = [
    ...(scan === 'none' ? [] : [`Scanned: ${scanLabels[scan].toLowerCase()}`]),
    ...codeNames.filter((name) => rule?.[name]).map((name) => codeLabels[name]),
    ...(undeliverable === 'return' ? [] : [undeliverableLabels[undeliverable]]),
  ];
  return words.length === 0 ? 'Nothing' : words.join(', ');
}

export const policyRoutes = [
  ...[policiesPage, putDefaults, putSscc, putProof, dropProof],
  ...profileRoutes,
];
