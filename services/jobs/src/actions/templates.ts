/** Templates of bookings: names for jobs. Nobody is told of them. */
import { templatesMax } from '@svc/contracts';
import { newId } from '@svc/kit/ids';
import { Refusal } from '@svc/kit/refusal';
import { command, query } from '../define.ts';
import { toTemplate } from '../domain/booking-template.ts';
import { deleteTemplate, listTemplatesOf, upsertTemplate } from '../store/booking-templates.ts';
import { getJob } from '../store/jobs.ts';

export const listTemplates = query('listTemplates', async (_, { db, tenant }) => ({
  data: (await listTemplatesOf(db, tenant)).map(toTemplate),
}));

export const saveTemplate = command('saveTemplate', {
  handle: async ({ id, name }, { db, tenant, now, recordChange }) => {
    const job = await getJob(db, tenant, id);
    const ids = { id: newId('tpl_', now), job_id: job.id };
    const saved = await upsertTemplate(db, tenant, { ...ids, name, created_at: now });
    if ((await listTemplatesOf(db, tenant)).length > templatesMax)
      throw new Refusal('too_many_templates', `You have ${templatesMax} templates: remove one.`);
    recordChange({ object: saved.id, after: { name, job_id: job.id } });
    return toTemplate(saved);
  },
});

export const removeTemplate = command('removeTemplate', {
  handle: async ({ id }, { db, tenant, recordChange }) => {
    await deleteTemplate(db, tenant, id);
    recordChange({ object: id });
    return { object: 'booking_template' as const, id };
  },
});
