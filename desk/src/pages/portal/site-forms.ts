/** Every field of a site, to add one or to change it. */
import { accounts, type RequestOf, type Site, siteTypes, timeZone } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { z } from 'zod';
import { choiceEntry, numberEntry, phoneEntry, requiredLineEntry, textEntry } from '../entries.ts';
import { areaField, selectField, textField } from '../fields.ts';
import type { FormEntries } from '../form-view.ts';
import { siteTypeLabels } from '../labels.ts';
import { changedMembers, originalsEntry, originalsField } from '../originals.ts';
import { type FormRefusals, form, type RenderContext } from '../route.ts';
import { optionsOf } from './words.ts';

const centresMax = 200;
const centreMax = 64;

const siteEntries = z.object({
  name: requiredLineEntry(120, 'Name the site.'),
  type: choiceEntry(siteTypes),
  address: textEntry(300),
  phone: phoneEntry,
  'position.lat': numberEntry({ min: -90, max: 90 }),
  'position.lng': numberEntry({ min: -180, max: 180 }),
  time_zone: requiredLineEntry(64, 'Name a time zone.').refine(
    (value) => timeZone.safeParse(value).success,
    { error: 'Enter an IANA name, e.g. Africa/Johannesburg.' },
  ),
  receiving_hours: requiredLineEntry(128, 'Say when it receives, e.g. 24/7.'),
  /** One a line. */
  cost_centres: textEntry(centresMax * (centreMax + 1))
    .transform((value) =>
      value
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== ''),
    )
    .refine((centres) => centres.length <= centresMax, {
      error: `At most ${centresMax} cost centres.`,
    })
    .refine((centres) => centres.every((centre) => centre.length <= centreMax), {
      error: `At most ${centreMax} characters a line.`,
    }),
});

type NewSite = RequestOf<(typeof accounts)['actions']['createSite']>;

const siteInput = ({
  'position.lat': lat,
  'position.lng': lng,
  ...others
}: z.output<typeof siteEntries>): NewSite => ({ ...others, position: { lat, lng } });

/** Refusals of the service itself. */
const refusals: FormRefusals = {
  invalid_body: { field: 'receiving_hours' },
  invalid_position: { field: 'position.lat' },
};

export const createSite = form(accounts, 'createSite', {
  path: '/sites/new',
  access: 'admin:sites',
  fields: siteEntries,
  input: ({ fields }) => siteInput(fields),
  refusals,
  home: '/sites/new',
  next: '/sites',
});

export const updateSite = form(accounts, 'updateSite', {
  path: '/sites/{id}',
  access: 'admin:sites',
  fields: siteEntries.extend({ originals: originalsEntry(siteEntries) }),
  input: ({ fields: { originals, ...entered }, param }) => ({
    id: param('id'),
    ...changedMembers(siteInput(entered), originals && siteInput(originals)),
  }),
  refusals,
  home: '/sites/{id}',
  next: '/sites',
});

export const newSiteForm = ({ forms }: RenderContext): Html =>
  forms.show(createSite, { submit: 'Add the site', fields: (entries) => siteFields(entries) });

export const siteForm = (site: Site, { forms }: RenderContext): Html =>
  forms.show(updateSite, {
    params: { id: site.id },
    submit: 'Save the changes',
    fields: (entries) =>
      html`${originalsField(entries, originalsOf(site))}${siteFields(entries, site)}`,
  });

/** As the fields show them. */
const originalsOf = (site: Site): Record<string, string> => ({
  name: site.name,
  type: site.type,
  address: site.address,
  phone: site.phone ?? '',
  'position.lat': String(site.position.lat),
  'position.lng': String(site.position.lng),
  time_zone: site.time_zone,
  receiving_hours: site.receiving_hours,
  cost_centres: site.cost_centres.join('\n'),
});

const siteFields = (entries: FormEntries, site?: Site): Html => html`${textField(
  { name: 'name', label: 'Name', value: site?.name, required: true, maxLength: 120 },
  entries,
)}
${selectField(
  { name: 'type', label: 'Kind', options: optionsOf(siteTypeLabels, siteTypes), value: site?.type },
  entries,
)}
${areaField(
  {
    name: 'address',
    label: 'Address',
    hint: 'Street and town, as the driver needs them.',
    value: site?.address,
    maxLength: 300,
  },
  entries,
)}
${textField(
  { name: 'phone', label: 'Telephone', type: 'tel', value: site?.phone ?? '', maxLength: 32 },
  entries,
)}
${positionFields(entries, site)}
${textField(
  {
    name: 'receiving_hours',
    label: 'Receives',
    hint: 'In the syntax of OpenStreetMap: 24/7, Mo-Fr 08:00-17:00, or Mo-Fr 08:00-17:00; Sa 08:00-12:00; PH off.',
    value: site?.receiving_hours ?? '24/7',
    required: true,
    maxLength: 128,
  },
  entries,
)}
${textField(
  {
    name: 'time_zone',
    label: 'Time zone of its hours',
    value: site?.time_zone ?? 'Africa/Johannesburg',
    required: true,
    maxLength: 64,
  },
  entries,
)}
${areaField(
  {
    name: 'cost_centres',
    label: 'Cost centres',
    hint: 'One a line, for those who book.',
    value: site?.cost_centres.join('\n'),
    maxLength: centresMax * (centreMax + 1),
  },
  entries,
)}`;

const positionFields = (entries: FormEntries, site: Site | undefined): Html =>
  html`<fieldset><legend>Position of the door</legend>
<p class="soft">In decimal degrees: distances and prices count from it.</p>
${textField(
  {
    name: 'position.lat',
    label: 'Latitude',
    hint: 'South is negative, e.g. -26.2041.',
    value: site && String(site.position.lat),
    required: true,
  },
  entries,
)}
${textField(
  {
    name: 'position.lng',
    label: 'Longitude',
    hint: 'East is positive, e.g. 28.0473.',
    value: site && String(site.position.lng),
    required: true,
  },
  entries,
)}
</fieldset>`;
