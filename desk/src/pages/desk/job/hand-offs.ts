/** Forms of the hand-offs that a dispatcher reports for a courier, from the table of hand-offs. */
import {
  fieldsAsked,
  type HandOffField,
  type HandOffName,
  handOffNames,
  handOffs,
  jobs,
  milestoneOf,
  type milestoneRequest,
  scanHint,
  sealField,
  text,
} from '@svc/contracts';
import type { Html } from '@svc/web/html';
import { z } from 'zod';
import { area, type Field, type Fields, hidden, moment, tick } from '../../../form/field.ts';
import type { Known } from '../../../form/field-view.ts';
import type { FormView } from '../../../form/form-view.ts';
import { form } from '../../../route/route.ts';
import { decision } from './decision-fields.ts';
import { fieldsOf } from './hand-off-fields.ts';
import type { JobPageData } from './job-data.ts';

export const jobPath = '/desk/jobs/{id}';

/** What a person confirms; elsewhere that it happened. */
const confirmations: Readonly<
  Partial<Record<HandOffName, Required<Pick<Field, 'label' | 'hint' | 'missing'>>>>
> = {
  pickup_failed: {
    label: 'The parcels could not be collected',
    hint: 'The job is interrupted until the desk lets it go on.',
    missing: 'Tick that the collection failed: it interrupts the job.',
  },
  delivery_failed: {
    label: 'The parcels go back to the sender',
    hint: 'Final: a return job is booked, and this one does not go on.',
    missing: 'Tick that the parcels go back: that is final.',
  },
  resume: {
    label: 'What interrupted it is settled',
    hint: 'The job goes on in the state before.',
    missing: 'Tick that the job can go on.',
  },
};

/** The job's seal as the page showed it, which the entry is compared with. */
const comparison = {
  expected_seal: hidden(z.string().default('')),
  is_broken: tick({
    label: 'It is another seal: report it as broken',
    hint: 'Interrupts the job. Leave it empty when the seal is the expected one.',
  }),
};

/** Whether its seal is compared with that of the job. */
const comparesSeal = (name: HandOffName): boolean =>
  Object.values<HandOffField>(handOffs[name].fields).includes(sealField);

function formFields(name: HandOffName): Fields {
  const own = Object.entries(fieldsOf<string>(handOffs[name].fields)).flatMap(([each, field]) =>
    each === 'seal' && comparesSeal(name)
      ? [[each, field] as const, ...Object.entries<Field>(comparison)]
      : [[each, field] as const],
  );
  const fields = Object.fromEntries(own);
  const { reason } = fields;
  return {
    ...fields,
    at: moment({ label: 'When', hint: 'South African time; empty for now' }),
    note: area(text(500), { label: 'Remark', hint: 'For the chain of custody. No patient data.' }),
    ...decision,
    ...(reason && { reason }),
    confirmed: confirmations[name] ? tick(confirmations[name]) : decision.confirmed,
  };
}

const seals = z.object({
  seal: z.string(),
  /** Empty where the job has none yet. */
  expected_seal: z.string(),
  is_broken: z.literal('yes').optional(),
});
/** Another seal than the expected one interrupts the job: a slip of the keyboard must not. */
function checkSeal(entered: unknown, context: z.RefinementCtx): void {
  const { data } = seals.safeParse(entered);
  if (!data || data.expected_seal === '' || data.is_broken === 'yes') return;
  if (data.seal.toUpperCase() === data.expected_seal) return;
  const message = 'That is not the expected seal. Correct it, or tick that the seal is broken.';
  context.addIssue({ code: 'custom', path: ['is_broken'], message });
}

const handOffForm = (name: HandOffName) =>
  form(jobs, 'reachMilestone', {
    path: `/desk/jobs/{id}/${name}`,
    ...{ access: 'ops:dispatch', home: jobPath },
    fields: formFields(name),
    check: checkSeal,
    input: ({ fields, person, param }) => {
      // Ticks, and what a seal was compared with, are none of the milestone's.
      const { confirmed: _ticked, expected_seal: _expected, is_broken: _broken, ...told } = fields;
      const reported = { id: param('id'), by: person.user.name, type: milestoneOf(name), ...told };
      // Its fields are those of this milestone, by the same table.
      return reported as unknown as z.input<typeof milestoneRequest>;
    },
  });

export const handOffForms = Object.fromEntries(
  handOffNames.map((name) => [name, handOffForm(name)]),
) as Readonly<Record<HandOffName, ReturnType<typeof handOffForm>>>;

interface HandOffContext {
  data: JobPageData;
  forms: FormView;
}

export const handOffView = (
  name: HandOffName,
  { data: { id, job }, forms }: HandOffContext,
): Html =>
  forms.show(handOffForms[name], {
    ...{ params: { id }, submit: 'Record', submitOf: handOffs[name].done, prefix: name },
    values: { version: job.version, expected_seal: job.seal },
    known: knownOf(name, job),
  });

/** What the job asks for, and what is known of it. */
function knownOf(name: HandOffName, job: JobPageData['job']): Record<string, Known> {
  const { seal, parcels, requirements } = job;
  const asked = new Set(fieldsAsked(name, requirements).map(([field]) => field));
  const isCompared = { isLeftOut: seal === null };
  const unasked = Object.keys(handOffs[name].fields).filter((field) => !asked.has(field));
  return {
    scans: { hint: scanHint(requirements.scan, parcels) },
    parcels_scanned: { hint: `Booked: ${parcels}` },
    ...(seal !== null && comparesSeal(name) && { seal: { hint: `Expected: ${seal}` } }),
    ...{ expected_seal: isCompared, is_broken: isCompared },
    note: { isLeftOut: !extendsChain(name, job) },
    ...Object.fromEntries(unasked.map((field) => [field, { isLeftOut: true }])),
  };
}

/** The chain begins with the collection, and has no announcements. */
const extendsChain = (name: HandOffName, { status }: JobPageData['job']): boolean =>
  name !== 'arriving' &&
  (name === 'collect' || (status !== 'assigned' && status !== 'en_route_pickup'));
