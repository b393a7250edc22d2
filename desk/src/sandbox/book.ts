/** A test job: in one step, with the journey that it takes. */
import { jobs, pricing, type Scenario, scenarios, withActions } from '@svc/contracts';
import { html } from '@svc/web/html';
import { z } from 'zod';
import { choiceEntry, lineEntry, requiredLineEntry } from '../pages/entries.ts';
import { selectField, textField } from '../pages/fields.ts';
import { formatMoney } from '../pages/money.ts';
import { optionsOf } from '../pages/portal/words.ts';
import { form, page } from '../pages/route.ts';
import { publishedSites } from './sites.ts';

const scenarioLabels: Readonly<Record<Scenario, string>> = {
  none: 'It stays booked',
  delivered: 'It is collected and delivered',
  failed: 'Its hand-over fails, and it is brought back',
  excursion: 'It is delivered after a temperature excursion',
  cancelled_by_carrier: 'The carrier cancels it',
};

const siteEntry = choiceEntry(publishedSites.map(([id]) => id));

export const bookTestJob = form(jobs, 'book', {
  path: '/book',
  access: 'jobs:write',
  fields: z
    .object({
      pickup_site_id: siteEntry,
      dropoff_site_id: siteEntry,
      sku: requiredLineEntry(64, 'Choose a service.'),
      reference: lineEntry(64),
      scenario: choiceEntry(scenarios),
    })
    .refine(({ pickup_site_id, dropoff_site_id }) => pickup_site_id !== dropoff_site_id, {
      path: ['dropoff_site_id'],
      error: 'Choose another site than the one of the pick-up.',
    }),
  input: ({ fields }) => fields,
  home: '/book',
  next: ({ id }) => `/jobs/${encodeURIComponent(id)}`,
});

export const bookPage = page({
  path: '/book',
  access: 'jobs:write',
  nav: 'Book',
  title: 'Book a test job',
  asks: { pricing: withActions(pricing, 'listQuotes') },
  load: async ({ clients }) => (await clients.pricing.listQuotes({})).quotable_skus,
  render: (services, { forms }) => html`<h1>Book a test job</h1>
<p>It takes its journey within a minute, with events, proof and certificate.</p>
${forms.show(bookTestJob, {
  submit: 'Book',
  fields: (entries) => [
    selectField({ name: 'pickup_site_id', label: 'From', options: publishedSites }, entries),
    selectField(
      { name: 'dropoff_site_id', label: 'To', options: publishedSites, value: 'lab-0' },
      entries,
    ),
    selectField(
      {
        name: 'sku',
        label: 'Service',
        options: services.map(({ sku, name, price_cents, unit }) => [
          sku,
          `${name} – from ${formatMoney(price_cents)} ${unit}`,
        ]),
      },
      entries,
    ),
    textField({ name: 'reference', label: 'Your reference', maxLength: 64 }, entries),
    selectField(
      {
        name: 'scenario',
        label: 'What happens to it',
        options: optionsOf(scenarioLabels, scenarios),
        value: 'delivered',
      },
      entries,
    ),
  ],
})}`,
});
