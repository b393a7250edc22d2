import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import {
  bookingFields,
  bookingInput,
  quoteInput,
  transportFields,
} from '../src/pages/portal/booking-entries.ts';
import { feeText } from '../src/pages/portal/job-forms.ts';
import { jobFilter, jobListInput } from '../src/pages/portal/jobs.ts';
import { defaultsFields, withDefaults } from '../src/pages/portal/policy-forms.ts';
import { siteEntries, siteInput } from '../src/pages/portal/site-forms.ts';
import { exampleJob } from './examples.ts';
import { policiesAnswer } from './portal-tenant-answers.ts';

/** By field, the words of its first fault. */
const faultsOf = (schema: z.ZodType, entered: unknown) => {
  const { error } = schema.safeParse(entered);
  return Object.fromEntries(
    (error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]),
  );
};

const transport = {
  pickup_site_id: 'site_1',
  dropoff_site_id: 'site_2',
  sku: 'LAB-STD',
  parcels: '2',
};
const nothingMore = { note: '', pickup_contact: null, dropoff_contact: null, reference: '' };

describe('a booking', () => {
  it('asks for a price with the distance between the sites', () => {
    const entered = transportFields.parse({ ...transport, priority: 'stat', timing: '' });
    expect(quoteInput(entered, 12.5)).toEqual({
      sku: 'LAB-STD',
      priority: 'stat',
      timing: undefined,
      parcels: 2,
      km: 12.5,
    });
  });

  it.each([
    [
      'a held quote',
      { quote_id: 'q_01' },
      { quote_id: 'q_01', pickup_site_id: 'site_1', dropoff_site_id: 'site_2', ...nothingMore },
    ],
    [
      'the price of the day',
      { priority: 'critical', timing: 'sunday' },
      {
        sku: 'LAB-STD',
        priority: 'critical',
        timing: 'sunday',
        parcels: 2,
        km: 12.5,
        pickup_site_id: 'site_1',
        dropoff_site_id: 'site_2',
        ...nothingMore,
      },
    ],
    [
      'all terms',
      {
        quote_id: 'q_01',
        ready_at: '2026-11-03T09:00',
        reference: 'REF-1',
        cost_centre: 'CC-1',
        note: 'Two\r\nlines',
        'pickup_contact.name': 'Front desk',
        'pickup_contact.phone': '0115550100',
        'requirements.otp': 'yes',
        'requirements.photo': 'no',
      },
      {
        quote_id: 'q_01',
        pickup_site_id: 'site_1',
        dropoff_site_id: 'site_2',
        ready_at: '2026-11-03T09:00:00+02:00',
        reference: 'REF-1',
        cost_centre: 'CC-1',
        requirements: { otp: true, photo: false },
        note: 'Two\nlines',
        pickup_contact: { name: 'Front desk', phone: '0115550100' },
        dropoff_contact: null,
      },
    ],
  ])('with %s is the request of the API', (_name, fields, input) => {
    expect(bookingInput(bookingFields.parse({ ...transport, km: '12.5', ...fields }))).toEqual(
      input,
    );
  });

  it.each([
    [transportFields, {}, ['pickup_site_id', 'dropoff_site_id', 'sku', 'parcels']],
    [transportFields, { ...transport, dropoff_site_id: 'site_1' }, ['dropoff_site_id']],
    [transportFields, { ...transport, priority: 'soon' }, ['priority']],
    [
      bookingFields,
      { ...transport, km: '1', 'pickup_contact.name': 'A' },
      ['pickup_contact.phone'],
    ],
    [
      bookingFields,
      { ...transport, km: '1', 'dropoff_contact.phone': '0115550100' },
      ['dropoff_contact.name'],
    ],
  ])('names the fields that do not fit (%#)', (schema, entered, fields) => {
    expect(Object.keys(faultsOf(schema, entered))).toEqual(fields);
  });
});

describe('the list of jobs', () => {
  it('asks for South African days, the last one included', () => {
    const wanted = jobFilter.parse({
      status: 'booked',
      reference: ' R1 ',
      site: '',
      from: '2026-11-01',
      until: '2026-11-30',
    });
    expect(jobListInput(wanted)).toEqual({
      status: 'booked',
      reference: 'R1',
      created_gte: '2026-11-01T00:00:00+02:00',
      created_lt: '2026-12-01T00:00:00+02:00',
    });
  });

  it('leaves out what is no filter', () => {
    const wanted = jobFilter.parse({ status: 'lost', from: 'today', reference: ['a'] });
    expect(jobListInput(wanted)).toEqual({});
  });
});

describe('the fee of a cancellation', () => {
  const price = { ...exampleJob.price, amount_cents: 12_301 };
  it.each([
    ['booked', 'No courier is assigned yet: cancelling now costs nothing.'],
    [
      'assigned',
      'A courier is assigned: cancelling costs 50 % of the base price, at most R 61.51 without VAT.',
    ],
    [
      'exception',
      'A courier is assigned: cancelling costs 50 % of the base price, at most R 61.51 without VAT.',
    ],
  ] as const)('of a job that is %s is said before', (status, text) => {
    expect(feeText({ status, price }).replaceAll('\u00a0', ' ')).toBe(text);
  });
});

const site = {
  name: 'North clinic',
  type: 'clinic',
  address: '1 Main Road\r\nJohannesburg',
  phone: '',
  'position.lat': '-26,2041',
  'position.lng': '28.0473',
  time_zone: 'Africa/Johannesburg',
  receiving_hours: '24/7',
  cost_centres: ' CC-100 \r\n\r\nCC-200',
};

describe('a site', () => {
  it('is the request of the API', () => {
    expect(siteInput(siteEntries.parse(site))).toEqual({
      name: 'North clinic',
      type: 'clinic',
      address: '1 Main Road\nJohannesburg',
      phone: null,
      position: { lat: -26.2041, lng: 28.0473 },
      time_zone: 'Africa/Johannesburg',
      receiving_hours: '24/7',
      cost_centres: ['CC-100', 'CC-200'],
    });
  });

  it.each([
    [{ 'position.lat': '91' }, { 'position.lat': 'Enter a number from -90 to 90.' }],
    [{ time_zone: '+02:00' }, { time_zone: 'Enter an IANA name, e.g. Africa/Johannesburg.' }],
    [{ type: 'castle' }, { type: 'Choose one of the list.' }],
    [{ cost_centres: 'x'.repeat(65) }, { cost_centres: 'At most 64 characters a line.' }],
    [{ cost_centres: 'x\n'.repeat(201) }, { cost_centres: 'At most 200 cost centres.' }],
  ])('names what does not fit: %j', (change, faults) => {
    expect(faultsOf(siteEntries, { ...site, ...change })).toEqual(faults);
  });
});

describe('defaults of policies', () => {
  it.each([
    [{ 'contact.phone': '', 'contact.email': '' }, null],
    [
      { 'contact.phone': '0115550100', 'contact.email': '' },
      { phone: '0115550100', email: null },
    ],
    [
      { 'contact.phone': '', 'contact.email': 'a@lab.example' },
      { phone: null, email: 'a@lab.example' },
    ],
  ])('keep the rest, and have the contact of %j', (fields, contact) => {
    const entered = defaultsFields.parse({ default_cost_centre: 'CC-9', ...fields });
    expect(withDefaults(policiesAnswer, entered)).toEqual({
      ...policiesAnswer,
      default_cost_centre: 'CC-9',
      contact,
    });
  });
});
