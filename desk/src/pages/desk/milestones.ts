/** Forms of the milestones that a dispatcher reports for a courier. */
import { barcode, idCheck, jobs, opaqueId } from '@svc/contracts';
import { z } from 'zod';
import {
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
import { form, type SentForm } from '../route.ts';
import { decision, versionEntry } from './decision-fields.ts';

export const jobPath = '/desk/jobs/{id}';
const ofJob = { access: 'ops:dispatch', home: jobPath, next: jobPath } as const;

const at = momentEntry;
const note = textEntry(500);
const reason = requiredEntry(500, 'Why did it fail?');
const version = versionEntry;
/** Fields of a decision: its author, and its job. */
const decided = ({
  person,
  param,
}: Pick<SentForm<unknown, typeof jobPath>, 'person' | 'param'>) => ({
  id: param('id'),
  by: person.user.name,
});

const sealed = {
  seal: sealEntry,
  /** As the page showed it; empty when none is expected. */
  expected_seal: z.string().default(''),
  is_broken: z.literal('yes').optional(),
};
interface Sealed {
  seal: string;
  expected_seal: string;
  is_broken?: 'yes' | undefined;
}
/** Another seal than the expected one interrupts the job: a slip of the keyboard must not. */
const isSealConfirmed = ({ seal, expected_seal, is_broken }: Sealed): boolean =>
  expected_seal === '' || seal.trim().toUpperCase() === expected_seal || is_broken === 'yes';
/** Boxes that a form ticks, and what it compares a seal with, are none of the milestone's. */
const withoutChecks = <F extends Sealed & { confirmed: string }>({
  expected_seal: _expected,
  is_broken: _broken,
  confirmed: _ticked,
  ...fields
}: F) => fields;
const unconfirmed = {
  path: ['is_broken'],
  error: 'That is not the expected seal. Correct it, or tick that the seal is broken.',
};

export const depart = form(jobs, 'reachMilestone', {
  path: '/desk/jobs/{id}/depart',
  ...ofJob,
  fields: z.object({ ...decision, at, note }),
  input: ({ fields: { confirmed: _ticked, ...fields }, ...sent }) => ({
    ...decided(sent),
    type: 'depart' as const,
    ...fields,
  }),
});

export const arrive = form(jobs, 'reachMilestone', {
  path: '/desk/jobs/{id}/arrive',
  ...ofJob,
  fields: z.object({
    ...decision,
    at,
    eta_minutes: numberEntry({
      ...{ min: 0, max: 1_440, isWhole: true },
      error: 'Whole minutes from 0 to 1440.',
    }),
  }),
  input: ({ fields: { confirmed: _ticked, ...fields }, ...sent }) => ({
    ...decided(sent),
    type: 'arriving' as const,
    ...fields,
  }),
});

const degrees = 'Degrees from -90 to 90 with at most one decimal.';

/** One a line; undefined without any. */
const codesEntry = (code: z.ZodString, max: number) =>
  z
    .string()
    .transform((lines) => lines.split(/\s+/).filter((line) => line !== ''))
    .pipe(z.array(code).max(max, `At most ${max} codes.`))
    .transform((all) => (all.length === 0 ? undefined : all))
    .optional();

const codeEntry = optionalRule(z.string().trim().max(12, 'The 6 digits that were told.'));

/** Of hand-offs of a job whose policy asks for scans. */
const scanned = {
  scans: codesEntry(z.string().max(128, 'At most 128 characters each.'), 200),
  scan_bypass_reason: optionalText(500),
};

export const collect = form(jobs, 'reachMilestone', {
  path: '/desk/jobs/{id}/collect',
  ...ofJob,
  fields: z
    .object({
      ...{ ...decision, at, note },
      ...sealed,
      parcels_scanned: numberEntry({ min: 0, max: 99, isWhole: true }),
      box_temperature_c: numberEntry({ min: -90, max: 90, error: degrees }).pipe(
        z.number().multipleOf(0.1, degrees),
      ),
      barcodes: codesEntry(barcode, 1_000),
      handover_code: codeEntry,
      ...scanned,
    })
    .refine(isSealConfirmed, unconfirmed),
  input: ({ fields, ...sent }) => ({
    ...decided(sent),
    type: 'collect' as const,
    ...withoutChecks(fields),
  }),
});

export const failPickup = form(jobs, 'reachMilestone', {
  path: '/desk/jobs/{id}/fail-pickup',
  ...ofJob,
  fields: z.object({
    ...{ at, reason, version },
    confirmed: confirmation('Tick that the collection failed: it interrupts the job.'),
  }),
  input: ({ fields: { confirmed: _ticked, ...fields }, ...sent }) => ({
    ...decided(sent),
    type: 'pickup_failed' as const,
    ...fields,
  }),
});

export const scan = form(jobs, 'reachMilestone', {
  path: '/desk/jobs/{id}/scan',
  ...ofJob,
  fields: z
    .object({
      ...{ ...decision, at, note },
      ...sealed,
      location: requiredLineEntry(120, 'Where were the parcels scanned?'),
      ...scanned,
    })
    .refine(isSealConfirmed, unconfirmed),
  input: ({ fields, ...sent }) => ({
    ...decided(sent),
    type: 'scan' as const,
    ...withoutChecks(fields),
  }),
});

const fileEntry = optionalRule(ruleEntry(opaqueId, 'The id of a file, e.g. file_01J….'));

export const deliver = form(jobs, 'reachMilestone', {
  path: '/desk/jobs/{id}/deliver',
  ...ofJob,
  fields: z
    .object({
      ...{ ...decision, at, note },
      ...sealed,
      recipient: requiredLineEntry(120, 'Who took the parcels?'),
      handover_code: codeEntry,
      ...scanned,
      id_check: idCheck,
      signature_file_id: fileEntry,
      photo_file_id: fileEntry,
    })
    .refine(isSealConfirmed, unconfirmed),
  input: ({ fields, ...sent }) => ({
    ...decided(sent),
    type: 'deliver' as const,
    ...withoutChecks(fields),
  }),
});

export const failDelivery = form(jobs, 'reachMilestone', {
  path: '/desk/jobs/{id}/fail-delivery',
  ...ofJob,
  fields: z.object({
    ...{ at, note, reason, version },
    confirmed: confirmation('Tick that the parcels go back: that is final.'),
  }),
  input: ({ fields: { confirmed: _ticked, ...fields }, ...sent }) => ({
    ...decided(sent),
    type: 'delivery_failed' as const,
    ...fields,
  }),
});

export const resume = form(jobs, 'reachMilestone', {
  path: '/desk/jobs/{id}/resume',
  ...ofJob,
  fields: z.object({
    ...{ ...decision, at, note },
    seal: optionalRule(sealEntry),
    confirmed: confirmation('Tick that the job can go on.'),
  }),
  input: ({ fields: { confirmed: _ticked, ...fields }, ...sent }) => ({
    ...decided(sent),
    type: 'resume' as const,
    ...fields,
  }),
});

export const milestoneForms = [
  depart,
  arrive,
  collect,
  failPickup,
  scan,
  deliver,
  failDelivery,
  resume,
];
