/** Forms of the hand-offs that a dispatcher reports for a courier, from the table of hand-offs. */
import {
  barcode,
  barcodesMost,
  boxTemperature,
  type HandOffField,
  type HandOffName,
  handOffNames,
  handOffs,
  handOverCode,
  idChecks,
  jobs,
  milestoneOf,
  type milestoneRequest,
  opaqueId,
  sealField,
} from '@svc/contracts';
import { z } from 'zod';
import {
  choiceEntry,
  confirmation,
  momentEntry,
  numberEntry,
  optionalRule,
  optionalText,
  requiredEntry,
  requiredLineEntry,
  ruleEntry,
  sealEntry,
  textEntry,
} from '../entries.ts';
import { form } from '../route.ts';
import { decision } from './decision-fields.ts';

export const jobPath = '/desk/jobs/{id}';

/** What a person confirms; elsewhere that it happened. */
export const confirmations: Readonly<
  Partial<Record<HandOffName, { label: string; hint: string; fault: string }>>
> = {
  pickup_failed: {
    label: 'The parcels could not be collected',
    hint: 'The job is interrupted until the desk lets it go on.',
    fault: 'Tick that the collection failed: it interrupts the job.',
  },
  delivery_failed: {
    label: 'The parcels go back to the sender',
    hint: 'Final: a return job is booked, and this one does not go on.',
    fault: 'Tick that the parcels go back: that is final.',
  },
  resume: {
    label: 'What interrupted it is settled',
    hint: 'The job goes on in the state before.',
    fault: 'Tick that the job can go on.',
  },
};

/** One in a line, spaces being part of it; undefined without any. */
const codesEntry = (code: z.ZodString, max: number) =>
  z
    .string()
    .transform((text) => text.split(/\r?\n/).map((line) => line.trim()))
    .transform((lines) => lines.filter((line) => line !== ''))
    .pipe(z.array(code).max(max, `At most ${max} codes.`))
    .transform((all) => (all.length === 0 ? undefined : all))
    .optional();

const degrees = `Degrees from ${boxTemperature.min} to ${boxTemperature.max} with at most one decimal.`;

type OfKind<K extends HandOffField['kind']> = Extract<HandOffField, { kind: K }>;
const entryOfKind: { [K in HandOffField['kind']]: (field: OfKind<K>) => z.ZodType } = {
  line: ({ max, missing }) => requiredLineEntry(max, missing),
  text: ({ max, missing, isOptional }) =>
    isOptional ? optionalText(max) : requiredEntry(max, missing),
  whole: ({ min, max }) => numberEntry({ min, max, isWhole: true }),
  celsius: () =>
    numberEntry({ ...boxTemperature, error: degrees }).pipe(
      z.number().multipleOf(boxTemperature.step, degrees),
    ),
  seal: ({ isOptional }) => (isOptional ? optionalRule(sealEntry) : sealEntry),
  code: () => optionalRule(z.string().trim().max(handOverCode.max, 'The 6 digits that were told.')),
  codes: ({ max, most }) =>
    codesEntry(z.string().max(max, `At most ${max} characters each.`), most),
  barcodes: () => codesEntry(barcode, barcodesMost),
  choice: ({ choices }) => choiceEntry(Object.keys(choices)),
  // The service knows whether the job asks for one.
  id_check: () => choiceEntry(idChecks).optional(),
  file: () => optionalRule(ruleEntry(opaqueId, 'The id of a file, e.g. file_01J….')),
};
const entryOf = <K extends HandOffField['kind']>(field: OfKind<K>) =>
  entryOfKind[field.kind as K](field);

/** Entries of fields, by name. */
export const entriesOfFields = <N extends string>(
  fields: Readonly<Record<N, HandOffField>>,
): Record<N, z.ZodType> =>
  Object.fromEntries(
    Object.entries<HandOffField>(fields).map(([name, field]) => [name, entryOf(field)]),
  ) as Record<N, z.ZodType>;

const seals = z.object({
  seal: z.string(),
  /** The job's seal as the page showed it; empty where the job has none yet. */
  expected_seal: z.string(),
  is_broken: z.literal('yes').optional(),
});
/** Another seal than the expected one interrupts the job: a slip of the keyboard must not. */
function isSealConfirmed(fields: unknown): boolean {
  const { data } = seals.safeParse(fields);
  if (!data || data.expected_seal === '' || data.is_broken === 'yes') return true;
  return data.seal.trim().toUpperCase() === data.expected_seal;
}
const unconfirmed = {
  path: ['is_broken'],
  error: 'That is not the expected seal. Correct it, or tick that the seal is broken.',
};

/** Whether its seal is compared with that of the job. */
export const comparesSeal = (name: HandOffName): boolean =>
  Object.values<HandOffField>(handOffs[name].fields).includes(sealField);

const entriesOf = (name: HandOffName) => {
  const confirms = confirmations[name];
  return z
    .object({
      ...decision,
      ...(confirms && { confirmed: confirmation(confirms.fault) }),
      at: momentEntry,
      note: textEntry(500),
      ...entriesOfFields<string>(handOffs[name].fields),
      ...(comparesSeal(name) && {
        expected_seal: z.string().default(''),
        is_broken: z.literal('yes').optional(),
      }),
    })
    .refine(isSealConfirmed, unconfirmed);
};

const handOffForm = (name: HandOffName) =>
  form(jobs, 'reachMilestone', {
    path: `/desk/jobs/{id}/${name}`,
    ...{ access: 'ops:dispatch', home: jobPath, next: jobPath },
    fields: entriesOf(name),
    input: ({ fields, person, param }) => {
      // Ticks, and what a seal was compared with, are none of the milestone's.
      const {
        confirmed: _ticked,
        expected_seal: _expected,
        is_broken: _broken,
        ...told
      } = fields as Record<string, unknown>;
      const reported = { id: param('id'), by: person.user.name, type: milestoneOf(name), ...told };
      // Its fields are those of this milestone, by the same table.
      return reported as unknown as z.input<typeof milestoneRequest>;
    },
  });

export const handOffForms = Object.fromEntries(
  handOffNames.map((name) => [name, handOffForm(name)]),
) as Readonly<Record<HandOffName, ReturnType<typeof handOffForm>>>;
