/** A test job: in one step, with the journey that it takes. */
import { jobs, pricing, type Scenario, withActions } from '@svc/contracts';
import { html } from '@svc/web/html';
import { choice, pick } from '../../form/field.ts';
import { form, page } from '../../route/route.ts';
import { publishedSites } from '../../sandbox/sites.ts';
import { profileOptions } from '../../words/profile.ts';
import { serviceOptions } from '../portal/book.ts';
import { checkSites, profileFields } from '../portal/booking-entries.ts';
import { ownFields } from '../portal/instruction-fields.ts';

const scenarioLabels: Readonly<Record<Scenario, string>> = {
  none: 'It stays booked',
  delivered: 'It is collected and delivered',
  failed: 'Its hand-over fails, and it is brought back',
  excursion: 'It is delivered after a temperature excursion',
  cancelled_by_carrier: 'The carrier cancels it',
};

export const bookTestJob = form(jobs, 'book', {
  path: '/book',
  access: 'jobs:write',
  fields: {
    pickup_site_id: choice(publishedSites, { label: 'From' }),
    dropoff_site_id: choice(publishedSites, { label: 'To', usual: 'lab-0' }),
    sku: pick(pricing.actions.createQuote.input.shape.sku, {
      ...{ label: 'Service', missing: 'Choose a service.' },
    }),
    ...profileFields,
    reference: ownFields.reference,
    scenario: choice(scenarioLabels, { label: 'What happens to it', usual: 'delivered' }),
  },
  check: checkSites,
  input: ({ fields }) => fields,
  home: '/book',
  next: ({ id }) => `/jobs/${encodeURIComponent(id)}`,
});

export const bookPage = page({
  path: '/book',
  access: 'jobs:write',
  nav: { label: 'Book', icon: 'package-plus' },
  title: 'Book a test job',
  asks: { pricing: withActions(pricing, 'listQuotes') },
  load: async ({ clients }) => (await clients.pricing.listQuotes({})).quotable_skus,
  render: (services, { forms }) => html`<h1>Book a test job</h1>
<p>It takes its journey within a minute, with events, proof and certificate.</p>
${forms.show(bookTestJob, {
  submit: 'Book',
  known: {
    sku: { options: serviceOptions(services) },
    temperature_profile: { options: profileOptions() },
  },
})}`,
});
