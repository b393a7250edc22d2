/** A job as a field of the form: with the version that the person sees. */
import { opaqueId } from '@svc/contracts';
import { z } from 'zod';
import type { Field } from '../../../form/field.ts';

const choice = z.tuple([opaqueId, z.coerce.number().int().min(1)]);

/** `job_….3` as id and version. */
export const jobChoice: Field<{ id: string; version: number }> = {
  ...{ control: 'select', label: 'Job', missing: 'Choose a job.', first: 'Choose…' },
  entry: z.string({ error: 'Choose a job.' }).transform((entered, context) => {
    const read = choice.safeParse(entered.split('.'));
    if (read.success) return { id: read.data[0], version: read.data[1] };
    context.addIssue({ code: 'custom', message: 'Choose a job.' });
    return z.NEVER;
  }),
};
