/** Every field of a site, to add one or to change it. */
import { accounts, type RequestOf, type Site } from '@svc/contracts';
import type { Html } from '@svc/web/html';
import { area, choice, inGroup, line, lines, number, phone } from '../../form/field.ts';
import type { FieldValues } from '../../form/form-fields.ts';
import { changedMembers } from '../../form/originals.ts';
import { type FormRefusals, form, type RenderContext } from '../../route/route.ts';
import { siteTypeLabels } from '../../words/labels.ts';

const { name, address, position, receiving_hours, time_zone, cost_centres } =
  accounts.actions.createSite.input.shape;

const siteFields = {
  name: line(name, { label: 'Name', missing: 'Name the site.' }),
  type: choice(siteTypeLabels, { label: 'Kind' }),
  address: area(address, {
    label: 'Address',
    hint: 'Street and town, as the driver needs them.',
  }),
  phone: phone('Telephone'),
  ...inGroup(
    {
      legend: 'Position of the door',
      about: 'In decimal degrees: distances and prices count from it.',
    },
    {
      'position.lat': number(position.shape.lat, {
        label: 'Latitude',
        hint: 'South is negative, e.g. -26.2041.',
      }),
      'position.lng': number(position.shape.lng, {
        label: 'Longitude',
        hint: 'East is positive, e.g. 28.0473.',
      }),
    },
  ),
  receiving_hours: line(receiving_hours, {
    label: 'Receives',
    hint: 'In the syntax of OpenStreetMap: 24/7, Mo-Fr 08:00-17:00, or Mo-Fr 08:00-17:00; Sa 08:00-12:00; PH off.',
    missing: 'Say when it receives, e.g. 24/7.',
    error: 'Enter hours in the syntax of OpenStreetMap, e.g. Mo-Fr 08:00-17:00.',
    usual: '24/7',
  }),
  time_zone: line(time_zone, {
    ...{ label: 'Time zone of its hours', max: 64, usual: 'Africa/Johannesburg' },
    missing: 'Name a time zone.',
    error: 'Enter an IANA name, e.g. Africa/Johannesburg.',
  }),
  cost_centres: lines(cost_centres, {
    ...{ label: 'Cost centres', what: 'cost centres' },
    hint: 'One a line, for those who book.',
  }),
};

const siteInput = ({
  'position.lat': lat,
  'position.lng': lng,
  ...others
}: FieldValues<typeof siteFields>): RequestOf<(typeof accounts)['actions']['createSite']> => ({
  ...others,
  position: { lat, lng },
});

const common = {
  access: 'admin:sites',
  fields: siteFields,
  /** Of the service itself. */
  refusals: {
    invalid_body: { field: 'receiving_hours' },
    invalid_position: { field: 'position.lat' },
  } satisfies FormRefusals,
  next: '/sites',
} as const;

export const createSite = form(accounts, 'createSite', {
  ...common,
  path: '/sites/new',
  input: ({ fields }) => siteInput(fields),
  home: '/sites/new',
});

export const updateSite = form(accounts, 'updateSite', {
  ...common,
  path: '/sites/{id}',
  keepsOriginals: true,
  input: ({ fields, originals, param }) => ({
    id: param('id'),
    ...changedMembers(siteInput(fields), originals && siteInput(originals)),
  }),
  home: '/sites/{id}',
});

export const newSiteForm = ({ forms }: RenderContext): Html =>
  forms.show(createSite, { submit: 'Add the site' });

export const siteForm = (site: Site, { forms }: RenderContext): Html =>
  forms.show(updateSite, {
    params: { id: site.id },
    submit: 'Save the changes',
    values: { ...site, 'position.lat': site.position.lat, 'position.lng': site.position.lng },
  });
