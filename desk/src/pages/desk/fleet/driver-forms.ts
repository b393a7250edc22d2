/** Forms of a driver's page. */
import {
  e164Number,
  opaqueId,
  shifts as shiftsRule,
  tracking,
  weekDays,
  withActions,
} from '@svc/contracts';
import { z } from 'zod';
import {
  day as dayField,
  type Field,
  hidden,
  inGroup,
  line,
  orNull,
  pickOrNull,
  tick,
  timeOfDay,
} from '../../../form/field.ts';
import type { FieldValues } from '../../../form/form-fields.ts';
import { changedMembers } from '../../../form/originals.ts';
import { form } from '../../../route/route.ts';
import { dayLabels } from '../../../words/labels.ts';
import { baseFields, baseOf, baseRefusals, checkBase } from './status.ts';

const { first_name, last_name } = tracking.actions.createDriver.input.shape;
export const driverNames = {
  first_name: line(first_name, {
    ...{ label: 'First name', hint: 'All that customers see' },
    missing: 'The first name is missing.',
  }),
  last_name: line(last_name, {
    ...{ label: 'Last name', hint: 'Seen by the desk alone' },
    missing: 'The last name is missing.',
  }),
};

export const driverPath = '/desk/drivers/{id}';
const common = { access: 'ops:dispatch', home: driverPath } as const;

const fields = {
  ...driverNames,
  phone: orNull(
    line(e164Number, {
      ...{ label: 'Telephone', type: 'tel', max: 32 },
      hint: 'Without a country code it is South African',
      error: 'Enter a number, e.g. 082 555 0123 or +264 81 123 4567.',
    }),
  ),
  hub_id: pickOrNull(opaqueId, {
    ...{ label: 'Keeps the hub', first: 'None: on the road' },
    hint: 'Takes parcels in there, and gives them out.',
  }),
  ...baseFields,
};
const inputOf = ({
  first_name,
  last_name,
  phone,
  hub_id,
  ...base
}: FieldValues<typeof fields>) => ({
  ...{ first_name, last_name, phone, hub_id },
  base: baseOf(base),
});

export const updateDriver = form(tracking, 'updateDriver', {
  ...common,
  ...{ path: '/desk/drivers/{id}/update', fields, check: checkBase, refusals: baseRefusals },
  keepsOriginals: true,
  input: ({ fields: entered, originals, param }) => ({
    id: param('id'),
    ...changedMembers(inputOf(entered), originals && inputOf(originals)),
  }),
});

export const retireDriver = form(tracking, 'updateDriver', {
  ...common,
  path: '/desk/drivers/{id}/retire',
  fields: {
    confirmed: tick({
      label: 'Retire the driver',
      hint: 'Their devices are revoked, which cannot be undone. Open jobs keep the driver: assign them to another.',
      missing: 'Tick that it is meant: the devices of the driver are revoked.',
    }),
  },
  input: ({ param }) => ({ id: param('id'), status: 'retired' as const }),
});

export const reinstateDriver = form(tracking, 'updateDriver', {
  ...common,
  path: '/desk/drivers/{id}/reinstate',
  input: ({ param }) => ({ id: param('id'), status: 'active' as const }),
});

const time = shiftsRule.shape.week.element.shape.from;
const timeFields = {
  from: timeOfDay(time, { label: 'From' }),
  to: timeOfDay(time, { label: 'To' }),
};

type Week = Record<`${(typeof weekDays)[number]}_${'from' | 'to'}`, Field<string>>;
const week: Week = Object.assign(
  {},
  ...weekDays.map((day) =>
    inGroup(
      { legend: dayLabels[day] },
      { [`${day}_from`]: timeFields.from, [`${day}_to`]: timeFields.to },
    ),
  ),
);

const bothTimes = 'Enter both times, or neither for a day off.';
const askedDriver = { tracking: withActions(tracking, 'getDriver') };

export const putWeek = form(tracking, 'updateDriver', {
  ...common,
  ...{ path: '/desk/drivers/{id}/week', fields: week, asks: askedDriver },
  check: (entered, context) => {
    for (const day of weekDays) {
      const [from, to] = [entered[`${day}_from`], entered[`${day}_to`]];
      if ((from === '') === (to === '')) continue;
      const path = [`${day}_${from === '' ? 'from' : 'to'}`];
      context.addIssue({ code: 'custom', path, message: bothTimes });
    }
  },
  input: async ({ fields: entered, param }, clients) => {
    const { shifts } = await clients.tracking.getDriver({ id: param('id') });
    const days = weekDays.map((day) => ({
      ...{ day, from: entered[`${day}_from`], to: entered[`${day}_to`] },
    }));
    const next = {
      exceptions: shifts?.exceptions ?? [],
      week: days.filter(({ from }) => from !== ''),
    };
    return { id: param('id'), shifts: next.week.length + next.exceptions.length > 0 ? next : null };
  },
});

/** A driver may have so many exceptions; a further one puts out the oldest. */
const exceptionsMax = 60;

export const putException = form(tracking, 'updateDriver', {
  ...common,
  path: '/desk/drivers/{id}/exceptions',
  fields: {
    date: dayField({ label: 'Day', missing: 'Enter a day, e.g. 2026-12-25.' }),
    ...timeFields,
  },
  asks: askedDriver,
  check: ({ from, to }, context) => {
    if ((from === '') === (to === '')) return;
    const path = [from === '' ? 'from' : 'to'];
    context.addIssue({ code: 'custom', path, message: bothTimes });
  },
  input: async ({ fields: { date, from, to }, param }, clients) => {
    const { shifts } = await clients.tracking.getDriver({ id: param('id') });
    const others = shifts?.exceptions.filter((each) => each.date !== date) ?? [];
    const all = [...others, { date, from: from || null, to: to || null }];
    const exceptions = all.toSorted((a, b) => (a.date < b.date ? -1 : 1)).slice(-exceptionsMax);
    return { id: param('id'), shifts: { week: shifts?.week ?? [], exceptions } };
  },
});

export const removeException = form(tracking, 'updateDriver', {
  ...common,
  ...{ path: '/desk/drivers/{id}/exceptions/remove', asks: askedDriver },
  fields: { date: hidden(z.iso.date()) },
  input: async ({ fields: { date: left }, param }, clients) => {
    const { shifts } = await clients.tracking.getDriver({ id: param('id') });
    const exceptions = shifts?.exceptions.filter(({ date }) => date !== left) ?? [];
    return { id: param('id'), shifts: shifts && { ...shifts, exceptions } };
  },
});
