/** Forms of recurring routes. */
import { accounts, lineText, partner, withActions } from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';
import { z } from 'zod';
import { day, hidden, line, lines, orNull, pick, tick, ticks } from '../../form/field.ts';
import { form } from '../../route/route.ts';
import { dayLabels } from '../../words/labels.ts';
import { listAllSites, siteNamed, typedSites } from './all-sites.ts';
import { profileFaults, profileFields } from './booking-entries.ts';
import { ownFields } from './instruction-fields.ts';

const { name, sku, days } = partner.actions.createRoute.input.shape;
const stopPattern = /^(.+?)[,;\t]\s*(\d\d:\d\d-\d\d:\d\d)$/;

export const createRoute = form(partner, 'createRoute', {
  path: '/routes',
  access: 'jobs:write',
  fields: {
    name: line(name, { label: 'Name', missing: 'Name the route.' }),
    sku: pick(sku, { label: 'Service', missing: 'Choose a service.' }),
    days: ticks(days.element, {
      ...{ label: 'Days', missing: 'Choose at least one day.' },
      options: Object.entries(dayLabels),
    }),
    stops: lines(z.array(lineText(240).regex(stopPattern)).min(1).max(50), {
      ...{ label: 'Stops', what: 'stops', missing: 'Name at least one stop.' },
      hint: 'One in a line, in their order: site, window. North clinic, 08:00-08:30',
      error: 'Write the site, a comma and the window: North clinic, 08:00-08:30',
    }),
    dropoff_site_id: line(lineText(200), {
      ...{ label: 'Delivers to', missing: 'Choose where to deliver.' },
    }),
    starts_on: day({ label: 'From', missing: 'Enter the first day.' }),
    ends_on: orNull(day({ label: 'Until', hint: 'Leave it empty for no end.' })),
    runs_on_holidays: tick({ label: 'Also on public holidays' }),
    cost_centre: orNull(ownFields.cost_centre),
    ...profileFields,
  },
  asks: { accounts: withActions(accounts, 'listSites') },
  input: async ({ fields }, clients) => {
    const { runs_on_holidays, stops, dropoff_site_id, ...others } = fields;
    const sites = typedSites(await listAllSites(clients.accounts));
    const siteOf = (text: string, field: string): string => {
      const id = siteNamed(sites, text);
      if (id !== undefined) return id;
      const detail = `No site of your organisation, or more than one, has the name ${text}.`;
      throw new Refusal('unknown_site', detail, { path: [field] });
    };
    return {
      ...others,
      stops: stops.map((each) => {
        const [, site = '', window = ''] = stopPattern.exec(each) ?? [];
        return { site_id: siteOf(site.trim(), 'stops'), window };
      }),
      dropoff_site_id: siteOf(dropoff_site_id, 'dropoff_site_id'),
      skip_public_holidays: runs_on_holidays === undefined,
    };
  },
  refusals: {
    unknown_sku: { field: 'sku' },
    ...profileFaults,
    not_a_delivery: { field: 'sku', text: 'This service is not a delivery. Choose another one.' },
    same_site: { field: 'stops', text: 'A stop is the site that the route delivers to.' },
    out_of_area: { field: 'stops' },
  },
  home: '/routes',
  next: ({ id }) => `/routes/${encodeURIComponent(id)}`,
});

const common = { access: 'jobs:write', home: '/routes/{id}' } as const;

export const setRouteStatus = form(partner, 'updateRoute', {
  ...common,
  path: '/routes/{id}/status',
  fields: { status: hidden(z.enum(['active', 'paused'])) },
  input: ({ fields, param }) => ({ id: param('id'), ...fields }),
});

export const endRoute = form(partner, 'updateRoute', {
  ...common,
  path: '/routes/{id}/end',
  fields: {
    confirmed: tick({
      ...{ label: 'The route is ended', hint: 'Final. Jobs that are booked stay booked.' },
      missing: 'Tick that the route is ended: that is final.',
    }),
  },
  input: ({ param }) => ({ id: param('id'), status: 'ended' as const }),
});
